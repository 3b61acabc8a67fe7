"""Lessons of the network that sees boards of stops whole."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.stops.network import CHANNELS, KINDS, OTHER, SHIP  # noqa: E402
from vision.training import board_lessons  # noqa: E402
from vision.training.board_lessons import SIDE, lesson, whole  # noqa: E402
from vision.training.board_net import BoardNet  # noqa: E402
from vision.training.dataset.board_frames import BoardFrame, board_frames  # noqa: E402


@pytest.fixture(scope="module")
def frame() -> BoardFrame:
    return max(board_frames(8, 3), key=lambda frame: len(frame.feet))


def test_what_lies_in_a_lesson_is_turned_with_it(
    frame: BoardFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_lessons, "AT_A_SHIP", 1.0)
    monkeypatch.setattr(board_lessons, "HANDS", 0.0)
    torch.manual_seed(0)
    on_ships = []
    for _ in range(24):
        shown, kinds, feet = lesson(frame)
        assert shown.shape == (CHANNELS, SIDE, SIDE)
        assert kinds.shape == feet.shape == (SIDE, SIDE)
        on_ships.append(bool((kinds[feet > 0.8] == SHIP).any()))

    assert np.mean(on_ships) > 0.9


def test_a_hand_that_is_laid_over_a_lesson_is_another_thing(
    frame: BoardFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_lessons, "HANDS", 1.0)
    torch.manual_seed(0)
    shares = [float((lesson(frame)[1] == OTHER).float().mean()) for _ in range(12)]

    assert np.mean(shares) > 0.03


def test_a_board_of_any_size_is_seen_whole(frame: BoardFrame) -> None:
    told = whole(BoardNet().eval(), frame)

    assert told.shape == (KINDS, *frame.kinds.shape)
