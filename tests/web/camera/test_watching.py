"""The camera and the people write one record: each thing once, and a person's word stands."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.play.game import Seat
from companion.reading import EMPTY, HIDDEN, Seen
from companion.records.record import Happened, Source, Undone, Who
from companion.watching.answers import NotAskedError, NotHisError
from companion.watching.drift import Differs
from tests.web.camera.watched_tables import (
    EMPTY_BOARD,
    FIRST,
    HALF_SEEN,
    SECOND,
    WHITE,
    WatchedTable,
    bare,
    stick,
    wait_for,
    watched,
)
from tests.web.tables import BOARD
from vision.picture import camera
from vision.picture.arrays import Image
from vision.picture.camera import CameraState
from vision.watch import ON_CALL, Watching
from web.watching import watch as watching

__all__ = ["bare", "watched"]


def test_a_stick_that_is_laid_is_written_down_once(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"}, times=6)

    assert watched.facts[3:] == [stick(FIRST)]
    entry = watched.table.view.record.entries[3]
    assert (entry.by.who, entry.at) == (Who.CAMERA, watched.host.clock())


def test_an_answer_counts_at_once_even_where_it_breaks_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What breaks a rule is looked at twice before it is believed; a person is not."""
    monkeypatch.setattr(watching, "BETWEEN_S", 0.0)
    patient = replace(ON_CALL, still_s=0.5, rarely_s=0.0)
    table = WatchedTable(tmp_path / "table.sqlite", patient)
    try:
        table.show(3)
        table.set_up()
        for player in ("Benjamin", "Pauline", "Jean-Luc"):
            table.say("pass", player)
        table.doubt(SECOND, ("red", 0.85), (EMPTY, 0.15))
        outcome = table.show(4).outcome
        assert outcome is not None
        assert [doubt.subject for doubt in outcome.doubts] == [SECOND]

        table.answer(SECOND, "red")

        assert stick(SECOND) in table.facts
    finally:
        table.close()


def test_what_was_tapped_first_is_not_written_again(watched: WatchedTable) -> None:
    watched.act(Happened(stick(FIRST)))
    watched.lay({FIRST: "red"}, times=4)

    assert watched.facts[3:] == [stick(FIRST)]
    assert watched.table.view.record.entries[3].by.who is Who.PERSON


def test_until_it_is_laid_nobody_calls_it_missing(watched: WatchedTable) -> None:
    watched.act(Happened(stick(FIRST)))

    outcome = watched.show(5).outcome

    assert outcome is not None
    assert outcome.drift == ()


def test_a_hand_over_a_stick_unrecords_nothing(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.doubt(FIRST, (HIDDEN, 0.99), (EMPTY, 0.01))

    assert watched.show(5).outcome is not None
    assert watched.facts[3:] == [stick(FIRST)]
    assert watched.glance.outcome is not None
    assert watched.glance.outcome.drift == ()


@pytest.mark.parametrize("which", ["the stick", "the end of the turn"])
def test_what_is_undone_stays_undone_though_it_still_lies_there(
    which: str, watched: WatchedTable
) -> None:
    watched.lay({FIRST: "red"})
    assert [f.fact["do"] for f in watched.table.view.facts[3:]] == ["stick", "done"]

    watched.act(Undone(4 if which == "the stick" else 5))
    watched.show(5)
    assert watched.table.view.facts[3:] == ()

    watched.lay({FIRST: EMPTY})
    watched.lay({WHITE: "white"})
    assert watched.facts[3:] == [stick(WHITE, "white")]


def test_an_answer_settles_a_question(watched: WatchedTable) -> None:
    outcome = watched.doubt(FIRST, *HALF_SEEN).outcome
    assert outcome is not None
    assert [doubt.subject for doubt in outcome.doubts] == [FIRST]

    watched.answer(FIRST, "red")
    assert watched.facts[3:] == [stick(FIRST)]
    watched.show(4)

    outcome = watched.glance.outcome
    assert outcome is not None
    assert (*outcome.doubts, *outcome.drift) == ()
    assert watched.facts[3:] == [stick(FIRST)]


def test_an_answer_is_written_down_with_who_gave_it(watched: WatchedTable) -> None:
    watched.doubt(FIRST, *HALF_SEEN)
    watched.answer(FIRST, "red", "Benjamin")

    said = watched.table.view.record.entries[3]
    assert (said.act, said.by) == (Happened(stick(FIRST)), Source(Who.PERSON, "Benjamin"))


@pytest.mark.parametrize("piece", ["red", EMPTY])
def test_a_player_answers_for_nobody_else(piece: str, watched: WatchedTable) -> None:
    """Benjamin laid it: neither does Pauline write it down for him, nor say that he did not."""
    watched.doubt(FIRST, *HALF_SEEN)
    with pytest.raises(NotHisError, match="Benjamin"):
        watched.answer(FIRST, piece, "Pauline")
    watched.show(2)

    assert watched.facts[3:] == []
    assert watched.glance.outcome is not None
    assert [doubt.subject for doubt in watched.glance.outcome.doubts] == [FIRST]
    watched.answer(FIRST, "red", "Benjamin")
    assert watched.facts[3:] == [stick(FIRST)]


@pytest.mark.parametrize("player", ["Benjamin", None])
def test_what_is_not_asked_is_not_answered(player: str | None, watched: WatchedTable) -> None:
    watched.show(2)
    with pytest.raises(NotAskedError):
        watched.answer(WHITE, "white", player)
    watched.doubt(FIRST, *HALF_SEEN)
    with pytest.raises(NotAskedError):
        watched.answer(WHITE, "white", player)
    watched.answer(FIRST, EMPTY, player)
    watched.show(3)

    with pytest.raises(NotAskedError):
        watched.answer(FIRST, "red", player)
    assert watched.facts[3:] == []


def test_a_difference_is_for_who_keeps_the_bank(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    watched.lay({FIRST: EMPTY}, times=4)

    with pytest.raises(NotAskedError):
        watched.answer(FIRST, "red", "Benjamin")
    watched.answer(FIRST, "red")


def test_nothing_there_is_an_answer_too(watched: WatchedTable) -> None:
    watched.doubt(FIRST, *HALF_SEEN)
    assert watched.facts[3:] == []

    watched.answer(FIRST, EMPTY)
    outcome = watched.show(4).outcome

    assert outcome is not None
    assert outcome.doubts == ()
    assert watched.facts[3:] == []


def test_a_knocked_stick_is_missing_until_it_is_put_back(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    outcome = watched.lay({FIRST: EMPTY}, times=4).outcome
    assert outcome is not None
    assert [(each.subject, each.differs) for each in outcome.drift] == [(FIRST, Differs.MISSING)]
    assert watched.facts[3] == stick(FIRST)

    outcome = watched.lay({FIRST: "red"}).outcome
    assert outcome is not None
    assert outcome.drift == ()


def test_a_missing_stick_may_be_taken_for_gone(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    watched.lay({FIRST: EMPTY}, times=4)

    watched.act(Undone(4))

    assert FIRST not in watched.position.spaces
    outcome = watched.show(4).outcome
    assert outcome is not None
    assert outcome.drift == ()
    assert FIRST not in watched.position.spaces


def test_the_camera_may_be_told_that_it_errs(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    watched.lay({FIRST: EMPTY}, times=4)

    watched.answer(FIRST, "red")
    outcome = watched.show(4).outcome

    assert outcome is not None
    assert outcome.drift == ()
    assert watched.position.spaces[FIRST] == "red"


def test_who_tells_late_what_he_did_takes_the_place_of_a_guess(bare: WatchedTable) -> None:
    bare.set_up()
    bare.say("pass", "Benjamin")
    bare.lay({FIRST: "red"})
    outcome = bare.glance.outcome
    assert outcome is not None
    guessed = [doubt.about["player"] for doubt in outcome.doubts]
    assert guessed == ["Pauline", "Jean-Luc"]

    bare.say("card", "Pauline", card="3x")
    bare.say("pass", "Jean-Luc")

    cards = [each.fact for each in bare.table.view.facts if each.fact["do"] in ("card", "pass")]
    assert [fact.get("card") for fact in cards] == [None, "3x", None]
    assert bare.glance.outcome is not None
    assert bare.glance.outcome.doubts == ()
    assert bare.show(3).outcome is not None
    assert bare.glance.outcome.doubts == ()


def test_before_the_board_is_set_up_nothing_is_written_down(bare: WatchedTable) -> None:
    slots = list(bare.position.slots.items())
    glance = bare.lay({**dict(slots[:-1]), FIRST: "red", slots[-1][0]: "german"})

    by_place = {step.place: step.done.value for step in glance.steps if not step.beside}
    assert by_place.pop(FIRST) == "wrong"
    assert by_place.pop(slots[-1][0]) == "wrong"
    assert set(by_place.values()) == {"there"}
    assert len(by_place) == len(slots) - 1
    assert bare.table.view.revision == 0

    assert bare.lay({FIRST: EMPTY, slots[-1][0]: slots[-1][1]}).steps == ()


def test_a_held_picture_writes_nothing(watched: WatchedTable) -> None:
    watched.watch.hold(held=True)
    watched.eyes.places = {FIRST: Seen("red", 0.999)}
    watched.camera.show()
    wait_for(lambda: watched.glance.held)
    assert watched.facts[3:] == []

    watched.watch.hold(held=False)
    watched.lay({FIRST: "red"})
    assert watched.facts[3:] == [stick(FIRST)]


def test_a_picture_that_comes_while_held_is_read_when_it_goes_on(watched: WatchedTable) -> None:
    """Who sends picture by picture sends no other."""
    watched.watch.hold(held=True)
    watched.eyes.places = {**watched.eyes.places, FIRST: Seen("red", 0.999, (("red", 0.999),))}
    number = watched.camera.show()
    wait_for(lambda: watched.camera.asked_after == number)
    assert watched.facts[3:] == []

    watched.watch.hold(held=False)
    wait_for(lambda: watched.facts[3:] == [stick(FIRST)])


def test_a_new_game_hears_at_once_what_lies_on_a_table_that_is_still(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    players = watched.table.view.last.state.game.players
    watched.host.begin([Seat(each.name, each.nation) for each in players], {})

    wait_for(lambda: [step.place for step in watched.glance.steps if step.done.value == "wrong"])


def test_a_new_game_is_watched_from_its_start(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    players = watched.table.view.last.state.game.players
    watched.host.begin([Seat(each.name, each.nation) for each in players], {})

    steps = watched.show(2).steps

    assert [step.place for step in steps if step.done.value == "wrong"] == [FIRST]
    assert watched.table.view.revision == 0


def test_a_lost_camera_is_told_and_comes_back(watched: WatchedTable) -> None:
    watched.camera.state = CameraState.LOST
    wait_for(lambda: watched.glance.camera is CameraState.LOST)

    watched.lay({FIRST: "red"})
    assert watched.glance.camera is CameraState.LIVE
    assert watched.facts[3:] == [stick(FIRST)]


def test_a_board_out_of_the_picture_changes_nothing(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.eyes.lost = True
    assert watched.show().watching is Watching.LOST
    watched.eyes.lost = False

    assert watched.show().watching is not Watching.LOST
    assert watched.facts[3:] == [stick(FIRST)]


def test_a_frame_that_breaks_the_reader_is_passed_over(
    watched: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(watched.eyes, "read", broken)
    watched.camera.show()
    wait_for(lambda: watched.glance.fault)
    monkeypatch.undo()

    watched.lay({FIRST: "red"})
    assert watched.facts[3:] == [stick(FIRST)]
    assert watched.glance.fault == ""


class Plugged:
    """A webcam that gives some pictures, and is then pulled out."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def isOpened(self) -> bool:  # noqa: N802
        return self.left > 0

    def read(self) -> tuple[bool, Image | None]:
        self.left -= 1
        time.sleep(0.005)
        return True, EMPTY_BOARD

    def release(self) -> None:
        """Nothing to let go of."""


def test_an_unplugged_camera_comes_back_by_itself(
    watched: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "SHORTEST_WAIT_S", 0.05)
    plugs = iter([Plugged(3), Plugged(0), Plugged(0), Plugged(10**9)])
    table = watched.table
    webcam = camera.Camera("0", open_capture=lambda _: next(plugs))
    watch = watching.Watch(BOARD, watched.eyes, webcam, lambda: table, watched.host.clock, ON_CALL)

    wait_for(lambda: watch.glance.camera is CameraState.LOST)
    wait_for(lambda: watch.glance.camera is CameraState.LIVE)

    watched.eyes.places = {FIRST: Seen("red", 0.999, (("red", 0.999),))} | {
        place: Seen(kind, 0.999) for place, kind in watched.position.slots.items()
    }
    wait_for(lambda: FIRST in watched.position.spaces)
    watch.close()
