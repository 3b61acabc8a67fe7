"""Pieces laid where the page asks for them: to learn their look, or to see that they are seen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from calibration.piece_looks.marker_pictures import art_strip, marker_pictures
from calibration.piece_looks.palette import learned, taken_for_another, too_close
from calibration.piece_looks.stick_colours import StickColours
from companion.boards.routes_board import RoutesBoard, Slot, Space
from companion.errors import InputError
from companion.saying.phrase import Phrase
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.photometry.colours import taught_palette, usual_palette
from vision.picture.arrays import Tones
from vision.picture.photo import decode_photo, decode_to_read
from vision.routes.reader import RoutesReader

PHOTO = Phrase("the-photo")
PIECES_IN_TRIAL = 5


@dataclass(frozen=True, slots=True)
class Lesson:
    """One piece of this kind on this place."""

    place: str
    kind: str


@dataclass(frozen=True)
class Learned:
    """How the pieces look: tones (BGR) of stick kinds, a picture of all markers if all were seen.

    ``missing`` are places on which nothing was seen, ``alike`` kinds that look too much alike, and
    ``exchanged`` kinds that look like another one, each with that one.
    """

    palette: Mapping[str, tuple[float, ...]]
    art: bytes | None = None
    missing: tuple[str, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()
    exchanged: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Empty:
    """The photo of the empty board as a file's bytes, and where the board lies in it."""

    photo: bytes
    pose: Pose

    def reference(self) -> Reference:
        """The photo, decoded."""
        return Reference(decode_photo(self.photo, Phrase("empty-photo")), self.pose)


@dataclass(frozen=True)
class Trial:
    """What was seen on each place of a trial."""

    seen: Mapping[str, str] = field(default_factory=dict)


def teaching(board: RoutesBoard) -> list[Lesson]:
    """One stick of each kind and one marker of each kind, on places far from one another."""
    sticks = board.stick.kinds if board.stick else ()
    markers = board.marker.kinds if board.marker else ()
    spaces = _apart(list(board.spaces.values()), len(sticks), [])
    slots = _apart(list(board.slots.values()), len(markers), spaces)
    lessons = [Lesson(at.id, kind.name) for at, kind in zip(spaces, sticks, strict=False)]
    return lessons + [Lesson(at.id, kind.name) for at, kind in zip(slots, markers, strict=False)]


def trial(board: RoutesBoard, random: Random) -> list[Lesson]:
    """Five random pieces here and there."""
    sticks = [kind.name for kind in board.stick.kinds] if board.stick else []
    markers = [kind.name for kind in board.marker.kinds] if board.marker else []
    on_slots = 2 if markers and len(board.slots) > 1 else 0
    on_spaces = min(PIECES_IN_TRIAL - on_slots, len(board.spaces)) if sticks else 0
    lessons = [
        Lesson(place, random.choice(sticks)) for place in random.sample([*board.spaces], on_spaces)
    ]
    return lessons + [
        Lesson(place, random.choice(markers)) for place in random.sample([*board.slots], on_slots)
    ]


def learn(
    data: bytes,
    lessons: Sequence[Lesson],
    board: RoutesBoard,
    empty: Empty,
    taught: Mapping[str, tuple[float, ...]],
) -> Learned:
    """Learn the pieces from a photo of them. Raises InputError where the board isn't in it.

    ``taught`` are the tones that stick kinds were taught before.
    """
    photo, reference = decode_to_read(data, PHOTO), empty.reference()
    sticks = {lesson.place: lesson.kind for lesson in lessons if lesson.place in board.spaces}
    slots = {lesson.place: lesson.kind for lesson in lessons if lesson.place in board.slots}
    palette, missing = dict[str, tuple[float, ...]](), list[str]()
    if sticks:
        palette, missing = learned(StickColours(board, reference).measure(photo), sticks)
    art = None
    if slots and board.marker is not None:
        discs = marker_pictures(photo, slots, board, reference)
        missing += [slot for slot, kind in slots.items() if kind not in discs]
        art = _art([kind.name for kind in board.marker.kinds], discs)
    known = taught_palette(usual_palette(board.stick.kinds if board.stick else ()), taught)
    exchanged = taken_for_another(palette, known)
    return Learned(palette, art, tuple(missing), tuple(too_close(palette)), tuple(exchanged))


def try_out(
    data: bytes,
    lessons: Sequence[Lesson],
    board: RoutesBoard,
    empty: Empty,
    palette: Mapping[str, tuple[float, ...]],
) -> Trial:
    """Read a photo as in a game. Raises InputError where the board isn't in it."""
    photo = decode_to_read(data, PHOTO)
    reading = RoutesReader(board, empty.reference(), palette or None).read(photo).reading
    seen = reading.places
    return Trial({lesson.place: seen[lesson.place].answer for lesson in lessons})


def _art(kinds: Sequence[str], discs: Mapping[str, Tones]) -> bytes | None:
    return art_strip(kinds, discs) if all(kind in discs for kind in kinds) else None


def _apart(
    places: Sequence[Space | Slot], count: int, taken: Sequence[Space | Slot]
) -> list[Space | Slot]:
    """So many of the places, each as far as can be from those before it."""
    chosen: list[Space | Slot] = []
    left = list(places)
    while left and len(chosen) < count:
        others = [*taken, *chosen]
        best = max(left, key=lambda place: min((_far(place, o) for o in others), default=0.0))
        chosen.append(best)
        left.remove(best)
    return chosen


def _far(one: Space | Slot, other: Space | Slot) -> float:
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


def read_lessons(asked: object, board: RoutesBoard) -> list[Lesson]:
    """The lessons that a page sends back with its photo. Raises InputError for others."""
    lessons = []
    for each in asked if isinstance(asked, list) else ():
        told = each if isinstance(each, dict) else {}
        place, kind = str(told.get("place")), str(told.get("kind"))
        if place in board.places:
            lessons.append(Lesson(place, kind))
    if not lessons:
        raise InputError("no-place-named")
    return lessons
