"""Pictures of a reader's errors: what the photo shows there, beside the empty reference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from benchmarks.measuring.accuracy import Wrong
from companion.boards.routes_board import RoutesBoard
from vision.alignment.pose import Pose
from vision.picture.arrays import Image

TILE_PX = 180
CAPTION_PX = 34
TILES_IN_A_ROW = 4


def error_tile(
    error: Wrong, board: RoutesBoard, photo: tuple[Image, Pose], reference: tuple[Image, Pose]
) -> Image:
    """Draw one error: the place in the empty reference, in the photo, and what was said of it.

    ``photo`` and ``reference`` are pictures (h, w, 3), BGR, each with its pose.
    """
    tile = np.zeros((TILE_PX + CAPTION_PX, 2 * TILE_PX, 3), np.uint8)
    for column, (image, pose) in enumerate((reference, photo)):
        left = column * TILE_PX
        tile[:TILE_PX, left : left + TILE_PX] = _around(error.place, board, image, pose)
    captions = (
        f"{error.table}/{error.frame} {error.place}",
        f"{error.true} read as {error.read} {error.confidence:.2f}",
    )
    for row, text in enumerate(captions):
        corner = (3, TILE_PX + 14 + 15 * row)
        cv2.putText(tile, text, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1)
    return tile


def save_sheet(tiles: Sequence[Image], path: Path) -> None:
    """Write tiles of one size in rows as a JPEG."""
    blank = np.zeros_like(tiles[0])
    padded = [*tiles, *[blank] * (-len(tiles) % TILES_IN_A_ROW)]
    rows = [
        np.hstack(padded[start : start + TILES_IN_A_ROW])
        for start in range(0, len(padded), TILES_IN_A_ROW)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.vstack(rows))


def _around(place: str, board: RoutesBoard, image: Image, pose: Pose) -> Image:
    """Cut the place out as seen from straight above, with the outline of what may lie there."""
    where = board.spaces.get(place) or board.slots[place]
    reach_mm = 1.1 * (board.stick.length_mm if board.stick else 20.0)
    steps = np.linspace(-reach_mm, reach_mm, TILE_PX)
    grid = np.stack(np.meshgrid(where.x_mm + steps, where.y_mm + steps), axis=-1)
    points = pose.project(grid.reshape(-1, 2)).astype(np.float32).reshape(TILE_PX, TILE_PX, 2)
    cut = cv2.remap(image, points[..., 0], points[..., 1], cv2.INTER_LINEAR)
    scale = TILE_PX / (2 * reach_mm)
    middle = (TILE_PX // 2, TILE_PX // 2)
    if place in board.spaces and board.stick:
        size = (board.stick.length_mm * scale, board.stick.width_mm * scale)
        outline = cv2.boxPoints((middle, size, board.spaces[place].angle_deg))
        cv2.polylines(cut, [outline.astype(np.int32)], True, (255, 255, 255), 1, cv2.LINE_AA)
    elif board.marker:
        radius = round(board.marker.diameter_mm * scale / 2)
        cv2.circle(cut, middle, radius, (255, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(cut, np.uint8)
