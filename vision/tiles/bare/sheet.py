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
from vision.alignment.pose import Pose, pose_from_points
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
    one, two, three, four = (cell.id for cell in furthest_out(_sheet_cells(board)))
    return one, two, three, four


def furthest_out(cells: Sequence[Cell]) -> tuple[Cell, Cell, Cell, Cell]:
    """Those of some cells that lie furthest out: top left, top right, bottom right, bottom left."""
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    one, two, three, four = (
        max(cells, key=lambda cell: x * cell.x_mm + y * cell.y_mm) for x, y in ways
    )
    return one, two, three, four


def pose_by_middles(
    photo: Image, board: TilesBoard, cells: Sequence[Cell], middles_px: Floats | None
) -> Pose:
    """Where tiles on some cells lie in a photo (h, w, 3), by the middles of those ``furthest_out``.

    Raises InputError where these are no four, nobody marked them (4, 2), or no camera sees them so.
    """
    marked = furthest_out(cells)
    ids = [cell.id for cell in marked]
    if len(set(ids)) < len(ids):
        raise InputError("sheet-too-small", board=board.name)
    if middles_px is None:
        raise InputError("sheet-needs-corners", "--corners", cells=", ".join(ids))
    at_mm = np.array([(cell.x_mm, cell.y_mm) for cell in marked])
    size_px = (photo.shape[1], photo.shape[0])
    try:
        return pose_from_points(at_mm, np.asarray(middles_px, float), size_px)
    except ValueError:
        raise InputError("corners-no-camera", "--corners", board=board.name) from None


def place_sheet(photo: Image, board: TilesBoard, corners_px: Floats | None) -> Reference:
    """Place the photo (h, w, 3) of all tiles bare by the middles of its ``corner_cells`` (4, 2).

    From there on each tile is looked for by its edges. Raises InputError where nobody marked them.
    """
    sheet = _sheet_cells(board)
    pose = pose_by_middles(photo, board, sheet, corners_px)
    cells = {cell.id: cell for cell in sheet}
    for reach_mm in REACHES_MM:
        found = outlines(photo, pose, board, cells, reach_mm)
        ideal = np.array([(cell.x_mm, cell.y_mm) for cell in cells.values()])
        lie = ideal + np.array([(found[cell].x_mm, found[cell].y_mm) for cell in cells])
        pose = pose_from_points(ideal, pose.project(lie), pose.size_px, start=pose, sigma_px=2.0)
    if pose.camera_mm[2] <= 0:
        raise InputError("corners-no-camera", "--corners", board=board.name)
    return Reference(photo, pose)


def _sheet_cells(board: TilesBoard) -> list[Cell]:
    """The cells on which a tile of the sheet lies, in its order."""
    return [board.cells[cell] for cell in sheet_position(board).spaces]
