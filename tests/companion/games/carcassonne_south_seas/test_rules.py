"""One rule a case: a fact that breaks it is found with its section, and replays all the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack
from tests.companion.games.carcassonne_south_seas.tables import (
    ALL_SHIPS,
    FOUR,
    MIDDLE,
    after,
    at,
    begun,
    codes,
    in_turn,
    lying,
    start,
)

# The start tile: an island at its top, a bridge from left to right.
LAID = e.TileLaid("Ann", at(1, 0), "ss05/1")  # carries the bridge on to the right
BRIDGE, SEA = f"{at(1, 0)}/bridge-1", f"{at(1, 0)}/sea-1"


def laid() -> State:
    return after(begun(), LAID)


def rich(**goods: int) -> State:
    return replace(laid(), goods={"Ann": goods})


def stood(*places: str) -> State:
    return replace(laid(), islanders=dict.fromkeys(places, "Ann"))


def three_ships_left() -> State:
    """Ben's market took one of the four ships, and none is turned up yet."""
    market = in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",))
    return after(market, e.ShipTaken("Ben", "b21"))


CASES: dict[str, tuple[Callable[[], State], e.Event, str, str]] = {
    "1: a tile that is used up": (
        lambda: replace(begun(), out=("ss42",)),
        e.TileLaid("Ann", at(0, -1), "ss42/0"),
        "no-such-tile-left",
        "1",
    ),
    "2: a ship that somebody has": (
        lambda: replace(start(), ships={"Ben": ("b01",)}),
        e.ShipTurnedUp("Ann", "b01"),
        "ship-known",
        "2",
    ),
    "46: a fifth ship": (begun, e.ShipTurnedUp("Ann", "b02"), "four-face-up", "46"),
    "9: a tile before four ships lie there": (start, LAID, "turn-up-first", "9"),
    "9: a tile is drawn before four ships lie there": (
        start,
        e.TileDrawn("Ann", "ss05"),
        "turn-up-first",
        "9",
    ),
    "38: the turn ends before four ships lie there again": (
        three_ships_left,
        e.TurnEnded("Ann"),
        "turn-up-first",
        "38",
    ),
    "38: goods are delivered before four ships lie there again": (
        three_ships_left,
        e.Delivered("Ann", "b01", 0, 0, 3),
        "turn-up-first",
        "38",
    ),
    "46: the turn ends before four ships lie there again": (
        lambda: after(rich(fish=9), e.Delivered("Ann", "b04", 0, 0, 4)),
        e.TurnEnded("Ann"),
        "turn-up-first",
        "46",
    ),
    "46: the next tile is laid before four ships lie there again": (
        lambda: after(rich(fish=9), e.Delivered("Ann", "b04", 0, 0, 4)),
        e.TileLaid("Ben", at(2, 0), "ss05/1"),
        "turn-up-first",
        "46",
    ),
    "11: out of turn": (begun, replace(LAID, player="Ben"), "not-your-turn", "11"),
    "13: nothing before the tile": (begun, e.TurnEnded("Ann"), "tile-first", "13"),
    "13: a second tile": (laid, e.TileLaid("Ann", at(0, -1), "ss42/0"), "second-tile", "13"),
    "13: drawn twice": (
        lambda: after(begun(), e.TileDrawn("Ann", "ss42")),
        e.TileDrawn("Ann", "ss05"),
        "second-tile",
        "13",
    ),
    "13: another tile than was drawn": (
        lambda: after(begun(), e.TileDrawn("Ann", "ss42")),
        LAID,
        "other-tile-drawn",
        "13",
    ),
    "14: on a tile": (begun, e.TileLaid("Ann", MIDDLE, "ss05/1"), "cell-taken", "14"),
    "14: corner to corner": (
        begun,
        e.TileLaid("Ann", at(1, 1), "ss05/1"),
        "beside-nothing",
        "14",
    ),
    "15: a bridge that does not go on": (
        begun,
        e.TileLaid("Ann", at(1, 0), "ss05/0"),
        "does-not-go-on",
        "15",
    ),
    "17: a tile that would fit": (begun, e.TileUnfit("Ann", "ss05"), "fits-somewhere", "17"),
    "20: on an older tile": (
        laid,
        e.IslanderPlaced("Ann", f"{MIDDLE}/island-1"),
        "not-on-new-tile",
        "20",
    ),
    "21: on a part that is not there": (
        laid,
        e.IslanderPlaced("Ann", f"{at(1, 0)}/market"),
        "no-such-part",
        "21",
    ),
    "22: on a bridge where one stands": (
        lambda: stood(f"{MIDDLE}/bridge-1"),
        e.IslanderPlaced("Ann", BRIDGE),
        "area-occupied",
        "22",
    ),
    "23: a fifth islander": (
        lambda: stood(*(f"{MIDDLE}/{n}" for n in "abcd")),
        e.IslanderPlaced("Ann", SEA),
        "no-islander-left",
        "23",
    ),
    "24: somebody else's islander": (
        lambda: replace(laid(), islanders={SEA: "Ben"}),
        e.IslanderTaken("Ann", SEA),
        "not-his-islander",
        "24",
    ),
    "24: with islanders in supply": (
        lambda: stood(SEA),
        e.IslanderTaken("Ann", SEA),
        "supply-not-empty",
        "24",
    ),
    "25: two islanders": (
        lambda: after(laid(), e.IslanderPlaced("Ann", BRIDGE)),
        e.IslanderPlaced("Ann", SEA),
        "second-islander",
        "25",
    ),
    "12: an islander after the evaluation": (
        lambda: after(laid(), e.Evaluated("Ann")),
        e.IslanderPlaced("Ann", SEA),
        "evaluated-already",
        "12",
    ),
    "34: nothing to cover": (
        laid,
        e.Covered("Ann", f"{at(1, 0)}/fish-1"),
        "not-to-be-covered",
        "34",
    ),
    "34: the turn ends before a group is covered": (
        lambda: in_turn(begun(), cell=MIDDLE, evaluated=True, covers=((SEA, BRIDGE),)),
        e.TurnEnded("Ann"),
        "cover-first",
        "34",
    ),
    "38: a ship without a market": (laid, e.ShipTaken("Ann", "b21"), "no-market", "38"),
    "38: not the highest": (
        lambda: in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ann",)),
        e.ShipTaken("Ann", "b01"),
        "not-highest",
        "38",
    ),
    "38: a ship that is hidden": (
        lambda: in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ann",)),
        e.ShipTaken("Ann", "b24"),
        "not-face-up",
        "38",
    ),
    "38: the turn ends before a merchant takes": (
        lambda: in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",)),
        e.TurnEnded("Ann"),
        "ship-first",
        "38",
    ),
    "39: before another merchant": (
        lambda: in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ann", "Ben")),
        e.ShipTaken("Ben", "b21"),
        "other-merchant-first",
        "39",
    ),
    "39: before four ships lie there again": (
        lambda: replace(
            in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ben",)), display=FOUR[:3]
        ),
        e.ShipTaken("Ben", "b16"),
        "turn-up-first",
        "39",
    ),
    "45: two ships in a turn": (
        lambda: after(rich(fish=9), e.Delivered("Ann", "b04", 0, 0, 4), _up("b24")),
        e.Delivered("Ann", "b01", 0, 0, 3),
        "second-delivery",
        "45",
    ),
    "45: a ship that is hidden": (
        lambda: rich(fish=7),
        e.Delivered("Ann", "b24", 0, 0, 7),
        "not-face-up",
        "45",
    ),
    "46: goods that he has not": (
        laid,
        e.Delivered("Ann", "b01", 3, 0, 0),
        "goods-not-held",
        "46",
    ),
    "47: one good too many": (
        lambda: rich(fish=9),
        e.Delivered("Ann", "b01", 0, 0, 4),
        "other-goods-asked",
        "47",
    ),
    "51: after the end": (
        lambda: replace(begun(), over=True),
        e.TurnEnded("Ann"),
        "game-over",
        "51",
    ),
}


def _up(ship: str) -> e.Event:
    return e.ShipTurnedUp("Ann", ship)


@pytest.mark.parametrize(("table", "event", "code", "rule"), CASES.values(), ids=CASES)
def test_what_breaks_a_rule_is_found_and_goes_on(
    table: Callable[[], State], event: e.Event, code: str, rule: str
) -> None:
    state = table()

    assert (code, rule) in codes(state, event)
    assert apply(state, event).facts == state.facts + 1


def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    """Rule 17: round one sea tile an all-island tile fits nowhere; another is drawn."""
    state = lying({(0, 0): "ss01/0"})
    gone = after(state, e.TileUnfit("Ann", "ss42"))

    assert codes(state, e.TileUnfit("Ann", "ss42")) == []
    assert gone.at_turn == "Ann"
    assert not gone.turn.has_tile
    assert gone.left["ss42"] == 0


def test_with_an_empty_pile_the_turn_goes_on_without_a_tile() -> None:
    """Point A1: the last tile fits nowhere; the game ends after this turn."""
    tiles = {(0, 0): "ss01/0"}
    out = tuple(
        tile.id
        for tile in begun().game.board.tiles.values()
        for _ in range(tile.count - (tile.id in {"ss01", "ss42"}))
    )
    state = after(replace(lying(tiles), out=out), e.TileUnfit("Ann", "ss42"))

    assert state.tiles_left == 0
    assert codes(state, e.TurnEnded("Ann")) == []
    assert after(state, e.TurnEnded("Ann")).over


def test_a_tile_told_for_another_is_one_less_to_be_drawn() -> None:
    """Rule 51: the pile is empty all the same, so the game ends with the last tile."""
    board = begun().game.board
    every = [tile.id for tile in board.tiles.values() for _ in range(tile.count)]
    every[every.index("ss26")] = "ss25"
    for lies_there in ("ss01", "ss05"):
        every.remove(lies_there)
    state = after(replace(lying({(0, 0): "ss01/0"}), out=tuple(every)), LAID)

    assert state.left["ss26"] == 1
    assert state.tiles_left == 0
    assert after(state, e.TurnEnded("Ann")).over


def test_a_table_may_take_islanders_back_at_any_time() -> None:
    """Point A3."""
    state = after(begun(take_back=TakeBack.ANY_TURN), LAID)
    state = replace(state, islanders={SEA: "Ann"})

    assert codes(state, e.IslanderTaken("Ann", SEA)) == []


def test_the_last_ship_ends_the_game_with_its_turn() -> None:
    """Rule 51: delivered; taken by a market it counts too, unless the table rules otherwise."""
    others = {"Ben": tuple(ship for ship in ALL_SHIPS if ship != "b01")}
    state = replace(rich(fish=3), ships=others, display=("b01",))
    delivered = after(state, e.Delivered("Ann", "b01", 0, 0, 3), e.TurnEnded("Ann"))
    by_market = replace(state, ships={"Ben": ALL_SHIPS}, display=())
    strict = replace(state.game.rulings, market_may_take_last_ship=False)

    assert delivered.over
    assert after(by_market, e.TurnEnded("Ann")).over
    ruled = replace(by_market, game=replace(by_market.game, rulings=strict))
    assert not after(ruled, e.TurnEnded("Ann")).over


def test_the_next_tile_shows_that_the_turn_is_over() -> None:
    """Nobody has to say the end of a turn: what he stood on is evaluated before."""
    state = after(laid(), e.IslanderPlaced("Ann", BRIDGE))
    following = e.TileLaid("Ben", at(0, -1), "ss42/0")

    assert codes(state, following) == []
    assert after(state, following).at_turn == "Ben"


def test_a_ship_that_is_not_turned_up_is_told_once() -> None:
    """Three lie there from then on, and the fourth may still come. Rules 9 and 46."""
    state = replace(begun(), display=FOUR[:3])
    assert codes(state, LAID) == [("turn-up-first", "9")]

    state = after(state, LAID)

    assert codes(state, e.TurnEnded("Ann")) == []
    assert codes(state, e.ShipTurnedUp("Ann", "b02")) == []
    assert after(state, e.ShipTurnedUp("Ann", "b02")).ships_to_turn_up == 0


def test_an_end_told_twice_passes_nobody_over() -> None:
    state = after(laid(), e.TurnEnded("Ann"), e.TurnEnded("Ann"))

    assert state.at_turn == "Ben"


def test_who_draws_first_is_at_turn() -> None:
    """It is told that it was another's turn, once. Rule 11."""
    state = begun(3)
    drawn = e.TileDrawn("Cleo", "ss05")
    assert codes(state, drawn) == [("not-your-turn", "11")]

    assert codes(after(state, drawn), replace(LAID, player="Cleo")) == []
