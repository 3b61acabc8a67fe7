"""What the network sees on drawn boards of stops, sample by sample."""

from __future__ import annotations

import numpy as np
import pytest

from vision.stops.network import CARD, PRINT, SHIP, Things, look_at_board, spread_lean
from vision.training.dataset.board_frames import BRIGHTEST, BoardFrame, board_frames

SCALE = np.float32(BRIGHTEST / 255)
ORDERS = (0, 1, 2), (2, 0, 1)
"""The colours as they are, and each in the place of another."""


@pytest.fixture(scope="module")
def frames() -> list[BoardFrame]:
    # Seeds that no network learned from.
    return [frame for seed in (509, 516) for frame in board_frames(seed, 2)]


def seen(frame: BoardFrame, order: tuple[int, ...] = (0, 1, 2)) -> Things:
    tones, print_ = frame.tones[..., order] * SCALE, frame.print_[..., order] * SCALE
    lean = spread_lean(frame.lean, frame.kinds.shape)
    return look_at_board(tones, print_, frame.in_view, lean)


@pytest.mark.parametrize("kind", [PRINT, SHIP, CARD])
def test_most_samples_are_what_they_show(kind: int, frames: list[BoardFrame]) -> None:
    right = [
        (seen(frame).shares.argmax(axis=0) == kind)[(frame.kinds == kind) & (frame.in_view > 0)]
        for frame in frames
    ]
    assert np.concatenate(right).mean() > (0.98 if kind == PRINT else 0.75)


def test_ships_stand_where_their_feet_are(frames: list[BoardFrame]) -> None:
    chances = []
    for frame in frames:
        feet = seen(frame).feet
        for column, row in np.round(frame.feet).astype(int):
            chances.append(feet[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].max())

    assert np.mean(np.array(chances) > 0.3) > 0.9


def test_it_goes_by_no_colour(frames: list[BoardFrame]) -> None:
    alike: dict[int, list[np.ndarray]] = {PRINT: [], SHIP: [], CARD: []}
    for frame in frames:
        as_it_is, swapped = (seen(frame, order).shares.argmax(axis=0) for order in ORDERS)
        for kind, of_kind in alike.items():
            of_kind.append((as_it_is == swapped)[(frame.kinds == kind) & (frame.in_view > 0)])

    for kind, of_kind in alike.items():
        assert np.concatenate(of_kind).mean() > 0.98, kind


def test_shares_are_of_the_board_that_was_shown(frames: list[BoardFrame]) -> None:
    things = seen(frames[0])

    assert things.shares.shape == (4, *frames[0].kinds.shape)
    assert things.feet.shape == frames[0].kinds.shape
    assert np.allclose(things.shares.sum(axis=0), 1, atol=1e-5)
