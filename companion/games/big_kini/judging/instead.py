"""What a fact may have been instead: what somebody misheard, or tapped beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.big_kini.course.apply import as_it_was
from companion.games.big_kini.judging.choices import thinkable
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.goods import GOODS

NEAR = 2
"""Sums so near to the one said are offered each."""
LAID = (e.HomeChosen, e.Discovered)
"""What lays an atoll on the table."""


def instead(before: State, event: e.Event) -> Iterator[e.Event]:
    """The likeliest slips first: what might have been done then of the same kind; another player.

    Of moves, those of the same cube or to the same place come first; of atolls, the same one
    turned, and any other lies as it did.
    """
    seen = as_it_was(before, event)
    yield from _turned(seen, event)
    alike = (_lying_as(seen, event, each) for each in thinkable(seen) if type(each) is type(event))
    others = [each for each in alike if each != event]
    yield from sorted(others, key=lambda each: -_in_common(each, event))
    yield from _otherwise(event)
    if not isinstance(event, e.MoneyCorrected):
        yield from (replace(event, player=name) for name in before.players if name != event.player)


def _turned(state: State, event: e.Event) -> Iterator[e.Event]:
    """The same atoll as it lies turned otherwise."""
    if isinstance(event, LAID):
        ways = map(str, state.game.board.ways_to_lie(_name(event.atoll)))
        yield from (replace(event, atoll=way) for way in ways if way != event.atoll)


def _lying_as(state: State, event: e.Event, other: Any) -> Any:
    """What was thought of; the atoll that it lays is turned as the event's."""
    if not isinstance(event, LAID):
        return other
    turn, ways = event.atoll.partition("/")[2], state.game.board.ways_to_lie(_name(other.atoll))
    return next((replace(other, atoll=str(way)) for way in ways if str(way.turn) == turn), other)


def _name(atoll: str) -> str:
    return atoll.partition("/")[0]


def _in_common(one: Any, other: Any) -> int:
    """How many words two facts share, and how many atolls."""
    words = [(getattr(one, name), getattr(other, name)) for name in type(one).__slots__]
    same = sum(2 for a, b in words if a == b)
    return same + sum(
        isinstance(a, str) and isinstance(b, str) and cell_of(a) == cell_of(b) for a, b in words
    )


def _otherwise(event: e.Event) -> Iterator[e.Event]:
    """Another sum, number or kind of goods."""
    match event:
        case e.GoodsShown() | e.GoodsGiven():
            yield from (replace(event, goods=kind) for kind in GOODS if kind != event.goods)
            yield from (replace(event, number=near) for near in _near(event.number))
        case e.Voted():
            yield from (replace(event, votes=near) for near in _near(event.votes))
        case e.MoneyGiven() | e.MoneyCounted():
            yield from (replace(event, amount=near) for near in _near(event.amount))


def _near(number: int) -> Iterator[int]:
    for away in range(1, NEAR + 1):
        yield number + away
        if number > away:
            yield number - away
