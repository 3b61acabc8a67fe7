"""A game followed by itself: no table that others write to, nobody at a page, only its record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.boards.board import Board
from companion.errors import InputError
from companion.play.game import AnyGame
from companion.play.played import last_position, last_state
from companion.reading import HIDDEN, Reading
from companion.records.record import Fact, Happened, Record, Source
from companion.watching.log import Log
from companion.watching.outcome import Doubt, Outcome
from companion.watching.referee import Pace
from companion.watching.session import Session

THE_END = "the end"
AN_ANSWER = "an answer"
OUT_OF_SIGHT = 2
"""What was hidden in so many looks, up to the last, may lie otherwise: nobody saw it."""


class Follower:
    """Keeps the record of one game, and a log of what was asked and told.

    The game begins with what lies there at the first look.
    """

    def __init__(self, game: AnyGame, record: Record, board: Board, pace: Pace) -> None:
        """Raises InputError where no camera can follow the game."""
        self.game, self.record, self.board = game, record, board
        self.session = Session(game, record, board, pace, set_up=True)
        self.outcome = Outcome(record)
        self.log = Log()
        self._unseen: dict[str, int] = {}
        self._counted: set[str] = set()

    def see(self, settled: Reading, name: str) -> None:
        """Take in the board at rest, as it was read in the look of this name."""
        hidden = [each for each, seen in settled.subjects.items() if seen.answer == HIDDEN]
        self._unseen = {each: self._unseen.get(each, 0) + 1 for each in hidden}
        self.session.see(settled, settled)
        self._look(name)

    def say(self, fact: Fact, by: Source) -> None:
        """Somebody says what he did."""
        self.record = self.session.say(self.record, fact, by)

    def answer(self, subject: str, given: str) -> None:
        """Somebody answers about a subject (``EMPTY``: nothing), and it is looked at with it."""
        self.session.say_lies(subject, given)
        self._look(AN_ANSWER)

    def finish(self) -> None:
        """Nothing more will be seen: look once more, and settle what waits.

        What was out of sight is asked.
        """
        self._look(THE_END)
        doubts = self._out_of_sight()
        self.outcome = replace(self.outcome, doubts=(*self.outcome.doubts, *doubts))
        self.log.asked += [(THE_END, doubt) for doubt in doubts]

    def count(self, counted: Mapping[str, int], by: Source) -> None:
        """Somebody counted what money these players have in the end: the record has it so.

        Raises InputError as ``check_countable`` does.
        """
        self.check_countable(counted)
        if self._counting is not None:
            for fact in self._counting(self._state, counted):
                self.record = self.record.add(Happened(fact), by)
        self._counted |= set(counted)

    def check_countable(self, players: Collection[str]) -> None:
        """Raise InputError where nobody is called so, or where counting settles nothing here."""
        if players and self._counting is None:
            raise InputError("nothing-to-count", self.game.about.name)
        names = [seat.name for seat in self.game.seats(self._state)]
        for player in players:
            if player not in names:
                raise InputError("nobody-counts", name=player, known=", ".join(names))

    @property
    def guesses(self) -> Sequence[Doubt]:
        """What nobody saw or said and was guessed, by the last outcome."""
        return [doubt for doubt in self.outcome.doubts if doubt.subject is None]

    @property
    def questions(self) -> Sequence[Doubt]:
        """Those of the guesses that only their own answer settles."""
        return self.guesses if self._counting is None else ()

    @property
    def to_count(self) -> Mapping[str, int]:
        """Whose money hangs on guesses, and what each has if these are right."""
        if self._counting is None or not self.guesses:
            return {}
        seats = self.game.seats(state := self._state)
        names = (seat.name for seat in seats if seat.name not in self._counted)
        return {name: state.bank.balance(name) for name in names}

    @property
    def _counting(self) -> Callable[[Any, Mapping[str, int]], Sequence[Fact]] | None:
        return None if self.game.watched is None else self.game.watched.counted

    @property
    def _state(self) -> Any:
        return last_state(self.game, self.record, self.board)

    def _look(self, name: str) -> None:
        outcome = self.session.look(self.record)
        if outcome is not None:
            self.outcome, self.record = outcome, outcome.record
            self.log.note(name, outcome)

    def _out_of_sight(self) -> list[Doubt]:
        """Of each subject that was not seen for long: where the record has nothing."""
        lies = last_position(self.game, self.record, self.board).places
        known = {*lies, *(each for doubt in self.outcome.doubts for each in doubt.subjects)}
        heard, seen = self.session.heard, self.session.settled
        return [
            Doubt((), subject, moves=seen is not None and seen.moves(subject))
            for subject, looks in self._unseen.items()
            if looks >= OUT_OF_SIGHT and subject not in known and heard[subject].answer == HIDDEN
        ]
