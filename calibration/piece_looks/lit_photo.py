"""A photo of a known board in its light: what measuring pieces in it rests on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.board import Board
from vision.alignment.align import WHOLE, align
from vision.alignment.pose import Pose, smooth_for, within
from vision.alignment.reference import Reference
from vision.photometry.light import Light, fit_light, sample_grid_mm
from vision.photometry.white_balance import white_balanced
from vision.picture.sampling import Image, sample_tones


@dataclass(frozen=True)
class LitPhoto:
    """A photo, the same smoothed to a scale, where the board lies in it, and its light.

    ``empty`` is the photo of the empty board without a cast: the light was fitted to that one.
    """

    photo: Image
    smooth: Image
    pose: Pose
    light: Light
    empty: Reference


def lit_photo(photo: Image, board: Board, empty: Reference, step_mm: float) -> LitPhoto:
    """Find the board in a photo and fit its light against the photo of the empty board.

    Raises NotAligned when the board isn't found.
    """
    empty = white_balanced(empty, board)
    pose = align(photo, empty, board, settings=WHOLE)
    smooth = smooth_for(photo, pose, step_mm)
    grid_mm = sample_grid_mm(board.width_mm, board.height_mm)
    flat_mm = grid_mm.reshape(-1, 2)
    here_px = pose.project(flat_mm).reshape(grid_mm.shape)
    there_px = empty.pose.project(flat_mm).reshape(grid_mm.shape)
    inside = within(here_px, pose.size_px) & within(there_px, empty.pose.size_px)
    light = fit_light(
        sample_tones(smooth, here_px),
        sample_tones(smooth_for(empty.photo, empty.pose, step_mm), there_px),
        np.asarray(inside, np.float32),
        (board.width_mm, board.height_mm),
    )
    return LitPhoto(photo, smooth, pose, light, empty)
