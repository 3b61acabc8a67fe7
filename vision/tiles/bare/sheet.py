"""The sheet of a set of tiles: one photo in which each lies bare, in a known order.

It is to a table of tiles what the photo of the empty board is to a printed one: all that is read
later is compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from companion.errors import InputError
from companion.position import Position
from vision.alignment.pose import pose_from_points
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image
from vision.tiles.bare.outlines import outlines

REACHES_MM = (14.0, 10.0, 7.0, 5.0, 4.0, 4.0)
"""Tiles are looked for so far around their cells, by an ever better pose."""


def sheet_position(board: TilesBoard) -> Position:
    """How the tiles are laid for their photo: in the order of the file, row by row, not turned.

    Faces come first, and then the backs; of tiles that are alike one is laid.
    """
    tiles = sorted(board.tiles.values(), key=lambda tile: tile.back)
    cells = sorted(board.cells.values(), key=lambda cell: (cell.at[1], cell.at[0]))
    pairs = zip(cells, tiles, strict=False)
    return Position({cell.id: f"{tile.id}/0" for cell, tile in pairs})


def corner_cells(board: TilesBoard) -> tuple[str, str, str, str]:
    """The cells of the sheet that lie furthest out: top left, top right, bottom right, bottom left.

    Their middles are what a person marks in the photo: a table of tiles has no corners of its own.
    """
    cells = [board.cells[cell] for cell in sheet_position(board).spaces]
    one, two, three, four = (cell.id for cell in furthest_out(cells))
    return one, two, three, four


def furthest_out(cells: Sequence[Cell]) -> tuple[Cell, Cell, Cell, Cell]:
    """Those of some cells that lie furthest out: top left, top right, bottom right, bottom left."""
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    one, two, three, four = (
        max(cells, key=lambda cell: x * cell.x_mm + y * cell.y_mm) for x, y in ways
    )
    return one, two, three, four


def place_sheet(photo: Image, board: TilesBoard, corners_px: Floats | None) -> Reference:
    """Place the photo (h, w, 3) of all tiles bare by the middles of its ``corner_cells`` (4, 2).

    From there on each tile is looked for by its edges. Raises InputError where nobody marked them.
    """
    size_px = (photo.shape[1], photo.shape[0])
    named = corner_cells(board)
    if len(set(named)) < len(named):
        raise InputError("sheet-too-small", board=board.name)
    if corners_px is None:
        raise InputError("sheet-needs-corners", "--corners", cells=", ".join(named))
    marked = [board.cells[cell] for cell in named]
    at_mm = np.array([(cell.x_mm, cell.y_mm) for cell in marked])
    try:
        pose = pose_from_points(at_mm, np.asarray(corners_px, float), size_px)
    except ValueError:
        raise InputError("corners-no-camera", "--corners", board=board.name) from None
    cells = {cell: board.cells[cell] for cell in sheet_position(board).spaces}
    for reach_mm in REACHES_MM:
        found = outlines(photo, pose, board, cells, reach_mm)
        ideal = np.array([(cell.x_mm, cell.y_mm) for cell in cells.values()])
        lie = ideal + np.array([(found[cell].x_mm, found[cell].y_mm) for cell in cells])
        pose = pose_from_points(ideal, pose.project(lie), size_px, start=pose, sigma_px=2.0)
    if pose.camera_mm[2] <= 0:
        raise InputError("corners-no-camera", "--corners", board=board.name)
    return Reference(photo, pose)
