"""Tops tell how far they lean, where the print does not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.boards.board import Board
from companion.games.clippers.drawn.finished import finished_game
from companion.games.clippers.shipped import read_shipped_board
from vision.alignment.leaning import FEWEST, Leaning, leaning_of
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats
from vision.routes.reader import RoutesReader
from vision.simulator import Light, Scene, Simulator, demo_camera
from vision.simulator.filmed.camera import camera_at

BOARD_MM = 500.0
HEIGHT_MM = 8.0


def feet(n: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).uniform(20, BOARD_MM - 20, (n, 2))


def seen(leaning: Leaning, feet_mm: Floats, untidy_mm: float = 1.5, seed: int = 1) -> Floats:
    """Where tops are seen of pieces that lie as untidily as hands lay them."""
    beside = np.random.default_rng(seed).normal(0, untidy_mm, feet_mm.shape)
    return leaning.over(feet_mm + beside, HEIGHT_MM)


NEAR = Leaning(1 / 450, (-0.55, -0.55))
FAR = Leaning(1 / 1100, (-0.25, -0.2))


def test_tops_tell_from_how_far_the_picture_was_taken() -> None:
    feet_mm = feet(60)

    told = leaning_of(feet_mm, seen(FAR, feet_mm), NEAR.over(feet_mm, HEIGHT_MM), HEIGHT_MM)

    assert told is not None
    corners = np.array([[0, 0], [BOARD_MM, 0], [BOARD_MM, BOARD_MM], [0, BOARD_MM]])
    off = told.over(corners, HEIGHT_MM) - FAR.over(corners, HEIGHT_MM)
    before = NEAR.over(corners, HEIGHT_MM) - FAR.over(corners, HEIGHT_MM)
    assert np.linalg.norm(off, axis=1).max() < 0.4 * np.linalg.norm(before, axis=1).max()


def test_a_few_that_lie_askew_or_are_no_sticks_change_little() -> None:
    feet_mm = feet(60)
    tops = seen(FAR, feet_mm)
    tops[::10] += 15

    told = leaning_of(feet_mm, tops, NEAR.over(feet_mm, HEIGHT_MM), HEIGHT_MM)

    assert told is not None
    middle = np.array([[BOARD_MM / 2, BOARD_MM / 2]])
    assert np.linalg.norm(told.over(middle, HEIGHT_MM) - FAR.over(middle, HEIGHT_MM)) < 1.0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("n", [0, FEWEST, 30, 150])
def test_untidy_hands_alone_change_nothing(n: int, seed: int) -> None:
    feet_mm = feet(n, seed)
    tops = seen(NEAR, feet_mm, 2.0, seed + 100)

    assert leaning_of(feet_mm, tops, NEAR.over(feet_mm, HEIGHT_MM), HEIGHT_MM) is None


def test_flat_pieces_and_few_tell_nothing() -> None:
    feet_mm = feet(60)
    tops, usual = seen(FAR, feet_mm), NEAR.over(feet_mm, HEIGHT_MM)

    assert leaning_of(feet_mm, tops, usual, 0.0) is None
    assert leaning_of(feet_mm[: FEWEST - 1], tops[: FEWEST - 1], usual[: FEWEST - 1], 8.0) is None


def test_a_pose_with_its_own_lean_is_the_camera_that_leans_so() -> None:
    pose = camera_at((280.0, 200.0), tilt_deg=20.0).pose
    x, y, above = pose.camera_mm
    same = replace(pose, leaning=Leaning(1 / above, (-x / above, -y / above)))
    points = feet(20)

    for height_mm in (0.0, 4.0):
        plain, leaned = pose.project(points, height_mm), same.project(points, height_mm)
        assert np.abs(plain - leaned).max() < 0.3  # px: pieces are far lower than the camera stands
        assert np.allclose(same.to_board(leaned, height_mm), points, atol=1e-6)


@pytest.fixture(scope="module")
def tall() -> Board:
    """The shipped board with sticks taller than wide."""
    board = read_shipped_board()
    assert board.stick is not None
    return replace(board, stick=replace(board.stick, height_mm=11.0))


def test_a_straightened_photo_is_read_where_its_tops_are_seen(tall: Board) -> None:
    """Nobody can tell from such a photo's print where its camera stood; its sticks can."""
    simulator = Simulator(tall, 11)
    empty = simulator.frame(Scene(), demo_camera(tall), Light())
    reader = RoutesReader(tall, Reference(empty.photo, empty.pose))
    game = finished_game(tall, ("french", "english", "german", "japanese"), Random(3))
    camera = camera_at((280.0, 280.0), tilt_deg=38.0, distance_mm=1000.0, size_px=(1600, 1200))
    frame = simulator.frame(game.position, camera, Light(), seed=3)
    truth = frame.truth
    straight = np.array([[80, 60], [1180, 60], [1180, 1160], [80, 1160]], np.float32)
    corners = np.array(truth.corners_px, np.float32)
    photo = cv2.warpPerspective(
        frame.photo, cv2.getPerspectiveTransform(corners, straight), (1260, 1220)
    )

    seen = reader.read(photo)

    assert seen.pose.leaning is not None
    plain = {
        space: piece
        for space, piece in truth.spaces.items()
        if piece != "hidden" and space not in truth.partial
    }
    right = [seen.reading.spaces[space].answer == piece for space, piece in plain.items()]
    assert np.mean(right) > 0.97
    assert reader.read(photo, seen.pose).pose is seen.pose
