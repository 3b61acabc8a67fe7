"""The white of the reference photo: the colour of the lightest print on the board.

All tones are told relative to what a white sheet would look like, and the reference photo says
what that is. A camera that did not balance its white, under a warm lamp or by its own taste, would
have every piece judged by the wrong white, in each later photo too.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.boards.board import Board
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats
from vision.picture.sampling import sample_tones

STEP_MM = 2.0
LIGHTEST_SHARE = 0.02
"""Labels, borders and dashes: nearly every board is white, or nearly so, on so much of it."""
USUAL_CAST = 0.15
"""Paper, ink and lamps are off white by so much, as a log of tones; it is left as it is."""
MOST_CAST = 0.5
"""What is further off may well be a board without any white: no more is taken off."""


def white_balanced(reference: Reference, board: Board) -> Reference:
    """The reference with a cast taken off its photo; itself where there is no more than usual."""
    cast = _cast(reference, board)
    length = float(np.linalg.norm(cast))
    if length <= USUAL_CAST:
        return reference
    # From there on ever more of it, and from twice as much all.
    cast *= min(2 * (length - USUAL_CAST), length, MOST_CAST) / length
    codes = np.arange(256)[:, None] * np.exp(-cast)
    table = np.clip(np.round(codes), 0, 255).astype(np.uint8)
    return replace(reference, photo=np.asarray(cv2.LUT(reference.photo, table[None]), np.uint8))


def _cast(reference: Reference, board: Board) -> Floats:
    """How far the board's lightest print is off grey, (3,), BGR, in logs that sum to 0."""
    size_mm = np.array([board.width_mm, board.height_mm])
    lines = [np.arange(STEP_MM / 2, side, STEP_MM) for side in size_mm]
    grid_mm = np.stack(np.meshgrid(*lines), axis=-1)
    smooth = reference.smoothed(STEP_MM)
    tones = sample_tones(smooth, reference.pose.grid_px(grid_mm)).reshape(-1, 3)
    brightness = tones.mean(axis=1)
    lightest = tones[brightness >= np.quantile(brightness, 1 - LIGHTEST_SHARE)]
    logs = np.log(np.maximum(np.median(lightest, axis=0), 1 / 255))
    return np.asarray(logs - logs.mean(), float)
