"""Several photos of one position: each place from where it is seen best, and no false certainty."""

from __future__ import annotations

import pytest

from companion.merged_reading import Look, merged, show_different_positions
from companion.questions import ASK_BELOW, questions
from companion.reading import EMPTY, HIDDEN, Reading, Seen, ShipSeen, Side

PLACE = "r/0/0"


def saw(piece: str, confidence: float, other: str = EMPTY) -> Seen:
    return Seen(piece, confidence, ((piece, confidence), (other, 1 - confidence)))


def look(seen: Seen, px_per_mm: float = 2.0, **more: object) -> Look:
    return Look(Reading({PLACE: seen}, {}, **more), {PLACE: px_per_mm})  # type: ignore[arg-type]


GONE = Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),))
SURE_RED, SURE_BLUE, SURE_EMPTY = saw("red", 0.99), saw("blue", 0.99), saw(EMPTY, 0.999, "red")


@pytest.mark.parametrize(
    ("looks", "piece", "asked"),
    [
        pytest.param([look(GONE), look(SURE_RED)], "red", False, id="hidden in one"),
        pytest.param([look(GONE), look(GONE)], HIDDEN, True, id="hidden in both"),
        pytest.param([look(SURE_RED), look(SURE_RED)], "red", False, id="both say so"),
        pytest.param([look(SURE_RED), look(saw("red", 0.6))], "red", False, id="one surely"),
        pytest.param(
            [look(saw("red", 0.9)), look(saw("red", 0.9))], "red", True,
            id="two doubts are no proof",
        ),
        pytest.param(
            [look(SURE_RED), look(saw(EMPTY, 0.6, "red"))], "red", False,
            id="one surely against a doubt",
        ),
        pytest.param(
            [look(saw("red", 0.96)), look(saw(EMPTY, 0.93, "red"))], "red", True,
            id="nearly as sure of two things",
        ),
        pytest.param(
            [look(saw(EMPTY, 0.999, "red")), look(saw("red", 0.96))], None, True,
            id="two sure ones disagree",
        ),
        pytest.param(
            [look(SURE_RED), look(SURE_RED), look(SURE_BLUE)], "red", True,
            id="two sure ones against a third",
        ),
    ],
)  # fmt: skip
def test_a_place_seen_several_times(looks: list[Look], piece: str | None, asked: bool) -> None:
    for order in (looks, looks[::-1]):
        reading = merged(order).reading

        assert piece is None or reading.spaces[PLACE].answer == piece
        assert bool(questions(reading, ASK_BELOW)) is asked
        assert sum(share for _, share in reading.spaces[PLACE].likely) <= 1 + 1e-9


def test_sure_looks_that_disagree_both_stand_among_the_answers() -> None:
    (question,) = questions(merged([look(SURE_RED), look(SURE_BLUE)]).reading, ASK_BELOW)

    assert {answer for answer, _ in question.likely} >= {"red", "blue"}


@pytest.mark.parametrize(
    ("looks", "best"),
    [
        ([look(SURE_RED, 1.0), look(SURE_RED, 3.0)], 1),
        ([look(saw("red", 0.8), 3.0), look(SURE_RED, 2.8)], 1),
        ([look(saw("red", 0.8), 3.0), look(SURE_RED, 1.0)], 0),
        ([look(GONE, 3.0), look(SURE_RED, 1.0)], 1),
    ],
    ids=["the finer", "the surer of two fine ones", "too coarse to be shown", "the only one"],
)
def test_the_photo_to_show_a_place_in(looks: list[Look], best: int) -> None:
    assert merged(looks).best[PLACE] == best


def test_of_the_sides_outside_those_stay_that_no_photo_shows() -> None:
    one = look(SURE_RED, outside=(Side.TOP, Side.LEFT))
    other = look(SURE_RED, outside=(Side.LEFT, Side.RIGHT))

    assert merged([one, other]).reading.outside == (Side.LEFT,)


def test_a_ship_is_counted_once() -> None:
    ships = [ShipSeen("red", x, 100.0, 0.0) for x in (50.0, 58.0, 200.0)]
    looks = [look(SURE_RED, ships=(ships[0],)), look(SURE_RED, ships=tuple(ships[1:]))]

    assert [ship.x_mm for ship in merged(looks).reading.ships] == [50.0, 200.0]


def test_a_ship_that_one_look_hides_lies_where_the_other_saw_it() -> None:
    looks = [
        Look(Reading({}, {}, pieces={"red": seen}), {})
        for seen in (GONE, Seen("rio", 0.99, (("rio", 0.99), ("lima", 0.01))))
    ]

    assert merged(looks).reading.pieces["red"].answer == "rio"


@pytest.mark.parametrize(
    ("otherwise", "different"),
    [
        pytest.param({}, False, id="the same"),
        pytest.param(dict.fromkeys(range(3), SURE_BLUE), False, id="a few wrong words"),
        pytest.param(dict.fromkeys(range(6), SURE_BLUE), True, id="other pieces"),
        pytest.param(dict.fromkeys(range(6), saw("blue", 0.9)), False, id="told in doubt"),
        pytest.param(dict.fromkeys(range(50), GONE), False, id="hidden in one"),
    ],
)
def test_photos_of_two_positions_are_told(otherwise: dict[int, Seen], different: bool) -> None:
    spaces = {f"r/0/{n}": SURE_RED for n in range(100)}
    others = {**spaces, **{f"r/0/{n}": seen for n, seen in otherwise.items()}}
    looks = [Look(Reading(each, {}), {}) for each in (spaces, spaces, others)]

    assert show_different_positions(looks) is different
