"""How people play Big Kini at a table, as far as a camera has to know it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.boards.board import Board
from companion.finding import FOLLOWS, Severity
from companion.games.big_kini.course.apply import token_shown
from companion.games.big_kini.course.setup import tiles_board
from companion.games.big_kini.judging.judgement import findings
from companion.games.big_kini.state.atolls import FACTORY, STORE
from companion.games.big_kini.state.state import TOKENS, State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.cards import ActionCard
from companion.games.big_kini.terms.own_cards import cards_of
from companion.games.big_kini.watching.deeds import deeds, ends_before
from companion.games.big_kini.watching.lying import is_for_tokens, lies, meaning
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import MovingHabits

AGAINST_A_RULE = 8.0
"""What it costs to break a rule, in ordinary deeds."""
ONE_MORE = 1.0
"""Each further rule that the same fact breaks."""
NO_MONEY = "no-money"
UNPAID = 1.5
"""Somebody seems to lack money: more likely what he earned is still to be tapped."""
TIDIED_LATER = 0.05
"""At the end of a round tokens, markers and goods lie as before until somebody tidies up."""
PUT_LATER = 0.3
"""A cube that has set out, or is on its way to or from the baron's space, still lies there."""
NO_TOKEN = 1.0
"""A deed shows a token that nobody has told: it is tapped early, or told in the wrong turn."""
LAST_TOKEN = 1.5
"""The last token of a round is seen, and what it allowed was said before."""
MOVED_ON = 0.5
"""A cube is put down and at once moved on: one move, not both of a double action."""
UNEXPLAINED = 12.0
"""A piece lies where nothing brought it."""
SLOW, GONE, TOLD = 4, 5, 8
"""Seconds go by as looks: four within one, then one after two, four and eight seconds more."""


def price(state: State, event: e.Event) -> float:
    """What the rules have against a fact. Money is seen by nobody: lacking it means little.

    Who watches does not excuse what follows from a slip.
    """
    found = findings(state, event)
    told = [each for each in found if each.severity is Severity.ILLEGAL or each.code == FOLLOWS]
    broken = sum(each.code != NO_MONEY for each in told)
    lacking = UNPAID * (len(told) - broken)
    lacking += NO_TOKEN if token_shown(state, event) is not None else 0.0
    return lacking + (AGAINST_A_RULE + ONE_MORE * (broken - 1) if broken else 0.0)


def late(before: State, after: State, place: str, seen: str) -> float | None:
    """What it costs that a place is still seen as it was."""
    if is_for_tokens(place) and seen == EMPTY and place not in before.tokens:
        return 0.0
    if not (after.placed or after.turn.space):
        return _tidied(before, after, place, seen)
    landing = after.turn.landing
    if landing is not None and place == landing.source:
        return PUT_LATER
    kinds = (after.kind_of(place), before.kind_of(place))
    if STORE in kinds and before.tiles != after.tiles and seen == EMPTY:
        return TIDIED_LATER
    return None


def _tidied(before: State, after: State, place: str, seen: str) -> float | None:
    """The same where no token lies yet: of what a round left lies what nobody has tidied up."""
    has_ended = before.round != after.round or before.phase is not after.phase
    if is_for_tokens(place) and seen != EMPTY:
        if seen == lies(before).get(place, EMPTY):
            return TIDIED_LATER
        is_last = has_ended and seen == _colour_of_last(before)
        return LAST_TOKEN if is_last else None
    is_marker = has_ended and after.kind_of(place) == FACTORY
    is_bare = after.kind_of(place) == STORE and seen == EMPTY
    return TIDIED_LATER if is_marker or is_bare else None


def _colour_of_last(state: State) -> str:
    """The colour of the last token of a round. Rule 25."""
    last = state.first + TOKENS * state.game.players - 1
    return state.game.colours[state.players[last % state.game.players]]


def same(cards: Mapping[str, ActionCard], one: e.Event, other: e.Event) -> bool:
    """Whether what somebody says he did may be what the camera took for another deed."""
    if type(one) is not type(other):
        return False
    match one, other:
        case e.Discovered(), e.Discovered():
            return (one.player, one.cell) == (other.player, other.cell)
        case e.Moved(), e.Moved():
            return (one.player, one.target) == (other.player, other.target)
        case e.CardTurnedUp(), e.CardTurnedUp():
            return cards[one.card].action is cards[other.card].action
        case e.TokenPlaced(), e.TokenPlaced():
            return one.space == other.space
    return one == other


def habits_on(board: Board) -> MovingHabits[State, e.Event]:
    """How people play on this board, with the cards that are in its box."""
    return MovingHabits(
        deeds,
        price=price,
        late=late,
        meaning=meaning,
        same=partial(same, cards_of(tiles_board(board))),
        ends=ends_before,
        inferred=frozenset({"done", "no_card", "abstain", "keep_back", "vote", "decide"}),
        unexplained=UNEXPLAINED,
        deepest=8,
        most_tried=300,
        slow_looks=SLOW,
        gone_looks=GONE,
        told_looks=TOLD,
        moved_on=MOVED_ON,
        in_vain=AGAINST_A_RULE,
    )
