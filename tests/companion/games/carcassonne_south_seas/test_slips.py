"""A slip is explained by one correction: the right one comes first, and nothing is found then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.bank import Ledger
from companion.games.carcassonne_south_seas.corrections.inquiry import INQUIRY
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.state.kept_state import parse_state, state_json
from companion.games.carcassonne_south_seas.state.state import Game, State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack
from companion.play.corrections.causes import causes
from tests.companion.games.carcassonne_south_seas.tables import MIDDLE, at, begun, codes, in_turn

SEA = f"{MIDDLE}/sea-2"
DRAWN = e.TileDrawn("Ann", "ss05")
TOLD: dict[str, tuple[list[e.Event], e.Event | None]] = {
    "a tile laid with its bridge across": (
        [DRAWN, e.TileLaid("Ann", at(1, 0), "ss05/0"), e.TurnEnded("Ann")],
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
    ),
    "a tile said to lie elsewhere than the islander shows": (
        [
            DRAWN,
            e.TileLaid("Ann", at(-1, 0), "ss05/1"),
            e.IslanderPlaced("Ann", f"{at(1, 0)}/bridge-1"),
        ],
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
    ),
    "a tile that nobody said was laid, and the islander on it": (
        [DRAWN, e.IslanderPlaced("Ann", f"{at(1, 0)}/bridge-1"), e.TurnEnded("Ann")],
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
    ),
    "the end of a turn told twice": (
        [DRAWN, e.TileLaid("Ann", at(1, 0), "ss05/1"), e.TurnEnded("Ann"), e.TurnEnded("Ann")],
        None,
    ),
}


@pytest.mark.parametrize(("told", "right"), TOLD.values(), ids=TOLD)
def test_the_first_correction_is_the_right_one(told: list[e.Event], right: e.Event | None) -> None:
    found = causes(INQUIRY, begun(), told, [frozenset[str]()] * len(told))
    edit = found[0].edit

    if right is None:
        assert (edit.out, edit.put) == (1, ())
    else:
        said = {edit.put, *(other.put for other in found[0].others)}
        assert (right,) in said
        assert all(isinstance(each, e.TileLaid) for put in said for each in put)


def standing(*places: str) -> State:
    """The table on which so many islanders of Ann's were told to stand, and the tile is laid."""
    state = in_turn(begun(), cell=MIDDLE)
    return replace(state, islanders=dict.fromkeys(places, "Ann"))


def test_a_fifth_islander_is_found_once_and_understood() -> None:
    """One of the four went home untold: he stands before her again. Rule 10."""
    state = standing(*(f"{at(5, 5)}/{n}" for n in "abcd"))
    fifth = e.IslanderPlaced("Ann", SEA)

    after = apply(state, fifth)

    assert [code for code, _ in codes(state, fifth)] == ["no-islander-left"]
    assert after.supply("Ann") == 0
    assert apply(after, e.IslanderTaken("Ann", f"{at(5, 5)}/a")).supply("Ann") == 1
    assert parse_state(state_json(after), state, Ledger()) == after


def test_whoever_takes_one_back_had_none() -> None:
    """Two are told to be before her: two more stand on the table than was told. Rule 24."""
    state = standing(*(f"{at(5, 5)}/{n}" for n in "ab"))
    back = e.IslanderTaken("Ann", f"{at(5, 5)}/a")

    after = apply(state, back)

    assert [code for code, _ in codes(state, back)] == ["supply-not-empty"]
    assert after.supply("Ann") == 1


def test_nobody_has_more_than_four_before_him() -> None:
    state = standing(*(f"{at(5, 5)}/{n}" for n in "abcd"))
    after = apply(state, e.IslanderPlaced("Ann", SEA))
    for place in [*after.islanders]:
        after = apply(replace(after, game=any_turn(after)), e.IslanderTaken("Ann", place))

    assert (after.supply("Ann"), after.untold) == (4, {})


def any_turn(state: State) -> Game:
    rulings = replace(state.game.rulings, take_back=TakeBack.ANY_TURN)
    return replace(state.game, rulings=rulings)


def test_a_merchant_took_another_ship_of_that_worth() -> None:
    """Ben delivers to a ship that Ann was said to have taken: it was the other."""
    start = replace(
        in_turn(begun(), cell=MIDDLE, evaluated=True, merchants=("Ann",)),
        display=("b01", "b04", "b21", "b22"),
        goods={"Ben": {"shell": 1, "banana": 2, "fish": 2}},
    )
    told: list[e.Event] = [
        e.ShipTaken("Ann", "b21"),
        e.ShipTurnedUp("Ann", "b02"),
        e.TurnEnded("Ann"),
        e.TileDrawn("Ben", "ss05"),
        e.TileLaid("Ben", at(1, 0), "ss05/1"),
        e.Delivered("Ben", "b21", 1, 2, 2),
    ]

    found = causes(INQUIRY, start, told, [frozenset[str]()] * len(told))

    assert found[0].edit.put == (e.ShipTaken("Ann", "b22"),)
