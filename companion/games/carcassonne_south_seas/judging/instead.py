"""What a fact may have been instead: what somebody misheard, or tapped beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.carcassonne_south_seas.course.apply import as_it_was
from companion.games.carcassonne_south_seas.course.placing import ways
from companion.games.carcassonne_south_seas.judging.choices import thinkable
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e


def instead(before: State, event: e.Event) -> Iterator[e.Event]:
    """The likeliest slips first: the same tile elsewhere, the same kind of deed, another player."""
    seen = as_it_was(before, event)
    if isinstance(event, e.TileLaid):
        tile = event.tile.partition("/")[0]
        if tile in seen.game.board.tiles:
            there = [replace(event, cell=cell, tile=way) for cell, way in ways(seen, tile)]
            yield from sorted(there, key=lambda each: each.cell != event.cell)
    else:
        alike = [each for each in thinkable(seen) if type(each) is type(event) and each != event]
        yield from sorted(alike, key=lambda each: -_in_common(each, event))
    yield from (replace(event, player=name) for name in before.players if name != event.player)


def _in_common(one: Any, other: Any) -> int:
    """How many words two facts share."""
    return sum(getattr(one, name) == getattr(other, name) for name in type(one).__slots__)
