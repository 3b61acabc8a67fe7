"""The colours of the sticks in a photo, measured as the reader measures them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.board import Board
from companion.errors import InputError
from vision.align import align
from vision.light import fit_light, sample_grid_mm
from vision.networks import PIECE, look_at_sticks
from vision.patches import cut, smooth_for, stick_places
from vision.reference import Reference
from vision.sampling import Image, sample_tones
from vision.sticks import lit_patches


class StickColours:
    """A ``ColourMeter`` for one board against its empty photo."""

    def __init__(self, board: Board, reference: Reference) -> None:
        places = stick_places(board)
        if places is None:
            raise InputError(f"the board file '{board.name}' has no spaces to lay sticks on")
        self._board, self._reference, self._places = board, reference, places

    def measure(self, photo: Image) -> Mapping[str, tuple[float, np.ndarray]]:
        """Per space: how surely a stick lies there, and its tones (3,), BGR, relative to white.

        Raises NotAligned when the board isn't found.
        """
        board, empty, places = self._board, self._reference, self._places
        pose = align(photo, empty, board)
        picture = smooth_for(photo, pose, places.step_mm)
        grid_mm = sample_grid_mm(board.width_mm, board.height_mm)
        flat_mm = grid_mm.reshape(-1, 2)
        here_px = pose.project(flat_mm).reshape(grid_mm.shape)
        there_px = empty.pose.project(flat_mm).reshape(grid_mm.shape)
        inside = (here_px >= 0).all(axis=-1) & (here_px < pose.size_px).all(axis=-1)
        light = fit_light(
            sample_tones(picture, here_px),
            sample_tones(smooth_for(empty.photo, empty.pose, places.step_mm), there_px),
            np.asarray(inside, np.float32),
            (board.width_mm, board.height_mm),
        )
        spaces = cut(places, pose, empty)
        patches, _ = lit_patches(picture, spaces, light)
        n, rows, columns, _ = patches.shape
        view = np.broadcast_to(spaces.view[:, None, None], (n, rows, columns, 2))
        channels = np.concatenate([patches, places.neighbours[..., None], view], axis=3)
        classes, focus = look_at_sticks(channels.transpose(0, 3, 1, 2))
        halved = patches[..., :3].reshape(n, rows // 2, 2, columns // 2, 2, 3).mean(axis=(2, 4))
        tones = np.einsum("nhwc,nhw->nc", halved, focus)
        return dict(
            zip(places.ids, zip(classes[:, PIECE].tolist(), tones, strict=True), strict=True)
        )
