"""What a look tells of the islanders: who came onto the newest tile, and who is gone."""

from __future__ import annotations

from collections.abc import Mapping, Set

from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.watching.on_tiles import OnTile, on_tile
from companion.games.carcassonne_south_seas.watching.putting_right import Past, goes_home
from companion.games.carcassonne_south_seas.watching.whereabouts import GONE, HALF, Run, Runs, Waits
from companion.reading import EMPTY, HIDDEN, Reading, Seen

SURELY = 0.85
"""One who is seen so surely on one part of the newest tile has come."""
ON_A_PART = 0.8
"""One who has come is on a part on which he is seen with so much of what is seen of him."""
BELIEVED = 0.999


def parts_in(state: State) -> Mapping[str, tuple[str, ...]]:
    """The places of the parts of each tile, by its cell."""
    board = state.game.board
    told = {cell: board.read(tile) for cell, tile in state.tiles.items()}
    return {
        cell: tuple(f"{cell}/{part.spot}" for part in parts_of(board.tiles[way.tile]))
        for cell, way in told.items()
        if way
    }


def seen_on(reading: Reading, past: Past, runs: Runs) -> dict[str, OnTile]:
    """What is seen on each tile, as far as nothing of it is hidden."""
    state = past.told.state
    newest, seen = [*state.tiles][-1], dict[str, OnTile]()
    for cell, places in parts_in(state).items():
        here = {place: reading.slots[place] for place in places if place in reading.slots}
        colour = state.game.colours.get(past.layer(cell), "")
        taken = {p for p in places if cell == newest and not _is_free(state, p)}
        told = on_tile(here, runs.usual, colour, taken) if here else None
        if told is not None:
            seen[cell] = told
    return seen


def seen_early(reading: Reading, past: Past, cells: Set[str]) -> dict[str, OnTile]:
    """What is seen on tiles that are asked for and not told yet, as if the likeliest lay there.

    Who came with such a tile may have gone home before anybody answers. Whose turn it was follows
    from nothing yet: who is seen has laid it.
    """
    state, seen = past.told.state, dict[str, OnTile]()
    board, players = state.game.board, {*state.game.colours.values()}
    for cell in cells - state.tiles.keys():
        way = board.read(reading.spaces[cell].answer) if cell in reading.spaces else None
        parts = parts_of(board.tiles[way.tile]) if way else ()
        places = [f"{cell}/{part.spot}" for part in parts]
        here = {place: reading.slots[place] for place in places if place in reading.slots}
        colours = [each for one in here.values() for each in one.likely if each[0] in players]
        layer = max(colours, key=lambda each: each[1], default=("", 0.0))[0]
        told = on_tile(here, {}, layer, ()) if here else None
        if told is not None:
            seen[cell] = told
    return seen


def _is_free(state: State, place: str) -> bool:
    """Whether nobody else is on the whole area of a place. Rule 22."""
    area = state.area(place)
    return area is None or not any(at != place for at in state.in_area(area))


def told_of(
    reading: Reading, past: Past, seen: Mapping[str, OnTile], runs: Runs, waits: Waits
) -> dict[str, Seen]:
    """What is told of each part of each tile."""
    state, told = past.told.state, dict[str, Seen]()
    newest = [*state.tiles][-1]
    for cell, places in parts_in(state).items():
        here, who = seen.get(cell), past.who(cell)
        if here is None:
            told |= {p: _sure(HIDDEN) for p in places if p in reading.slots}
            continue
        told |= {p: _sure(HIDDEN if p in state.islanders else EMPTY) for p in places}
        if who is not None:
            told[who] = _sure(_still(past, cell, who, here, runs[cell]))
        elif cell == newest and cell not in past.placed:
            told |= _came(here, runs[cell], waits)
        told |= {place: Seen(piece, 1.0, ((piece, 1.0),)) for place, piece in here.words.items()}
    return told


def _sure(piece: str) -> Seen:
    return Seen.only(piece, BELIEVED)


def _still(past: Past, cell: str, place: str, here: OnTile, run: Run) -> str:
    """Whether the record's islander is still there; hidden where he is missed, and may not go."""
    state = past.told.state
    player = state.islanders[place]
    if here.there > GONE:
        return state.game.colours[player]
    is_newest = cell == [*state.tiles][-1] and run.gone >= 2
    may_go = (
        goes_home(state, place) or is_newest or not findings(state, e.IslanderTaken(player, place))
    )
    return EMPTY if may_go else HIDDEN


def _came(here: OnTile, run: Run, waits: Waits) -> dict[str, Seen]:
    """Who came onto the newest tile: one at most, on his likeliest part.

    A tile on which somebody comes into sight, and stays, though it was bare, has one: what is taken
    for an islander and is none is so from the first look on.
    """
    place, colour, share = here.best
    whole = sum(here.where.values())
    has_come = run.plain >= waits.plain and run.came >= waits.soon
    if share >= SURELY or (has_come and share >= ON_A_PART * whole):
        return {place: Seen(colour, BELIEVED, ((colour, BELIEVED),))}
    return dict.fromkeys((at for at, _ in here.where), _sure(HIDDEN)) if whole >= HALF else {}
