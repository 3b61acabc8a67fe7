"""A slip is explained by one correction: the right one comes first, and nothing is found then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.bank import Ledger
from companion.finding import Severity
from companion.games.carcassonne_south_seas.corrections.inquiry import INQUIRY
from companion.games.carcassonne_south_seas.course.apply import apply
from companion.games.carcassonne_south_seas.course.placing import ways_at
from companion.games.carcassonne_south_seas.judging.choices import choices
from companion.games.carcassonne_south_seas.judging.instead import instead
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.rules.notes import notes
from companion.games.carcassonne_south_seas.state.kept_state import KEPT
from companion.games.carcassonne_south_seas.state.state import Game, State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack
from companion.play.corrections.causes import causes
from companion.play.corrections.course import told_with
from tests.companion.games.carcassonne_south_seas.tables import (
    MIDDLE,
    after,
    at,
    begun,
    codes,
    found_in,
    in_turn,
    played_out,
)

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

    later = apply(state, fifth)

    assert [code for code, _ in codes(state, fifth)] == ["no-islander-left"]
    assert later.supply("Ann") == 0
    assert apply(later, e.IslanderTaken("Ann", f"{at(5, 5)}/a")).supply("Ann") == 1
    assert KEPT.read(KEPT.written(later), state, Ledger()) == later


def test_whoever_takes_one_back_had_none() -> None:
    """Two are told to be before her: two more stand on the table than was told. Rule 24."""
    state = standing(*(f"{at(5, 5)}/{n}" for n in "ab"))
    back = e.IslanderTaken("Ann", f"{at(5, 5)}/a")

    later = apply(state, back)

    assert [code for code, _ in codes(state, back)] == ["supply-not-empty"]
    assert later.supply("Ann") == 1


def test_nobody_has_more_than_four_before_him() -> None:
    state = standing(*(f"{at(5, 5)}/{n}" for n in "abcd"))
    left = apply(state, e.IslanderPlaced("Ann", SEA))
    for place in [*left.islanders]:
        left = apply(replace(left, game=any_turn(left)), e.IslanderTaken("Ann", place))

    assert (left.supply("Ann"), left.untold) == (4, {})


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


def test_a_draw_that_was_put_right_asks_for_the_tile_that_was_laid() -> None:
    """Somebody has said that it was another: that is not asked back. Rule 13."""
    other = next(
        tile
        for tile, left in begun().left.items()
        if left and tile != "ss05" and [*ways_at(begun(), at(1, 0), tile)]
    )
    told = [
        e.TileDrawn("Ann", other),
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
        e.TurnEnded("Ann"),
    ]

    [cause] = causes(INQUIRY, begun(), told, put_right=frozenset({0}))
    [unsaid] = causes(INQUIRY, begun(), told)

    ways = {cause.edit.put, *(each.put for each in cause.others)}
    fitting = ways_at(begun(), at(1, 0), other)
    assert ways == {(e.TileLaid("Ann", at(1, 0), way),) for way in fitting}
    assert unsaid.edit.put == (e.TileDrawn("Ann", "ss05"),)


def test_an_islander_told_late_leaves_the_next_players_turn_alone() -> None:
    """Rules 12 and 18: the first card asks whether it was in her own turn, after her tile."""
    told = [
        DRAWN,
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
        e.TurnEnded("Ann"),
        e.TileDrawn("Ben", "ss05"),
        e.TileLaid("Ben", at(2, 0), "ss05/1"),
    ]
    late = e.IslanderPlaced("Ann", f"{at(1, 0)}/sea-1")
    before = after(begun(), *told)
    now = apply(before, late)

    assert found_in(begun(), *told) == []
    assert now.turn == before.turn
    assert now.islanders == {late.place: "Ann"}
    assert any(isinstance(each.event, e.IslanderPlaced) for each in choices(now))
    [cause] = causes(INQUIRY, begun(), [*told, late])
    assert told_with([*told, late], cause.edit) == (*told[:2], late, *told[2:])
    assert cause.others == ()


def test_a_tile_may_have_been_any_other_those_that_fit_first() -> None:
    """Rules 13 and 15."""
    drawn = apply(begun(), DRAWN)
    laid = e.TileLaid("Ann", at(1, 0), "ss05/1")

    offered = [each for each in instead(drawn, laid) if isinstance(each, e.TileLaid)]

    there = [each.tile for each in offered if each.cell == laid.cell and each.player == "Ann"]
    fit = [
        way for tile in drawn.left for way in ways_at(drawn, laid.cell, tile) if drawn.left[tile]
    ]
    assert {*there[: len(fit)]} == {*fit}
    assert {tile.partition("/")[0] for tile in there} == {t for t, n in drawn.left.items() if n}


def test_a_fifth_ship_turned_up_says_that_goods_were_delivered() -> None:
    """To one of those that lie there, with goods that he has: first to one worth most."""
    goods, ships = {"Ann": {"shell": 2, "banana": 2, "fish": 2}}, ("b04", "b16", "b21", "b22")
    lying = replace(begun(), goods=goods, display=ships)
    start = in_turn(lying, cell=MIDDLE, evaluated=True)
    told = [e.ShipTurnedUp("Ann", "b05"), e.TurnEnded("Ann")]

    [cause] = causes(INQUIRY, start, told, [frozenset[str]()] * len(told))

    [put] = cause.edit.put
    assert isinstance(put, e.Delivered)
    assert put.ship == "b21"


def test_what_a_boat_covered_by_itself_may_be_told_besides() -> None:
    """Where there is one largest group, nobody has to say which it covers. Rule 34."""
    start = next(
        after
        for before, event, after in played_out(begun(), 1)
        if isinstance(event, e.Evaluated) and len(after.covered) > len(before.covered)
    )

    told = apply(start, e.Covered("Ann", start.covered[-1]))

    assert found_in(start, e.Covered("Ann", start.covered[-1])) == []
    assert told.covered == start.covered
    assert KEPT.read(KEPT.written(start), start, Ledger()) == start


def test_what_a_boat_covered_in_an_earlier_turn_is_not_covered_again() -> None:
    """The boat of this turn evaluates the same sea, and covers another. Rule 34."""
    start = next(
        after
        for before, event, after in played_out(begun(), 1)
        if isinstance(event, e.Evaluated) and len(after.covered) > len(before.covered)
    )
    later = replace(start, turn=replace(start.turn, alone=()))

    assert found_in(later, e.Covered("Ann", start.covered[-1])) == ["not-to-be-covered"]


def test_beside_a_tile_that_cannot_lie_there_areas_are_not_judged() -> None:
    """Rules 15 and 22: the bridge across is told, and not what hangs together by it."""
    laid = e.TileLaid("Ann", at(1, 0), "ss05/0")
    start = replace(begun(), islanders={f"{MIDDLE}/bridge-1": "Ben"})
    told = [e.TileDrawn("Ann", "ss05"), laid, e.IslanderPlaced("Ann", f"{at(1, 0)}/sea-1")]
    astray = after(start, *told[:2])

    assert found_in(start, *told) == ["does-not-go-on"]
    assert astray.astray == (at(1, 0),)
    assert KEPT.read(KEPT.written(astray), astray, Ledger()) == astray
    beside = e.IslanderPlaced("Ben", f"{MIDDLE}/sea-1")
    occupied = replace(astray, islanders={f"{MIDDLE}/sea-1": "Ann"})
    again = in_turn(occupied, cell=MIDDLE)
    assert found_in(replace(again, turns=1), beside) == []
    assert found_in(replace(again, turns=1, astray=()), beside) == ["area-occupied"]


@pytest.mark.parametrize(
    ("tile", "severity"),
    [("ss27/0", Severity.NOTE), ("ss05/0", Severity.ILLEGAL)],
    ids=["another tile: that follows", "the same one told twice"],
)
def test_a_cell_is_taken_anew_unless_its_tile_can_not_lie_there(
    tile: str, severity: Severity
) -> None:
    """Rule 14: of the tile that can't lie there it was told once, and the next one shows it."""
    astray = after(begun(), DRAWN, e.TileLaid("Ann", at(1, 0), "ss05/0"), e.TurnEnded("Ann"))
    drawn = apply(astray, e.TileDrawn("Ben", tile.partition("/")[0]))

    found = {
        each.code: each.severity for each in findings(drawn, e.TileLaid("Ben", at(1, 0), tile))
    }

    assert found["cell-taken"] is severity


@pytest.mark.parametrize("unsaid", [e.TurnEnded("Ann"), e.TileDrawn("Ben", "ss05")])
def test_what_a_turn_paid_is_noted_where_its_evaluation_was_unsaid(unsaid: e.Event) -> None:
    """Rule 12: the end of the turn, or the next tile, shows that what is complete has paid."""
    start, said = next(
        (before, event)
        for before, event, after in played_out(begun(), 1)
        if isinstance(event, e.Evaluated) and event.player == "Ann" and after.turn.alone
    )

    told = notes(start, said, apply(start, said))

    assert {"goes-home", "covers"} <= {each.code for each in told}
    assert notes(start, unsaid, apply(start, unsaid)) == told
