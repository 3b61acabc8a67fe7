"""A game whose pieces move and leave is followed by a camera: by what the rules allow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.play.played import read_played
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from companion.records.record import (
    Corrected,
    Fact,
    Happened,
    Record,
    Source,
    Undone,
    Who,
    facts_of,
)
from companion.watching.drift import Differs
from companion.watching.follower import Follower
from companion.watching.moving_pieces.asking import what_happened
from companion.watching.moving_pieces.by_choices import ByChoices
from companion.watching.moving_pieces.ways import DEEPEST
from companion.watching.outcome import Outcome
from companion.watching.referee import Pace
from tests.toys.toy_game import FACTS, GAME, HEADER, STOPS, Call, Sea, lies

BOARD = GAME.shipped_board()
ANN = Source(Who.PERSON, "Ann")
Answers = Mapping[str, str]


def seen_as(answers: Answers, confidence: float = 0.999) -> Reading:
    """Every ferry where it is said to be, as surely as that."""
    looks = {
        who: Seen(stop, confidence, ((stop, confidence), (EMPTY, 1 - confidence)))
        for who, stop in answers.items()
    }
    return Reading({}, {}, pieces=looks)


def call(do: str, player: str, stop: str) -> Fact:
    return {"do": do, "player": player, "stop": stop}


@dataclass
class Camera:
    """A camera over the toy game, whose record it writes."""

    record: Record = field(
        default_factory=lambda: (
            Record(HEADER)
            .add(Happened(call("return", "Ann", "apia")))
            .add(Happened(call("return", "Ben", "bora")))
        )
    )
    patient: bool = True

    def __post_init__(self) -> None:
        self.referee = ByChoices(GAME, lies, BOARD, patient=self.patient)
        self.look({"Ann": "apia", "Ben": "bora"})

    def look(self, answers: Answers, times: int = 2, confidence: float = 0.999) -> Outcome:
        for _ in range(times):
            outcome = self.referee.look(self.record, seen_as(answers, confidence))
            self.record = outcome.record
        return outcome

    def act(self, act: Happened | Undone | Corrected) -> None:
        self.record = self.record.add(act, ANN)

    @property
    def new(self) -> list[Fact]:
        """What has happened since the ferries were put up."""
        return list(facts_of(self.record))[2:]

    @property
    def sea(self) -> Sea:
        return sea_of(self.record)


def sea_of(record: Record) -> Sea:
    played = read_played(GAME, record, BOARD)
    sea = played.start
    for _, event in played.facts:
        sea = GAME.apply(sea, event)
    return sea


@pytest.mark.parametrize(
    ("now", "written"),
    [
        pytest.param({}, [], id="nothing moved"),
        pytest.param({"Ann": "fiji"}, [call("sail", "Ann", "fiji")], id="one sails"),
        pytest.param({"Ann": "bora"}, [call("sail", "Ann", "bora")], id="two share a stop"),
        pytest.param(
            {"Ann": "fiji", "Ben": "cook"},
            [call("sail", "Ann", "fiji"), call("sail", "Ben", "cook")],
            id="both sail between two looks",
        ),
    ],
)
def test_the_one_way_that_leads_there_is_written_down(now: Answers, written: list[Fact]) -> None:
    camera = Camera()

    outcome = camera.look({"Ann": "apia", "Ben": "bora", **now})

    assert camera.new == written
    assert (outcome.doubts, outcome.drift) == ((), ())
    assert all(entry.by.who is Who.CAMERA for entry in camera.record.entries[2:])


def test_where_several_ways_lead_there_it_is_asked_what_happened() -> None:
    """A ferry is gone: a storm struck, and anybody may have let it."""
    camera = Camera()

    (doubt,) = camera.look({"Ann": EMPTY, "Ben": "bora"}).doubts

    assert camera.new == []
    assert doubt.subject is None
    storms = [call("storm", who, "apia") for who in ("Ann", "Ben")]
    assert sorted((json.loads(told) for told, _ in doubt.likely), key=str) == storms
    assert sum(share for _, share in doubt.likely) == pytest.approx(1)

    camera.act(Happened(storms[1]))

    assert camera.look({"Ann": EMPTY, "Ben": "bora"}).doubts == ()
    assert camera.new == storms[1:]


def test_the_question_is_put_in_words_each_answer_a_fact() -> None:
    camera = Camera()
    (doubt,) = camera.look({"Ann": EMPTY, "Ben": "bora"}).doubts
    asked = what_happened(GAME, doubt, camera.sea, GAME.words("en", BOARD))

    assert asked is not None
    assert asked.said == "What happened?"
    assert {way.said for way in asked.ways} == {
        "Ann lets a storm strike Apia.",
        "Ben lets a storm strike Apia.",
    }


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("confidence", [0.6, 0.999])
def test_what_is_asked_or_differs_tells_whether_a_piece_or_a_place_is_meant(
    moves: bool, confidence: float
) -> None:
    camera = Camera()
    seen = seen_as({"Ann": "dili", "Ben": "efate"}, confidence).pieces
    reading = Reading({}, {}, pieces=seen) if moves else Reading(seen, {})

    for _ in range(2):
        outcome = camera.referee.look(camera.record, reading)

    told = {(one.subject, one.moves) for one in (*outcome.doubts, *outcome.drift)}
    assert told == {("Ann", moves), ("Ben", moves)}


def test_what_no_choice_explains_is_a_difference_until_somebody_says_it() -> None:
    """Ann's ferry lies two stops on, and Ben's too: more than the rules allow in three facts."""
    camera = Camera()
    far = {"Ann": "dili", "Ben": "efate"}

    outcome = camera.look(far)

    assert camera.new == []
    assert {(one.subject, one.differs, one.recorded, one.seen) for one in outcome.drift} == {
        ("Ann", Differs.OTHER, "apia", "dili"),
        ("Ben", Differs.OTHER, "bora", "efate"),
    }

    camera.act(Happened(call("sail", "Ann", "dili")))
    camera.act(Happened(call("sail", "Ben", "efate")))

    assert camera.look(far).drift == ()
    assert camera.look({"Ann": "cook", "Ben": "efate"}).drift == ()
    assert camera.new[2:] == [call("sail", "Ann", "cook")]


def test_what_is_seen_once_waits_for_a_second_look() -> None:
    camera = Camera()

    camera.look({"Ann": "fiji", "Ben": "bora"}, times=1)
    assert camera.new == []
    camera.look({"Ann": "apia", "Ben": "bora"})
    assert camera.new == []


def test_a_single_picture_is_believed_at_once() -> None:
    camera = Camera(patient=False)

    camera.look({"Ann": "fiji", "Ben": "bora"}, times=1)

    assert camera.new == [call("sail", "Ann", "fiji")]


@pytest.mark.parametrize(
    ("confidence", "asked"), [(0.2, []), (0.6, ["Ann"]), (0.9, ["Ann"]), (0.96, [])]
)
def test_what_is_half_seen_is_asked_and_decides_nothing(
    confidence: float, asked: list[str]
) -> None:
    camera = Camera()

    outcome = camera.look({"Ann": "fiji", "Ben": "bora"}, confidence=confidence)

    assert [doubt.subject for doubt in outcome.doubts] == asked
    assert camera.new == ([call("sail", "Ann", "fiji")] if confidence >= 0.95 else [])


def test_a_hidden_ferry_stays_where_it_was() -> None:
    camera = Camera()

    assert camera.look({"Ann": HIDDEN, "Ben": "cook"}).drift == ()
    assert camera.new == [call("sail", "Ben", "cook")]


def test_who_taps_before_he_moves_is_not_told_that_he_sailed_back() -> None:
    camera = Camera()
    here, there = {"Ann": "apia", "Ben": "bora"}, {"Ann": "fiji", "Ben": "bora"}

    camera.act(Happened(call("sail", "Ann", "fiji")))
    camera.look(here, times=3)
    camera.look(there, times=3)

    assert camera.new == [call("sail", "Ann", "fiji")]


def test_what_is_taken_back_stays_so_though_it_still_lies_there() -> None:
    camera = Camera()
    here, there = {"Ann": "apia", "Ben": "bora"}, {"Ann": "fiji", "Ben": "bora"}
    camera.look(there)

    camera.act(Undone(3))
    camera.look(there, times=3)
    assert camera.new == []

    camera.look(here)
    camera.look(there)
    assert camera.new == [call("sail", "Ann", "fiji")]


def test_what_the_camera_wrote_a_person_need_not_write_again() -> None:
    camera = Camera()
    camera.look({"Ann": "fiji", "Ben": "bora"})

    told = camera.referee.say(camera.record, call("sail", "Ann", "fiji"), ANN)

    assert told == camera.record


def test_a_game_is_followed_by_itself_with_a_log_of_what_was_asked_and_told() -> None:
    follower = Follower(GAME, Record(HEADER), BOARD, Pace.PHOTOS)
    follower.see(seen_as({"Ann": "apia", "Ben": "bora"}), "1.jpg")
    follower.see(seen_as({"Ann": "apia", "Ben": EMPTY}), "2.jpg")
    follower.see(seen_as({"Ann": "dili", "Ben": "fiji"}), "3.jpg")

    assert [fact["do"] for fact in facts_of(follower.record)] == ["return", "return"]
    assert [(look, one.subject) for look, one in follower.log.drifted] == [
        ("3.jpg", "Ann"),
        ("3.jpg", "Ben"),
    ]


CALLS = st.builds(
    Call,
    st.sampled_from(tuple(FACTS)),
    st.sampled_from(HEADER_PLAYERS := ("Ann", "Ben")),
    st.sampled_from(STOPS),
)
ANYWHERE = st.fixed_dictionaries(
    {who: st.sampled_from((*STOPS, EMPTY, HIDDEN)) for who in HEADER_PLAYERS}
)


@settings(max_examples=40)
@given(st.lists(CALLS, max_size=8))
def test_a_game_by_the_rules_is_followed_stop_by_stop(calls: list[Call]) -> None:
    """People answer what they are asked; then the record has every ferry where it lies."""
    camera, sea = Camera(), sea_of(Camera().record)
    for wanted in calls:
        if wanted not in [choice.event for choice in GAME.choices(sea)]:
            continue
        after = GAME.apply(sea, wanted)
        outcome = camera.look(lies(after))
        if lies(after) != lies(sea) and outcome.doubts:
            camera.act(Happened(GAME.fact(wanted)))
            camera.look(lies(after))
        assert camera.sea.at == after.at
        sea = camera.sea
        if sea.over:
            return


@settings(max_examples=40)
@given(st.lists(ANYWHERE, max_size=3))
def test_whatever_is_seen_the_camera_writes_only_what_the_rules_allow(seen: list[Answers]) -> None:
    camera = Camera()
    for answers in seen:
        before = camera.record.entries
        outcome = camera.look(answers)
        assert camera.record.entries[: len(before)] == before
        assert len(camera.record.entries) - len(before) <= DEEPEST
        surely = {who: stop for who, stop in answers.items() if stop != HIDDEN}
        agrees = all(lies(camera.sea)[who] == stop for who, stop in surely.items())
        assert agrees == (not outcome.doubts and not outcome.drift)
    steps = read_played(GAME, camera.record, BOARD)
    sea = steps.start
    for _, event in steps.facts:
        assert GAME.findings(sea, event) == ()
        sea = GAME.apply(sea, event)


@settings(max_examples=40)
@given(ANYWHERE)
def test_what_was_explained_is_not_explained_again(answers: Answers) -> None:
    camera = Camera()
    camera.look(answers)
    entries = camera.record.entries

    camera.look(answers, times=3)

    assert camera.record.entries == entries


def test_what_is_said_of_another_game_is_refused_in_one_line() -> None:
    camera = Camera()

    with pytest.raises(InputError, match="do: is 'stick'"):
        camera.referee.say(camera.record, {"do": "stick", "player": "Ann"}, ANN)
