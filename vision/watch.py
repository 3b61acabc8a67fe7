"""Many frames -> settled readings: what lies on the board when nobody reaches over it.

A frame is first looked at in small: while something moves, nothing is read. When the picture has
held still, it is read, and read again a few times; the looks are averaged. A place that is hidden
keeps what was known of it. No clock: every frame comes with its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf

import cv2
import numpy as np

from companion.reading import EMPTY, Reading, Side
from companion.saying.phrase import Phrase
from companion.watching.referee import Pace
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose, within
from vision.between.cover import Cover
from vision.between.moored import Moored
from vision.photometry.colourless import has_no_colours
from vision.picture.arrays import Floats, Image, Mask
from vision.seen.changes import Changes
from vision.seen.photo_reading import Cores, PhotoReading, Reads
from vision.seen.several_looks import averaged, known_after

BOARD_POINTS = 5
"""Whether the board moved is told from so many points along each of its sides."""
ELSEWHERE = 0.1
"""A board that lies so far from where it lay, in widths of the picture, makes another picture: it
is no less sharp for having less print in it."""
SAME_COVER = 0.8
"""What covers the board has not moved where it shares so much with what covered it: where its rim
is seen is not quite the same from look to look."""


class Watching(Enum):
    """What the camera sees of the table right now."""

    EMPTY = "empty"
    HAND = "hand"
    SETTLING = "settling"
    SETTLED = "settled"
    MOVED = "moved"
    LOST = "lost"
    DARK = "dark"
    COLOURLESS = "colourless"
    BLURRED = "blurred"


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """When a picture holds still, and when it can't be read; and at what pace pictures come."""

    still_s: float = 0.4
    """The picture must hold still for so long before it is read. 0: each frame is read as it is,
    for photos taken one by one."""
    again_s: float = 2.0
    """A still picture is read again after so long, since a piece may have been laid out of sight;
    the next time after twice as long."""
    rarely_s: float = 16.0
    """A still picture is read again after this time at the latest."""
    most_looks: int = 4
    """So many readings of one still picture are averaged."""
    small_px: int = 320
    """The width of the picture in which motion is looked for."""
    changed: float = 14.0
    """A pixel of that picture has changed if it is off by so many of 255 levels."""
    stirring: int = 6
    """So many pixels must have changed for the picture to move."""
    resting_s: float = 3.0
    """What covers the board so long without moving is no hand: a glass, a phone."""
    resting_looks: int = 3
    dark: float = 30.0
    """A picture whose brightest pixels are darker is too dark."""
    blurred: float = 0.25
    """A picture with so little of the usual sharpness is blurred."""
    moved: float = 0.004
    """The board moved if any of it in view did by so much of the picture's width."""
    pace: Pace = Pace.LIVE
    """How often it is looked, and who says the rest: for whoever judges what was read."""


LIVE = WatchSettings()
ON_CALL = WatchSettings(still_s=0.0, again_s=0.0, most_looks=1, pace=Pace.ON_CALL)
PHOTOS = replace(ON_CALL, pace=Pace.PHOTOS)


@dataclass(frozen=True)
class FrameSeen:
    """What came of one frame.

    ``reading`` is what is known of the board now, None before it was seen for the first time.
    ``settled`` is a new reading of the board at rest, for the referee to look at: in it, what is
    hidden is hidden. ``why`` says why the board can't be read, ``outside`` beyond which
    of its sides the board goes on outside the picture.
    """

    watching: Watching
    at_s: float
    reading: Reading | None = None
    settled: Reading | None = None
    pose: Pose | None = None
    cover: Cover | None = None
    why: Phrase | None = None
    outside: tuple[Side, ...] = ()
    time_ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def fresh(self) -> bool:
        """Whether there is a new settled reading."""
        return self.settled is not None


class Watcher:
    """Follows one camera; hand it frame after frame."""

    def __init__(
        self, reader: Reads, settings: WatchSettings = LIVE, moored: Moored | None = None
    ) -> None:
        """Without ``moored`` nobody tells that a ship is gone."""
        self.reader = reader
        self.settings = settings
        self._moored = moored
        self._last = FrameSeen(Watching.SETTLING, float("-inf"))
        self._pose: Pose | None = None
        self._still = _Stillness(settings)
        self._looks: list[Reading] = []
        self._cover = _Resting(settings)
        self._changes = Changes()
        self._sharpness: float | None = None
        self._sharp_at: Pose | None = None

    def see(self, photo: Image, at_s: float) -> FrameSeen:
        """Take in one frame (h, w, 3), BGR, that was taken at ``at_s`` seconds."""
        self._last = self._see(photo, at_s)
        return self._last

    @property
    def last(self) -> FrameSeen:
        """What came of the last frame."""
        return self._last

    def forget(self) -> None:
        """Look for the board anew with the next frame, and read it, however sharp it is."""
        self._lose()
        self._sharpness = None
        self.reader.forget()
        self._still.restart()

    def look_again(self) -> None:
        """Read the next frame in which nothing stirs, though it looks like the one before."""
        self._still.read_again()

    def _lose(self) -> None:
        """The board may lie elsewhere when it is found again."""
        self._pose = None
        self._looks = []
        self._changes.forget_looks()

    def _see(self, photo: Image, at_s: float) -> FrameSeen:
        tones = _small(photo, self.settings.small_px)
        small = np.asarray(cv2.cvtColor(tones, cv2.COLOR_BGR2GRAY), np.uint8)
        here = replace(self._last, at_s=at_s, settled=None, why=None, time_ms={})
        if float(np.percentile(small, 99)) < self.settings.dark:
            self._still.restart()
            return replace(here, watching=Watching.DARK, why=Phrase("watch:too-dark"))
        if has_no_colours(tones):
            self._still.restart()
            return replace(here, watching=Watching.COLOURLESS, why=Phrase("watch:no-colours"))
        if self.settings.still_s:
            if not self._still.holds(small, at_s):
                self._looks = []
                return replace(here, watching=Watching.HAND)
            if not self._still.long_enough(at_s):
                return replace(here, watching=_waiting(here.watching))
            if not self._still.is_due(small, at_s, len(self._looks)):
                return here
        return self._read(photo, small, here)

    def _read(self, photo: Image, small: Image, here: FrameSeen) -> FrameSeen:
        try:
            seen = self.reader.read(photo, self._pose)
        except NotAligned as error:
            self._lose()
            blurred = self._is_blurred(small)
            watching = Watching.BLURRED if blurred else Watching.LOST
            here = replace(here, watching=watching, why=error.fault, outside=error.outside)
            return replace(here, pose=None, cover=None)
        self._still.was_read(small, here.at_s)
        moved = self._pose is not None and _shift(self._pose, seen) > self.settings.moved
        self._pose = seen.pose
        here = replace(here, pose=seen.pose, cover=seen.cover, time_ms=seen.time_ms)
        here = replace(here, outside=seen.reading.outside)
        if self._sharp_at is not None and _shift(self._sharp_at, seen) > ELSEWHERE:
            self._sharpness = None  # The picture shows something else, sharp or not.
        if self._is_blurred(small):
            return replace(here, watching=Watching.BLURRED, why=Phrase("watch:too-blurred"))
        self._note_sharpness(small, seen.pose)
        if moved:
            self._looks = []
            self._changes.forget_looks()
        if not self._cover.rests(seen.cover, here.at_s):
            self._looks = []
            known = seen.reading if here.reading is None else here.reading
            return replace(here, watching=Watching.HAND, reading=known)
        if moved and self.settings.still_s:
            return replace(here, watching=Watching.MOVED)
        reading = seen.reading
        if self._moored is not None:
            gone = self._moored.look(photo, seen.pose, reading.ships)
            reading = replace(reading, gone=gone)
        return self._settle(reading, seen.cores, here, moved=moved)

    def _settle(
        self, reading: Reading, cores: Cores | None, here: FrameSeen, *, moved: bool
    ) -> FrameSeen:
        if not self._looks or self.settings.most_looks == 1:
            self._changes.begin_rest()
        reading = self._changes.weighed(reading, cores)
        self._looks = [*self._looks, reading][-self.settings.most_looks :]
        now = averaged(self._looks)
        known = known_after(now, here.reading)
        watching = Watching.MOVED if moved else Watching.SETTLED
        if not moved and all(seen.answer == EMPTY for seen in known.subjects.values()):
            watching = Watching.EMPTY
        return replace(here, watching=watching, reading=known, settled=now)

    def _is_blurred(self, small: Image) -> bool:
        if self._sharpness is None:
            return False
        return _sharpness(small) < self.settings.blurred * self._sharpness

    def _note_sharpness(self, small: Image, pose: Pose) -> None:
        self._sharp_at = pose
        now = _sharpness(small)
        self._sharpness = now if self._sharpness is None else 0.9 * self._sharpness + 0.1 * now


def _shift(before: Pose, seen: PhotoReading) -> float:
    """How far any of the board that is in view is from where it was, in widths of the picture."""
    now = seen.pose
    if now is before:
        return 0.0
    if now.size_px != before.size_px:
        return inf
    points_mm = _between_corners(now.to_board(np.array(seen.reading.corners_px, float)))
    was_px, is_px = before.project(points_mm), now.project(points_mm)
    in_view = within(was_px, now.size_px) | within(is_px, now.size_px)
    shift = np.linalg.norm(is_px - was_px, axis=1)[in_view]
    return float(shift.max(initial=0.0) / now.size_px[0])


def _between_corners(corners: Floats) -> Floats:
    """Points (n, 2) all over a board between its corners TL, TR, BR, BL (4, 2), and these."""
    top_left, top_right, bottom_right, bottom_left = corners
    across, down = np.meshgrid(*[np.linspace(0, 1, BOARD_POINTS)] * 2)
    across, down = across.reshape(-1, 1), down.reshape(-1, 1)
    top = top_left + across * (top_right - top_left)
    bottom = bottom_left + across * (bottom_right - bottom_left)
    return np.asarray(top + down * (bottom - top))


def _waiting(before: Watching) -> Watching:
    """What to say while the picture has only just come to rest."""
    return before if before in (Watching.LOST, Watching.BLURRED) else Watching.SETTLING


class _Stillness:
    """Whether the picture holds still, seen in small."""

    def __init__(self, settings: WatchSettings) -> None:
        self.settings = settings
        self._before: Image | None = None
        self._read: Image | None = None
        self._since_s = self._read_s = float("-inf")

    def restart(self) -> None:
        """Forget the picture before: something happened that was no picture of the table."""
        self._before = self._read = None

    def read_again(self) -> None:
        """Forget which picture was read."""
        self._read = None

    def holds(self, small: Image, at_s: float) -> bool:
        """Whether nothing stirred since the frame before; a clock that jumps back starts anew."""
        still = self._before is not None and not self._differs(small, self._before)
        if not still or at_s < self._since_s:
            self._since_s = at_s
        self._before = small
        return still

    def long_enough(self, at_s: float) -> bool:
        """Whether it has held still for long enough to be read."""
        return at_s - self._since_s >= self.settings.still_s

    def is_due(self, small: Image, at_s: float, looks: int) -> bool:
        """Whether to read: it looks different, was read too seldom, or long ago."""
        if self._read is None or looks < self.settings.most_looks:
            return True
        stood_s = self._read_s - self._since_s
        pause_s = min(max(self.settings.again_s, stood_s), self.settings.rarely_s)
        waited = not 0 <= at_s - self._read_s < pause_s
        return waited or self._differs(small, self._read)

    def was_read(self, small: Image, at_s: float) -> None:
        """Keep the picture that was read."""
        self._read, self._read_s = small, at_s

    def _differs(self, one: Image, other: Image) -> bool:
        if one.shape != other.shape:
            return True
        changed = cv2.absdiff(one, other) > self.settings.changed
        return int(np.count_nonzero(changed)) >= self.settings.stirring


class _Resting:
    """Whether what covers the board is a thing at rest, or nothing at all.

    What has once rested is known for as long as it stays: a hand that comes and goes beside a
    glass, or beside a lamp's reflection, keeps nobody waiting for the glass again.
    """

    def __init__(self, settings: WatchSettings) -> None:
        self.settings = settings
        self._mask: Mask | None = None
        self._known: Mask | None = None
        self._since_s = float("inf")
        self._looks = self._missed = 0

    def rests(self, cover: Cover | None, at_s: float) -> bool:
        """Whether no arm reaches over the board, or one that has not moved for long is none."""
        self._look_for_known(cover)
        if cover is None or not self._unknown(cover).reaches_in:
            self._mask = None
            return True
        mask = cover.mask
        if self._mask is None or not _alike(mask, self._mask):
            self._mask, self._since_s, self._looks = mask, at_s, 0
        self._looks += 1
        waited = at_s - self._since_s >= self.settings.resting_s
        if not (waited and self._looks >= self.settings.resting_looks):
            return False
        self._known, self._missed = mask, 0
        return True

    def _look_for_known(self, cover: Cover | None) -> None:
        """Forget what is gone: a reflection may go unseen for a look or two."""
        if self._known is None:
            return
        here = cover is not None and _holds(cover.mask, self._known)
        self._missed = 0 if here else self._missed + 1
        if self._missed >= self.settings.resting_looks:
            self._known = None

    def _unknown(self, cover: Cover) -> Cover:
        return cover if self._known is None else cover.beyond(self._known)


def _holds(mask: Mask, known: Mask) -> bool:
    """Whether most of what was known is still there."""
    if mask.shape != known.shape:
        return False
    return bool((mask & known).sum() >= SAME_COVER * known.sum())


def _alike(one: Mask, other: Mask) -> bool:
    if one.shape != other.shape:
        return False
    return bool((one & other).sum() >= SAME_COVER * (one | other).sum())


def _small(photo: Image, width_px: int) -> Image:
    height_px = max(1, round(photo.shape[0] * width_px / photo.shape[1]))
    return np.asarray(cv2.resize(photo, (width_px, height_px), interpolation=cv2.INTER_AREA))


def _sharpness(small: Image) -> float:
    """How much neighbouring pixels differ, whatever the light."""
    edges = cv2.Laplacian(small, cv2.CV_32F)
    return float(np.mean(np.abs(edges)) / max(float(small.mean()), 1.0))
