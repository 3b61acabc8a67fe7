"""What came to lie under a camera that stands still is seen, and nothing under one that moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from companion.reading import Reading, Seen
from tests.vision.seen.row_of_places import chance, cores, reading, white
from tests.vision.still_table import corners_of, pose, shown, table
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.picture.arrays import Image
from vision.seen.photo_reading import Cores, PhotoReading
from vision.watch import LIVE, Watcher

FAINT = 0.1
"""So little of a stick does one photo show."""


@dataclass
class Eyes:
    """A reader that sees what it is told to, and how the places look."""

    reading: Reading = field(default_factory=reading)
    cores: Cores = field(default_factory=lambda: cores(1))
    pose: Pose = field(default_factory=pose)
    lost: bool = False

    def read(self, photo: Image, hint: Pose | None = None) -> PhotoReading:  # noqa: ARG002
        if self.lost:
            raise NotAligned("no board found")
        reading = replace(self.reading, corners_px=corners_of(self.pose, (560.0, 560.0)))
        return PhotoReading(reading, self.pose, {}, None, self.cores)

    def forget(self) -> None:
        """It remembers nothing."""


def nothing(watcher: Watcher, eyes: Eyes) -> None:
    """The camera stands, and has seen the board all the while."""


def bumped(watcher: Watcher, eyes: Eyes) -> None:
    eyes.pose = pose(shift_mm=40.0)


def bumped_and_lost(watcher: Watcher, eyes: Eyes) -> None:
    eyes.lost = True
    shown(watcher, table(3), 10, start_s=10.0)
    eyes.lost, eyes.pose = False, pose(shift_mm=40.0)


def bumped_and_looked_for(watcher: Watcher, eyes: Eyes) -> None:
    eyes.pose = pose(shift_mm=40.0)
    watcher.forget()


@pytest.mark.parametrize(
    ("happens", "seen"),
    [
        (nothing, True),
        (bumped, False),
        (bumped_and_lost, False),
        (bumped_and_looked_for, False),
    ],
)
def test_a_place_that_looks_otherwise_than_before_is_likelier_taken(
    happens: Callable[[Watcher, Eyes], None], *, seen: bool
) -> None:
    eyes = Eyes()
    watcher = Watcher(eyes, LIVE)
    shown(watcher, table(), 10)
    happens(watcher, eyes)
    eyes.reading, eyes.cores = reading(a0=white(FAINT)), cores(2, a0=10)

    sights = shown(watcher, table(2), 15, start_s=20.0)

    told = [sight.settled for sight in sights if sight.settled is not None]
    assert told
    assert (chance(told[-1]) > 0.5) is seen
    assert seen or chance(told[-1]) == pytest.approx(FAINT)


def test_what_surely_lies_there_needs_no_change() -> None:
    eyes = Eyes(reading(a0=Seen("white", 0.99, (("white", 0.99),))))

    sights = shown(Watcher(eyes, LIVE), table(), 10)

    assert chance(sights[-1].reading or reading()) == pytest.approx(0.99)
