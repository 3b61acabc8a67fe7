"""From a photo to a traced board: corners, camera, and what is read with it in the end."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_pose.flat import flattened
from calibration.board_pose.outline import find_corners, outline_pose
from calibration.photo_faults import FaultCode
from calibration.reference import find_reference
from calibration.tracing.lessons import Empty, Lesson, learn, teaching, try_out
from calibration.tracing.looking import look_at, straighten
from calibration.tracing.traced_board import keep_photo
from companion.errors import InputError
from companion.position import Position
from tests.calibration.tables import empty_table, outline_mm
from tests.small_sea import HEIGHT_MM, WIDTH_MM, small_sea
from tests.web.photo_score.pictures import jpeg
from vision.picture.encoding import encoded
from vision.picture.photo import MOST_READ_PIXELS, decode_photo
from vision.simulator import Simulator, invent_board, random_position, reference_frame


@pytest.mark.parametrize("seed", [100, 104, 108, 112, 114, 118])
def test_the_outline_of_a_board_nobody_knows_is_found(seed: int) -> None:
    table = empty_table(seed)
    board = table.board

    corners = find_corners(table.photo, board.width_mm, board.height_mm)

    # Which corner is the top left one as printed, a person has to say.
    turned = [np.roll(corners, turn, axis=0) - table.corners_px for turn in range(4)]
    assert min(np.linalg.norm(away, axis=1).max() for away in turned) < 6


@pytest.mark.parametrize("seed", [104, 112, 118])
def test_a_rough_outline_still_tells_where_places_are(seed: int) -> None:
    """The sides' bend tells the lens, so the middle of the board is as true as its corners."""
    table = empty_table(seed)
    board = table.board
    width, height = board.width_mm, board.height_mm
    found = find_corners(table.photo, width, height)
    truth = find_reference(table.photo, board, table.corners_px).pose
    places = np.array([(space.x_mm, space.y_mm) for space in board.spaces.values()])

    pose = outline_pose(table.photo, found, width, height)

    away = np.linalg.norm(pose.to_board(truth.project(places)) - places, axis=1)
    assert np.quantile(away, 0.9) < 1.5


def test_corners_that_a_person_has_put_stay_there() -> None:
    """Beside this board's edge runs a frame that parts the colours better."""
    board = invent_board(8)
    frame = reference_frame(Simulator(board, 8), np.random.default_rng([8, 5]))
    size_mm = (board.width_mm, board.height_mm)
    given = frame.pose.corners_px(*size_mm)

    pose = outline_pose(frame.photo, given, *size_mm)

    assert np.linalg.norm(pose.corners_px(*size_mm) - given, axis=1).max() < 1


@pytest.mark.parametrize(
    "photo",
    [
        pytest.param(np.full((700, 900, 3), 90, np.uint8), id="nothing"),
        pytest.param(
            np.random.default_rng(1).integers(0, 255, (700, 900, 3)).astype(np.uint8), id="noise"
        ),
    ],
)
def test_a_photo_of_nothing_has_no_corners(photo: np.ndarray) -> None:
    with pytest.raises(InputError) as refusal:
        find_corners(photo, 560, 560)

    assert "\n" not in str(refusal.value)


def test_what_was_not_found_is_said_and_the_photo_shown() -> None:
    found = look_at((jpeg(300),), (560, 560), 20)

    assert found.corners_px == ()
    assert found.size_px == (300, 300)
    assert decode_photo(found.shown, "shown").shape == (300, 300, 3)


def test_a_dark_photo_in_which_nothing_is_found_is_said_to_be_dark() -> None:
    dark = np.random.default_rng(1).integers(0, 30, (700, 900, 3)).astype(np.uint8)

    found = look_at((encoded(dark),), (560, 560), 20)

    assert found.corners_px == ()
    assert [fault.code for fault in found.faults] == [FaultCode.DARK]


@pytest.mark.parametrize("side_px", [300, 7000])
def test_a_photo_is_kept_no_larger_than_it_is_read(side_px: int) -> None:
    data = jpeg(side_px)

    found = look_at((data,), (560, 560), 20)

    kept = decode_photo(found.instead or data, "kept")
    assert kept.shape[:2] == found.size_px[::-1]
    assert kept.shape[0] * kept.shape[1] <= MOST_READ_PIXELS * 1.001
    assert (found.instead is None) is (side_px == 300)


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param(((10, 10), (10, 10), (10, 10), (10, 10)), id="all in one"),
        pytest.param(((10, 10), (500, 10), (20, 11), (480, 12)), id="crossed"),
    ],
)
def test_corners_that_no_camera_sees_are_refused(corners: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(InputError):
        straighten(small_sea().empty, corners, (WIDTH_MM, HEIGHT_MM), 20)


def test_a_board_that_was_traced_before_is_placed_by_its_print() -> None:
    """A friend's profile and a photo of one's own, whose corners are hardly ever exact."""
    table = empty_table(104)
    size_mm = (table.board.width_mm, table.board.height_mm)
    slips_px = 9 * np.array([[1, 0], [0, -1], [-1, 0], [0, 1]])
    corners = tuple((float(x), float(y)) for x, y in table.corners_px + slips_px)

    off_mm = [
        np.linalg.norm(
            straighten(table.jpeg, corners, size_mm, 20, traced).pose.to_board(table.corners_px)
            - outline_mm(table.board),
            axis=1,
        ).max()
        for traced in (None, table.board)
    ]

    assert off_mm[0] > 2 * off_mm[1]
    assert off_mm[1] < 1.5


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_corners_begun_at_another_are_kept_as_the_print_has_them(turn: int) -> None:
    """So that they mean the same board when they are taken again, by whoever moves none."""
    table = empty_table(104)
    size_mm = (table.board.width_mm, table.board.height_mm)
    true = tuple((float(x), float(y)) for x, y in table.corners_px)

    seen = straighten(table.jpeg, true[turn:] + true[:turn], size_mm, 20, table.board)
    again = straighten(table.jpeg, seen.corners_px, size_mm, 20)

    assert seen.corners_px == again.corners_px == true
    away = again.pose.to_board(table.corners_px) - outline_mm(table.board)
    assert np.linalg.norm(away, axis=1).max() < 3


def test_the_flat_picture_shows_the_board_from_right_above() -> None:
    sea = small_sea()
    photo = decode_photo(sea.empty, "empty")
    pose = outline_pose(photo, sea.corners_px, WIDTH_MM, HEIGHT_MM)

    flat = flattened(photo, pose, WIDTH_MM, HEIGHT_MM, 3.0)

    assert flat.shape == (720, 960, 3)
    # Harbours are printed in their company's colour, whatever the camera's place.
    x, y = (round(3 * at) for at in (285, 200))
    patch = cv2.cvtColor(flat[y - 6 : y + 6, x - 24 : x + 24], cv2.COLOR_BGR2HSV)
    assert (patch[..., 1] > 90).any()


def empty_sea() -> Empty:
    sea = small_sea()
    photo = decode_photo(sea.empty, "empty")
    return Empty(sea.empty, outline_pose(photo, sea.corners_px, WIDTH_MM, HEIGHT_MM))


def test_the_pieces_are_learned_from_one_photo_and_seen_in_the_next() -> None:
    sea = small_sea()
    lessons = teaching(sea.board)
    kinds = ["white", "red", "green", "blue", "black", "red", "blue"]
    assert [lesson.kind for lesson in lessons] == kinds

    learned = learn(sea.photo(laid(lessons)), lessons, sea.board, empty_sea(), {})

    assert learned.missing == ()
    assert set(learned.palette) == {"white", "red", "green", "blue", "black"}
    assert learned.art is not None
    assert learned.alike == ()
    asked = [Lesson(at, kind) for at, kind in random_pieces().spaces.items() if kind != "empty"]
    trial = try_out(sea.photo(random_pieces(), 2), asked, sea.board, empty_sea(), learned.palette)
    assert dict(trial.seen) == {lesson.place: lesson.kind for lesson in asked}


def test_a_piece_that_was_not_laid_is_missed() -> None:
    sea = small_sea()
    lessons = teaching(sea.board)
    absent = lessons[1]

    photo = sea.photo(laid([lesson for lesson in lessons if lesson is not absent]))
    learned = learn(photo, lessons, sea.board, empty_sea(), {})

    assert absent.place in learned.missing
    assert absent.kind not in learned.palette


def test_of_several_pieces_of_a_kind_all_teach_its_colour() -> None:
    sea = small_sea()
    red, other = (Lesson(space, "red") for space in list(sea.board.spaces)[:2])
    photo, empty = sea.photo(laid([red, other])), empty_sea()

    one, two, both, as_well = (
        learn(photo, lessons, sea.board, empty, {}).palette["red"]
        for lessons in ([red], [other], [red, other], [other, red])
    )

    assert both == as_well == pytest.approx(np.mean([one, two], axis=0), abs=1e-4)


def laid(lessons: list[Lesson]) -> Position:
    spaces = {each.place: each.kind for each in lessons if each.place.count("/") == 2}
    slots = {each.place: each.kind for each in lessons if each.place.count("/") == 1}
    return Position(spaces, slots)


def random_pieces() -> Position:
    return random_position(small_sea().board, np.random.default_rng(3), 0.5)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "the photo: "), ("fr", "la photo\N{NO-BREAK SPACE}: ")]
)
def test_what_is_no_photo_is_told_in_any_language_and_not_kept(
    language: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as refusal:
        keep_photo(tmp_path, b"")

    assert refusal.value.said(language).startswith(said)
    assert list(tmp_path.iterdir()) == []
