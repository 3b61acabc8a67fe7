"""What was recognised, drawn over the photo."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.games.clippers.shipped import read_shipped_board
from companion.games.long_cours.shipped import read_shipped_board as read_stops_board
from companion.reading import EMPTY, OddSeen, Reading, Seen, ShipSeen
from vision.overlay import Mark, Role, crop, marks, paint
from vision.simulator import camera_at

BOARD = read_shipped_board()
STOPS = read_stops_board()
POSE = camera_at((280, 280), size_px=(960, 720), distance_mm=760, tilt_deg=25, azimuth_deg=80).pose
PHOTO = np.full((720, 960, 3), 90, np.uint8)
STICK, SLOT = "h-red--malden/0/0", "malden/0"


def one_mark(reading: Reading, role: Role, asked: tuple[str, ...] = ()) -> Mark:
    [mark] = [mark for mark in marks(BOARD, reading, POSE, asked) if mark.role is role]
    return mark


def seen(piece: str) -> Seen:
    return Seen(piece, 0.9)


def on_board(mark: Mark, height_mm: float) -> np.ndarray:
    return POSE.to_board(np.array(mark.outline), height_mm)


def test_a_stick_is_outlined_where_its_top_is_seen() -> None:
    mark = one_mark(Reading({STICK: seen("red")}, {}), Role.STICK)
    space, stick = BOARD.spaces[STICK], BOARD.stick
    assert stick is not None
    outline = on_board(mark, stick.height_mm) - (space.x_mm, space.y_mm)
    turn = math.radians(space.angle_deg)
    along = outline @ np.array([math.cos(turn), math.sin(turn)])

    assert np.abs(outline.mean(axis=0)).max() < 0.1
    assert np.ptp(along) == pytest.approx(stick.length_mm, abs=2)
    assert mark.colour == "#c8202a"


def test_a_marker_is_a_disc_with_its_nations_letter() -> None:
    mark = one_mark(Reading({}, {SLOT: seen("japanese")}), Role.MARKER)
    slot, marker = BOARD.slots[SLOT], BOARD.marker
    assert marker is not None
    reach = np.linalg.norm(on_board(mark, marker.height_mm) - (slot.x_mm, slot.y_mm), axis=1)

    assert mark.tag == "J"
    assert reach == pytest.approx(marker.diameter_mm / 2, abs=1)


@pytest.mark.parametrize(
    ("reading", "asked", "roles"),
    [
        pytest.param(Reading({STICK: seen("empty")}, {}), [], [], id="nothing there"),
        pytest.param(Reading({STICK: seen("hidden")}, {}), [], [Role.HIDDEN], id="hidden"),
        pytest.param(Reading({STICK: seen("empty")}, {}), [STICK], [Role.ASKED], id="asked"),
        pytest.param(
            Reading({}, {SLOT: seen("french")}),
            [SLOT],
            [Role.MARKER, Role.ASKED],
            id="the ring lies over the marker",
        ),
        pytest.param(Reading({"elsewhere/0/0": seen("red")}, {}), [], [], id="not of this board"),
        pytest.param(
            Reading({}, {}, (ShipSeen("red", 300, 200, 10),), (OddSeen(100, 100),)),
            [],
            [Role.SHIP, Role.ODD],
            id="ships and odd things",
        ),
    ],
)
def test_what_is_drawn(reading: Reading, asked: list[str], roles: list[Role]) -> None:
    assert [mark.role for mark in marks(BOARD, reading, POSE, asked)] == roles


def test_questions_carry_their_numbers() -> None:
    reading = Reading({STICK: seen("red")}, {SLOT: seen("french")})

    rings = [m for m in marks(BOARD, reading, POSE, [SLOT, STICK]) if m.role is Role.ASKED]

    assert [(ring.place, ring.tag) for ring in rings] == [(SLOT, "?1"), (STICK, "?2")]


def test_letters_tell_kinds_apart() -> None:
    assert BOARD.stick is not None
    spaces = dict(zip(BOARD.spaces, [seen(kind.name) for kind in BOARD.stick.kinds], strict=False))

    letters = [mark.tag for mark in marks(BOARD, Reading(spaces, {}), POSE)]

    assert len(set(letters)) == len(BOARD.stick.kinds)


def test_painting_leaves_the_photo_and_changes_only_the_places() -> None:
    reading = Reading({STICK: seen("red")}, {SLOT: seen("hidden")})
    before = PHOTO.copy()

    painted = paint(PHOTO, marks(BOARD, reading, POSE, [STICK]))
    scale = painted.shape[0] / PHOTO.shape[0]
    changed_px = np.argwhere(np.abs(painted.astype(int) - 90).max(axis=2) > 8)[:, ::-1] / scale
    places = np.array([(p.x_mm, p.y_mm) for p in (BOARD.spaces[STICK], BOARD.slots[SLOT])])
    away_mm = np.linalg.norm(POSE.to_board(changed_px)[:, None] - places, axis=2)

    assert (before == PHOTO).all()
    assert away_mm.min(axis=1).max() < 25
    assert (away_mm.min(axis=0) < 5).all()


def test_painting_nothing_shows_the_photo() -> None:
    assert (paint(PHOTO, []) == PHOTO).all()


def test_a_crop_shows_its_place_from_right_above() -> None:
    """A blot on the photo, where the top of a stick is seen, lies in the middle of its crop."""
    at_mm, height_mm = (280.0, 280.0), 5.0
    photo = PHOTO.copy()
    for offset in (-15, 0, 15):  # three in a row, to see that north is up
        x, y = POSE.project(np.array([[at_mm[0] + offset, at_mm[1]]]), height_mm)[0].round()
        photo[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3] = 255

    part = crop(photo, POSE, at_mm, height_mm, side_mm=60, side_px=240)
    rows, columns = np.nonzero(part[..., 0] > 200)

    assert part.shape == (240, 240, 3)
    assert rows.mean() == pytest.approx(120, abs=3)
    assert columns.mean() == pytest.approx(120, abs=3)
    assert np.ptp(columns) == pytest.approx(2 * 15 * 4 + 14, abs=10)


def test_a_crop_over_the_edge_of_the_photo_is_whole() -> None:
    assert (crop(PHOTO, POSE, (-3000.0, 900.0), 0.0, 60, 50) == 90).all()


@pytest.mark.parametrize(
    ("reading", "ringed"),
    [
        pytest.param(
            Reading({}, {}, (ShipSeen("pink", 200, 300, 0),), pieces={"pink": Seen("rio", 0.6)}),
            (200, 300),
            id="where it stands",
        ),
        pytest.param(
            Reading({}, {}, pieces={"pink": Seen(EMPTY, 0.6, ((EMPTY, 0.6), ("rio", 0.4)))}),
            (184, 318),
            id="at its likeliest stop",
        ),
        pytest.param(Reading({}, {}, pieces={"pink": Seen(EMPTY, 0.6)}), None, id="nowhere"),
    ],
)
def test_a_ship_that_is_asked_about_is_ringed(
    reading: Reading, ringed: tuple[float, float] | None
) -> None:
    rings = [mark for mark in marks(STOPS, reading, POSE, ["pink"]) if mark.role is Role.ASKED]

    middles = [POSE.to_board(np.array(ring.outline)).mean(axis=0).tolist() for ring in rings]
    assert middles == ([pytest.approx(ringed, abs=1)] if ringed else [])


def test_goods_on_a_stop_are_marked() -> None:
    found = marks(STOPS, Reading({"panama": seen("goods"), "gibraltar": seen("empty")}, {}), POSE)

    assert [mark.place for mark in found] == ["panama"]
