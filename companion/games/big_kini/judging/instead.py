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


def instead(before: State, event: e.Event) -> Iterator[e.Event]:
    """The likeliest slips first: what might have been done then of the same kind; another player.

    Of moves, those of the same cube or to the same place come first.
    """
    seen = as_it_was(before, event)
    alike = [each for each in thinkable(seen) if type(each) is type(event) and each != event]
    yield from sorted(alike, key=lambda each: -_in_common(each, event))
    yield from _otherwise(event)
    if not isinstance(event, e.MoneyCorrected):
        yield from (replace(event, player=name) for name in before.players if name != event.player)


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
