"""Simulated empty boards, each drawn once for all tests of this folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from companion.boards.board import Board
from vision.picture.arrays import Floats, Image
from vision.simulator import Simulator, invent_board, reference_frame


@dataclass(frozen=True)
class EmptyTable:
    """A board, the photo of it empty, and where its corners truly are in it, (4, 2) in px."""

    board: Board
    photo: Image
    jpeg: bytes
    corners_px: Floats


@cache
def empty_table(seed: int, size_px: tuple[int, int] = (1280, 720)) -> EmptyTable:
    board = invent_board(seed)
    frame = reference_frame(Simulator(board, seed), np.random.default_rng(seed), size_px)
    return EmptyTable(board, frame.photo, frame.jpeg(), np.asarray(frame.truth.corners_px))


def outline_mm(board: Board) -> Floats:
    width, height = board.width_mm, board.height_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
