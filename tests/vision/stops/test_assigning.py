"""Which candidates are the ships, all kinds together: where one surely stands, one of them does."""

from __future__ import annotations

import numpy as np
import pytest

from companion.reading import EMPTY
from tests.companion.games.long_cours.tables import BOARD
from vision.stops.assigning import Weighed, assigned
from vision.stops.candidates import Candidate

SIDE = 6
"""A candidate covers so many samples, of a millimetre, each way."""
SURELY, HARDLY = 6.0, -4.0
"""Log odds."""


def candidate(kind: str, stop: str, beside: int = 0, long: int = SIDE) -> Candidate:
    """A candidate on a stop, or so many millimetres to the right of it, and so long."""
    at = BOARD.stops[stop]
    rows, columns = np.indices((SIDE, long)).reshape(2, -1).astype(int) - SIDE // 2
    x, y = round(at.x_mm) + beside, round(at.y_mm)
    hull = np.ones(SIDE * long, bool)
    return Candidate(kind, x, y, 0.0, 0.0, 0.0, 0.0, rows + y, columns + x, hull)


def weighed(kind: str, stop: str, odds: float, stands: float, beside: int = 0) -> Weighed:
    return Weighed(candidate(kind, stop, beside), odds, stands)


@pytest.mark.parametrize(
    ("stands", "white"),
    [
        pytest.param(SURELY, "colombo", id="a ship stands there"),
        pytest.param(HARDLY, EMPTY, id="something else may"),
    ],
)
def test_a_ship_of_nobodys_colour_is_the_one_that_lies_nowhere_else(
    stands: float, white: str
) -> None:
    pieces, ships = assigned(
        BOARD,
        {
            "yellow": [
                weighed("yellow", "odessa", SURELY, SURELY),
                weighed("yellow", "colombo", -4.5, stands),
            ],
            "white": [weighed("white", "colombo", -2.0, stands)],
        },
        0.0,
    )

    assert {kind: seen.answer for kind, seen in pieces.items()} == {
        "yellow": "odessa",
        "white": white,
    }
    assert [ship.candidate.kind for ship in ships] == ["yellow", "white"][: 1 + (white != EMPTY)]


def test_one_ship_explains_one_spot_once() -> None:
    """Two outlines of one hull are one ship: it does not ask for a second one."""
    pieces, _ = assigned(
        BOARD,
        {
            "yellow": [
                weighed("yellow", "colombo", SURELY, SURELY),
                weighed("yellow", "colombo", SURELY, SURELY, beside=1),
            ],
            "white": [
                weighed("white", "colombo", -2.0, SURELY),
                weighed("white", "colombo", -2.0, SURELY, beside=SIDE - 1),
            ],
        },
        0.0,
    )

    assert pieces["yellow"].answer == "colombo"
    assert pieces["white"].answer == EMPTY


def test_two_long_hulls_in_one_place_are_not_both_there() -> None:
    """However far their middles are apart."""
    hulls = [candidate("yellow", "colombo", long=200), candidate("white", "colombo", 70, long=200)]

    pieces, ships = assigned(
        BOARD,
        {hull.kind: [Weighed(hull, odds)] for hull, odds in zip(hulls, (9.0, SURELY), strict=True)},
        0.0,
    )

    assert pieces["white"].answer == EMPTY
    assert [ship.candidate.kind for ship in ships] == ["yellow"]


def test_who_is_the_likelier_of_two_stays_so() -> None:
    """That a ship stands there tells of no kind more than of the others."""
    pieces, _ = assigned(
        BOARD,
        {
            kind: [weighed(kind, "colombo", odds, SURELY)]
            for kind, odds in (("orange", 0.5), ("yellow", 2.0), ("pink", -3.0))
        },
        0.0,
    )

    assert pieces["yellow"].answer == "colombo"
    assert 0.7 < pieces["yellow"].confidence < 0.9


def test_no_candidate_at_all_is_no_ship() -> None:
    pieces, ships = assigned(BOARD, {"yellow": [], "white": []}, 0.0)

    assert (pieces["yellow"].answer, pieces["white"].answer, ships) == (EMPTY, EMPTY, [])
