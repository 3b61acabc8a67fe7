"""A place that is read wrongly look after look: it is asked about, and then told as it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import DEFAULT
from companion.games.clippers.terms.events import Event, MarkerMoved, MarkerPlaced, StickLaid
from companion.games.clippers.watching.referee import ClippersTable
from companion.games.clippers.watching.search.prices import LIVE, SAID
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import Record, Source, Who, facts_of
from companion.watching.laid_pieces.referee import LaidPieces
from tests.companion.games.clippers.watching.table_in_room import (
    ANNA,
    BEN,
    BLACK,
    GREEN,
    RED,
    TableInRoom,
)
from tests.whole_games import GAMES, new_record, read_game

FILE = read_game(GAMES / "3-players-stuck.jsonl")
FACTS = tuple(event for _, event in FILE.facts)[:120]
BOARD = FILE.start.game.chart.board
PERSON = Source(Who.PERSON)
BLUE = "h-blue--pitcairn/0/0"
LAID = [at for at, event in enumerate(FACTS) if isinstance(event, StickLaid)]


@dataclass
class Watched:
    """A game before a camera to which one place shows something else, however surely.

    People say what can't be seen, and what lies there when they are asked about it.
    """

    place: str
    shows: str
    record: Record = field(default_factory=lambda: new_record(FILE.start))
    asked: list[str] = field(default_factory=list)
    warned: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.referee = LaidPieces(ClippersTable(BOARD, LIVE))

    def play(self, facts: Sequence[Event]) -> tuple[State, list[Event]]:
        state = FILE.start
        for event in facts:
            state = apply(state, event)
            if not isinstance(event, StickLaid | MarkerPlaced | MarkerMoved):
                self.record = self.referee.say(self.record, event_json(event), PERSON)
                continue
            for _ in range(2):
                self.look(state)
        file = from_record(self.record, BOARD)
        return last_state(file, tuple(steps(file))), [event for _, event in file.facts]

    def look(self, state: State) -> None:
        lies = {**state.spaces, **state.slots}
        seen = {p: lies.get(p, EMPTY) for p in (*BOARD.spaces, *BOARD.slots)}
        if self.place in lies:
            seen[self.place] = self.shows
        read = {p: Seen(kind, 0.999, ((kind, 0.999),)) for p, kind in seen.items()}
        reading = Reading({p: read[p] for p in BOARD.spaces}, {p: read[p] for p in BOARD.slots})
        outcome = self.referee.look(self.record, reading)
        self.record = outcome.record
        self.warned.update(outcome.told)
        for doubt in outcome.doubts:
            if doubt.subject is not None and doubt.subject not in self.asked:
                self.asked.append(doubt.subject)
                self.referee.answer(doubt.subject, lies.get(doubt.subject, EMPTY))


def as_it_was(state: State) -> tuple[object, ...]:
    return state.position, [state.money(name) for name in state.players]


def laid_by(facts: Sequence[Event]) -> set[tuple[str, str]]:
    return {(event.player, event.space) for event in facts if isinstance(event, StickLaid)}


@pytest.mark.parametrize("at", [LAID[number] for number in (3, 14, 30)])
@pytest.mark.parametrize("shows", ["another", EMPTY])
def test_it_is_asked_about_and_the_game_is_told_as_it_was(at: int, shows: str) -> None:
    stick = FACTS[at]
    assert isinstance(stick, StickLaid)
    kinds = [name for name in FILE.start.companies if name != stick.company]
    table = Watched(stick.space, EMPTY if shows == EMPTY else kinds[at % len(kinds)])

    told, facts = table.play(FACTS)

    assert as_it_was(told) == as_it_was(replay(FILE.start, FACTS))
    # Of a stick that nobody saw come, nobody knows in which of two turns that lacked one it came.
    assert shows == EMPTY or laid_by(facts) == laid_by(FACTS)
    assert stick.space in table.asked
    assert len(table.asked) <= 2
    assert table.warned == set()  # What hangs on a question waits for its answer.


def test_a_marker_moves_though_another_like_it_is_never_seen() -> None:
    table = TableInRoom(rulings=replace(DEFAULT, port_price=2))
    unseen, origin = [slot for slot, nation in table.lies.items() if nation == "american"][:2]
    nothing = {unseen: Seen(EMPTY, 0.999, ((EMPTY, 0.999),))}
    table.see(nothing)
    table.see(nothing)
    table.say({"do": "card", "player": ANNA, "card": "port"}, {"do": "pass", "player": BEN})
    table.lies["fiji/0"] = table.lies.pop(origin)
    table.see(nothing)
    table.see(nothing)
    table.lies[RED[0]] = "red"
    table.see(nothing)

    assert f"Anna move_marker {origin}" in [
        f"{fact['player']} {fact['do']} {fact.get('from')}" for fact in facts_of(table.record)
    ]
    assert table.state.spaces == {RED[0]: "red"}


@pytest.mark.parametrize("sticks", [(RED[0], BLACK, GREEN), (RED[0], BLACK, GREEN, BLUE)])
def test_a_marker_moves_however_much_is_seen_with_it(sticks: Sequence[str]) -> None:
    """More than five pieces are not told in every order; a marker that is gone and come is one."""
    table = TableInRoom(SAID, patient=False)
    table.say({"do": "card", "player": ANNA, "card": "port"}, {"do": "pass", "player": BEN})
    origin = next(slot for slot, nation in table.lies.items() if nation == "american")
    table.lies["fiji/0"] = table.lies.pop(origin)
    table.lies |= {space: space.split("-")[1] for space in sticks}
    table.look(1)

    assert table.state.round == 1
    assert {**table.state.slots, **table.state.spaces} == table.lies
    assert table.outcome.drift == ()


def test_a_doubtful_look_takes_no_marker_of_another_turn_away() -> None:
    """In phase 1 no turn is said to be over; what lay rightly before the next act stays."""
    table = TableInRoom()
    for player, slot in (("american", "fiji/0"), ("japanese", "fiji/1"), ("red", RED[0])):
        table.lay(player, slot)
    told = table.facts

    table.see({"fiji/0": Seen(EMPTY, 0.92, ((EMPTY, 0.92), ("american", 0.08)))})

    assert table.facts == told


def test_a_marker_of_this_turn_may_be_taken_back() -> None:
    table = TableInRoom()
    table.lay("american", "fiji/0")

    table.take("fiji/0")

    assert table.facts == []


def test_who_is_passed_over_in_phase_1_is_asked_what_he_did_unless_the_marker_is_his() -> None:
    table = TableInRoom()
    table.lay("japanese", "fiji/0")
    marker, guess = table.outcome.doubts
    assert marker.subject == "fiji/0"
    assert (guess.subject, guess.about["player"]) == (None, ANNA)

    table.referee.answer("fiji/0", "american")
    table.look()

    assert table.facts == ["Anna marker fiji/0"]
    assert table.outcome.doubts == ()


def test_an_answer_holds_until_the_piece_is_seen_to_be_gone() -> None:
    table = TableInRoom()
    table.lay("japanese", "fiji/0")
    table.referee.answer("fiji/0", "american")
    table.look()
    assert table.state.slots["fiji/0"] == "american"

    table.take("fiji/0")

    assert "fiji/0" not in table.state.slots
