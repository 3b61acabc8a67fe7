"""Where a tile may lie. Rules 14 and 15."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.state.parts import SIDES, edges_of
from companion.games.carcassonne_south_seas.state.state import State


def neighbours(state: State, cell: str) -> dict[int, str]:
    """What the tiles beside a cell show towards it, by the side of the cell."""
    board, shown = state.game.board, dict[int, str]()
    for side, at in enumerate(board.lattice.beside(board.cells[cell].at)):
        near = board.cell_at.get(at)
        lies = board.read(state.tiles.get(near.id, "")) if near else None
        if lies is not None:
            edges = edges_of(board.tiles[lies.tile], lies.turn)
            shown[side] = edges[(side + SIDES // 2) % SIDES]
    return shown


def breaks(state: State, cell: str, tile: str) -> tuple[int, ...]:
    """The sides on which a tile would not carry on what lies beside it. Rule 15."""
    lies = state.game.board.read(tile)
    if lies is None:
        return ()
    edges = edges_of(state.game.board.tiles[lies.tile], lies.turn)
    return tuple(side for side, shows in neighbours(state, cell).items() if edges[side] != shows)


def free_cells(state: State) -> tuple[str, ...]:
    """The free cells beside a tile. Rule 14."""
    return free_beside(state.game.board, state.tiles)


def free_beside(board: TilesBoard, tiles: Mapping[str, str]) -> tuple[str, ...]:
    """The free cells beside tiles by their cells. Rule 14."""
    near = dict.fromkeys(other for cell in tiles for other in board.beside(cell))
    return tuple(cell for cell in near if cell not in tiles)


def ways(state: State, tile: str) -> Iterator[tuple[str, str]]:
    """Every cell where a tile fits, with how it lies there."""
    for cell in free_cells(state):
        yield from ((cell, way) for way in ways_at(state, cell, tile))


def ways_at(state: State, cell: str, tile: str) -> Iterator[str]:
    """How a tile may lie on a cell so that it carries on what lies beside it. Rule 15."""
    board, shown = state.game.board, neighbours(state, cell)
    for way in board.ways_to_lie(tile):
        edges = edges_of(board.tiles[tile], way.turn)
        if all(edges[side] == shows for side, shows in shown.items()):
            yield str(way)


def fits(state: State, tile: str) -> bool:
    """Whether a tile fits anywhere. Rule 17."""
    return next(ways(state, tile), None) is not None
