"""The board is found in photos that show it, and refused in words in photos that don't."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.reference import find_reference
from companion.boards.board import Board
from companion.games.clippers.shipped import read_shipped_board
from tests.vision.alignment.smoke_table import BOARD, SMOKE, photo
from vision.alignment.align import AlignSettings, NotAligned, align
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX
from vision.simulator import Scene, Simulator, demo_camera

TRUTH = json.loads((SMOKE / "truth.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reference() -> Reference:
    corners = np.array(TRUTH["reference_corners_px"]) - FILE_PX
    return find_reference(load_photo(SMOKE / "reference.jpg"), BOARD, corners)


def true_corners(name: str = "001.jpg") -> Floats:
    return np.array(TRUTH["frames"][name]["corners_px"]) - FILE_PX


def worst_corner_mm(pose: Pose, true_px: Floats, board: Board = BOARD) -> float:
    sides = np.linalg.norm(true_px - np.roll(true_px, -1, axis=0), axis=1)
    px_per_mm = sides.sum() / (2 * (board.width_mm + board.height_mm))
    off = np.linalg.norm(pose.corners_px(board.width_mm, board.height_mm) - true_px, axis=1)
    return float(off.max() / px_per_mm)


def shifted(picture: Image, x: float, y: float) -> Image:
    moved = cv2.warpAffine(
        picture, np.array([[1, 0, x], [0, 1, y]], float), picture.shape[1::-1],
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(moved, np.uint8)


@pytest.mark.parametrize("name", ["001.jpg", "002.jpg", "003.jpg"])
def test_photos_with_a_hand_from_aslant_and_blurred(reference: Reference, name: str) -> None:
    pose = align(photo(name), reference, BOARD)

    assert worst_corner_mm(pose, true_corners(name)) < 1.2


FEW = AlignSettings(least_points=10_000, fewest_points=12)
"""What most of the print looks alike comes to: never so many features that tell where it is."""


def test_few_features_are_enough_where_the_print_bears_them_out(reference: Reference) -> None:
    pose = align(photo(), reference, BOARD, settings=FEW)

    assert worst_corner_mm(pose, true_corners()) < 1.2


def test_few_features_find_no_board_that_is_not_there(reference: Reference) -> None:
    """By so few many a place of a photo would do; no print is seen there."""
    other = np.random.default_rng(5).integers(0, 256, (90, 120, 3)).astype(np.uint8)
    noise = np.asarray(cv2.resize(other, (1200, 900), interpolation=cv2.INTER_CUBIC), np.uint8)

    with pytest.raises(NotAligned):
        align(noise, reference, BOARD, settings=replace(FEW, fewest_points=4))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_photo_may_be_turned(reference: Reference, turns: int) -> None:
    picture = np.ascontiguousarray(np.rot90(photo(), turns))
    corners = true_corners()
    height, width = photo().shape[:2]
    for _ in range(turns):
        corners = np.column_stack([corners[:, 1], width - 1 - corners[:, 0]])
        height, width = width, height

    pose = align(picture, reference, BOARD)

    assert worst_corner_mm(pose, corners) < 1.2


@pytest.mark.parametrize("scale", [0.7, 3.0], ids=["small", "twelve times the pixels"])
def test_the_photo_may_have_any_size(reference: Reference, scale: float) -> None:
    picture = np.asarray(cv2.resize(photo(), None, fx=scale, fy=scale), np.uint8)

    pose = align(picture, reference, BOARD)

    assert pose.size_px == (picture.shape[1], picture.shape[0])
    assert worst_corner_mm(pose, (true_corners() + 0.5) * scale - 0.5) < 1.5


@pytest.mark.parametrize(
    ("corner_px", "stretch"),
    [((50, 0), 1.0), ((50, 10), 1.0), ((0, 0), 1.3), ((0, 0), 0.8)],
    ids=["left side gone", "corner gone", "wider", "narrower"],
)
def test_the_photo_may_have_been_cropped_or_stretched(
    reference: Reference, corner_px: tuple[int, int], stretch: float
) -> None:
    left, top = corner_px
    cut = photo()[top:, left:]
    edited = np.asarray(cv2.resize(cut, None, fx=stretch, fy=1), np.uint8)

    pose = align(edited, reference, BOARD)

    assert worst_corner_mm(pose, (true_corners() - corner_px) * (stretch, 1)) < 2.5


@pytest.mark.parametrize("light", [0.3, 1.6], ids=["dim", "bright"])
def test_the_light_may_differ(reference: Reference, light: float) -> None:
    pose = align(np.clip(photo() * light, 0, 255).astype(np.uint8), reference, BOARD)

    assert worst_corner_mm(pose, true_corners()) < 1.2


def test_the_same_photo_gives_the_same_pose(reference: Reference) -> None:
    first, second = (align(photo("002.jpg"), reference, BOARD) for _ in range(2))

    assert (first.values == second.values).all()


def test_what_has_not_moved_keeps_its_pose(reference: Reference) -> None:
    pose = align(photo(), reference, BOARD)
    noise = np.random.default_rng(5).normal(0, 3, photo().shape)
    darker = np.clip(photo() * 0.8 + noise, 0, 255).astype(np.uint8)

    assert align(photo(), reference, BOARD, pose) is pose
    assert align(darker, reference, BOARD, pose) is pose


@pytest.mark.parametrize("by_px", [(1.0, -1.5), (6.0, 4.0), (40.0, -25.0)], ids=str)
def test_a_bump_is_followed(reference: Reference, by_px: tuple[float, float]) -> None:
    name = "003.jpg"  # the board lies well inside this picture
    pose = align(photo(name), reference, BOARD)

    bumped = align(shifted(photo(name), *by_px), reference, BOARD, pose)

    moved = bumped.corners_px(560, 560) - pose.corners_px(560, 560)
    # A shifted picture is not quite what a moved camera with this lens would see.
    slack_px = 0.5 + 0.04 * max(map(abs, by_px))
    assert moved == pytest.approx(np.tile(by_px, (4, 1)), abs=slack_px)


def test_a_slight_turn_is_no_standstill(reference: Reference) -> None:
    name = "003.jpg"
    pose = align(photo(name), reference, BOARD)
    middle = tuple(pose.project(np.array([[280.0, 280.0]]))[0].tolist())
    turn = cv2.getRotationMatrix2D(middle, 0.4, 1.0)
    picture = np.asarray(
        cv2.warpAffine(photo(name), turn, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )

    turned = align(picture, reference, BOARD, pose)

    expected = np.column_stack([pose.corners_px(560, 560), np.ones(4)]) @ np.array(turn).T
    assert turned.corners_px(560, 560) == pytest.approx(expected, abs=0.6)


def test_a_hint_from_another_camera_does_no_harm(reference: Reference) -> None:
    hint = align(photo("002.jpg"), reference, BOARD)

    pose = align(photo("001.jpg"), reference, BOARD, hint)

    assert worst_corner_mm(pose, true_corners("001.jpg")) < 1.5


@pytest.mark.parametrize("share", [0.15, 0.4])
def test_a_part_of_the_board_is_found(reference: Reference, share: float) -> None:
    corners = true_corners("003.jpg")
    left = round(corners[:, 0].min() + share * np.ptp(corners[:, 0]))
    points_px = np.stack(np.meshgrid([left + 20, 400, 460], [120, 240, 340]), -1).reshape(-1, 2)
    whole = align(photo("003.jpg"), reference, BOARD)

    pose = align(np.ascontiguousarray(photo("003.jpg")[:, left:]), reference, BOARD)

    off_mm = pose.to_board(points_px - (left, 0)) - whole.to_board(points_px)
    assert np.abs(off_mm).max() < 2.0


def a_third() -> Image:
    corners = true_corners("003.jpg")
    left = round(corners[:, 0].min() + 0.7 * np.ptp(corners[:, 0]))
    return np.ascontiguousarray(photo("003.jpg")[:, left:])


def table_without_board() -> Image:
    rng = np.random.default_rng(7)
    wood = cv2.GaussianBlur(rng.integers(0, 255, (480, 640, 3), dtype=np.uint8), (0, 0), 2)
    return np.asarray(wood, np.uint8)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (np.zeros((480, 640, 3), np.uint8), "black"),
        (np.full((480, 640, 3), 255, np.uint8), "white"),
        (np.full((480, 640, 3), 120, np.uint8), "no board found"),
        (table_without_board(), "no board found"),
        (np.asarray(cv2.GaussianBlur(photo(), (0, 0), 12), np.uint8), "sharp"),
        (np.ascontiguousarray(photo()[:, ::-1]), "no board found"),
        (a_third(), "of the board lies in the picture|no board found"),
        (photo()[:60, :80], "too few"),
    ],
    ids=[
        "black", "white", "grey", "a table", "blurred", "mirrored", "a third", "tiny",
    ],
)  # fmt: skip
def test_what_shows_too_little_of_the_board_is_refused(
    reference: Reference, picture: Image, why: str
) -> None:
    with pytest.raises(NotAligned, match=why) as refusal:
        align(picture, reference, BOARD)

    assert "\n" not in str(refusal.value)


def test_another_board_is_refused(reference: Reference) -> None:
    clippers = read_shipped_board()
    wrong_reference = Reference(photo("001.jpg"), align(photo("001.jpg"), reference, BOARD))
    picture = Simulator(clippers).frame(Scene(), demo_camera(clippers)).photo

    for empty in (reference, wrong_reference):
        with pytest.raises(NotAligned, match="no board found"):
            align(picture, empty, BOARD)


def test_a_lost_board_is_not_guessed_from_the_frame_before(reference: Reference) -> None:
    pose = align(photo(), reference, BOARD)

    with pytest.raises(NotAligned):
        align(table_without_board(), reference, BOARD, pose)
