"""A board being scored from photos: what was handed in, seen and answered."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

from calibration.setup import Setup
from companion.boards.board import Board
from companion.boards.position_file import Correction, correct_reading
from companion.errors import Fault
from companion.play.offered.finished import Counted, Terms
from companion.position import Position
from companion.questions import ASK_BELOW, Question, questions
from vision.picture.encoding import KEPT_QUALITY, encoded
from vision.picture.quads import CornerShares
from web.photo_score.answers import (
    Given,
    question_about,
    still_fit,
    with_doubts_unread,
    without_places,
)
from web.score.report import Report, Sighting, answers_to, report_on, scoring_on

MOST_PHOTOS = 4
"""Of one finished board."""


class Stage(Enum):
    """What is being done with a case."""

    WAITING = "waiting"
    DRAWING = "drawing"
    FINDING = "finding"
    READING = "reading"


@dataclass(frozen=True)
class HandedInPhoto:
    """A photo as it was handed in, and where the board was marked in it, if it was."""

    photo: bytes
    corners: CornerShares | None = None


@dataclass(frozen=True)
class Unplaced:
    """A photo in which the board was not found, and a smaller picture of it (a JPEG file).

    ``which`` is ``empty``, ``final`` or ``more``; ``corners`` is where the machine, or a person,
    saw it.
    """

    which: str
    photo: bytes
    picture: bytes
    width_px: int
    height_px: int
    corners: CornerShares | None = None

    @property
    def mark(self) -> str:
        """What tells this picture from another of the same case."""
        return hashlib.blake2b(self.picture, digest_size=6).hexdigest()


@dataclass(frozen=True)
class Case:
    """One board on its way to a score; ``board`` is the one of the evening it was begun in.

    ``empty`` waits to be looked at; ``empty_at`` is where a person marked the board in it, also
    when it is no longer kept. ``finished`` are the photos of the finished board, the newest last:
    they are kept, so that they can be read again against another empty board, and ``final_due``
    says that they wait. ``reads`` counts how often one was read, or two were
    exchanged, and ``read_from`` are the photos that ``seen`` was read from. ``fixes`` are a
    person's answers, the newest last; ``aside`` are those that the photo read last left no room
    for, with the reading that they were given to. ``unplaced`` is a photo that waits to be marked.
    ``fault`` is what is wrong with the photo ``faulty``. ``begun_with`` is the empty board that the
    evening knew then.
    ``terms`` are what the game was played by, and what its table allowed, where somebody said so.
    """

    id: str
    board: Board
    example: int | None = None
    empty: bytes | None = None
    empty_at: CornerShares | None = None
    setup: Setup | None = None
    begun_with: Setup | None = None
    finished: tuple[HandedInPhoto, ...] = ()
    final_due: bool = False
    seen: Sighting | None = None
    read_from: tuple[HandedInPhoto, ...] = ()
    players: tuple[Counted, ...] = ()
    fixes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    aside: tuple[Given, ...] = ()
    unplaced: Unplaced | None = None
    terms: Terms | None = None
    stage: Stage = Stage.WAITING
    fault: Fault | None = None
    faulty: str = ""
    reads: int = 0
    touched_s: float = 0.0

    @property
    def played_by(self) -> Terms:
        """What the game is scored by: what was said, or the usual."""
        return self.terms or scoring_on(self.board).usual

    @property
    def taught(self) -> Mapping[str, tuple[float, ...]]:
        """The colours that the table was taught (``Setup.palette``)."""
        return self.begun_with.palette if self.begun_with else {}

    @property
    def is_bare(self) -> bool:
        """Whether it holds no photo and no players: nothing that had to be given anew."""
        bare = self.setup is self.begun_with and self.unplaced is None and self.seen is None
        return bare and not (self.finished or self.players or self.busy)

    @property
    def busy(self) -> bool:
        """Whether something is still to be done by the worker."""
        due = self.final_due and self.setup is not None
        return self.example is not None or self.empty is not None or due

    def photos(self) -> Mapping[int, int]:
        """What it holds in memory: bytes, by what tells a photo of several cases as one."""
        files = [self.empty, *(each.photo for each in (*self.finished, *self.read_from))]
        files += [] if self.unplaced is None else [self.unplaced.photo, self.unplaced.picture]
        views = [] if self.seen is None else [self.seen.view, *self.seen.best.values()]
        decoded = [view.photo for view in views]
        decoded += [] if self.setup is None else [self.setup.reference.photo]
        held = {id(file): len(file) for file in files if file is not None}
        return held | {id(photo): photo.nbytes for photo in decoded}

    def handed_in(self, which: str, photo: bytes, corners: CornerShares | None = None) -> Case:
        """The case with a photo to be read, and where the board was marked in it.

        What was wrong with the empty board stays said: without it nothing else is looked at.
        """
        case = self
        if which == "empty" or self.setup is not None or self.empty is not None:
            case = replace(case, unplaced=None, fault=None)
        if which == "empty":
            return replace(case, empty=photo, empty_at=corners)
        before: tuple[HandedInPhoto, ...] = ()
        if which == "more" and self.seen is not None:
            before = tuple(each for each in self.finished if each.photo != photo)
        return replace(case, finished=(*before, HandedInPhoto(photo, corners)), final_due=True)

    def as_read_last(self) -> Case:
        """The case with the photos that were read last, if any: others turned out of no use."""
        return replace(self, finished=self.read_from) if self.read_from else self

    def without_unplaced(self) -> Case:
        """The case as if the photo in which the board was not found had never been handed in."""
        lost = self.unplaced
        if lost is None:
            return self
        case = replace(self, unplaced=None, fault=None)
        unread = lost.which != "empty" and not self.read_from
        return replace(case, finished=(), final_due=False) if unread else case

    def placed_at(self, corners: CornerShares) -> Case:
        """The case with the photo in which the board was not found, marked there, to be read."""
        lost = self.unplaced
        return self if lost is None else self.handed_in(lost.which, lost.photo, corners)

    def left_out(self, nth: int) -> Case:
        """The case without the nth of its photos of the finished board; the others are read anew.

        Raises IndexError unless there is such a one, and another one.
        """
        photos = self.finished
        if len(photos) < 2 or nth not in range(len(photos)):
            raise IndexError(nth)
        left = (*photos[:nth], *photos[nth + 1 :])
        return replace(self, unplaced=None, fault=None, finished=left, final_due=True)

    def seen_as(self, seen: Sighting, photos: Sequence[HandedInPhoto]) -> Case:
        """The case with what was read of photos.

        Where one of those read before is not among them, answers that do not fit them are laid
        aside, and such come back that do: a photo of another game may have been between.
        """
        case = replace(self, seen=seen, read_from=tuple(photos), reads=self.reads + 1)
        known = {each.photo for each in self.read_from}
        if self.seen is None or known <= {each.photo for each in photos}:
            return case
        before = self.seen.reading if len(known) == 1 else with_doubts_unread(self.seen.reading)
        fixes: dict[str, str] = {}
        given = (*self.aside, (before, self.fixes))
        for reading, answers in given:
            fixes |= still_fit(answers, reading, seen.reading)
        return replace(case, fixes=fixes, aside=without_places(given, fixes))

    @property
    def unfit(self) -> Mapping[str, str]:
        """The answers that were laid aside, the newest of each place."""
        return {place: said for _, answers in self.aside for place, said in answers.items()}

    def answered(self, place: str, piece: str) -> Case:
        """The case with a person's word on a place, the newest then; no word takes it back.

        What was laid aside of that place is forgotten, and of others it stays.
        """
        others = {at: said for at, said in self.fixes.items() if at != place}
        fixes = {**others, place: piece} if piece else others
        return replace(self, fixes=fixes, aside=without_places(self.aside, [place]))

    def the_other_way_round(self) -> Case:
        """The case with its two photos exchanged, both to be read anew."""
        if self.setup is None or not self.finished:
            return self
        empty = encoded(self.setup.reference.photo, quality=KEPT_QUALITY)
        other, before = self.finished[-1], HandedInPhoto(empty, self.empty_at)
        case = replace(self, setup=None, seen=None, read_from=(), fixes={}, aside=())
        case = replace(case, unplaced=None, fault=None, reads=self.reads + 1)
        case = replace(case, empty=other.photo, empty_at=other.corners)
        return replace(case, finished=(before,), final_due=True)

    @property
    def has_room(self) -> bool:
        """Whether another photo of the same board can be kept beside those that are there."""
        return self.seen is not None and len(self.finished) < MOST_PHOTOS

    @property
    def may_add(self) -> bool:
        """Whether another photo of the same board is wanted, should there be one."""
        return self.has_room and not self.busy

    def asked(self) -> tuple[Question, ...]:
        """What the photo left open, answered or not; then what a person put right unasked."""
        if self.seen is None:
            return ()
        reading = self._likelier(self.seen).reading
        left_open = questions(reading, ASK_BELOW)
        places = {question.place for question in left_open}
        unasked = [at for at in self.fixes if at in reading.places and at not in places]
        return (*left_open, *(question_about(reading, place) for place in unasked))

    def report(self) -> Report | None:
        """The board scored with the answers given so far; None until all is there."""
        if self.seen is None or not self.players:
            return None
        likelier = self._likelier(self.seen)
        said = tuple(Correction(place, piece) for place, piece in self.fixes.items())
        seen = likelier.corrected(correct_reading(likelier.reading, said))
        position = Position.from_reading(seen.reading)
        answers = answers_to(said, likelier.reading)
        return report_on(
            self.board, self.players, position, ASK_BELOW, seen, self.terms, answers=answers
        )

    def _likelier(self, seen: Sighting) -> Sighting:
        if not self.players:
            return seen
        return seen.corrected(scoring_on(self.board).likelier(seen.reading, self.players))
