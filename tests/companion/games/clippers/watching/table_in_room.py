"""A table with two players and a camera over it, for tests of the referee."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import DEFAULT, Rulings
from companion.games.clippers.terms.players import Player
from companion.games.clippers.watching.referee import ClippersTable
from companion.games.clippers.watching.search.prices import LIVE, Prices
from companion.reading import EMPTY, Reading, Seen, ShipSeen
from companion.records.record import Fact, Source, Who, facts_of
from companion.watching.laid_pieces.referee import LaidPieces
from companion.watching.outcome import Outcome
from tests.whole_games import new_record

BOARD = read_shipped_board()
ANNA, BEN = "Anna", "Ben"
PERSON = Source(Who.PERSON)
RED = ["h-red--malden/0/0", "h-red--malden/0/1"]
BLACK = "h-black--gambier/0/0"
GREEN = "h-green--hiva-oa/0/0"


class TableInRoom:
    """A table with two players, and a camera over it."""

    def __init__(
        self, prices: Prices = LIVE, *, patient: bool = True, rulings: Rulings = DEFAULT
    ) -> None:
        game = new_game(BOARD, [Player(ANNA, "american", 0), Player(BEN, "japanese", 0)], rulings)
        self.start = set_up(game)
        self.record = new_record(self.start)
        self.referee = LaidPieces(ClippersTable(BOARD, prices), patient=patient)
        self.lies: dict[str, str] = {**self.start.slots}
        self.ships: tuple[ShipSeen, ...] = ()
        self.gone: tuple[ShipSeen, ...] = ()
        self.outcome = Outcome(self.record)

    def say(self, *facts: Fact) -> None:
        for fact in facts:
            self.record = self.referee.say(self.record, fact, PERSON)

    def both_pass(self) -> None:
        self.say({"do": "pass", "player": ANNA}, {"do": "pass", "player": BEN})

    def look(self, times: int = 2) -> Outcome:
        for _ in range(times):
            self.see({})
        return self.outcome

    def see(self, odd: Mapping[str, Seen]) -> Outcome:
        """One look at what lies on the board; ``odd`` places are seen as given."""
        places = {p: self._clear(self.lies.get(p, EMPTY)) for p in (*BOARD.spaces, *BOARD.slots)}
        places |= odd
        reading = Reading(
            {place: places[place] for place in BOARD.spaces},
            {place: places[place] for place in BOARD.slots},
            self.ships,
            gone=self.gone,
        )
        self.outcome = self.referee.look(self.record, reading)
        self.record = self.outcome.record
        return self.outcome

    def lay(self, piece: str, *places: str) -> Outcome:
        self.lies.update(dict.fromkeys(places, piece))
        return self.look()

    def take(self, place: str) -> Outcome:
        del self.lies[place]
        return self.look()

    @staticmethod
    def _clear(piece: str) -> Seen:
        return Seen(piece, 0.999, ((piece, 0.999),))

    @property
    def state(self) -> State:
        file = from_record(self.record, BOARD)
        return last_state(file, tuple(steps(file)))

    @property
    def facts(self) -> list[str]:
        """The facts that count, in short."""
        words = []
        for fact in facts_of(self.record):
            about = fact.get("space", fact.get("slot", fact.get("card", fact.get("phase", ""))))
            words.append(f"{fact['player']} {fact['do']} {about}".strip())
        return words
