"""What is believed: the camera's confidence times what the rules make likely."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.clippers.watching.referee import HABITS
from companion.games.clippers.watching.seen_ships import LOOKALIKE, SHIP, SHIP_COMES
from companion.reading import EMPTY, HIDDEN, Seen
from companion.watching.laid_pieces.belief import (
    LEAST,
    Plausible,
    Suspect,
    Verdict,
    believed,
    judge,
    of_legal,
    suspect,
)

CHANCES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("seen", "plausible", "verdict"),
    [
        pytest.param(0.6, Plausible.LEGAL, Verdict.TAKE, id="legal, half-surely seen: taken"),
        pytest.param(0.999, Plausible.ILLEGAL, Verdict.TAKE, id="illegal, surely seen: reported"),
        pytest.param(0.8, Plausible.ILLEGAL, Verdict.ASK, id="illegal, half-surely seen: asked"),
        pytest.param(0.5, Plausible.ILLEGAL, Verdict.LEAVE, id="illegal, hardly seen: left"),
        pytest.param(0.3, Plausible.LEGAL, Verdict.LEAVE, id="not seen: left, legal or not"),
        pytest.param(0.9, HABITS.gone_odds, Verdict.LEAVE, id="a piece fades: it stays"),
        pytest.param(0.9, Plausible.TAKEN_BACK, Verdict.TAKE, id="a wrong piece is taken back"),
        pytest.param(0.95, LOOKALIKE, Verdict.LEAVE, id="a ship taken for a stick"),
        pytest.param(0.98, SHIP, Verdict.LEAVE, id="a ship that is seen just there"),
    ],
)
def test_what_is_seen_is_weighed_by_the_rules(
    seen: float, plausible: Plausible | float, verdict: Verdict
) -> None:
    assert judge(seen, believed(seen, plausible), at_once=True) is verdict


def test_what_needs_a_second_look_waits_for_it() -> None:
    assert judge(0.9, 0.96, at_once=False) is Verdict.WAIT


@pytest.mark.parametrize(
    ("seen", "factor", "verdict"),
    [
        pytest.param(0.3, of_legal(0) * SHIP_COMES, Verdict.TAKE, id="its ship came with it"),
        pytest.param(0.3, of_legal(-2), Verdict.TAKE, id="what else was seen needs it"),
        pytest.param(0.3, of_legal(0), Verdict.LEAVE, id="nothing speaks for it but that it may"),
        pytest.param(0.1, of_legal(-9) * SHIP_COMES, Verdict.LEAVE, id="not seen at all"),
    ],
)
def test_what_is_hardly_seen_is_taken_where_all_else_speaks_for_it_and_never_asked(
    seen: float, factor: float, verdict: Verdict
) -> None:
    assert judge(seen, believed(seen, factor), at_once=True) is verdict


@given(CHANCES, CHANCES, st.sampled_from(Plausible))
def test_the_surer_it_was_seen_the_more_it_is_believed(
    one: float, other: float, plausible: Plausible
) -> None:
    low, high = sorted((one, other))

    assert 0 <= believed(low, plausible) <= believed(high, plausible) <= 1


@given(st.floats(0, 10))
def test_what_asks_for_more_to_be_believed_is_less_likely(cost: float) -> None:
    assert of_legal(cost + 1) < of_legal(cost) <= Plausible.LEGAL.value


@pytest.mark.parametrize(
    ("recorded", "seen", "differs"),
    [
        pytest.param("red", Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),)), False, id="covered piece"),
        pytest.param(EMPTY, Seen(HIDDEN, 0.9, ((HIDDEN, 0.9), ("red", 0.1))), False, id="covered"),
        pytest.param(EMPTY, Seen("red", 0.9, (("red", 0.9), (EMPTY, 0.1))), True, id="laid"),
        pytest.param("red", Seen(EMPTY, 0.9, ((EMPTY, 0.9), ("red", 0.1))), True, id="gone"),
        pytest.param("red", Seen("red", 0.7, (("red", 0.7), (EMPTY, 0.3))), False, id="the same"),
        pytest.param(EMPTY, Seen(EMPTY, 0.7, ((EMPTY, 0.7), ("red", 0.3))), True, id="faint"),
        pytest.param(EMPTY, Seen(EMPTY, 0.9, ((EMPTY, 0.9), ("red", 0.1))), False, id="fainter"),
        pytest.param(EMPTY, Seen("red", 0.9), True, id="no other explanations listed"),
    ],
)
def test_only_what_is_seen_to_differ_is_suspect(recorded: str, seen: Seen, differs: bool) -> None:
    assert (suspect("a/0/0", recorded, seen, None) is not None) is differs


def look(red: float, before: Suspect | None = None) -> Suspect:
    seen = Seen("red", red, (("red", red), (EMPTY, 1 - red)))
    found = suspect("a/0/0", EMPTY, seen, before)
    assert found is not None
    return found


def test_a_look_without_doubt_counts_alone_after_doubtful_ones() -> None:
    clear = look(0.999, look(0.8, look(0.8)))

    assert clear.chance("red") == pytest.approx(0.999)
    assert (clear.age, clear.unseen) == (0, True)


def test_looks_at_the_same_thing_are_averaged() -> None:
    twice = look(0.6, look(0.9))

    assert twice.age == 1
    assert 0.6 < twice.chance("red") < 0.9


def test_a_look_that_sees_something_else_begins_anew() -> None:
    before = look(0.9)
    seen = Seen("blue", 0.8, (("blue", 0.8), (EMPTY, 0.2)))
    now = suspect("a/0/0", EMPTY, seen, before)

    assert now is not None
    assert (now.best, now.age) == ("blue", 0)
    assert now.chance("blue") == pytest.approx(0.8)


def test_nobody_is_surer_than_a_reader_can_be() -> None:
    assert believed(1.0, HABITS.gone_odds) < 1 - LEAST / 10
