"""A game followed by itself: no table that others write to, nobody at a page, only its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.boards.board import Board
from companion.play.game import AnyGame
from companion.play.played import last_position
from companion.reading import HIDDEN, Reading
from companion.records.record import Fact, Record, Source
from companion.watching.log import Log
from companion.watching.referee import Pace
from companion.watching.ruling import Doubt, Ruling
from companion.watching.session import Session

THE_END = "the end"
AN_ANSWER = "an answer"
OUT_OF_SIGHT = 2
"""A place that was hidden in so many looks, up to the last, may hold what nobody saw laid."""


class Follower:
    """Keeps the record of one game, and a log of what was asked and told.

    The game begins with what lies there at the first look.
    """

    def __init__(self, game: AnyGame, record: Record, board: Board, pace: Pace) -> None:
        """Raises InputError where no camera can follow the game."""
        self.game, self.record, self.board = game, record, board
        self.session = Session(game, record, board, pace, set_up=True)
        self.ruling = Ruling(record)
        self.log = Log()
        self._unseen: dict[str, int] = {}

    def see(self, settled: Reading, name: str) -> None:
        """Take in the board at rest, as it was read in the look of this name."""
        hidden = [place for place, seen in settled.places.items() if seen.piece == HIDDEN]
        self._unseen = {place: self._unseen.get(place, 0) + 1 for place in hidden}
        self.session.see(settled, settled)
        self._look(name)

    def say(self, fact: Fact, by: Source) -> None:
        """Somebody says what he did."""
        self.record = self.session.say(self.record, fact, by)

    def answer(self, place: str, piece: str) -> None:
        """Somebody says what lies on a place (``EMPTY``: nothing), and it is looked at with it."""
        self.session.say_lies(place, piece)
        self._look(AN_ANSWER)

    def finish(self) -> None:
        """Nothing more will be seen: look once more, and settle what waits.

        What may lie on places that were out of sight is asked.
        """
        self._look(THE_END)
        doubts = self._out_of_sight()
        self.ruling = replace(self.ruling, doubts=(*self.ruling.doubts, *doubts))
        self.log.asked += [(THE_END, doubt) for doubt in doubts]

    @property
    def guesses(self) -> Sequence[Doubt]:
        """What nobody saw or said and was guessed, by the last ruling."""
        return [doubt for doubt in self.ruling.doubts if doubt.place is None]

    def _look(self, name: str) -> None:
        ruling = self.session.look(self.record)
        if ruling is not None:
            self.ruling, self.record = ruling, ruling.record
            self.log.note(name, ruling)

    def _out_of_sight(self) -> list[Doubt]:
        """What lies on each place that was not seen for long, and where the record has nothing."""
        lies = last_position(self.game, self.record, self.board).places
        known = {*lies, *(doubt.place for doubt in self.ruling.doubts)}
        heard = self.session.heard
        return [
            Doubt((), place)
            for place, looks in self._unseen.items()
            if looks >= OUT_OF_SIGHT and place not in known and heard[place].piece == HIDDEN
        ]
