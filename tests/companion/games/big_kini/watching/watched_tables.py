"""A table of Big Kini before a camera that errs nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from companion.games.big_kini.drawn.self_play import drawn
from companion.games.big_kini.game import GAME
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import is_for_tokens, lies
from companion.play.game import Seat
from companion.play.played import read_played
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Header, Record, Source, Who, effective_facts
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.companion.games.big_kini.tables import BOARD, COLOURS, NAMES

PERSON = Source(Who.PERSON, "table")
LOOKS = 9
"""So many looks are enough for what is waited for longest, but for a question."""


def seen_as(places: Mapping[str, str], sureness: float = 0.999) -> Reading:
    """What a camera sees that errs nowhere."""
    seen = {place: Seen(piece, sureness) for place, piece in places.items()}
    cells = {place: seen.pop(place) for place in [*seen] if place in BOARD.cells}
    return Reading(cells, seen)


class WatchedTable:
    """Who plays taps or lays; ``state`` is what truly lies there."""

    def __init__(self, count: int = 2, seed: int = 1, **options: str) -> None:
        seats = [Seat(*each) for each in zip(NAMES[:count], COLOURS, strict=False)]
        setup = dict(GAME.begin(seats, options, BOARD))
        self.state: State = GAME.start(setup, BOARD)
        self.follower = Follower(GAME, Record(Header("big_kini", setup)), BOARD, Pace.LIVE)
        random = Random(seed)
        while self.state.phase is not Phase.PLAYING:
            event = drawn(self.state, random)
            assert event is not None
            self.says(event)
        self.looks_at(lies(self.state))
        self.begun = len(self.facts)

    @property
    def facts(self) -> Sequence[e.Event]:
        """What the record tells."""
        return [event for _, event in read_played(GAME, self.follower.record, BOARD).facts]

    @property
    def new(self) -> Sequence[e.Event]:
        """What it tells since the first round began."""
        return self.facts[self.begun :]

    @property
    def told(self) -> State:
        """Where the record stands."""
        state = read_played(GAME, self.follower.record, BOARD).start
        for event in self.facts:
            state = GAME.apply(state, event)
        return state

    @property
    def by_camera(self) -> set[object]:
        """What the camera wrote, by what it does."""
        facts = effective_facts(self.follower.record.entries)
        return {each.fact["do"] for each in facts if each.by.who is Who.CAMERA}

    def says(self, event: e.Event) -> None:
        """Somebody does a thing, and taps it."""
        self.state = GAME.apply(self.state, event)
        self.follower.say(GAME.fact(event), PERSON)

    def does(self, *events: e.Event) -> None:
        """Somebody does things, and the table is looked at after them."""
        for event in events:
            self.state = GAME.apply(self.state, event)
        self.looks_at(lies(self.state))

    def looks_at(self, places: Mapping[str, str], looks: int = LOOKS) -> None:
        """The table is seen so; a place is read only where the record has its atoll."""
        for look in range(looks):
            known = lies(self.told)
            read = {at: places.get(at, EMPTY) for at in known if _is_read(at, known, places)}
            self.follower.see(seen_as(read), str(look))

    def a(self, kind: type, **of: str) -> e.Event:
        """The first thing of a kind that may be done now, with these fields."""
        for choice in GAME.choices(self.state):
            event = choice.event
            if isinstance(event, kind) and all(getattr(event, f) == v for f, v in of.items()):
                return event
        raise AssertionError(kind)


def _is_read(place: str, known: Mapping[str, str], places: Mapping[str, str]) -> bool:
    """Whether a place lies where the reader looks for it."""
    cell = "/".join(place.split("/")[:2])
    return place in BOARD.cells or is_for_tokens(place) or known.get(cell) == places.get(cell)


def token(table: WatchedTable, action: str, column: str = "double") -> e.Event:
    """The token of who is at turn."""
    return table.a(e.TokenPlaced, space=f"board/{action}/{column}")


def look_on(table: WatchedTable, doubtful: str, looks: int = LOOKS) -> None:
    """The table as it lies, but that one place may as well be bare."""
    for look in range(looks):
        reading = seen_as(lies(table.state))
        likely = ((EMPTY, 0.7), (reading.slots[doubtful].answer, 0.3))
        slots = {**reading.slots, doubtful: Seen(*likely[0], likely)}
        table.follower.see(replace(reading, slots=slots), f"half {look}")
