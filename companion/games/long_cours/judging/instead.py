"""What a fact may have been instead: what somebody misheard, or tapped beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.long_cours.judging.choices import sums
from companion.games.long_cours.judging.judgement import as_it_was
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e

NEAR = 2
"""Sums so near to the one said are offered each."""
FEW = 5
"""Who can pay no more than so many millions may have meant any of them."""
DIE = range(1, 7)


def instead(before: State, event: e.Event) -> Iterator[e.Event]:
    """The likeliest slips first: another stop, sum, throw or card; then another player."""
    seen = as_it_was(before, event)
    yield from _otherwise(seen, event)
    if not isinstance(event, e.MoneyCorrected | e.FightBegun):
        yield from (replace(event, player=name) for name in before.players)


def _otherwise(state: State, event: e.Event) -> Iterator[e.Event]:
    board = state.game.board
    match event:
        case e.Placed() | e.Moved() | e.DirectMove() | e.CorsairMoved():
            yield from _as_another_move(event)
            yield from (replace(event, stop=stop) for stop in board.stops)
        case e.CameBack() | e.CorsairEntered():
            for die in DIE:
                stops = board.zones[state.game.zone_of_die(die)]
                yield from (replace(event, die=die, stop=stop.id) for stop in stops)
        case e.Bought():
            yield from (replace(event, millions=each) for each in _near(state, event))
            yield from (replace(event, product=each.name) for each in board.products)
        case e.Bid():
            yield from (replace(event, millions=each) for each in _near(state, event))
        case e.Resold():
            yield from (replace(event, die=die) for die in DIE)
        case e.Storm():
            yield from (replace(event, zone=zone) for zone in board.zones)
        case e.FightBegun() | e.Answered():
            yield from (replace(event, card=card) for card in state.game.cards.fights)
            yield from _against_another(state, event)


def _as_another_move(event: Any) -> Iterator[e.Event]:
    """An ordinary move that was a direct one, or the other way round."""
    if isinstance(event, e.Moved):
        yield e.DirectMove(event.player, event.stop)
    elif isinstance(event, e.DirectMove):
        yield e.Moved(event.player, event.stop)


def _against_another(state: State, event: e.FightBegun | e.Answered) -> Iterator[e.Event]:
    if isinstance(event, e.FightBegun):
        others = (name for name in state.players if name != event.player)
        yield from (replace(event, opponent=name) for name in others)


def _near(state: State, event: e.Bought | e.Bid) -> Iterator[int]:
    """Sums typed with one digit too many or a nought too few; then others, the nearest first.

    Those beside the one that was said, and those of one note; all that he can pay where they are
    few.
    """
    said, cash = event.millions, max(state.cash(event.player), 0)
    digits = str(said)
    shorter = {int(digits[:at] + digits[at + 1 :] or 0) for at in range(len(digits))}
    yield from sorted((each for each in shorter if each), reverse=True)
    yield said * 10
    beside = range(max(said - NEAR, 1), said + NEAR + 1)
    payable = range(1, cash + 1) if cash <= FEW else sums(1, cash)
    yield from sorted({*beside, *payable}, key=lambda each: (abs(each - said), each))
