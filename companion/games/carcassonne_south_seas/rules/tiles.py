"""Where a tile lies. Rules 1 and 13 to 17."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal, note
from companion.games.carcassonne_south_seas.course.placing import breaks, fits, neighbours
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e


def as_drawn(state: State, event: e.TileLaid | e.TileUnfit) -> Iterator[Finding]:
    """It is the tile that was drawn. Rule 13."""
    drawn, tile = state.turn.drawn, event.tile.partition("/")[0]
    if drawn and drawn != tile:
        yield illegal("other-tile-drawn", "13", player=event.player, tile=drawn, other=tile)


def in_the_pile(state: State, event: e.TileDrawn | e.TileLaid | e.TileUnfit) -> Iterator[Finding]:
    """There are only so many of each tile. Rules 1 and 13."""
    tile = event.tile.partition("/")[0]
    if state.left.get(tile, 0) < 1:
        yield illegal("no-such-tile-left", "1", player=event.player, tile=tile)


def on_a_free_cell(state: State, event: e.TileLaid) -> Iterator[Finding]:
    """No tile lies there. Rule 14.

    Of one that can't lie there it was told; that another lies there follows.
    """
    if event.cell in state.tiles:
        follows = event.cell in state.astray and state.tiles[event.cell] != event.tile
        yield (note if follows else illegal)("cell-taken", "14", event.cell, player=event.player)


def along_a_side(state: State, event: e.TileLaid) -> Iterator[Finding]:
    """It touches a tile that lies there along a whole side. Rule 14."""
    if event.cell not in state.tiles and not neighbours(state, event.cell):
        yield illegal("beside-nothing", "14", event.cell, player=event.player)


def goes_on(state: State, event: e.TileLaid) -> Iterator[Finding]:
    """On each touching side bridge meets bridge, island island, and sea sea. Rule 15.

    Beside a tile that can't lie there it was told.
    """
    if event.cell in state.tiles or not (broken := breaks(state, event.cell, event.tile)):
        return
    board = state.game.board
    beside = board.lattice.beside(board.cells[event.cell].at)
    if any(board.cell_at[beside[side]].id not in state.astray for side in broken):
        yield illegal("does-not-go-on", "15", event.cell, player=event.player)


def fits_nowhere(state: State, event: e.TileUnfit) -> Iterator[Finding]:
    """A tile leaves the game only where it fits nowhere. Rule 17."""
    if fits(state, event.tile):
        yield illegal("fits-somewhere", "17", player=event.player, tile=event.tile)
