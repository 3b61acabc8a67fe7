"""What follows from a slip is not told again, and what is told late is no second one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.bank import Ledger
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.game import GAME
from companion.games.carcassonne_south_seas.state.kept_state import KEPT
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from tests.companion.games.carcassonne_south_seas.tables import (
    MIDDLE,
    after,
    at,
    begun,
    codes,
    found_in,
    in_turn,
    turn_of,
)

SEA = f"{MIDDLE}/sea-2"
FISH = f"{at(1, 0)}/fish-1"
RICH = {name: {"shell": 9, "banana": 9, "fish": 9} for name in ("Ann", "Ben")}


FLOODS: dict[str, tuple[State, list[e.Event], list[str]]] = {
    "a fifth ship, and what is delivered after it": (
        replace(begun(), goods=RICH),
        [
            *turn_of("Ann", 1, e.ShipTurnedUp("Ann", "b02")),
            *turn_of("Ben", 2, e.Delivered("Ben", "b01", 3, 0, 0), e.ShipTurnedUp("Ben", "b05")),
        ],
        ["four-face-up"],
    ),
    "a delivery to a ship that nobody turned up": (
        replace(begun(), goods=RICH),
        turn_of("Ann", 1, e.Delivered("Ann", "b09", 4, 0, 0), e.ShipTurnedUp("Ann", "b02")),
        ["not-face-up"],
    ),
    "a tile that nobody laid": (
        begun(),
        [e.TileDrawn("Ann", "ss05"), e.IslanderPlaced("Ann", SEA), e.TurnEnded("Ann")],
        ["tile-first"],
    ),
    "goods of which nobody knew": (
        begun(),
        [
            *turn_of("Ann", 1, e.Delivered("Ann", "b01", 3, 0, 0), e.ShipTurnedUp("Ann", "b02")),
            *turn_of("Ben", 2),
            e.TileDrawn("Ann", "ss06"),
            e.TileLaid("Ann", at(3, 0), "ss06/1"),
            e.Delivered("Ann", "b02", 0, 3, 0),
        ],
        ["goods-not-held"],
    ),
    "a ship for a market that nobody took": (
        in_turn(
            replace(begun(), goods=RICH),
            cell=MIDDLE,
            evaluated=True,
            merchants=("Ben",),
        ),
        [e.Delivered("Ann", "b01", 3, 0, 0), e.ShipTurnedUp("Ann", "b02"), e.TurnEnded("Ann")],
        ["ship-first"],
    ),
    "a merchant's ship told after the delivery": (
        in_turn(
            replace(begun(), goods=RICH), cell=MIDDLE, evaluated=True, merchants=("Ben", "Ann")
        ),
        [
            e.Delivered("Ann", "b01", 3, 0, 0),
            e.ShipTaken("Ben", "b21"),
            *(e.ShipTurnedUp("Ann", ship) for ship in ("b02", "b05")),
            e.TurnEnded("Ann"),
        ],
        ["ship-first"],
    ),
    "a merchant's ship told after the end of the turn": (
        in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",)),
        [e.TurnEnded("Ann"), e.ShipTaken("Ben", "b21"), e.ShipTurnedUp("Ben", "b02")],
        ["ship-first"],
    ),
    "a merchant's ship told after the next tile, and that turn goes on": (
        in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",)),
        [
            *turn_of("Ben", 1)[:2],
            e.ShipTaken("Ben", "b21"),
            e.ShipTurnedUp("Ben", "b24"),
            e.IslanderPlaced("Ben", f"{at(1, 0)}/sea-1"),
            e.TurnEnded("Ben"),
        ],
        ["ship-first"],
    ),
    "a ship told late that was not the highest": (
        in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",)),
        [*turn_of("Ben", 1)[:2], e.ShipTaken("Ben", "b16")],
        ["ship-first", "not-highest"],
    ),
    "a fish group told after the end of the turn": (
        in_turn(begun(), cell=MIDDLE, evaluated=True, covers=((SEA, FISH),)),
        [e.TurnEnded("Ann"), e.Covered("Ann", FISH)],
        ["cover-first"],
    ),
    "a fish group told after the next tile, and that turn goes on": (
        in_turn(begun(), cell=MIDDLE, evaluated=True, covers=((SEA, FISH),)),
        [
            *turn_of("Ben", 1)[:2],
            e.Covered("Ann", FISH),
            e.IslanderPlaced("Ben", f"{at(1, 0)}/sea-1"),
        ],
        ["cover-first"],
    ),
    "two markets, and no ship turned up between": (
        in_turn(begun(3), cell=MIDDLE, evaluated=True, merchants=("Ben", "Cleo")),
        [
            e.ShipTaken("Ben", "b21"),
            e.ShipTaken("Cleo", "b16"),
            *(e.ShipTurnedUp("Ann", ship) for ship in ("b22", "b24")),
            e.TurnEnded("Ann"),
        ],
        ["turn-up-first"],
    ),
    "two markets, and the second takes what nobody told was turned up": (
        in_turn(begun(3), cell=MIDDLE, evaluated=True, merchants=("Ben", "Cleo")),
        [
            e.ShipTaken("Ben", "b21"),
            e.ShipTaken("Cleo", "b22"),
            e.ShipTurnedUp("Ann", "b24"),
            e.TurnEnded("Ann"),
        ],
        ["turn-up-first"],
    ),
    "a delivery to what nobody told was turned up after a market": (
        in_turn(replace(begun(), goods=RICH), cell=MIDDLE, evaluated=True, merchants=("Ben",)),
        [
            e.ShipTaken("Ben", "b21"),
            e.Delivered("Ann", "b02", 0, 3, 0),
            e.ShipTurnedUp("Ann", "b24"),
            e.TurnEnded("Ann"),
        ],
        ["turn-up-first"],
    ),
    "two markets, four ships again between": (
        in_turn(begun(3), cell=MIDDLE, evaluated=True, merchants=("Ben", "Cleo")),
        [
            e.ShipTaken("Ben", "b21"),
            e.ShipTurnedUp("Ann", "b22"),
            e.ShipTaken("Cleo", "b22"),
            e.ShipTurnedUp("Ann", "b24"),
            e.TurnEnded("Ann"),
        ],
        [],
    ),
    "two markets told late, when goods were delivered": (
        in_turn(
            replace(begun(3), goods=RICH), cell=MIDDLE, evaluated=True, merchants=("Ben", "Cleo")
        ),
        [
            e.Delivered("Ann", "b01", 3, 0, 0),
            e.ShipTaken("Ben", "b21"),
            e.ShipTaken("Cleo", "b16"),
            *(e.ShipTurnedUp("Ann", ship) for ship in ("b02", "b05", "b06")),
            e.TurnEnded("Ann"),
        ],
        ["ship-first"],
    ),
    "a ship that no market brought, after one that was told late": (
        in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",)),
        [
            e.TurnEnded("Ann"),
            e.ShipTaken("Ben", "b21"),
            e.ShipTurnedUp("Ben", "b02"),
            e.ShipTaken("Ben", "b16"),
        ],
        ["ship-first", "no-market"],
    ),
}
"""A slip, with what follows from it; and all that is found."""


@pytest.mark.parametrize(("start", "told", "found"), FLOODS.values(), ids=FLOODS)
def test_what_follows_from_a_slip_is_not_told_again(
    start: State, told: list[e.Event], found: list[str]
) -> None:
    assert found_in(start, *told) == found


ACROSS = e.TileLaid("Ann", at(1, 0), "ss05/0")
"""A tile with its bridge across."""
STOOD = e.IslanderPlaced("Ann", f"{at(1, 0)}/bridge-1")
ON_ANNS = (e.TileLaid("Ben", at(1, 1), "ss03/2"), f"{at(1, 1)}/bridge-1")
"""A tile by which her bridge goes on down; and where Ben stands on it too."""
PAID = e.Delivered("Ann", "b01", 3, 0, 0)


def gone_on(state: State, told: list[tuple[e.Event, frozenset[str]]]) -> list[str]:
    """The codes of all that is found and not allowed, one fact after the other."""
    found = []
    for event, allowed in told:
        found += [code for code, _ in codes(state, event) if code not in allowed]
        state = GAME.after(state, event, allowed)
    return found


ALLOWED: dict[str, tuple[State, list[e.Event], str, list[str]]] = {
    "15: a bridge across, and two on it": (
        begun(),
        [
            ACROSS,
            STOOD,
            e.TurnEnded("Ann"),
            ON_ANNS[0],
            e.IslanderPlaced("Ben", ON_ANNS[1]),
        ],
        "does-not-go-on",
        ["area-occupied"],
    ),
    "14: beside nothing, and two on it": (
        begun(),
        [
            e.TileLaid("Ann", at(3, 0), "ss05/1"),
            e.IslanderPlaced("Ann", f"{at(3, 0)}/bridge-1"),
            e.TurnEnded("Ann"),
            e.TileLaid("Ben", at(4, 0), "ss05/1"),
            e.IslanderPlaced("Ben", f"{at(4, 0)}/bridge-1"),
        ],
        "beside-nothing",
        ["area-occupied"],
    ),
    "15: a bridge across, and the next one does not go on": (
        begun(),
        [ACROSS, e.TurnEnded("Ann"), e.TileLaid("Ben", at(2, 0), "ss05/1")],
        "does-not-go-on",
        ["does-not-go-on"],
    ),
    "46: goods that she had not, and those she has not the next time": (
        in_turn(begun(), cell=MIDDLE, evaluated=True),
        [
            PAID,
            e.ShipTurnedUp("Ann", "b02"),
            *turn_of("Ann", 1)[3:],
            *turn_of("Ben", 1),
            *turn_of("Ann", 2, e.Delivered("Ann", "b02", 0, 3, 0)),
        ],
        "goods-not-held",
        ["goods-not-held", "turn-up-first"],
    ),
}
"""What the table allows of the first fact; and what is found of the others."""


@pytest.mark.parametrize(("start", "told", "code", "found"), ALLOWED.values(), ids=ALLOWED)
def test_what_the_table_allows_puts_nothing_in_doubt(
    start: State, told: list[e.Event], code: str, found: list[str]
) -> None:
    by_the_table = [(told[0], frozenset({code})), *((each, frozenset[str]()) for each in told[1:])]

    assert (codes(start, told[0])[0][0], gone_on(start, by_the_table)) == (code, found)


@pytest.mark.parametrize(("start", "told", "code", "found"), ALLOWED.values(), ids=ALLOWED)
def test_what_follows_from_it_is_not_told_where_the_table_does_not_allow_it(
    start: State, told: list[e.Event], code: str, found: list[str]
) -> None:
    follows = found[0]

    assert gone_on(start, [(each, frozenset[str]()) for each in told]) == [
        code,
        *(each for each in found if each != follows),
    ]


LEFT: dict[str, tuple[dict[str, object], list[str]]] = {
    "a merchant's ship": ({"evaluated": True, "merchants": ("Cleo",)}, ["ship-first"]),
    "a fish group": ({"evaluated": True, "covers": ((SEA, FISH),)}, ["cover-first"]),
    "nothing": ({"evaluated": True}, []),
}
"""What an evaluation of Ann's leaves to choose; and what is found when her turn is left so."""
SHOWN: dict[str, e.Event] = {
    "said": e.TurnEnded("Ann"),
    "drawn": e.TileDrawn("Ben", "ss05"),
    "laid": e.TileLaid("Ben", at(1, 0), "ss05/1"),
}


@pytest.mark.parametrize("end", SHOWN.values(), ids=SHOWN)
@pytest.mark.parametrize(("turn", "found"), LEFT.values(), ids=LEFT)
def test_what_a_turn_is_left_without_is_told_however_it_ends(
    turn: dict[str, object], found: list[str], end: e.Event
) -> None:
    """Rules 34, 38 and 39: by whoever says it, or by the next tile; and Ben is at turn."""
    start = in_turn(begun(3), cell=MIDDLE, **turn)
    left = apply(start, end)

    assert found_in(start, end) == found
    assert (left.at_turn, left.turn.merchants, left.turn.covers) == ("Ben", (), ())
    assert KEPT.read(KEPT.written(left), start, Ledger()) == left


def test_a_ship_told_late_is_his_and_a_fish_group_told_late_is_the_one_that_is_covered() -> None:
    """Rules 34 and 38: the first of equal groups stood for any until then."""
    start = in_turn(
        begun(3), cell=MIDDLE, evaluated=True, merchants=("Cleo",), covers=((SEA, FISH),)
    )
    ended = apply(start, e.TurnEnded("Ann"))
    told = after(ended, e.ShipTaken("Cleo", "b21"), e.Covered("Ann", FISH))

    assert (ended.covered, ended.ships) == ((SEA,), {})
    assert (told.covered, told.ships) == ((FISH,), {"Cleo": ("b21",)})
    assert (told.owed, told.supposed) == ((), ())


def test_a_ship_told_late_was_the_highest_of_those_that_lay_there() -> None:
    """Rule 38: one worth more that was turned up since was not among them."""
    start = in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",))
    start = replace(start, display=("b01", "b04", "b16", "b02"))
    ended = apply(start, e.TurnEnded("Ann"))
    since = replace(ended, display=("b01", "b04", "b16", "b24"))

    assert found_in(since, e.ShipTaken("Ben", "b16")) == []
    assert found_in(since, e.ShipTaken("Ben", "b01")) == ["not-highest"]


def test_goods_are_looked_at_again_once_somebody_paid_what_he_was_told_to_have() -> None:
    start = in_turn(replace(begun(), goods=RICH, doubted=("Ann",)), cell=MIDDLE, evaluated=True)
    paid = after(start, e.Delivered("Ann", "b01", 3, 0, 0), e.ShipTurnedUp("Ann", "b02"))
    later = in_turn(paid, cell=MIDDLE, evaluated=True)

    assert found_in(later, e.Delivered("Ann", "b04", 0, 0, 15))[:1] == ["goods-not-held"]
    assert KEPT.read(KEPT.written(start), start, Ledger()) == start
