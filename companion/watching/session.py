"""A session: readings of one table and what people say there go in, entries of its record come out.

Whoever follows a table (a live camera, a folder of photos, a benchmark) keeps the record and the
time; the session keeps what has been seen, said and asked. It waits until the table is set up. What
a person says stands against the camera until the camera surely sees that something has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace

from companion.boards.board import Board
from companion.errors import InputError
from companion.files.fields import Field
from companion.play.game import AnyGame
from companion.play.sight import AnyMoment
from companion.position import Position
from companion.reading import Reading, Seen
from companion.records.record import Act, Corrected, Fact, Happened, Record, Source, Undone, Who
from companion.records.retelling import Mend
from companion.store.table import View
from companion.watching.answers import (
    Answer,
    NotAskedError,
    NotHisError,
    is_asked,
    left_to,
    signed,
    subjects_answered,
)
from companion.watching.drift import Drift
from companion.watching.mending import confirmed, mended, put_right, taken_back
from companion.watching.outcome import Outcome
from companion.watching.overrides import Overrides
from companion.watching.referee import Done, Pace, Referee, SetUpStep, is_set_up

LOOKS_AT_A_WORD = 2
"""What breaks a rule is looked at twice; a person's word waits for no other picture."""


class Session:
    """What a camera and people tell of one table. Raises InputError where nobody can watch it.

    ``settled`` is the reading of the board at rest that is judged; ``known`` is what is known of
    the board now, with what a hand may hide.
    """

    def __init__(
        self, game: AnyGame, record: Record, board: Board, pace: Pace, *, set_up: bool = False
    ) -> None:
        """``set_up``: the table is, whatever lies on it; so is one whose record has begun."""
        self._game, self._about = game, game.about
        self._start = game.start(record.header.setup, board)
        if game.watched is None:
            raise InputError("not-watched", game.about.name)
        self._watched = game.watched
        self._referee: Referee = self._watched.referee(board, pace)
        self._overrides = Overrides()
        self._answers: dict[str, Answer] = {}
        self._held_against: Reading | None = None
        self.settled: Reading | None = None
        self.known: Reading | None = None
        self.outcome: Outcome | None = None
        self.steps: tuple[SetUpStep, ...] = ()
        self.is_set_up = set_up or bool(record.entries)

    def see(self, settled: Reading | None, known: Reading | None = None) -> None:
        """Take in what is seen now; without ``settled`` the board was not read at rest."""
        self.known = known
        if settled is not None:
            self.settled = settled

    def go_on_from(self, before: Session) -> None:
        """Take over what people told of the same table before its camera was hung anew."""
        self._overrides, self._answers = copy(before._overrides), dict(before._answers)
        self.is_set_up = self.is_set_up or before.is_set_up

    def remember(self, view: View[AnyMoment]) -> None:
        """Take from the record what people undid or corrected: the camera may see it still."""
        face, state = self._game.face, view.last.state
        now = face.position(state)
        for fact in mended(view.record):
            event = self._game.parse(Field(fact), self._start)
            if event is not None:
                self._overrides.remember(face.position(self._game.apply(state, event)), now)

    def look(self, record: Record, *, over: bool = False) -> Outcome | None:
        """Hold what was seen last against the record; the outcome has the record as it goes on.

        None where there is nothing to judge: before anything was seen, before the table is set up,
        and when the game is ``over``.
        """
        if self.settled is None or not self._begins(record, self.settled):
            return None
        self.steps = ()
        if over:
            self.outcome = None
            return None
        outcome = self._referee.look(record, self._overrides.heard(self.settled))
        held = self._answers.items()
        self._answers = {s: each for s, each in held if self._overrides.holds(s, each.given)}
        told = signed(self._about, outcome.record, _revision(record), self._answers)
        drift = outcome.drift
        if self._watched.stays and not outcome.disturbed:
            drift = (*drift, *self._denied(self.settled, _goes_on(outcome.record, record)))
        self.outcome = replace(outcome, record=told, drift=drift)
        return self.outcome

    def _denied(self, settled: Reading, gone_on: bool) -> Iterator[Drift]:
        """Where the table denies what somebody wrote; each picture is held against it once."""
        if settled is not self._held_against:
            self._held_against = settled
            self._overrides.look(settled, gone_on=gone_on)
        return self._overrides.denied(settled)

    def _begins(self, record: Record, settled: Reading) -> bool:
        """Whether the table is set up: once it was, it stays so."""
        self.is_set_up = self.is_set_up or bool(record.entries)
        if not self.is_set_up:
            seen = self._overrides.heard(self.known or settled)
            self.steps = self._watched.set_up_steps(self._start, seen)
            self.is_set_up = is_set_up(self.steps)
        return self.is_set_up

    def all_lies_so(self, recorded: Position) -> None:
        """Somebody says that the table is set up, and that nothing is gone, whatever is seen."""
        self.is_set_up = True
        wrong = {step.place for step in self.steps if step.done is not Done.THERE}
        if self.outcome is not None and self.outcome.disturbed:
            wrong |= {drift.subject for drift in self.outcome.drift}
        for place in wrong & recorded.places.keys():
            self.say_lies(place, recorded.places[place])

    def answer(self, record: Record, answer: Answer) -> None:
        """Take a person's word on what is asked; what follows from it comes of the next looks.

        Raises NotAskedError for what the camera does not ask, and NotHisError where a player says
        what another did.
        """
        outcome = self.outcome
        if outcome is None or not is_asked(answer, outcome):
            raise NotAskedError

        def foresee(subject: str, given: str) -> Record:
            return self.foresee(record, subject, given)

        other = left_to(self._about, answer, outcome, foresee, _revision(record))
        if other is not None:
            raise NotHisError(other)
        moves = self.settled is not None and self.settled.moves(answer.subject)
        for each in subjects_answered(answer.subject, answer.given, outcome):
            self._answers[each] = replace(answer, subject=each, moves=moves)
        self.say_lies(answer.subject, answer.given)

    @property
    def heard(self) -> Mapping[str, Seen]:
        """What was seen last of each subject, with everybody's word in it."""
        return {} if self.settled is None else self._overrides.heard(self.settled).subjects

    def say_lies(self, subject: str, given: str) -> None:
        """Somebody says what lies there, or where it lies (``EMPTY``: nothing); it is believed."""
        for each in subjects_answered(subject, given, self.outcome):
            self._overrides.say(each, given, self.known)

    def say_changed(self, before: Position, after: Position) -> None:
        """Somebody changed what lies on the board by the record: he means it."""
        self._overrides.say_changed(before, after, self.known)

    def foresee(self, record: Record, subject: str, given: str) -> Record:
        """The record as somebody's word on a subject would make it, which is not said yet."""
        if self.settled is None:
            return record
        overrides = copy(self._overrides)
        for each in subjects_answered(subject, given, self.outcome):
            overrides.say(each, given, self.known)
        referee, heard = self._referee.apart(), overrides.heard(self.settled)
        for _ in range(LOOKS_AT_A_WORD):
            record = referee.look(record, heard).record
        return record

    def say(self, record: Record, fact: Fact, by: Source) -> Record:
        """Somebody says what he did: written down now, or when its time comes."""
        return self._referee.say(record, fact, by)

    def told(self, view: View[AnyMoment], act: Act | Mend, by: Source) -> Record | None:
        """The record as it goes on where a person's act means more than it says, or less.

        An undone piece takes the end of its turn with it, and so does one that was another's; what
        he did takes the place of a guess.
        None where it is to be written down just as it was said.
        """
        told, self._referee = self._told(view, act, by)
        return told

    def foresee_told(self, view: View[AnyMoment], act: Act | Mend, by: Source) -> Record | None:
        """The record as ``told`` would make it, of an act that is not done yet."""
        return self._told(view, act, by)[0]

    def _told(
        self, view: View[AnyMoment], act: Act | Mend, by: Source
    ) -> tuple[Record | None, Referee]:
        """The record with the act, and the referee who has heard it."""
        if isinstance(act, Undone):
            return taken_back(view, act, by, self._about.implied), self._referee
        if isinstance(act, Corrected):
            return put_right(view, act, by, self._about), self._referee
        if not isinstance(act, Happened) or not self.is_set_up:
            return None, self._referee
        record, referee = view.record, self._referee.apart()
        told = referee.say(record, act.fact, by)
        if told.entries == record.entries:
            told = confirmed(record, act.fact, by)
        if not any(entry.by == by for entry in told.entries[len(record.entries) :]):
            return None, self._referee
        return told, referee


def _goes_on(told: Record, before: Record) -> bool:
    """Whether a camera has seen something new happen."""
    new = told.entries[len(before.entries) :]
    return any(isinstance(e.act, Happened) and e.by.who is Who.CAMERA for e in new)


def _revision(record: Record) -> int:
    return record.entries[-1].seq if record.entries else 0
