"""Where markers lie, found by their own art."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.boards.board_file import read_board
from vision.picture.arrays import Floats, Tones
from vision.routes.marker_art import SIDE, SPAN, MarkerArt
from vision.training.dataset.marker_offsets import STEP, find_offsets

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"
DIAMETER_MM = 9.0


@pytest.fixture(scope="module")
def turned() -> Tones:
    marker = read_board(SMOKE / "board.json").marker
    assert marker is not None
    assert marker.art is not None
    return MarkerArt.load(marker.art, len(marker.kinds)).turned(20.0)


@pytest.mark.parametrize("lies", [(0, 0), (2, 0), (0, -3), (-2, 2)])
def test_a_marker_beside_its_slot_is_found(turned: Tones, lies: tuple[int, int]) -> None:
    step_mm = SPAN * DIAMETER_MM / SIDE
    picture = np.full((3 * SIDE, 3 * SIDE, 3), 0.5, np.float32)
    right, down = SIDE + lies[0], SIDE + lies[1]
    picture[down : down + SIDE, right : right + SIDE] = turned[1, 5]

    def close_ups_at(shift_mm: Floats) -> Tones:
        x, y = (SIDE + round(by) for by in shift_mm / step_mm)
        return picture[None, y : y + SIDE, x : x + SIDE]

    [found] = find_offsets(close_ups_at, turned[[1]], DIAMETER_MM)

    assert np.hypot(*(found - np.array(lies) * step_mm)) < 1.5 * STEP * DIAMETER_MM
