"""The slip that the demo shows: a piece laid against a rule, as the game draws it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.games import game_of
from companion.play.sight import GameTable
from companion.position import Position
from companion.records.facts import Word
from companion.records.record import Fact
from web.demo.lying import Lies, lying_in


@dataclass(frozen=True)
class Slip:
    """A fact that breaks a rule: its piece, where it lies, and what lies on the board with it.

    The camera asks about ``place``, and ``kind`` lies there; of a ship that sails it asks by the
    ship, which lies at a stop. It ``moved`` there, and goes
    back where it was.
    """

    fact: Fact
    place: str
    kind: str
    lies: Lies
    words: Collection[str]
    moved: bool = False

    @property
    def is_asked_about(self) -> bool:
        """Whether a camera that half sees it asks soon: of what is gone elsewhere it waits."""
        return not self.moved or self.place in dict(self.lies.standing)

    def is_at(self, fact: Fact) -> bool:
        """Whether a fact brought a piece to the same place."""
        if self.moved:
            return fact == self.fact
        return any(fact.get(word) == self.place for word in self.words)

    def without(self, position: Position) -> Position:
        """What lies on the board when it is taken back."""
        spaces, slots = (
            {place: kind for place, kind in lies.items() if place != self.place}
            for lies in (position.spaces, position.slots)
        )
        return Position(spaces, slots)


def a_slip(table: GameTable) -> Slip | None:
    """What would be shown now; None where nothing would be understood."""
    game, state = game_of(table.view.record), table.view.last.state
    event = None if game.self_play is None else game.self_play.slip(state)
    if event is None:
        return None
    fact = game.fact(event)
    place, kind = (game.about.held(fact, word) for word in (Word.AT, Word.PIECE))
    before, lies = lying_in(game, state), lying_in(game, game.apply(state, event))
    words = game.about.words_for(Word.AT)
    if kind is None:
        lay = before.answers.items()
        moved = [piece for piece in lies.answers.items() if piece not in lay]
        return next((Slip(fact, *piece, lies, words, moved=True) for piece in moved), None)
    return Slip(fact, str(place), str(kind), lies, words)


def is_time_for_slip(table: GameTable) -> bool:
    """Whether there is one to show, and it would be clear to all whose it is."""
    play = game_of(table.view.record).self_play
    is_time = play is not None and play.is_time_for_slip(table.view.last.state)
    return is_time and a_slip(table) is not None
