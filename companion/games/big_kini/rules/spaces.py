"""Where a token may lie. Rules 25 to 29, 86, 90, 102 and 103, point A1."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.course.apply import token_shown
from companion.games.big_kini.course.money import can_pay
from companion.games.big_kini.course.spaces import ONLY_DOUBLE, cost, in_use
from companion.games.big_kini.state.state import NEUTRAL, State
from companion.games.big_kini.terms.actions import Action, Column, action_of, column_of
from companion.games.big_kini.terms.events import Deed, TokenPlaced


def space_in_use(state: State, event: TokenPlaced) -> Iterator[Finding]:
    """One or two use double spaces alone; some belong to the extension. Rules 26, 90 and 102."""
    if event.space in in_use(state.game):
        return
    if column_of(event.space) is not Column.DOUBLE and state.game.players in ONLY_DOUBLE:
        rule = "102" if state.game.players == 1 else "26"
        yield illegal("only-double", rule, event.space, player=event.player)
    elif action_of(event.space) is Action.BUY_CARD:
        yield illegal("no-cards", "92", event.space, player=event.player)
    else:
        yield illegal("space-not-in-use", "90", event.space, player=event.player)


def space_free(state: State, event: TokenPlaced) -> Iterator[Finding]:
    """One token on each space; a neutral one blocks it. Rules 25, 86 and 103."""
    there = state.tokens.get(event.space)
    if there == NEUTRAL:
        rule = "103" if state.game.players == 1 else "86"
        yield illegal("space-blocked", rule, event.space, player=event.player)
    elif there is not None:
        yield illegal("space-taken", "25", event.space, player=event.player, other=there)


def space_paid(state: State, event: TokenPlaced) -> Iterator[Finding]:
    """A paid space is paid first. Rule 29, point A1."""
    yield from _paid(state, event.player, event.space)


def shown_space_paid(state: State, event: Deed) -> Iterator[Finding]:
    """So is one that a deed shows: there the token lies, though nobody said so. Rule 29, A1."""
    space = token_shown(state, event)
    if space is not None:
        yield from _paid(state, event.player, space)


def _paid(state: State, player: str, space: str) -> Iterator[Finding]:
    price = cost(state.game, space)
    if not can_pay(state, player, price):
        yield illegal("no-money", "A1", space, player=player, amount=price)
