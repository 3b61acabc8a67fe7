"""Three players of Long Cours, and a camera that sees what a test shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.long_cours.game import GAME
from companion.games.long_cours.state.lying import lies
from companion.play.game import Seat
from companion.play.played import read_played
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Fact, Happened, Header, Record, Source, Who, effective_facts
from companion.watching.outcome import Outcome
from companion.watching.referee import Pace
from tests.companion.games.long_cours.tables import BOARD, NAMES, SHIPS

Answers = Mapping[str, str]
PERSON = Source(Who.PERSON, "table")
LONG = 10
"""So many looks that nobody waits any more."""


def did(do: str, player: str, **words: Any) -> dict[str, Any]:
    return {"do": do, "player": player, **words}


SAILING = (
    did("place", "Ann", stop="marseille"),
    did("place", "Ben", stop="londres"),
    did("place", "Cleo", stop="sydney"),
    did("buy", "Ann", product="cloth", millions=1),
    did("done", "Ann"),
    did("done", "Ben"),
    did("done", "Cleo"),
)
"""The second round begins: Ann has loaded a million of cloth, and it is her turn."""
HERS = (
    did("auction", "Ann"),
    did("bid", "Ann", millions=6),
)


class Table:
    """Three players, and a camera that sees what a test shows it."""

    def __init__(self, facts: tuple[Fact, ...] = SAILING) -> None:
        seats = [Seat(*each) for each in zip(NAMES[:3], SHIPS, strict=False)]
        self.record = Record(Header("long_cours", dict(GAME.begin(seats, {}, BOARD))))
        for fact in facts:
            self.record = self.record.add(Happened(fact), PERSON)
        self.begun = len(self.facts)
        assert GAME.watched is not None
        self.referee = GAME.watched.referee(BOARD, Pace.LIVE)
        self.see({}, 3)

    @property
    def facts(self) -> list[Fact]:
        return [each.fact for each in effective_facts(self.record.entries)]

    @property
    def new(self) -> list[Fact]:
        """What has been written since."""
        return self.facts[self.begun :]

    @property
    def state(self) -> Any:
        played = read_played(GAME, self.record, BOARD)
        state = played.start
        for _, event in played.facts:
            state = GAME.apply(state, event)
        return state

    def see(self, changed: Answers, looks: int = LONG) -> Outcome:
        """Look so often at the table by the record, but for what is changed."""
        answers = {**lies(self.state), **changed}
        for _ in range(looks):
            outcome = self.referee.look(self.record, seen_as(answers))
            self.record = outcome.record
        return outcome

    def half_see(
        self, changed: Answers, half: Mapping[str, tuple[str, float]], looks: int = LONG
    ) -> Outcome:
        """The same, but some ships or goods are seen less than surely: where, and how surely."""
        for _ in range(looks):
            seen = seen_as({**lies(self.state), **changed})
            doubtful = {what: Seen(*glimpse) for what, glimpse in half.items()}
            goods = {stop: doubtful.pop(stop) for stop in half if stop in BOARD.stops}
            spaces, pieces = {**seen.spaces, **goods}, {**seen.pieces, **doubtful}
            reading = replace(seen, spaces=spaces, pieces=pieces)
            outcome = self.referee.look(self.record, reading)
            self.record = outcome.record
        return outcome

    def glimpse(
        self, shares: Mapping[str, tuple[tuple[str, float], ...]], looks: int = LONG
    ) -> Outcome:
        """Look so often at a table where some ships have several likely stops each."""
        for _ in range(looks):
            seen = seen_as(lies(self.state))
            doubtful = {ship: Seen(*likely[0], likely) for ship, likely in shares.items()}
            outcome = self.referee.look(
                self.record, replace(seen, pieces={**seen.pieces, **doubtful})
            )
            self.record = outcome.record
        return outcome

    def say(self, fact: Fact) -> None:
        self.record = self.referee.say(self.record, fact, PERSON)

    @property
    def found(self) -> list[str]:
        """The codes of all findings."""
        played = read_played(GAME, self.record, BOARD)
        state, codes = played.start, []
        for _, event in played.facts:
            codes += [found.code for found in GAME.findings(state, event)]
            state = GAME.apply(state, event)
        return codes


def owning(at: str, **ships: str) -> tuple[Fact, ...]:
    """Ann owns the corsair; it and the others lie where it is said."""
    rich = {"do": "pay", "from": "bank", "to": "Ann", "amount": 20, "mends": 0}
    zone = BOARD.stops[at].zone // 11
    moves = tuple(did("direct", name, stop=stop) for name, stop in ships.items())
    return (
        *SAILING,
        rich,
        *HERS,
        did("done", "Ann"),
        did("done", "Ben"),
        did("done", "Cleo"),
        did("corsair_enters", "Ann", die=zone, stop=at),
        did("done", "Ann"),
        *moves[:1],
        did("done", "Ben"),
        *moves[1:],
        did("done", "Cleo"),
    )


def glimpsed(**shares: float) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(shares.items(), key=lambda pair: -pair[1]))


def cleo_wrecked() -> Table:
    """A table where Cleo has lost her ship, and it is Ben's turn."""
    table = Table()
    table.say(did("storm", "Ann", zone=33))
    table.say(did("done", "Ann"))
    table.see({})
    table.begun = len(table.facts)
    return table


def done(table: Table) -> list[Fact]:
    """What was written, but for the ends of turns."""
    return [fact for fact in table.new if fact["do"] != "done"]


def seen_as(answers: Mapping[str, str], sureness: float = 0.999) -> Reading:
    """What a camera sees that errs nowhere."""
    piles = {stop.id for stop in BOARD.stranding_places.values()}
    kinds = {"black", *GAME.roles(BOARD)}
    return Reading(
        {stop: Seen(answers.get(stop, EMPTY), sureness) for stop in sorted(piles)},
        {},
        pieces={kind: Seen(answers.get(kind, EMPTY), sureness) for kind in sorted(kinds)},
    )
