"""One slip in the placing of the ships is told once, and asked about on one card."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.long_cours.corrections.inquiry import INQUIRY
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from tests.companion.games.long_cours.slips.told import Told, codes_told, told_in
from tests.companion.games.long_cours.tables import BOARD, NAMES, fact, start

PORTS = {"Ann": "marseille", "Ben": "londres", "Cleo": "sydney", "Dan": "buenos-ayres"}
"""A port for each in his zone."""


def placed(player: str, of: str = "") -> dict[str, Any]:
    """A ship is placed; where that of another lies, who was meant."""
    return {"do": "place", "player": player, "stop": PORTS[of or player]}


def first_round(*placings: dict[str, Any], late: dict[str, Any] | None = None) -> Told:
    """Four place so, and each buys; one is told late, after the first purchase."""
    products = {name: BOARD.stops[PORTS[name]].product for name in PORTS}
    buys = [
        each
        for name in PORTS
        for each in (
            {"do": "buy", "player": name, "product": products[name], "millions": 1},
            {"do": "done", "player": name},
        )
    ]
    late_ones = [] if late is None else [late]
    return told_in(start(4), *placings, buys[0], *late_ones, *buys[1:], {"do": "resell", "die": 1})


PLACINGS: dict[str, tuple[Told, list[str]]] = {
    **{
        f"{lost}'s is not told": (
            first_round(*(placed(name) for name in PORTS if name != lost)),
            ["place-first" if lost == "Dan" else "not-your-turn"],
        )
        for lost in PORTS
    },
    **{
        f"{one}'s is told as {other}'s": (
            first_round(*(placed(other if name == one else name, name) for name in PORTS)),
            ["not-your-turn"],
        )
        for one in PORTS
        for other in PORTS
        if other != one
    },
    **{
        f"{one}'s is told twice": (
            first_round(*(placed(name) for name in PORTS for _ in range(1 + (name == one)))),
            ["not-your-turn"],
        )
        for one in ("Ann", "Ben", "Cleo")
    },
    "Ben's is told after Cleo's": (
        first_round(*(placed(name) for name in ("Ann", "Cleo", "Ben", "Dan"))),
        ["not-your-turn"],
    ),
    "Dan's is told after a purchase": (
        first_round(*(placed(name) for name in ("Ann", "Ben", "Cleo")), late=placed("Dan")),
        ["place-first"],
    ),
    "Ann buys before the others place": (
        (
            start(3),
            [
                fact(**placed("Ann")),
                fact("buy", product="cloth", millions=1),
                *(fact(**placed(name)) for name in ("Ben", "Cleo")),
                *(fact("done", name) for name in NAMES[:3]),
                fact("resell", die=1),
            ],
        ),
        ["place-first"],
    ),
    "two mistakes: Ben's is not told, and Ann buys what is not sold there": (
        told_in(
            start(3),
            placed("Ann"),
            placed("Cleo"),
            {"do": "buy", "product": "gold", "millions": 1},
        ),
        ["not-your-turn", "sold-elsewhere"],
    ),
    "two mistakes: Dan's is told twice late, when he has told it": (
        first_round(*(placed(name) for name in ("Ann", "Ben", "Cleo", "Dan")), late=placed("Dan")),
        ["not-your-turn"],
    ),
}
"""How ships are placed, and what is told of it until the second round."""


@pytest.mark.parametrize(("told", "codes"), PLACINGS.values(), ids=PLACINGS)
def test_a_slip_in_placing_is_told_once(told: Told, codes: list[str]) -> None:
    assert codes_told(told) == codes


NOT_TOLD: list[tuple[str, Told]] = [
    (lost, first_round(*(placed(name) for name in PORTS if name != lost))) for lost in PORTS
]
"""Whose placing is not told; and the first round."""


@pytest.mark.parametrize(("lost", "round_of_four"), NOT_TOLD)
def test_where_a_ship_was_placed_that_nobody_told_is_asked(lost: str, round_of_four: Told) -> None:
    state, told = round_of_four

    [cause] = causes(INQUIRY, state, told)

    ways = [told_with(told, way) for way in cause.asked]
    true = first_round(*(placed(name) for name in PORTS))[1]
    assert tuple(true) in ways
    assert {each.player for way in cause.asked for each in way.put} == {lost}


LATE: dict[str, Told] = {
    "after the next one's": first_round(*map(placed, ("Ann", "Cleo", "Ben", "Dan"))),
    "after the first purchase": first_round(
        *map(placed, ("Ann", "Ben", "Cleo")), late=placed("Dan")
    ),
}


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
def test_of_a_placing_that_is_told_late_the_card_asks_whether_it_came_before(late: Told) -> None:
    state, told = late

    [cause] = causes(INQUIRY, state, told)

    true = first_round(*(placed(name) for name in PORTS))[1]
    assert told_with(told, cause.edit) == tuple(true)
