"""Lessons of the network that sees boards of stops whole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")

from vision.stops.network import CARD, CHANNELS, KINDS, OTHER, PRINT, SHIP  # noqa: E402
from vision.training import board_lessons  # noqa: E402
from vision.training.board_lessons import CLOSE, WHOLE, Squares, lesson, whole  # noqa: E402
from vision.training.board_net import BoardNet  # noqa: E402
from vision.training.dataset.board_frames import BoardFrame, board_frames  # noqa: E402
from vision.training.on_boards import (  # noqa: E402
    lay_tickets,
    paint_like_print,
    print_tickets,
)


@pytest.fixture(scope="module")
def frame() -> BoardFrame:
    return max(board_frames(8, 3), key=lambda frame: len(frame.feet))


@pytest.fixture(scope="module")
def place() -> BoardFrame:
    """A place of a board that is looked at closely, with ships on it."""
    return max(board_frames(8, 3, packed=True, close=True), key=lambda frame: len(frame.feet))


@pytest.mark.parametrize(("shows", "squares"), [("frame", WHOLE), ("place", CLOSE)])
def test_what_lies_in_a_lesson_is_turned_with_it(
    shows: str, squares: Squares, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = request.getfixturevalue(shows)
    monkeypatch.setattr(board_lessons, "AT_A_SHIP", 1.0)
    monkeypatch.setattr(board_lessons, "HANDS", 0.0)
    torch.manual_seed(0)
    on_ships = []
    for _ in range(24):
        shown, kinds, feet = lesson(frame, squares)
        assert shown.shape == (CHANNELS, squares.side, squares.side)
        assert kinds.shape == feet.shape == (squares.side, squares.side)
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


def test_tickets_lie_under_ships_and_hands(frame: BoardFrame) -> None:
    torch.manual_seed(0)
    here = (slice(None), slice(None))
    for place in frame.places:
        shown, kinds = frame.shown(here), frame.kinds.astype(np.int64)
        tones, print_ = (np.ascontiguousarray(shown[i : i + 3].transpose(1, 2, 0)) for i in (0, 3))
        before = tones.copy()

        lay_tickets(tones, print_, kinds, place)

        row, column = np.round(place[::-1]).astype(int)
        stands = np.isin(frame.kinds, (SHIP, OTHER))
        assert np.array_equal(kinds[stands], frame.kinds[stands])
        assert np.array_equal(tones[stands], before[stands])
        if frame.kinds[row, column] == PRINT:
            assert (kinds == CARD).sum() > (frame.kinds == CARD).sum()


def test_a_ticket_that_is_printed_on_the_board_is_print(frame: BoardFrame) -> None:
    torch.manual_seed(0)
    shown, kinds = frame.shown((slice(None), slice(None))), frame.kinds.astype(np.int64)
    tones, print_ = (np.ascontiguousarray(shown[i : i + 3].transpose(1, 2, 0)) for i in (0, 3))
    before = print_.copy()

    print_tickets(tones, print_, kinds, np.array(kinds.shape[::-1]) / 2)

    assert np.array_equal(kinds, frame.kinds)
    assert np.abs(print_ - before).max() > 0.05


def test_ships_painted_like_the_print_are_in_its_tones(frame: BoardFrame) -> None:
    torch.manual_seed(0)
    shown, kinds = frame.shown((slice(None), slice(None))), frame.kinds.astype(np.int64)
    tones = np.ascontiguousarray(shown[:3].transpose(1, 2, 0))
    ship = kinds == SHIP
    around = (cv2.dilate(ship.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0) & ~ship

    def apart() -> float:
        return float(np.abs(tones[ship].mean(axis=0) - tones[around].mean(axis=0)).mean())

    before = apart()
    paint_like_print(tones, kinds, 1.0)

    assert apart() < before
