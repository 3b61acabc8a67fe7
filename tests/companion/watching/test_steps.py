"""Where a record stands is worked out once, however often and otherwise it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.long_cours.game import GAME
from companion.play.game import Seat
from companion.records.record import Fact, Happened, Header, Record
from companion.watching.moving_pieces.tellings import Recalling
from companion.watching.steps import Steps
from tests.companion.games.long_cours.tables import BOARD, NAMES, SHIPS

HEADER = Header(
    "long_cours",
    dict(GAME.begin([Seat(*each) for each in zip(NAMES[:2], SHIPS, strict=False)], {}, BOARD)),
)


def did(do: str, player: str, **words: Any) -> Fact:
    return {"do": do, "player": player, **words}


PLACED = (did("place", "Ann", stop="marseille"), did("place", "Ben", stop="londres"))
TURNS = tuple(did("done", player) for player in ("Ann", "Ben") * 5)


def record(*facts: Fact) -> Record:
    told = Record(HEADER)
    for fact in facts:
        told = told.add(Happened(fact))
    return told


class Counted:
    """A game that counts how often it goes on by a fact."""

    def __init__(self, kept: int = 100) -> None:
        self.applied = 0
        self.game = replace(GAME, apply=self._apply)
        self.steps = Steps(self.game, lambda _state, _event: 0.0, kept)
        self.recalling = Recalling(self.game, BOARD, self.steps)

    def _apply(self, state: Any, event: Any) -> Any:
        self.applied += 1
        return GAME.apply(state, event)


def test_a_record_told_otherwise_goes_on_from_where_it_parts() -> None:
    counted = Counted()
    told = counted.recalling.told(record(*PLACED, *TURNS), None)
    whole = counted.applied

    sailed = did("move", "Ann", stop="alger")
    again = counted.recalling.told(record(*PLACED, *TURNS[:-1], sailed), told)

    assert (whole, counted.applied) == (len(PLACED) + len(TURNS), whole + 1)
    assert again.state.captain("Ann").at == "alger"
    assert [*again.before[:-1], again.before[-1]] == [*told.before[:-1], told.before[-1]]


def test_what_was_told_before_is_not_worked_out_again() -> None:
    """Told one way, the other way, and the first way again, as from look to look."""
    counted = Counted()
    one, other = record(*PLACED, *TURNS), record(*reversed(PLACED), *TURNS)
    first = counted.recalling.told(one, None)
    begun = counted.recalling.told(other, first)
    applied = counted.applied

    for told in (one, other, one):
        begun = counted.recalling.told(told, begun)

    assert counted.applied == applied
    assert begun.state is first.state


def test_the_same_record_is_the_same_telling() -> None:
    counted = Counted()
    told = counted.recalling.told(record(*PLACED), None)

    assert counted.recalling.told(record(*PLACED), told) is told


def test_steps_that_nobody_asks_for_are_forgotten() -> None:
    """And those that are forgotten are worked out again, alike."""
    counted = Counted(kept=2)
    start = counted.recalling.start(record())
    stops = ("marseille", "londres", "sydney", "perth", "alger")
    first = counted.steps.told(start, did("place", "Ann", stop=stops[0])).after
    for stop in stops[1:]:
        counted.steps.told(start, did("place", "Ann", stop=stop))
    applied = counted.applied

    again = counted.steps.told(start, did("place", "Ann", stop=stops[0])).after

    assert counted.applied == applied + 1
    assert again == first
