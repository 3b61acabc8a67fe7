"""South Seas as it is watched: its referee, its questions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.boards.board import Board
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import Event
from companion.games.carcassonne_south_seas.watching.habits import HABITS
from companion.games.carcassonne_south_seas.watching.lying import (
    came,
    held_back,
    lies,
    told_apart,
)
from companion.reading import Reading
from companion.records.record import Record
from companion.watching.moving_pieces.by_choices import ByChoices, what_happened
from companion.watching.referee import Pace, Referee, Watched
from companion.watching.ruling import Ruling

if TYPE_CHECKING:
    from companion.play.game import Game


class AtATable(ByChoices[State, Event]):
    """Finds what was done on a table of tiles."""

    _came: tuple[str, ...] = ()
    """The cells with a tile that nobody has written down yet, as they came."""

    def look(self, record: Record, reading: Reading) -> Ruling:
        """Explain what is seen otherwise than it lies by the record."""
        state = self._recall_apart(record).state
        told = told_apart(reading, state)
        self._came = came(told, state, self._came)
        return super().look(record, held_back(told, self._came))


def watched(game: Game[State, Event]) -> Watched:
    """What the house is handed to follow a table."""

    def referee(board: Board, pace: Pace) -> Referee:
        return AtATable(game, lies, board, patient=pace is Pace.LIVE, habits=HABITS)

    return Watched(referee, asked=partial(what_happened, game))
