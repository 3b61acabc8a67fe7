"""Tiles as they lie, drawn beside words that only name them."""

from __future__ import annotations

from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.page.face import Picture


def picture_of(state: State, event: e.Event) -> Picture | None:
    """The tile that was laid, turned as it lies, or that was drawn; nothing of any other fact."""
    match event:
        case e.TileLaid(_, cell, tile):
            return Picture({cell: tile})
        case e.TileDrawn(_, tile):
            return face_of(state, tile)
    return None


def face_of(state: State, tile: str) -> Picture:
    """A tile by itself; any cell will do to draw it on."""
    return Picture({next(iter(state.tiles)): f"{tile}/0"})


def lying(state: State, cell: str, tile: str) -> Picture:
    """How a tile would lie on a cell, with the tiles that it would touch."""
    beside = state.game.board.beside(cell)
    near = {each: state.tiles[each] for each in beside if each in state.tiles}
    return Picture({cell: tile, **near})
