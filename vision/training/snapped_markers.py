"""Close-ups of drawn markers on pieces of photographed boards, through a drawn camera.

Photographed markers are few, and of few arts. These are of any art, on any print, in any light,
and so poorly photographed as the worst of real ones. They are cut as the reader cuts its own.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.marker_art import DISC_PX, MARGIN, SIDE, SPAN, MarkerArt
from vision.sampling import Image, Tones, sample_tones
from vision.training.chance import around_one, uniform
from vision.training.drawn_camera import GAMMA, DrawnCamera, linear_light
from vision.training.laid_markers import laid, samples_of
from vision.training.lit import blurred
from vision.training.patch_set import CloseUps

GRID = 7
"""A snapped piece of a board shows so many markers along each side."""
FINE = 3
"""So many samples of light fall on a pixel, along each side."""
MARKER_PX = (5.0, 16.0)
"""Widths of markers in the photo."""
SPACING = (1.5, 2.2)
"""From one marker to the next, in diameters;"""
SPACING_PX = 4
"""and so many pixels more."""
BESIDE = 0.13
"""How far a marker lies from the middle of its cell at most, in its spacings, along x and y."""
ZOOM = (0.5, 2.0)
"""So many pixels of the board's photo go into one of the snapshot."""
FLATTEST = 0.7
"""A camera that looks aslant sees a board as flat as this, at most."""
BRIGHTER = (0.9, 1.5)
"""Markers lie nearer to the lamp than their board, and are of whiter paper."""
GLOSSY, GLOSS = 0.35, (0.05, 0.5)
"""The share of markers that mirror the lamp, and the light that they add to their own."""
OFF, BADLY_OFF, BADLY = 0.08, 0.18, 0.15
"""How far markers lie from where the reader looks for them, as a sigma in diameters: mostly, and
for this share."""
LEAST_WHITE = 0.1
"""As ``Light.white`` has it."""
SHAPE = (SIDE + 2 * MARGIN, SIDE + 2 * MARGIN)


def snapped_close_ups(
    art: MarkerArt, board: Image, px: float | None = None, camera: DrawnCamera | None = None
) -> CloseUps:
    """Close-ups of GRID * GRID markers of any kind on a piece of the photo of a bare board.

    The width of the markers in pixels and the camera are drawn by lot, unless given.
    """
    px = px or math.exp(uniform(*map(math.log, MARKER_PX)))
    camera = camera or DrawnCamera.by_lot()
    cell_px = math.ceil(px * uniform(*SPACING)) + SPACING_PX
    width_px = GRID * cell_px
    kinds = torch.randint(len(art.discs), (GRID * GRID,))
    at = (torch.rand(GRID * GRID, 2) * 2 - 1) * BESIDE * cell_px / px
    cells = _in_cells(_piece_of(board, width_px))
    from_above = _put_together(_with_markers(cells, art, kinds, at, px))
    lamp = _lamp(round(width_px * uniform(FLATTEST, 1)), width_px)
    photo, white = camera.photo(_lit(from_above, lamp), lamp, FINE)
    seen = _cut(photo, white, _middles_px(at, cell_px, px), px)
    return CloseUps(seen, kinds.numpy(), art.turned(px))


def _piece_of(board: Image, width_px: int) -> Tensor:
    """The light of a piece of a board's photo, at FINE samples a pixel: (3, h, w)."""
    side = min(round(width_px * uniform(*ZOOM)), *board.shape[:2])
    top, left = (int(uniform() * (length - side)) for length in board.shape[:2])
    piece = board[top : top + side, left : left + side]
    size = (width_px * FINE, width_px * FINE)
    piece = np.asarray(cv2.resize(piece, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return torch.from_numpy(linear_light(piece)).permute(2, 0, 1)


def _in_cells(picture: Tensor) -> Tensor:
    """A picture (3, h, w) as its cells, row by row: (GRID * GRID, 3, h / GRID, w / GRID)."""
    side = picture.shape[1] // GRID
    cells = picture.reshape(3, GRID, side, GRID, side).permute(1, 3, 0, 2, 4)
    return cells.reshape(GRID * GRID, 3, side, side)


def _put_together(cells: Tensor) -> Tones:
    """The picture that was cut into cells, (h, w, 3)."""
    side = cells.shape[-1]
    rows = cells.reshape(GRID, GRID, 3, side, side).permute(0, 3, 1, 4, 2)
    return np.asarray(rows.reshape(GRID * side, GRID * side, 3).numpy())


def _with_markers(cells: Tensor, art: MarkerArt, kinds: Tensor, at: Tensor, px: float) -> Tensor:
    """The light of cells with a marker laid in each, ``at`` (n, 2) beside its middle."""
    n, _, side, _ = cells.shape
    discs = torch.from_numpy(art.discs.astype(np.float32)).permute(0, 3, 1, 2)
    discs = blurred(_printed_anew(discs), max(0.3, DISC_PX / (2 * px * FINE)))
    faces = _glossy((discs**GAMMA)[kinds])
    samples = samples_of((side, side), side / (2 * px * FINE))
    return laid(cells, samples, faces, at, torch.ones(n, dtype=torch.bool), 1 / (px * FINE))


def _printed_anew(discs: Tensor) -> Tensor:
    """The same art in a little other colours and more or less contrast."""
    discs = discs * (torch.randn(1, 3, 1, 1) * 0.05).exp() * uniform(*BRIGHTER)
    grey = discs.mean(1, keepdim=True)
    return (grey + (discs - grey) * around_one(0.15)).clamp(min=0.02)


def _glossy(faces: Tensor) -> Tensor:
    """Some faces of markers (n, 3, h, w) mirror the lamp, in a soft spot or all over."""
    n = len(faces)
    x, y = samples_of((DISC_PX, DISC_PX), 1.0)
    off_x, off_y = torch.randn(2, n, 1, 1)
    spot = torch.exp(-((x - off_x) ** 2) - (y - off_y) ** 2)
    shape = torch.where(torch.rand(n, 1, 1) < 0.5, spot, 1.0)
    low, high = GLOSS
    bright = (low + (high - low) * torch.rand(n, 1, 1)) * (torch.rand(n, 1, 1) < GLOSSY)
    return faces + (shape * bright)[:, None]


def _lamp(rows: int, columns: int) -> Tones:
    """The light that falls on each pixel of a snapshot, (rows, columns, 3): sloping and tinted."""
    y, x = (np.linspace(-1, 1, length, dtype=np.float32) for length in (rows, columns))
    slope = 1 + uniform(-0.2, 0.2) * y[:, None] + uniform(-0.2, 0.2) * x
    tint = (torch.randn(3) * 0.08).exp().numpy() * uniform(0.35, 1.15)
    return np.asarray(slope[..., None] * tint, np.float32)


def _lit(light: Tones, lamp: Tones) -> Tones:
    """A board under a lamp, seen as flat as the lamp's picture is: FINE samples to its pixels."""
    rows, columns = lamp.shape[:2]
    flat = cv2.resize(light, (columns * FINE, rows * FINE), interpolation=cv2.INTER_AREA)
    return np.asarray(flat * cv2.resize(lamp, flat.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def _middles_px(at: Tensor, cell_px: int, px: float) -> Tones:
    """Where the middles of the markers lie on a board seen from above, in pixels, (n, 2)."""
    rows, columns = np.divmod(np.arange(GRID * GRID), GRID)
    cells_px = (np.column_stack([columns, rows]) + 0.5) * cell_px
    return np.asarray(cells_px + at.numpy() * px)


def _cut(photo: Image, white: Tones, middles_px: Tones, px: float) -> Tones:
    """Close-ups around the places where a reader finds markers, relative to the local white."""
    n, (rows, columns) = len(middles_px), photo.shape[:2]
    off = torch.where(torch.rand(n, 1) < BADLY, BADLY_OFF, OFF) * torch.randn(n, 2)
    samples = torch.stack(samples_of(SHAPE, SPAN / 2 * SHAPE[0] / SIDE), dim=-1).numpy()
    flat = np.array([1, rows / columns])
    at_px = ((middles_px + off.numpy() * px)[:, None, None] + samples * px) * flat - 0.5
    across, down = (middles_px * flat).astype(int).T
    local = np.maximum(white[down, across], LEAST_WHITE)
    return np.asarray(sample_tones(photo, at_px) / local[:, None, None], np.float32)
