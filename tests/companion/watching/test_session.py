"""One table followed: what the camera sees and what people say become one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.play.at_table import AtTable
from companion.play.timeline import Moment
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen
from companion.records.record import (
    Act,
    Corrected,
    Fact,
    Happened,
    Record,
    Source,
    Undone,
    Who,
    write_record,
)
from companion.records.record import parse_record as read
from companion.store import Store
from companion.store.table import Request, Table
from companion.watching.answers import Answer, NotAskedError, NotHisError
from companion.watching.referee import Done, Pace, SetUpStep, Watched, is_set_up
from companion.watching.session import Session
from tests.toys.handed_over import as_game
from tests.toys.toy_game import GAME, HEADER, Call, Ferries, Sea

NOW = "2026-11-22T20:00:00+00:00"
BOARD = GAME.shipped_board()
UP = {"Ann": "apia", "Ben": "bora"}


def call(do: str, player: str, stop: str) -> Fact:
    return {"do": do, "player": player, "stop": stop}


BEGUN = (Happened(call("return", "Ann", "apia")), Happened(call("return", "Ben", "bora")))


class Waiting(Ferries):
    """The same game, whose camera waits until Ann's ferry is at Apia."""

    @property
    def watched(self) -> Watched:
        return replace(super().watched, set_up_steps=_first_ferry)


def _first_ferry(_: Sea, reading: Reading) -> tuple[SetUpStep, ...]:
    seen = reading.subjects["Ann"].answer
    return (
        SetUpStep("Ann", "apia", Done.THERE if seen == "apia" else Done.WRONG, seen),
        SetUpStep("buoy", "red", Done.WAITED_FOR, beside=True),
    )


class Evening:
    """A table of the toy game before a camera."""

    def __init__(self, path: Path, game: Ferries | None = None, *, begun: bool = True) -> None:
        self.game = as_game(game or Ferries())
        store = Store(path)
        number = store.begin(Record(HEADER), NOW)
        self.table: Table[Moment[Sea, Call]] = Table(
            AtTable(self.game, HEADER, BOARD), store, number
        )
        for act in BEGUN if begun else ():
            self.table.act(Request(act, self.table.view.revision, Source(Who.PERSON), NOW))
        self.session = Session(self.game, self.table.view.record, BOARD, Pace.LIVE)

    def look(self, answers: Mapping[str, str], sureness: float = 0.999, times: int = 2) -> None:
        seen = {
            who: Seen(stop, sureness, ((stop, sureness), (EMPTY, 1 - sureness)))
            for who, stop in answers.items()
        }
        reading = Reading({}, {}, pieces=seen)
        for _ in range(times):
            self.session.see(reading, reading)
            self.go_on()

    def go_on(self) -> None:
        view = self.table.view
        outcome = self.session.look(view.record, over=view.last.state.over)
        if outcome is not None:
            self.table.take_in(outcome.record, view.revision, NOW)

    def say(self, act: Act, name: str) -> Record | None:
        """What the session makes of what a player says; None: nothing but that."""
        told = self.session.told(self.table.view, act, Source(Who.PERSON, name))
        view = self.table.view
        if told is not None:
            self.table.take_in(told, view.revision, NOW)
        else:
            self.table.act(Request(act, view.revision, Source(Who.PERSON, name), NOW))
        return told

    def answer(self, place: str, piece: str, player: str | None) -> None:
        by = Source(Who.PERSON, player)
        self.session.answer(self.table.view.record, Answer(place, piece, by, player))
        for _ in range(2):
            self.go_on()

    @property
    def facts(self) -> list[Fact]:
        return [each.fact for each in self.table.view.facts]

    @property
    def afloat(self) -> dict[str, str]:
        return dict(self.table.view.last.state.at)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "table.sqlite")


def test_nothing_is_judged_before_anything_is_seen(evening: Evening) -> None:
    assert evening.session.look(evening.table.view.record) is None


def test_a_game_goes_through_watch_record_undo_correction_and_export(evening: Evening) -> None:
    evening.look(UP)
    evening.look({"Ann": "bora", "Ben": "bora"})
    evening.look({"Ann": "bora", "Ben": "cook"})
    assert evening.afloat == {"Ann": "bora", "Ben": "cook"}

    evening.say(Undone(4), "Ben")
    evening.look({"Ann": "bora", "Ben": "cook"}, times=3)
    assert evening.afloat == UP | {"Ann": "bora"}, "what is taken back stays so"

    evening.say(Happened(call("sail", "Ben", "apia")), "Ben")
    evening.look({"Ann": "bora", "Ben": "apia"})
    assert evening.afloat == {"Ann": "bora", "Ben": "apia"}

    evening.say(Corrected(evening.table.view.facts[-1].seq, call("sail", "Ben", "cook")), "Ben")
    evening.look({"Ann": "bora", "Ben": "apia"}, times=3)
    assert evening.afloat == {"Ann": "bora", "Ben": "cook"}, "he knows where he sailed"

    written = write_record(evening.table.view.record)
    assert read(written).entries == evening.table.view.record.entries
    assert evening.facts == [
        *(act.fact for act in BEGUN),
        call("sail", "Ann", "bora"),
        call("sail", "Ben", "cook"),
    ]


def test_before_the_table_is_set_up_nothing_is_written(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "table.sqlite", Waiting(), begun=False)

    evening.look({"Ann": "cook", "Ben": EMPTY})
    assert evening.facts == []
    assert [step.done for step in evening.session.steps] == [Done.WRONG, Done.WAITED_FOR]

    evening.look({"Ann": "apia", "Ben": EMPTY})
    assert evening.facts == [call("return", "Ann", "apia")]
    assert evening.session.steps == ()


def test_somebody_may_begin_as_it_lies(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "table.sqlite", Waiting(), begun=False)
    evening.look({"Ann": "cook", "Ben": EMPTY})

    evening.session.all_lies_so(Position({}, {}))
    evening.look({"Ann": "cook", "Ben": EMPTY})

    assert evening.facts == [call("return", "Ann", "cook")]


@pytest.mark.parametrize(
    ("steps", "ready"),
    [
        pytest.param([], True, id="nothing to lay out"),
        pytest.param([SetUpStep("a", "red", Done.THERE)], True, id="all there"),
        pytest.param([SetUpStep("a", "red", Done.WAITED_FOR)], False, id="one is missing"),
        pytest.param([SetUpStep("a", EMPTY, Done.WRONG, "red")], False, id="one too many"),
        pytest.param([SetUpStep("a", "red", Done.WRONG, beside=True)], True, id="beside"),
    ],
)
def test_what_stands_beside_the_places_is_not_waited_for(
    steps: list[SetUpStep], ready: bool
) -> None:
    assert is_set_up(steps) == ready


def test_when_the_game_is_over_nothing_more_is_written(evening: Evening) -> None:
    for stop in ("bora", "cook", "dili", "efate", "fiji"):
        evening.say(Happened(call("sail", "Ann", stop)), "Ann")
    over = len(evening.facts)

    evening.look({"Ann": "apia", "Ben": "cook"}, times=4)

    assert len(evening.facts) == over
    assert evening.session.outcome is None


def test_what_is_asked_is_answered_in_the_name_of_who_says_it(evening: Evening) -> None:
    evening.look(UP)
    evening.look({"Ann": "fiji", "Ben": "bora"}, sureness=0.6)
    assert evening.facts == [act.fact for act in BEGUN]

    evening.answer("Ann", "fiji", "Ann")

    assert evening.facts[2:] == [call("sail", "Ann", "fiji")]
    assert evening.table.view.facts[-1].by == Source(Who.PERSON, "Ann")


def test_only_what_is_asked_can_be_answered(evening: Evening) -> None:
    evening.look(UP)

    with pytest.raises(NotAskedError):
        evening.answer("Ann", "fiji", None)


def test_nobody_answers_for_what_another_did(evening: Evening) -> None:
    evening.look(UP)
    evening.look({"Ann": "fiji", "Ben": "bora"}, sureness=0.6)

    with pytest.raises(NotHisError) as refused:
        evening.answer("Ann", "fiji", "Ben")

    assert refused.value.player == "Ann"
    assert evening.facts == [act.fact for act in BEGUN]


def test_what_an_answer_would_change_is_told_and_nothing_is_changed(evening: Evening) -> None:
    evening.look(UP)
    evening.look({"Ann": "fiji", "Ben": "bora"}, sureness=0.6)
    record = evening.table.view.record

    told = evening.session.foresee(record, "Ann", "fiji")

    assert told.entries[-1].act == Happened(call("sail", "Ann", "fiji"))
    evening.look({"Ann": "fiji", "Ben": "bora"}, sureness=0.6)
    assert evening.table.view.record == record


def test_who_says_what_the_camera_has_written_confirms_it(evening: Evening) -> None:
    evening.look(UP)
    evening.look({"Ann": "fiji", "Ben": "bora"})

    evening.say(Happened(call("sail", "Ann", "fiji")), "Ann")

    assert evening.facts[2:] == [call("sail", "Ann", "fiji")]
    assert evening.table.view.facts[-1].by == Source(Who.PERSON, "Ann")


def test_a_game_that_no_camera_can_follow_is_refused_in_one_line() -> None:
    class ByHand(Ferries):
        watched = None  # type: ignore[assignment]

    with pytest.raises(InputError, match="Ferries: no camera can follow it"):
        Session(ByHand(), Record(HEADER), BOARD, Pace.LIVE)
