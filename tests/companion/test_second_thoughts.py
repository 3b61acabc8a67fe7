"""Later pieces may show that an earlier one was misread: it is told anew, or asked."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.explainer import Otherwise
from companion.hindsight import second_thought
from companion.reading import HIDDEN, Seen

PLACE = "a--b/0/0"


@dataclass(frozen=True)
class Told:
    cost: float = 0.0


def correction(explains: int) -> Otherwise[Told]:
    return Otherwise(Told(), {PLACE: "red"}, {PLACE: "blue"}, explains)


def seen(red: float) -> Seen:
    return Seen("blue", 1 - red, (("blue", 1 - red), ("red", red)))


@pytest.mark.parametrize(
    ("red", "explains", "told", "asked"),
    [
        pytest.param(0.001, 1, False, False, id="surely seen, and little speaks against it"),
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
    assert [doubt.place for doubt in doubts] == ([PLACE] if asked else [])


def test_a_place_under_a_hand_waits() -> None:
    hidden = {PLACE: Seen(HIDDEN, 0.99, ((HIDDEN, 0.99), ("blue", 0.01)))}

    assert second_thought([correction(3)], hidden) == (None, ())


def test_what_somebody_said_lies_there() -> None:
    assert second_thought([correction(3)], {PLACE: Seen("blue", 1.0)}) == (None, ())
