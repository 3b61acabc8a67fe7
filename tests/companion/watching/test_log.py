"""What came of watching is told once for each place and time; what was out of sight is asked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import Record
from companion.watching.drift import Differs, Drift
from companion.watching.follower import Follower
from companion.watching.laid_pieces.belief import Suspect, TakingHabits
from companion.watching.laid_pieces.differing import drift_of
from companion.watching.log import Log
from companion.watching.outcome import Doubt, Outcome, Piece
from companion.watching.referee import Pace
from tests.toys.toy_game import GAME, HEADER

BOARD = GAME.shipped_board()
HABITS = TakingHabits(gone_odds=0.03, most_gone=3)
RULING = Outcome(Record(HEADER))


def outcome(**what: object) -> Outcome:
    return Outcome(Record(HEADER), **what)  # type: ignore[arg-type]


def test_a_question_is_told_when_it_begins_and_again_when_it_comes_back() -> None:
    log, asked = Log(), outcome(doubts=(Doubt((("red", 0.6),), "a"),))

    for number, each in enumerate((asked, asked, RULING, asked), 1):
        log.note(str(number), each)

    assert [look for look, _ in log.asked] == ["1", "4"]


def test_what_is_guessed_about_no_place_is_no_question_of_a_look() -> None:
    log = Log()

    log.note("1", outcome(doubts=(Doubt((("pass", 0.6),)),)))

    assert log.asked == []


def test_differences_broken_rules_and_what_is_left_over_are_told_apart() -> None:
    log = Log()
    drift = Drift("a", Differs.MISSING, "red", EMPTY, 0.99)

    log.note("1", outcome(drift=(drift,), broken=("b",), unexplained=(Piece("c", "red"),)))
    log.note("2", outcome(drift=(drift,), broken=("b", "d"), cut_short=True))

    assert log.drifted == [("1", drift)]
    assert log.reported == [("1", "b"), ("2", "d")]
    assert log.unexplained == [("1", "c")]
    assert log.cut_short == ["2"]


def test_what_hangs_on_a_question_is_told_once_that_is_answered() -> None:
    log = Log()
    asked = (Doubt((("red", 0.6),), "a", frees=frozenset({"b"})),)

    log.note("1", outcome(doubts=asked, broken=("b", "c")))
    log.note("2", outcome(broken=("b", "c")))
    log.note("3", outcome(doubts=asked, broken=("b", "c")))
    log.note("4", outcome(broken=("b", "c")))

    assert log.reported == [("1", "c"), ("2", "b")]


def look(answers: Mapping[str, str]) -> Reading:
    seen = {who: Seen(stop, 0.999, ((stop, 0.999),)) for who, stop in answers.items()}
    return Reading({}, {}, pieces=seen)


@pytest.mark.parametrize(
    ("looks", "asked"),
    [
        pytest.param([HIDDEN, HIDDEN], ["Ben"], id="hidden for long, up to the end"),
        pytest.param([HIDDEN], [], id="hidden in one look alone"),
        pytest.param([HIDDEN, HIDDEN, EMPTY], [], id="seen again"),
    ],
)
def test_what_was_out_of_sight_up_to_the_end_is_asked(looks: list[str], asked: list[str]) -> None:
    follower = Follower(GAME, Record(HEADER), BOARD, Pace.PHOTOS)
    for number, ben in enumerate(looks):
        follower.see(look({"Ann": "apia", "Ben": ben}), str(number))

    follower.finish()

    at_the_end = [doubt for look, doubt in follower.log.asked if look == "the end"]
    assert [doubt.subject for doubt in at_the_end] == asked
    assert all(doubt.moves for doubt in at_the_end)


def test_what_an_open_question_is_about_is_not_asked_again_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One question may be about several subjects, of which the likeliest gives it its name."""
    follower = Follower(GAME, Record(HEADER), BOARD, Pace.PHOTOS)
    for number in range(2):
        follower.see(look({"Ann": "apia", "Ben": HIDDEN}), str(number))
    asked = Doubt((), "Ann", parts=("Ann", "Ben"))
    monkeypatch.setattr(follower.session, "look", lambda record: Outcome(record, doubts=(asked,)))

    follower.finish()

    assert follower.outcome.doubts == (asked,)
    assert follower.log.asked == [("the end", asked)]


def test_nothing_is_asked_where_nothing_was_seen() -> None:
    follower = Follower(GAME, Record(HEADER), BOARD, Pace.PHOTOS)

    follower.finish()

    assert follower.record == Record(HEADER)
    assert follower.log == Log()


@pytest.mark.parametrize(
    ("recorded", "seen", "differs"),
    [
        pytest.param("red", {EMPTY: 0.999, "red": 0.001}, Differs.MISSING, id="gone"),
        pytest.param("red", {EMPTY: 0.9, "red": 0.1}, None, id="gone, not surely enough"),
        pytest.param("red", {"blue": 0.99, "red": 0.01}, Differs.OTHER, id="another"),
        pytest.param(EMPTY, {"pink": 0.999, EMPTY: 0.001}, Differs.STRANGER, id="not in play"),
        pytest.param(EMPTY, {"blue": 0.999, EMPTY: 0.001}, None, id="new: that is play"),
        pytest.param("red", {"red": 0.6, EMPTY: 0.4}, None, id="as it was"),
    ],
)
def test_only_what_surely_differs_is_told(
    recorded: str, seen: Mapping[str, float], differs: Differs | None
) -> None:
    one = Suspect("a", recorded, seen, age=1)

    told = list(drift_of([one], {"a": recorded}, ["red", "blue"], HABITS.gone_odds))

    assert [each.differs for each in told] == ([] if differs is None else [differs])


def test_a_first_look_tells_no_difference() -> None:
    one = Suspect("a", "red", {EMPTY: 0.9999, "red": 0.0001})

    assert list(drift_of([one], {"a": "red"}, ["red"], HABITS.gone_odds)) == []


def test_where_pieces_are_often_taken_off_one_that_is_gone_is_told_sooner() -> None:
    one = Suspect("a", "red", {EMPTY: 0.9, "red": 0.1}, age=1)

    assert list(drift_of([one], {"a": "red"}, ["red"], 1.0)) != []
