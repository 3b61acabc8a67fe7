"""What a fact may have been instead: what somebody misheard, or tapped beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.games.carcassonne_south_seas.course.apply import as_it_was
from companion.games.carcassonne_south_seas.course.placing import ways, ways_at
from companion.games.carcassonne_south_seas.judging.choices import thinkable
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e

Told = TypeVar("Told", bound=e.Event)


def instead(before: State, event: e.Event) -> Iterator[e.Event]:
    """The likeliest slips first: the same kind of deed, what shares most with it; another player.

    Of a tile that is any that is left, the one that was drawn first.
    """
    seen = as_it_was(before, event)
    if isinstance(event, e.TileLaid):
        left = [tile for tile, count in seen.left.items() if count > 0 and tile != seen.turn.drawn]
        tiles = dict.fromkeys((event.tile.partition("/")[0], seen.turn.drawn, *left))
        yield from laid_instead(seen, event, [tile for tile in tiles if tile in seen.left])
    else:
        alike = [each for each in thinkable(seen) if type(each) is type(event) and each != event]
        yield from sorted(alike, key=lambda each: -_in_common(each, event))
    yield from by_others(before, event)


def laid_instead(seen: State, event: e.TileLaid, tiles: Sequence[str]) -> Iterator[e.TileLaid]:
    """Those of these tiles that fit there, the first of them elsewhere, then all others there."""
    fit = [way for tile in tiles for way in ways_at(seen, event.cell, tile)]
    yield from (replace(event, tile=way) for way in fit)
    for cell, way in ways(seen, tiles[0]) if tiles else ():
        if cell != event.cell:
            yield replace(event, cell=cell, tile=way)
    for tile in tiles:
        others = (str(way) for way in seen.game.board.ways_to_lie(tile))
        yield from (replace(event, tile=way) for way in others if way not in fit)


def by_others(before: State, event: Told) -> Iterator[Told]:
    """The same fact of every other player."""
    yield from (replace(event, player=name) for name in before.players if name != event.player)


def _in_common(one: Any, other: Any) -> int:
    """How many words two facts share."""
    return sum(getattr(one, name) == getattr(other, name) for name in type(one).__slots__)
