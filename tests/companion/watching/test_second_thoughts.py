"""Later pieces may show that an earlier one was misread: it is told anew, or asked."""

from __future__ import annotations

import pytest

from companion.reading import HIDDEN, Seen
from companion.watching.laid_pieces.explainer import Otherwise
from companion.watching.laid_pieces.hindsight.weighing import second_thought

PLACE = "a--b/0/0"


def correction(explains: int, kind: str = "red", place: str = PLACE, frees: str = "") -> Otherwise:
    return Otherwise({place: kind}, {place: "blue"}, explains, frozenset(frees.split()))


def seen(red: float) -> Seen:
    return Seen("blue", 1 - red, (("blue", 1 - red), ("red", red)))


@pytest.mark.parametrize(
    ("red", "explains", "told", "asked"),
    [
        pytest.param(0.001, 0, False, False, id="surely seen, and nothing speaks against it"),
        pytest.param(0.001, 1, False, True, id="surely seen, and one piece speaks against it"),
        pytest.param(0.001, 2, False, True, id="surely seen, and two pieces speak against it"),
        pytest.param(0.001, 3, True, False, id="surely seen, and three do"),
        pytest.param(0.2, 1, False, True, id="half sure, and one does"),
        pytest.param(0.2, 2, True, False, id="half sure, and two do"),
    ],
)
def test_what_speaks_against_a_piece_is_held_against_what_is_seen(
    red: float, explains: int, told: bool, asked: bool
) -> None:
    found, doubts = second_thought([correction(explains)], {PLACE: seen(red)})

    assert (found is not None) is told
    assert [doubt.subject for doubt in doubts] == ([PLACE] if asked else [])


def test_a_place_under_a_hand_waits() -> None:
    hidden = {PLACE: Seen(HIDDEN, 0.99, ((HIDDEN, 0.99), ("blue", 0.01)))}

    assert second_thought([correction(3)], hidden) == (None, ())


def test_what_somebody_said_lies_there() -> None:
    assert second_thought([correction(3)], {PLACE: Seen("blue", 1.0)}) == (None, ())


def test_what_lies_there_is_asked_of_the_place_that_decides_most() -> None:
    other = "a--b/0/1"
    kinds = [correction(1), correction(1, "green"), correction(1, "white", other)]

    _, [doubt] = second_thought(kinds, {PLACE: seen(0.001), other: seen(0.001)})

    assert doubt.subject == PLACE
    assert {kind for kind, _ in doubt.likely} == {"red", "green", "blue"}
    assert sum(share for _, share in doubt.likely) == pytest.approx(1)


def test_a_question_names_the_pieces_that_hang_on_its_answer() -> None:
    other = "a--b/0/1"
    kinds = [
        correction(1, frees="b--c/0/0"),
        correction(1, "green", frees="b--c/0/1"),
        correction(1, "white", other, frees="c--d/0/0"),
    ]

    _, [doubt] = second_thought(kinds, {PLACE: seen(0.001), other: seen(0.001)})

    assert doubt.frees == {"b--c/0/0", "b--c/0/1"}
