"""What a drawn picture of a table of tiles truly shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import cv2
import numpy as np

from companion.boards.lattice import turned
from companion.boards.tiles_board import TilesBoard
from companion.reading import EMPTY, HIDDEN
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image
from vision.simulator.laid.on_tiles import BESIDE, on_beside
from vision.simulator.laid.scene import Scene
from vision.simulator.laid.truth import (
    HIDDEN_FROM,
    PARTIAL_FROM,
    Drawn,
    Truth,
    blown_share,
    hidden_share,
    owners_of,
)
from vision.simulator.printed.outlines import circle

SPOT_MM = 8.0
"""So much of an empty place has to be seen."""
WASHED = 0.4
"""A place is washed out when more than this share of it is blown out."""


def truth_of_tiles(
    board: TilesBoard,
    scene: Scene,
    drawn: Drawn,
    pose: Pose,
    photo: Image,
    tags: Mapping[str, object],
) -> Truth:
    """Find out what can be seen of each cell, and of each place on the tiles and beside them.

    A place is hidden by an arm, or outside the picture, or behind a piece that stands before it.
    """
    owners = owners_of(drawn, pose)
    own, shapes = _outlines(drawn)
    lies = {cell: laid.kind for cell, laid in scene.tiles.items()}
    cells = {cell: lies.get(cell, EMPTY) for cell in scene.tiles}
    under, partial, washed = {}, [], []
    for cell in cells:
        standing = [
            n for place, parts in own.items() if board.cell_of(place) == cell for n in parts
        ]
        shape = shapes.get(cell)
        if shape is None or hidden_share(owners, shape, standing) > HIDDEN_FROM:
            under[cell], cells[cell] = lies[cell], HIDDEN
    slots: dict[str, str] = {}
    for place, ground, at_mm in _places(board, scene):
        laid = scene.pieces.get(place)
        slots[place] = laid.kind if laid else EMPTY
        shape = shapes.get(place) if laid else pose.project(circle(*at_mm, SPOT_MM, 12))
        parts = own.get(place if laid else ground, [0])
        gone = 1.0 if shape is None else hidden_share(owners, shape, parts)
        if gone > HIDDEN_FROM:
            under[place], slots[place] = slots[place], HIDDEN
        elif gone > PARTIAL_FROM:
            partial.append(place)
        if shape is not None and gone <= HIDDEN_FROM and blown_share(photo, shape) > WASHED:
            washed.append(place)
    corners = pose.corners_px(board.width_mm, board.height_mm)
    return Truth(corners, cells, slots, under, tuple(partial), tuple(washed), scene, tags)


def _outlines(drawn: Drawn) -> tuple[dict[str, list[int]], dict[str, Floats]]:
    """By place the numbers of the solids that are there, and the outline of all of them."""
    own: dict[str, list[int]] = {}
    hulls: dict[str, list[Floats]] = {}
    for number, (solid, sprite) in enumerate(zip(drawn.solids, drawn.sprites, strict=True), 1):
        if solid.place:
            own.setdefault(solid.place, []).append(number)
            hulls.setdefault(solid.place, []).extend([] if sprite is None else [sprite.hull_px])
    return own, {place: _around(parts) for place, parts in hulls.items() if parts}


def _around(parts: list[Floats]) -> Floats:
    """The outline of all parts of a thing, (n, 2)."""
    points = np.concatenate(parts).astype(np.float32)
    return np.asarray(cv2.convexHull(points).reshape(-1, 2), np.float64)


def _places(board: TilesBoard, scene: Scene) -> Iterator[tuple[str, str, tuple[float, float]]]:
    """Each place there is, what it is printed on, and where it lies."""
    for cell, laid in scene.tiles.items():
        lies = board.read(laid.kind)
        for spot in board.tiles[lies.tile].spots if lies else ():
            east, south = turned((spot.x_mm, spot.y_mm), laid.angle_deg)
            yield f"{cell}/{spot.id}", cell, (laid.x_mm + east, laid.y_mm + south)
    if scene.beside is not None:
        for place in board.printed_places.values():
            at_mm = on_beside(scene.beside, place.x_mm, place.y_mm)
            yield place.id, BESIDE, at_mm
