"""The worked examples of the rules, V1 to V32: by the functions that the game itself uses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.carcassonne_south_seas.course.evaluation import most
from companion.games.carcassonne_south_seas.course.placing import breaks
from companion.games.carcassonne_south_seas.course.score import score
from companion.games.carcassonne_south_seas.judging.choices import awaited, choices
from companion.games.carcassonne_south_seas.rules.notes import notes
from companion.games.carcassonne_south_seas.state.areas import areas_of
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.ships import SHIPS
from tests.companion.games.carcassonne_south_seas.tables import (
    ALL_SHIPS,
    BOARD,
    MIDDLE,
    after,
    at,
    begun,
    codes,
    in_turn,
    lying,
    start,
)

VECTORS: dict[str, Any] = {
    each["id"]: each
    for each in json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))[
        "vectors"
    ]
}


def of_type(*types: str) -> list[Any]:
    return [pytest.param(each, id=name) for name, each in VECTORS.items() if each["type"] in types]


@pytest.mark.parametrize("vector", of_type("award"))
def test_who_has_most_islanders_gets_all_the_goods(vector: Any) -> None:
    """Rules 41 and 42, and 53 for a market that is not complete."""
    there = [player for player, count in vector["counts"].items() for _ in range(count)]

    assert dict.fromkeys(most(there), vector["amount"]) == vector["expect"]


@pytest.mark.parametrize("vector", of_type("deliver"))
def test_a_ship_takes_what_is_on_its_sail(vector: Any) -> None:
    """Rules 47 and 48."""
    demand = vector["demand"]
    fixed = tuple(demand["fixed"].get(kind, 0) for kind in ("shell", "banana", "fish"))
    asked = (fixed, tuple(demand["same"]), demand["any"])
    [ship] = [each for each in SHIPS.values() if (each.fixed, each.alike, each.free) == asked]

    assert [ship.takes(vector["goods"]), ship.points] == vector["expect"]


@pytest.mark.parametrize("vector", of_type("final"))
def test_ships_and_threes_of_goods_are_the_points(vector: Any) -> None:
    """Rule 54."""
    waiting, mine = list(vector["ships"]), []
    for ship in SHIPS.values():
        if ship.points in waiting:
            waiting.remove(ship.points)
            mine.append(ship.id)
    state = replace(begun(), ships={"Ann": tuple(mine)}, goods={"Ann": {"fish": vector["goods"]}})

    assert score(state).standings[0].total == vector["expect"]


def test_v8_of_the_highest_ships_the_merchant_chooses() -> None:
    state = replace(begun(), display=("b21", "b22", "b05", "b10"))
    state = in_turn(state, cell=at(0, 0), evaluated=True, merchants=("Ann",))

    assert [each.event for each in choices(state)] == [
        e.ShipTaken("Ann", "b21"),
        e.ShipTaken("Ann", "b22"),
    ]


def test_v6_and_v7_a_boat_evaluates_the_sea_it_comes_into() -> None:
    """Rules 32 to 36: five fish are paid, a group of 2 is covered, the fisherman comes home."""
    around = {(0, 1): "ss15/2", (1, 0): "ss15/1", (-1, 0): "ss02/0"}
    fishing = replace(lying(around), islanders={f"{at(0, 1)}/sea-1": "Ann"})
    laid = after(fishing, e.TileLaid("Ann", at(0, 0), "ss16/0"))
    done = after(laid, e.Evaluated("Ann"))

    assert done.held("Ann")["fish"] == 2 + 2 + 1
    assert done.turn.covers == ((f"{at(0, 1)}/fish-1", f"{at(1, 0)}/fish-1"),)
    assert done.supply("Ann") == 4


def test_a_boat_in_a_sea_where_nobody_fishes_does_nothing_then_or_later() -> None:
    """Rule 33, points A4 and A8."""
    laid = after(lying({(0, 1): "ss02/0"}), e.TileLaid("Ann", at(0, 0), "ss16/0"))
    ended = after(laid, e.TurnEnded("Ann"))
    later = replace(ended, islanders={f"{at(0, 0)}/sea-1": "Ben"})
    later = after(later, e.TileLaid("Ben", at(1, 1), "ss02/0"), e.TurnEnded("Ben"))

    assert ended.covered == ()
    assert ended.turn.paid == ()
    assert later.islanders == {f"{at(0, 0)}/sea-1": "Ben"}


def test_v10_and_v11_a_boat_and_a_fisherman_in_one_turn() -> None:
    """Three fish at once; the group of 2 is covered, and the islander comes home."""
    # Below: a sea with 2 fish; beside it one with 1; the tile with the boat joins both.
    state = lying({(0, 1): "ss15/2", (1, 0): "ss02/0"})
    laid = after(state, e.TileLaid("Ann", at(0, 0), "ss16/0"))
    sea = f"{at(0, 0)}/sea-1"
    done = after(laid, e.IslanderPlaced("Ann", sea))

    assert codes(laid, e.IslanderPlaced("Ann", sea)) == []
    assert done.held("Ann") == {"shell": 0, "banana": 0, "fish": 1 + 2}
    assert done.covered == (f"{at(0, 1)}/fish-1",)
    assert done.supply("Ann") == 4


def test_of_equal_groups_who_plays_chooses_which_is_covered() -> None:
    """Rule 34, point A6; what is covered never pays again (35)."""
    state = lying({(0, 1): "ss02/0", (1, 0): "ss02/0"})
    laid = after(state, e.TileLaid("Ann", at(0, 0), "ss16/0"))
    done = after(laid, e.IslanderPlaced("Ann", f"{at(0, 0)}/sea-1"))
    offered = [each.event for each in choices(done)]

    assert offered == [e.Covered("Ann", f"{cell}/fish-1") for cell in (at(0, 1), at(1, 0))]
    covered = after(done, offered[0])
    area = covered.area(f"{at(0, 0)}/sea-1")
    assert area is not None
    assert covered.fish_in(area) == ((f"{at(1, 0)}/fish-1", 1),)
    assert codes(covered, e.TurnEnded("Ann")) == []


@pytest.mark.parametrize(("ruled", "covered"), [(False, 0), (True, 1)])
def test_a_boat_in_a_sea_that_its_tile_closes(ruled: bool, covered: int) -> None:
    """Point A5: one evaluation; whether a group is covered as well, the table rules."""
    # Three coves around, each with one fish, open towards the tile with the boat alone.
    ring = {(-1, 0): "ss37/3", (1, 0): "ss37/1", (0, 1): "ss37/2"}
    state = lying(ring, begun(boat_covers_in_closed_sea=ruled))
    laid = after(state, e.TileLaid("Ann", at(0, 0), "ss16/0"))
    done = after(laid, e.IslanderPlaced("Ann", f"{at(0, 0)}/sea-1"))
    [payment] = done.turn.paid

    assert (payment.kind, payment.amount) == ("sea", 3)
    assert len(done.covered) + len(done.turn.covers) == covered


def test_merchants_take_in_turn_order_and_four_lie_there_again() -> None:
    """Rules 37 to 39: two markets are complete at once; Ben, at turn, takes first."""
    around = {(q, r): "ss01/0" for q in range(4) for r in range(3) if (q, r) != (1, 0)}
    state = lying(around, begun(3))
    stand = {f"{at(1, 1)}/market": "Ann", f"{at(2, 1)}/market": "Ben"}
    state = replace(state, islanders=stand, turns=1)
    done = after(state, e.TileLaid("Ben", at(1, 0), "ss01/0"), e.Evaluated("Ben"))

    assert done.turn.merchants == ("Ben", "Ann")
    assert done.islanders == {}
    taken = after(done, e.ShipTaken("Ben", "b21"))
    assert codes(done, e.ShipTaken("Ben", "b21")) == []
    assert [type(each.event) for each in choices(taken)] == [e.ShipTurnedUp] * 20


@pytest.mark.parametrize("ends", [True, False])
def test_a_merchant_for_whom_no_ship_is_left_gets_nothing(ends: bool) -> None:
    """Rules 38 and 39: who comes first takes the last one, and the turn goes on. Rule 51, A11."""
    last, *gone = ALL_SHIPS
    lie = replace(begun(market_may_take_last_ship=ends), display=(last,), ships={"Ben": gone})
    state = in_turn(lie, cell=MIDDLE, evaluated=True, merchants=("Ann", "Ben"))
    taken = e.ShipTaken("Ann", last)

    done = after(state, taken)

    assert [each.event for each in choices(state)] == [taken]
    assert [each.code for each in notes(state, taken, done)] == ["no-ship-left"]
    assert awaited(done) == ("Ann",)
    assert [each.event for each in choices(done)] == [e.TurnEnded("Ann")]
    assert after(done, e.TurnEnded("Ann")).over is ends


def test_a_merchant_for_whom_no_ship_lies_face_up_has_one_turned_up() -> None:
    """Rule 38: nobody had said which ships were turned up in the beginning."""
    state = in_turn(start(), cell=MIDDLE, evaluated=True, merchants=("Ann",))
    state = replace(state, face_up=0)

    assert {type(each.event) for each in choices(state)} == {e.ShipTurnedUp}


def test_without_a_boat_token_the_sea_pays_as_usual() -> None:
    """Point A7."""
    state = replace(lying({(0, 1): "ss02/0"}), covered=tuple(f"{n}" for n in range(19)))
    laid = after(state, e.TileLaid("Ann", at(0, 0), "ss16/0"))
    done = after(laid, e.IslanderPlaced("Ann", f"{at(0, 0)}/sea-1"))

    assert done.held("Ann")["fish"] == 1
    assert len(done.covered) == 19
    assert done.turn.covers == ()


PLACEMENTS = {
    "V24": ("ss18/0", (1, 0), "ss05/1"),
    "V25": ("ss18/0", (0, -1), "ss42/0"),
    "V26": ("ss23/0", (1, 0), "ss23/0"),
    "V27": ("ss18/0", (0, -1), "ss05/1"),
}


@pytest.mark.parametrize("vector", of_type("placement"))
def test_a_tile_carries_on_what_it_touches(vector: Any) -> None:
    """Rule 15."""
    lies, where, tile = PLACEMENTS[vector["id"]]
    legal = breaks(lying({(0, 0): lies}), at(*where), tile) == ()

    assert legal is (vector["expect"] == "legal")


OCCUPIED: dict[str, tuple[str, str, dict[str, str]]] = {
    "V28": ("ss18/0", "ss03/1", {"bridge": "bridge-1", "market": "market", "sea": "sea-1"}),
    "V29": ("ss18/0", "ss17/2", {"island": "island-1", "bridge": "bridge-1", "sea": "sea-1"}),
}


@pytest.mark.parametrize("vector", of_type("islander"))
def test_no_islander_joins_an_occupied_area(vector: Any) -> None:
    """Rule 22."""
    lies, tile, parts = OCCUPIED[vector["id"]]
    where, stands = ((1, 0), "bridge-1") if vector["id"] == "V28" else ((0, -1), "island-1")
    state = replace(lying({(0, 0): lies}), islanders={f"{at(0, 0)}/{stands}": "Ben"})
    laid = after(state, e.TileLaid("Ann", at(*where), tile))
    free = {
        kind: codes(laid, e.IslanderPlaced("Ann", f"{at(*where)}/{spot}")) == []
        for kind, spot in parts.items()
    }

    assert codes(state, e.TileLaid("Ann", at(*where), tile)) == []
    assert free == vector["expect"]


def test_v30_a_third_tile_joins_two_seas() -> None:
    """Rule 40: each step is legal, and both fish in one sea."""
    seas = [f"{at(0, 0)}/sea-1", f"{at(2, 0)}/sea-1"]
    state = lying({(0, 0): "ss15/3", (2, 0): "ss15/1"})
    state = replace(state, islanders=dict(zip(seas, ("Ann", "Ben"), strict=True)))
    joins = e.TileLaid("Ann", at(1, 0), "ss01/0")
    state = after(replace(state, tiles={**state.tiles}), joins)
    area = state.area(seas[0])

    assert area is not None
    assert codes(lying({(0, 0): "ss15/3", (2, 0): "ss15/1"}), joins) == []
    assert state.in_area(area) == dict(zip(seas, ("Ann", "Ben"), strict=True))


@pytest.mark.parametrize(
    ("tile", "kinds"),
    [("ss22", {"island": 2, "sea": 1}), ("ss23", {"island": 1, "sea": 2}), ("ss12", {"sea": 3})],
    ids=["V31, islands", "V32", "V31, seas"],
)
def test_what_meets_at_a_corner_stays_apart(tile: str, kinds: dict[str, int]) -> None:
    """Rules 57 to 59."""
    areas = {area.places: area.kind for area in areas_of(BOARD, {at(0, 0): f"{tile}/0"}).values()}
    counted = {kind: list(areas.values()).count(kind) for kind in kinds}

    assert counted == kinds


def _ring(count: int) -> dict[tuple[int, int], str]:
    around = [(q, r) for r in (-1, 0, 1) for q in (-1, 0, 1)]
    return dict.fromkeys(around[:count], "ss01/0")


COMPLETE: dict[str, tuple[dict[tuple[int, int], str], str, bool]] = {
    "27: a bridge between two stones": (
        {(0, 0): "ss12/0", (1, 0): "ss12/2"},
        f"{at(0, 0)}/bridge-1",
        True,
    ),
    "27: open at one end": ({(0, 0): "ss12/0"}, f"{at(0, 0)}/bridge-1", False),
    "27: a loop": (
        {(0, 0): "ss09/3", (1, 0): "ss09/0", (0, 1): "ss09/2", (1, 1): "ss09/1"},
        f"{at(0, 0)}/bridge-1",
        True,
    ),
    "29: an island of two tiles": (
        {(0, 0): "ss15/1", (1, 0): "ss15/3"},
        f"{at(0, 0)}/island-1",
        True,
    ),
    "31: a sea inside a loop": (
        {(0, 0): "ss09/3", (1, 0): "ss09/0", (0, 1): "ss09/2", (1, 1): "ss09/1"},
        f"{at(0, 0)}/sea-1",
        True,
    ),
    "37: eight tiles around": (_ring(9), f"{at(0, 0)}/market", True),
    "37: seven tiles around": (_ring(8), f"{at(0, 0)}/market", False),
}


@pytest.mark.parametrize(("tiles", "place", "complete"), COMPLETE.values(), ids=COMPLETE)
def test_an_area_is_complete(tiles: dict[tuple[int, int], str], place: str, complete: bool) -> None:
    area = areas_of(BOARD, {at(*where): tile for where, tile in tiles.items()})[place]

    assert area.is_complete is complete


def test_the_last_evaluation_pays_all_but_markets() -> None:
    """Rules 52 and 53; what it pays counts for the score (56)."""
    state = lying({(0, 0): "ss31/0", (1, 0): "ss01/0"})
    stand: dict[str, str] = {f"{at(0, 0)}/island-1": "Ann", f"{at(1, 0)}/market": "Ben"}
    out = tuple(tile.id for tile in BOARD.tiles.values() for _ in range(tile.count))
    state = replace(in_turn(state, cell=at(1, 0), evaluated=True), islanders=stand, out=out)
    ended = after(state, e.TurnEnded("Ann"))

    assert ended.over
    assert [(each.kind, each.amount, each.to) for each in ended.last] == [("island", 2, ("Ann",))]
    assert ended.islanders == {f"{at(1, 0)}/market": "Ben"}
