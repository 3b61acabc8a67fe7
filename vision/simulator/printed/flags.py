"""Port markers seen from straight above: a board's own art, simple flags, or plain discs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.boards.routes_board import MarkerType
from companion.colour import bgr_of
from vision.picture.arrays import Image
from vision.picture.photo import load_marker_art
from vision.simulator.printed.canvas import Canvas

SIDE_PX = 144
"""Side of one marker's picture; the disc touches its edges."""

_WHITE, _RED, _BLUE, _NAVY = (238, 240, 242), (40, 30, 205), (150, 70, 20), (110, 40, 20)
_BLACK, _GOLD = (30, 28, 28), (30, 190, 245)
Colour = tuple[int, int, int]


def marker_art(marker: MarkerType | None) -> dict[str, Image]:
    """One square picture (SIDE_PX, SIDE_PX, 3) per kind of marker, its disc filling it.

    Errors: ``InputError`` where the board names a picture that is not there, not a picture, or too
    narrow for its kinds.
    """
    if marker is None:
        return {}
    if marker.art is not None:
        return _from_picture(marker, marker.art)
    return {
        kind.name: _plain(bgr_of(kind.colour)) if kind.colour else flag(kind.name, index)
        for index, kind in enumerate(marker.kinds)
    }


def art_strip(marker: MarkerType) -> Image:
    """All markers side by side on white, as board files have them, (SIDE_PX, n * SIDE_PX, 3)."""
    strip = []
    for picture in marker_art(marker).values():
        mask = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
        cv2.circle(mask, (SIDE_PX // 2, SIDE_PX // 2), SIDE_PX // 2 - 2, 255, -1, cv2.LINE_AA)
        share = mask[..., None].astype(np.float32) / 255
        strip.append((picture * share + 255 * (1 - share)).astype(np.uint8))
    return np.hstack(strip)


def flag(nation: str, index: int = 0) -> Image:
    """A simple flag in a square; a nation without one gets a pattern of its own by ``index``."""
    picture = np.full((SIDE_PX, SIDE_PX, 3), _WHITE, np.uint8)
    draw = {"french": _french, "english": _english, "american": _american, "german": _german,
            "japanese": _japanese}.get(nation)  # fmt: skip
    canvas = Canvas(picture, float(SIDE_PX))
    if draw:
        draw(canvas)
    else:
        _unknown(canvas, index)
    canvas.ring(0.5, 0.5, 0.49, (90, 90, 90), 0.015)
    return picture


def _box(canvas: Canvas, left: float, top: float, right: float, low: float, bgr: Colour) -> None:
    canvas.polygon([[left, top], [right, top], [right, low], [left, low]], bgr)


def _french(canvas: Canvas) -> None:
    _box(canvas, 0, 0, 0.34, 1, _BLUE)
    _box(canvas, 0.66, 0, 1, 1, _RED)


def _english(canvas: Canvas) -> None:
    _box(canvas, 0, 0, 1, 1, _NAVY)
    for ends in ([[0, 0], [1, 1]], [[0, 1], [1, 0]]):
        canvas.outline(ends, _WHITE, 0.17, closed=False)
        canvas.outline(ends, _RED, 0.06, closed=False)
    for colour, half in ((_WHITE, 0.16), (_RED, 0.09)):
        _box(canvas, 0.5 - half, 0, 0.5 + half, 1, colour)
        _box(canvas, 0, 0.5 - half, 1, 0.5 + half, colour)


def _american(canvas: Canvas) -> None:
    for i in range(0, 9, 2):
        _box(canvas, 0, i / 9, 1, (i + 1) / 9, _RED)
    _box(canvas, 0, 0, 0.52, 5 / 9, _NAVY)
    for row in range(3):
        for column in range(3):
            canvas.disc(0.17 + 0.13 * column, 0.16 + 0.14 * row, 0.03, _WHITE)


def _german(canvas: Canvas) -> None:
    _box(canvas, 0, 0, 1, 0.34, _BLACK)
    _box(canvas, 0, 0.34, 1, 0.66, _RED)
    _box(canvas, 0, 0.66, 1, 1, _GOLD)


def _japanese(canvas: Canvas) -> None:
    canvas.disc(0.5, 0.5, 0.27, _RED)


def _unknown(canvas: Canvas, index: int) -> None:
    hues = [(60, 160, 40), (30, 140, 240), (160, 60, 150), (200, 160, 30), (40, 40, 160)]
    first, second = hues[index % 5], hues[(index * 2 + 1) % 5]
    if index % 2:
        canvas.polygon([[0.0, 0.0], [1.0, 0.5], [0.0, 1.0]], first)
        canvas.disc(0.25, 0.5, 0.1, second)
    else:
        _box(canvas, 0, 0.25, 1, 0.75, first)
        canvas.polygon([[0.5, 0.28], [0.72, 0.5], [0.5, 0.72], [0.28, 0.5]], second)


def _plain(colour: Colour) -> Image:
    picture = np.full((SIDE_PX, SIDE_PX, 3), colour, np.uint8)
    ring = tuple(int(c * 0.8) for c in colour)
    Canvas(picture, float(SIDE_PX)).ring(0.5, 0.5, 0.36, ring, 0.04)
    return picture


def _from_picture(marker: MarkerType, art: Path) -> dict[str, Image]:
    strip = load_marker_art(art, len(marker.kinds))
    each = strip.shape[1] / len(marker.kinds)
    pictures = {}
    for index, kind in enumerate(marker.kinds):
        cell = strip[:, round(index * each) : round((index + 1) * each)]
        pictures[kind.name] = _cut_to_disc(np.asarray(cell, np.uint8))
    return pictures


def _cut_to_disc(cell: Image) -> Image:
    """The square around what is not white in one marker's part of the strip."""
    ys, xs = np.nonzero(cell.min(axis=2) < 245)
    if len(xs) == 0:
        xs, ys = np.array([0, cell.shape[1] - 1]), np.array([0, cell.shape[0] - 1])
    square = cell[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return np.asarray(cv2.resize(square, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA))
