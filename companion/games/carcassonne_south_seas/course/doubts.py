"""What is in doubt because a tile was told to lie where it can't.

That was told once, and stays until the tile is put right: what follows from how areas hang together
there is not told again, nor whoever has other islanders or goods before him more than once. Where
the table allows that it lies there, nothing is in doubt.
"""

from __future__ import annotations

from companion.games.carcassonne_south_seas.course.placing import breaks, neighbours
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e


def goes_astray(state: State, event: e.TileLaid, allowed: frozenset[str]) -> bool:
    """Whether a tile can't lie there: one does, none is beside it, or it doesn't go on. 14, 15.

    Where the table allows it by the code of what is found, it can.
    """
    if event.cell not in state.game.board.cells:
        return False
    if event.cell in state.tiles:
        why = "cell-taken"
    elif not neighbours(state, event.cell):
        why = "beside-nothing"
    else:
        why = "does-not-go-on" if breaks(state, event.cell, event.tile) else ""
    return bool(why) and why not in allowed


def is_astray(state: State, place: str) -> bool:
    """Whether the area of a place, or of a fish group, comes to such a tile or beside one."""
    if not state.astray:
        return False
    board = state.game.board
    near = {*state.astray, *(cell for each in state.astray for cell in board.beside(each))}
    return any(board.cell_of(each) in near for each in _area_of(state, place))


def _area_of(state: State, place: str) -> tuple[str, ...]:
    for area in state.areas.values():
        if place in area.places or any(place == fish for fish, _ in area.fish):
            return (place, *area.places)
    return (place,)
