"""Frames become settled readings only while the table is at rest and in view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from companion.reading import EMPTY, HIDDEN, Reading, Seen
from tests.vision.still_table import SIZE_PX, corners_of, pose, shown, table
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.between.cover import Cover
from vision.picture.arrays import Image
from vision.seen.photo_reading import PhotoReading
from vision.seen.several_looks import averaged, remembered
from vision.simulator import camera_at
from vision.watch import LIVE, PHOTOS, Watcher, Watching

NO_COVER = Cover(np.zeros((10, 10), np.uint8), np.array([40.0, 40.0]))
HAND_COVER = Cover(np.eye(10, dtype=np.uint8), np.array([40.0, 40.0]))
ISLAND_COVER = Cover(np.pad(np.ones((4, 4), np.uint8), 3), np.array([40.0, 40.0]))
LEFT, RIGHT = np.zeros((2, 20, 20), np.uint8)
LEFT[8:12, :9], RIGHT[4:7, 10:] = 1, 1
GLASS, ARM, BOTH, NOTHING = (
    Cover(np.ascontiguousarray(mask), np.array([20.0, 20.0]))
    for mask in (LEFT, RIGHT, LEFT | RIGHT, 0 * LEFT)
)
EDGE_COVER = Cover(np.pad(np.zeros((8, 8), np.uint8), 1, constant_values=1), np.array([40.0, 40.0]))


@dataclass
class Eyes:
    """A reader that sees what it is told to."""

    pieces: dict[str, Seen] = field(default_factory=lambda: {"a/0/0": Seen(EMPTY, 0.99)})
    cover: Cover = NO_COVER
    pose: Pose = field(default_factory=pose)
    size_mm: tuple[float, float] = (560.0, 560.0)
    lost: bool = False
    read_count: int = 0

    def forget(self) -> None:
        """It remembers nothing."""

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:  # noqa: ARG002
        self.read_count += 1
        if self.lost:
            raise NotAligned("no board found")
        corners_px = corners_of(self.pose, self.size_mm)
        reading = Reading(dict(self.pieces), {}, corners_px=corners_px)
        return PhotoReading(reading, self.pose, {}, self.cover)


def test_a_table_at_rest_is_read_within_a_second_and_a_few_times() -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)})
    sights = shown(Watcher(eyes, LIVE), table(), 12)

    fresh = [sight for sight in sights if sight.fresh]
    assert fresh[0].at_s <= 1.0
    assert eyes.read_count == len(fresh) == LIVE.most_looks
    assert {sight.watching for sight in fresh} == {Watching.SETTLED}


def test_a_table_that_stays_still_is_read_ever_more_seldom() -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)})
    watcher = Watcher(eyes, LIVE)
    first_minute = shown(watcher, table(), 60, step_s=1.0)
    second_minute = shown(watcher, table(), 60, start_s=60.0, step_s=1.0)

    assert sum(sight.fresh for sight in first_minute) <= LIVE.most_looks + 6
    assert 2 <= sum(sight.fresh for sight in second_minute) <= 60 / LIVE.rarely_s + 1


def test_nothing_is_read_while_something_moves() -> None:
    eyes = Eyes()
    watcher = Watcher(eyes, LIVE)
    sights = [watcher.see(table(seed), seed * 0.2) for seed in range(10)]

    assert eyes.read_count == 0
    assert {sight.watching for sight in sights} == {Watching.HAND}


def test_thirty_seconds_of_a_hand_change_nothing() -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)})
    watcher = Watcher(eyes, LIVE)
    before = shown(watcher, table(), 10)[-1]
    sights = [watcher.see(table(seed), 2 + seed * 0.2) for seed in range(150)]

    assert not any(sight.fresh for sight in sights)
    assert sights[-1].reading == before.reading


def test_the_table_is_read_again_when_the_hand_is_away() -> None:
    eyes = Eyes()
    watcher = Watcher(eyes, LIVE)
    shown(watcher, table(), 10)
    [watcher.see(table(seed), 2 + seed * 0.2) for seed in range(10)]
    eyes.pieces["a/0/0"] = Seen("red", 0.99)
    after = shown(watcher, table(), 10, start_s=4.0)

    first = next(sight for sight in after if sight.fresh)
    assert first.at_s - 4.0 <= 1.0
    assert first.reading is not None
    assert first.reading.spaces["a/0/0"].answer == "red"


def test_what_is_hidden_keeps_what_was_known() -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.99), "a/0/1": Seen(EMPTY, 0.99)})
    watcher = Watcher(eyes, PHOTOS)
    watcher.see(table(), 0.0)
    eyes.pieces |= {"a/0/0": Seen(HIDDEN, 0.9), "a/0/1": Seen("blue", 0.9)}
    sight = watcher.see(table(), 10.0)

    assert sight.reading is not None
    assert {place: seen.answer for place, seen in sight.reading.spaces.items()} == {
        "a/0/0": "red",
        "a/0/1": "blue",
    }


@pytest.mark.parametrize(
    ("before", "now", "kept"),
    [
        pytest.param(("red", 0.99), (("empty", 0.8), ("red", 0.2)), "red", id="a weak look away"),
        pytest.param(("red", 0.99), (("empty", 0.98), ("red", 0.02)), "empty", id="surely gone"),
        pytest.param(("empty", 0.99), (("red", 0.6), ("empty", 0.4)), "empty", id="half seen"),
        pytest.param(("empty", 0.99), (("red", 0.9), ("empty", 0.1)), "red", id="laid"),
        pytest.param(("red", 0.99), (("blue", 0.7), ("red", 0.3)), "red", id="another colour"),
        pytest.param(("red", 0.5), (("blue", 0.97), ("red", 0.03)), "blue", id="was misread"),
        pytest.param(("hidden", 0.99), (("red", 0.6), ("empty", 0.4)), "red", id="never seen"),
    ],
)
def test_pieces_lie_still_unless_a_change_is_seen_surely(
    before: tuple[str, float], now: tuple[tuple[str, float], ...], kept: str
) -> None:
    look = Seen(*now[0], now)

    assert remembered({"a/0/0": look}, {"a/0/0": Seen(*before)})["a/0/0"].answer == kept


def test_a_hand_in_a_photo_is_no_settled_reading_but_a_glass_is_put_up_with() -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)}, HAND_COVER)
    watcher = Watcher(eyes, PHOTOS)
    sights = [watcher.see(table(), 10.0 * number) for number in range(4)]

    assert [sight.watching for sight in sights[:2]] == [Watching.HAND, Watching.HAND]
    assert not sights[0].fresh
    assert sights[-1].fresh


@pytest.mark.parametrize(
    ("later", "fresh"),
    [
        pytest.param((BOTH, GLASS), (False, True), id="a hand comes and goes beside the glass"),
        pytest.param((ARM, ARM), (False, False), id="another arm is not known"),
        pytest.param((NOTHING, GLASS), (True, True), id="a reflection goes unseen for a look"),
        pytest.param(
            (NOTHING, NOTHING, NOTHING, GLASS),
            (True, True, True, False),
            id="the glass is taken, a hand comes there later",
        ),
    ],
)
def test_a_glass_that_was_put_up_with_once_is_known_while_it_stays(
    later: tuple[Cover, ...], fresh: tuple[bool, ...]
) -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)}, GLASS)
    watcher = Watcher(eyes, PHOTOS)
    known = [watcher.see(table(), 10.0 * number) for number in range(4)]
    assert not known[0].fresh
    assert known[-1].fresh

    for number, (cover, is_fresh) in enumerate(zip(later, fresh, strict=True)):
        eyes.cover = cover
        assert watcher.see(table(), 40.0 + 10 * number).fresh == is_fresh


@pytest.mark.parametrize("cover", [ISLAND_COVER, EDGE_COVER], ids=["the middle", "the edge"])
def test_what_covers_the_middle_or_the_edge_alone_is_no_arm_and_keeps_nobody_waiting(
    cover: Cover,
) -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)}, cover)
    sights = shown(Watcher(eyes, LIVE), table(), 6)

    assert next(sight for sight in sights if sight.fresh).at_s <= 1.0


@pytest.mark.parametrize(
    ("photo", "lost", "watching"),
    [
        pytest.param(table(level=8.0), False, Watching.DARK, id="too dark"),
        pytest.param(np.zeros_like(table()), True, Watching.DARK, id="black"),
        pytest.param(
            np.repeat(table()[:, :, :1], 3, axis=2), False, Watching.COLOURLESS, id="grey"
        ),
        pytest.param(table(), True, Watching.LOST, id="board not found"),
        pytest.param(
            np.asarray(cv2.GaussianBlur(table(), (0, 0), 25), np.uint8),
            True,
            Watching.BLURRED,
            id="blurred",
        ),
    ],
)
def test_a_picture_that_cant_be_read_says_why_and_unlearns_nothing(
    photo: Image, lost: bool, watching: Watching
) -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)})
    watcher = Watcher(eyes, PHOTOS)
    known = watcher.see(table(), 0.0).reading
    eyes.lost = lost
    sight = watcher.see(photo, 10.0)

    assert (sight.watching, sight.fresh) == (watching, False)
    assert sight.reading == known
    assert sight.why


def test_a_picture_is_not_blurred_because_the_camera_was_hung_further_away() -> None:
    """Less of it is print, and more of it plain cloth."""
    eyes = Eyes()
    watcher = Watcher(eyes, PHOTOS)
    watcher.see(table(), 0.0)
    far = np.full_like(table(), 130)
    far[90:270, 160:480] = cv2.resize(table(), (320, 180), interpolation=cv2.INTER_AREA)
    far = np.asarray(cv2.GaussianBlur(far, (0, 0), 2.5), np.uint8)
    assert watcher.see(far, 5.0).watching is Watching.BLURRED, "as long as it lies there"

    eyes.pose = camera_at((280.0, 280.0), size_px=SIZE_PX, distance_mm=2400).pose
    assert watcher.see(far, 10.0).fresh

    again = Watcher(eyes, PHOTOS)
    again.see(table(), 15.0)
    assert again.see(far, 20.0).watching is Watching.BLURRED
    again.forget()
    assert again.see(far, 25.0).fresh, "who has the board found again means this picture"


def test_a_board_that_was_moved_is_followed_without_a_tap() -> None:
    eyes = Eyes({"a/0/0": Seen("red", 0.9)})
    watcher = Watcher(eyes, LIVE)
    shown(watcher, table(), 10)
    eyes.pose = pose(shift_mm=40.0)
    sights = shown(watcher, table(seed=2), 10, start_s=2.0)

    states = [sight.watching for sight in sights]
    assert states.index(Watching.MOVED) < states.index(Watching.SETTLED)


def above(wide_mm: float, aim_mm: tuple[float, float]) -> Pose:
    """A camera right above a board, whose picture is so wide on the table."""
    away_mm = wide_mm / (2 * np.tan(np.radians(30)))
    return camera_at(aim_mm, size_px=SIZE_PX, distance_mm=away_mm, tilt_deg=0, hfov_deg=60).pose


def turned_about(pose: Pose, at_mm: tuple[float, float], angle_deg: float) -> Pose:
    """The pose after the board was turned about a point of it."""
    turn = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(angle_deg)]))[0]
    at = np.array([*at_mm, 0.0])
    matrix = pose.rotation_matrix
    rotation = cv2.Rodrigues(matrix @ turn)[0].ravel()
    return replace(
        pose, rotation=rotation, translation_mm=pose.translation_mm + matrix @ (at - turn @ at)
    )


@pytest.mark.parametrize(
    ("wide_mm", "aim_mm", "about_mm", "angle_deg", "moves"),
    [
        pytest.param(1200, (500, 350), (200, 200), 0.4, True, id="a corner far off moved"),
        pytest.param(1200, (500, 350), (200, 200), 0.05, False, id="hardly"),
        pytest.param(500, (200, 180), (200, 200), 0.3, False, id="it moved outside the picture"),
        pytest.param(500, (800, 550), (200, 200), 0.3, True, id="the near corner is outside"),
    ],
)
def test_a_board_has_moved_if_any_of_it_in_view_has(
    wide_mm: float,
    aim_mm: tuple[float, float],
    about_mm: tuple[float, float],
    angle_deg: float,
    moves: bool,
) -> None:
    size_mm = (1000.0, 700.0)
    before = above(wide_mm, aim_mm)
    eyes = Eyes({"a/0/0": Seen("red", 0.9)}, pose=before, size_mm=size_mm)
    watcher = Watcher(eyes, PHOTOS)
    watcher.see(table(), 0.0)

    eyes.pose = turned_about(before, about_mm, angle_deg)

    assert (watcher.see(table(), 10.0).watching is Watching.MOVED) == moves


def test_an_empty_table_is_called_empty() -> None:
    assert shown(Watcher(Eyes(), LIVE), table(), 8)[-1].watching is Watching.EMPTY


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda photo: photo[:180], id="another size"),
        pytest.param(lambda photo: np.ascontiguousarray(np.rot90(photo)), id="turned"),
        pytest.param(lambda photo: np.vstack([photo[:90], photo[90:] // 2]), id="torn"),
    ],
)
def test_a_strange_frame_between_others_is_survived(changed: Callable[[Image], Image]) -> None:
    watcher = Watcher(Eyes({"a/0/0": Seen("red", 0.9)}), LIVE)
    shown(watcher, table(), 6)
    strange = watcher.see(changed(table()), 1.4)
    after = shown(watcher, table(), 8, start_s=1.6)

    assert not strange.fresh
    assert after[-1].watching is Watching.SETTLED


def test_a_clock_that_jumps_back_only_costs_time() -> None:
    watcher = Watcher(Eyes({"a/0/0": Seen("red", 0.9)}), LIVE)
    shown(watcher, table(), 6, start_s=1000.0)
    after = shown(watcher, table(seed=3), 8, start_s=0.0)

    assert after[-1].watching is Watching.SETTLED


def test_several_looks_are_averaged() -> None:
    looks = [Reading({"a/0/0": Seen("red", p, (("red", p), (EMPTY, 1 - p)))}, {}) for p in (1, 0.5)]

    assert averaged(looks).spaces["a/0/0"] == Seen("red", 0.75, (("red", 0.75), (EMPTY, 0.25)))


def test_where_a_ship_lies_is_averaged_too() -> None:
    looks = [
        Reading({}, {}, pieces={"red": Seen("rio", p, (("rio", p), ("lima", 1 - p)))})
        for p in (1, 0.5)
    ]

    assert averaged(looks).pieces["red"] == Seen("rio", 0.75, (("rio", 0.75), ("lima", 0.25)))


def test_a_place_on_a_tile_turned_up_between_two_looks_is_told_by_the_later_one() -> None:
    before = Reading({"cell/0,0": Seen("back/0", 0.9)}, {})
    after = Reading({"cell/0,0": Seen("back/0", 0.7)}, {"cell/0,0/pier": Seen("red", 0.8)})
    now = averaged([before, after])

    assert now.spaces["cell/0,0"].confidence == pytest.approx(0.8)
    assert now.slots["cell/0,0/pier"].answer == "red"
