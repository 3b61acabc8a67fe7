"""The live picture as pages show it: the board's part of the newest frame, and what is seen in it.

The drawing over the picture is a picture of its own, so that it need not be sent with each frame.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from companion.boards.board import Board
from companion.watching.drift import Drift
from companion.watching.outcome import Doubt
from companion.watching.referee import Done
from vision.alignment.pose import Pose
from vision.overlay import Mark, height_mm, marks, px_per_mm, reach_mm
from vision.picture.encoding import encoded
from web.score.cut_out import Part, board_part, place_crop
from web.score.report import View
from web.watching.watch import Glance

LONGEST_SIDE_PX = 1100
RING = 1.6
"""A ring is so much wider than the piece that it asks for."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring around a place: why it is there (``asked``, ``astray``, or a ``Done``), and where."""

    why: str
    kind: str
    x_px: float
    y_px: float
    radius_px: float


@dataclass(frozen=True, slots=True)
class Made:
    """Something made from ``of``, which is the same only where it is the very same thing."""

    of: tuple[object, ...]
    data: bytes


class Kept:
    """What many pages ask for is made once. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[str, Made] = {}

    def once(self, name: str, of: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """What was made from these things before, or made now."""
        with self._lock:
            known = self._made.get(name)
            if known is None or any(a is not b for a, b in zip(known.of, of, strict=True)):
                known = self._made[name] = Made(of, make())
            return known.data


def shown_part(board: Board, glance: Glance) -> Part | None:
    """The board with a little of the table; all of the frame while the board is not found."""
    cut = _cut(board, glance)
    return None if cut is None else cut.fitted(LONGEST_SIDE_PX)


def shown_size(board: Board, glance: Glance) -> tuple[int, int] | None:
    """How wide and high that part is, in px."""
    cut = _cut(board, glance)
    return None if cut is None else cut.size_px(LONGEST_SIDE_PX)


def _cut(board: Board, glance: Glance) -> Part | None:
    if glance.frame is None or glance.frame.photo is None:
        return None
    photo, pose = glance.frame.photo, glance.pose
    if pose is not None and pose.size_px == photo.shape[1::-1]:
        part = board_part(View(photo, pose), board.box_mm)
        if part.image.size:
            return part
    return Part(photo, (0.0, 0.0), 1.0)


def jpeg(part: Part) -> bytes:
    """The part as a file, as small as it may be: it is sent again and again."""
    return encoded(part.image, quality=70)


def place_jpeg(board: Board, glance: Glance, place: str) -> bytes | None:
    """A place as it was read last, from right above; None before the board was read."""
    read, pose = glance.read_frame, glance.pose
    if read is None or read.photo is None or pose is None:
        return None
    return encoded(place_crop(board, View(read.photo, pose), place))


def seen_marks(board: Board, glance: Glance, part: Part) -> tuple[Mark, ...]:
    """An outline around every piece that is known to lie on the board."""
    if glance.reading is None or glance.pose is None:
        return ()
    drawn = marks(board, glance.reading, glance.pose)
    return tuple(mark.moved(part.corner, part.scale) for mark in drawn)


def rings(board: Board, glance: Glance, part: Part) -> tuple[Ring, ...]:
    """Where to look: what is asked, what lies astray, what is still to be put there."""
    pose, outcome = glance.pose, glance.outcome
    if pose is None:
        return ()
    wanted = [(step.done.value, step.kind, step.place) for step in glance.steps if not step.beside]
    if outcome is not None:
        wanted += [each for doubt in outcome.doubts for each in _asked(doubt)]
        gone = [drift for drift in outcome.drift if not drift.differs.is_beside]
        wanted += [each for drift in gone for each in _astray(drift)]
        wanted += [("asked", "", piece.place) for piece in outcome.unexplained]
    return tuple(_ring(board, pose, part, *each) for each in wanted if each[2] in board.places)


def _asked(doubt: Doubt) -> Iterator[tuple[str, str, str]]:
    """Why, with which piece, and where: a place, or each stop where a piece that moves may be."""
    if doubt.moves:
        yield from (("asked", doubt.subject or "", stop) for stop, _ in doubt.likely)
    elif doubt.subject:
        yield "asked", "", doubt.subject


def _astray(drift: Drift) -> Iterator[tuple[str, str, str]]:
    """The same: a place, or where a piece that moves is seen, and where it was written."""
    if drift.moves:
        yield from (("astray", drift.subject, stop) for stop in (drift.seen, drift.recorded))
    else:
        yield "astray", drift.recorded, drift.subject


def _ring(board: Board, pose: Pose, part: Part, why: str, kind: str, place: str) -> Ring:
    at = board.places[place]
    at_mm = (at.x_mm, at.y_mm)
    height = 0.0 if why == Done.WAITED_FOR.value else height_mm(board, place)
    seen_px = pose.project(np.array([at_mm]), height)[0]
    x, y = (seen_px - np.array(part.corner)) * part.scale
    radius = RING * reach_mm(board, place) * px_per_mm(pose, at_mm) * part.scale
    return Ring(why, kind, float(x), float(y), radius)
