"""Where live frames come from: a webcam, a stream, a phone's uploads, a recording played as live.

A camera gives the newest frame there is and never a queue: a thread reads it all the time and keeps
the last. A camera that is lost is opened again, after waits that grow. One that gives the same
picture again and again is frozen: it tells nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import Protocol

import cv2
import numpy as np

from companion.errors import InputError
from companion.saying.phrase import Phrase
from vision.picture.arrays import Image
from vision.picture.camera_drivers import opened_quietly
from vision.picture.photo import decode_photo, of_eight_bits
from vision.picture.stalled_camera import Repeats

SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.5, 8.0
SILENT_S = 3.0
"""A camera that gave no frame for so long is lost."""
TURNS_DEG = (0, 90, 180, 270)
"""How a camera may hang turned, clockwise."""
log = logging.getLogger(__name__)


class CameraState(Enum):
    """How a camera is."""

    OPENING = "opening"
    LIVE = "live"
    FROZEN = "frozen"
    LOST = "lost"
    CLOSED = "closed"


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (h, w, 3), BGR, when it was taken, its number, and what to call it.

    ``photo`` is None where a file could not be read; ``why`` says so.
    """

    photo: Image | None
    at_s: float
    number: int
    name: str
    why: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Mounting:
    """How a camera hangs: turned clockwise by a multiple of 90 degrees, or mirrored."""

    turn_deg: int = 0
    mirrored: bool = False

    def __post_init__(self) -> None:
        if self.turn_deg % 90:
            raise InputError("turn-unfit", turn=self.turn_deg)

    def upright(self, photo: Image) -> Image:
        """The picture as it would look from an upright camera."""
        turned = np.rot90(photo, -(self.turn_deg // 90) % 4)
        return np.ascontiguousarray(turned[:, ::-1] if self.mirrored else turned)


UPRIGHT = Mounting()


class Capture(Protocol):
    """What is used of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool:  # noqa: N802
        """Whether it gives frames."""

    def read(self) -> tuple[bool, Image | None]:
        """Wait for the next frame."""

    def release(self) -> None:
        """Let go of the camera."""


class Camera:
    """A live camera: a webcam by number, or a stream by address. Close it when done."""

    def __init__(
        self,
        source: str,
        mounting: Mounting = UPRIGHT,
        open_capture: Callable[[str], Capture] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.source, self.mounting = source, mounting
        self._open = open_capture or _open_capture
        self._clock = clock
        self._lock = threading.Condition()
        self._newest: tuple[Image, float, int] | None = None
        self._state, self._wait_s = CameraState.OPENING, SHORTEST_WAIT_S
        self._repeats = Repeats()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {source}", daemon=True)
        self._thread.start()

    @property
    def state(self) -> CameraState:
        """How the camera is: lost as soon as it has been silent for a while."""
        with self._lock:
            if self._state is CameraState.LIVE and self._newest is not None:
                if self._clock() - self._newest[1] > SILENT_S:
                    return CameraState.LOST
                if self._repeats.frozen(self._newest[1]):
                    return CameraState.FROZEN
            return self._state

    def newest(self, after: int = -1, most_s: float = 1.0) -> Frame | None:
        """The newest frame, if its number is above ``after``; waits for one for ``most_s``."""
        with self._lock:
            self._lock.wait_for(lambda: self._is_newer(after), most_s)
            if not self._is_newer(after) or self._newest is None:
                return None
            photo, at_s, number = self._newest
        return Frame(self.mounting.upright(photo), at_s, number, f"{self.source} {number}")

    def close(self) -> None:
        """Let go of the camera."""
        self._stop.set()
        self._thread.join(timeout=2.0)
        with self._lock:
            self._state = CameraState.CLOSED

    def _is_newer(self, after: int) -> bool:
        return self._newest is not None and self._newest[2] > after

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._read_while_it_lasts()
            except (cv2.error, OSError):
                pass
            except Exception:
                # Whatever else a driver raises, the camera is opened again.
                log.exception("the camera %s failed", self.source)
            with self._lock:
                self._state = CameraState.LOST
            self._stop.wait(self._wait_s)
            self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)

    def _read_while_it_lasts(self) -> None:
        """Read until the camera fails."""
        capture = self._open(self.source)
        try:
            while not self._stop.is_set() and capture.isOpened():
                whole, photo = capture.read()
                if not whole or photo is None or not photo.size:
                    break
                self._keep(of_eight_bits(photo))
        finally:
            capture.release()

    def _keep(self, photo: Image) -> None:
        with self._lock:
            at_s = self._clock()
            self._repeats.see(photo, at_s)
            number = 0 if self._newest is None else self._newest[2] + 1
            self._newest = (photo, at_s, number)
            self._state, self._wait_s = CameraState.LIVE, SHORTEST_WAIT_S
            self._lock.notify_all()


class Mailbox:
    """A camera whose pictures are sent to us, as a phone's page does: the newest counts."""

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        decode: Callable[[bytes, Phrase | str], Image] = decode_photo,
    ) -> None:
        """``decode``: how a file's bytes become a photo, and what errors call it."""
        self._clock, self._decode = clock, decode
        self._lock = threading.Condition()
        self._newest: Frame | None = None

    def put(self, data: bytes, name: Phrase | str = "phone") -> Frame:
        """Take in one photo file's bytes; raises InputError where they are no whole photo."""
        photo = self._decode(data, name)
        with self._lock:
            number = 0 if self._newest is None else self._newest.number + 1
            self._newest = Frame(photo, self._clock(), number, f"{name} {number}")
            self._lock.notify_all()
            return self._newest

    @property
    def state(self) -> CameraState:
        """Live once a picture came; a phone that sends single snapshots is never lost."""
        return CameraState.OPENING if self._newest is None else CameraState.LIVE

    def newest(self, after: int = -1, most_s: float = 1.0) -> Frame | None:
        """The newest picture, if its number is above ``after``."""
        with self._lock:
            self._lock.wait_for(lambda: self._newest and self._newest.number > after, most_s)
            newest = self._newest
        return newest if newest is not None and newest.number > after else None

    def close(self) -> None:
        """Nothing to let go of."""


class LiveSource(Protocol):
    """Whatever gives the newest picture: ``Camera``, ``Mailbox``, ``Playback``."""

    @property
    def state(self) -> CameraState:
        """How it is."""

    def newest(self, after: int = -1, most_s: float = 1.0) -> Frame | None:
        """The newest frame, if its number is above ``after``; waits for one for ``most_s``."""

    def close(self) -> None:
        """Let go of it."""


class Playback:
    """A video or a folder shown as if it happened now: frames come when their time has come."""

    def __init__(
        self,
        frames: Iterator[Frame],
        every_s: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``every_s``: how long from one frame to the next, whenever they were taken."""
        self._frames, self._every_s, self._clock = frames, every_s, clock
        self._began_s: float | None = None
        self._over = threading.Event()
        self._next: Frame | None = None

    @property
    def state(self) -> CameraState:
        """Closed once the last frame was shown."""
        return CameraState.CLOSED if self._over.is_set() else CameraState.LIVE

    def newest(self, after: int = -1, most_s: float = 1.0) -> Frame | None:
        """The next frame, when it is due; frames that can't be read are passed over.

        The film begins when it is asked for the first time.
        """
        if self._began_s is None:
            self._began_s = self._clock()
        while self._next is None or self._next.photo is None or self._next.number <= after:
            self._next = next(self._frames, None)
            if self._next is None:
                self._over.set()
                break
        if self._next is None or self._over.wait(max(0.0, min(self._due_in_s(), most_s))):
            return None
        return self._next if self._due_in_s() <= 0 else None

    def close(self) -> None:
        """Show no more."""
        self._over.set()

    def _due_in_s(self) -> float:
        assert self._next is not None
        assert self._began_s is not None
        every_s, frame = self._every_s, self._next
        at_s = frame.at_s if every_s is None else every_s * frame.number
        return at_s - (self._clock() - self._began_s)


def _open_capture(source: str) -> Capture:
    capture = opened_quietly(source)
    # Where the driver listens, fewer old frames wait in it; the thread drops the others.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture  # type: ignore[return-value]
