"""The referee of a table of atolls: tiles lie in the turn in which they are seen.

Who taps which atoll he chose or turned up need not say how he turned it: the camera sees that.
"""

from __future__ import annotations

from companion.boards.board import Board
from companion.files.fields import Field
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Event, IncomeTaken
from companion.games.big_kini.watching.habits import habits_on
from companion.games.big_kini.watching.lying import lies, told_apart, turned_otherwise
from companion.play.game import Game
from companion.reading import HIDDEN, Reading
from companion.records.record import Fact, Happened, Record, Source, effective_facts
from companion.records.retelling import retell
from companion.watching.moving_pieces.by_choices import ByChoices
from companion.watching.moving_pieces.sightings import SURE
from companion.watching.outcome import Outcome


class AtATable(ByChoices[State, Event]):
    """Finds what was done on a table of atolls."""

    def __init__(self, game: Game[State, Event], board: Board, *, patient: bool = True) -> None:
        """``patient``: looks are cheap, so what changed is looked at more than once."""
        super().__init__(game, lies, board, patient=patient, habits=habits_on(board))
        self._tiles: dict[str, str] = {}

    def look(self, record: Record, reading: Reading) -> Outcome:
        """Explain what is seen otherwise than it lies by the record."""
        state = self._recall_apart(record).state
        reading = told_apart(reading, state)
        self._tiles = {
            cell: seen.answer
            for cell, seen in reading.spaces.items()
            if seen.answer != HIDDEN and seen.confidence >= SURE
        }
        return super().look(self._turned(record, state), reading)

    def say(self, record: Record, fact: Fact, by: Source) -> Record:
        """Write down what somebody says he did; how his atoll lies has been seen."""
        seen = self._tiles.get(str(fact.get("cell")), "")
        if _same_atoll(seen, fact.get("atoll")):
            fact = {**fact, "atoll": seen}
        if self._is_taken_again(record, fact):
            return record.add(Happened(fact), by)
        return super().say(record, fact, by)

    def _is_taken_again(self, record: Record, fact: Fact) -> bool:
        """Whether a card lets him take an income again, where his marker lies already."""
        state = self._recall_apart(record).state
        event = self.game.parse(Field(fact), state)
        if not isinstance(event, IncomeTaken) or event.place not in state.used:
            return False
        return not self.game.findings(state, event)

    def _turned(self, record: Record, state: State) -> Record:
        """The record with each atoll in the turn in which it is seen to lie."""
        turned = turned_otherwise(state, self._tiles)
        if not turned:
            return record
        told = [(each.fact, each.by) for each in effective_facts(record.entries)]
        for at, (fact, by) in enumerate(told):
            tile = turned.get(str(fact.get("cell")), "")
            if _same_atoll(tile, fact.get("atoll")):
                told[at] = {**fact, "atoll": tile}, by
        return retell(record, told)


def _same_atoll(tile: str, said: object) -> bool:
    return bool(tile) and tile.partition("/")[0] == str(said).partition("/")[0]
