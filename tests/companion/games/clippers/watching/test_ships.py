"""Ships stand where their routes end; one that stands elsewhere is told, and never recorded."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from companion.games.clippers.watching.ships import (
    Stray,
    hull_over,
    nearest_place,
    out_of_place_mm,
    ships_astray,
    ships_gone,
)
from companion.reading import ShipSeen
from companion.watching.drift import Differs
from tests.companion.games.clippers.watching.table_in_room import BLACK, BOARD, RED, TableInRoom

HOME, MALDEN = BOARD.harbours["harbour_red"], BOARD.islands["malden"]
FIRST, LAST = (BOARD.spaces[space] for space in RED)
FAR = BOARD.islands["tahiti"]
BLACK_HOME = BOARD.islands["gambier"]


def at(x_mm: float, y_mm: float, company: str = "red") -> ShipSeen:
    return ShipSeen(company, x_mm, y_mm, 0.0)


def beside(space: str, away_mm: float, company: str = "red") -> ShipSeen:
    spot = BOARD.spaces[space]
    angle = radians(spot.angle_deg)
    return at(spot.x_mm - away_mm * sin(angle), spot.y_mm + away_mm * cos(angle), company)


def after(*laid: tuple[str, str]) -> TableInRoom:
    """A table after some sticks, one by each player in turn."""
    table = TableInRoom()
    table.both_pass()
    for company, space in laid:
        table.lay(company, space)
    return table


@pytest.mark.parametrize(
    ("laid", "ships", "astray"),
    [
        pytest.param([], [at(HOME.x_mm + 20, HOME.y_mm)], None, id="in its harbour"),
        pytest.param(
            [],
            [at(FAR.x_mm, FAR.y_mm)],
            Stray("red", "harbour_red", "tahiti", was_there=False),
            id="on tour",
        ),
        pytest.param(RED[:1], [beside(RED[0], 15)], None, id="beside its only stick"),
        pytest.param(RED[:1], [beside(RED[0], 35)], None, id="carelessly put"),
        pytest.param(RED, [at(MALDEN.x_mm, MALDEN.y_mm)], None, id="on the island it came to"),
        pytest.param(RED, [beside(RED[1], 15)], None, id="beside the stick that came there"),
        pytest.param(
            RED,
            [at(HOME.x_mm, HOME.y_mm)],
            Stray("red", "malden", "harbour_red", was_there=True),
            id="forgotten",
        ),
        pytest.param(RED, [], None, id="not seen: a reader misses one in ten"),
        pytest.param(RED, [at(FAR.x_mm, FAR.y_mm, "black")], None, id="another company's"),
        pytest.param(
            RED,
            [at(MALDEN.x_mm, MALDEN.y_mm), at(FAR.x_mm, FAR.y_mm)],
            None,
            id="one more than there are, and the berth is taken",
        ),
    ],
)
def test_a_ship_that_stands_where_none_of_theirs_should_is_astray(
    laid: list[str], ships: list[ShipSeen], astray: Stray | None
) -> None:
    state = after(*(("red", space) for space in laid)).state
    found = [stray for stray in ships_astray(state, ships) if stray.kind == "red"]

    assert found == ([] if astray is None else [astray])


def test_it_is_told_after_a_few_looks_and_no_more_when_it_is_put_right() -> None:
    table = after(("red", RED[0]), ("red", RED[1]))
    facts = table.facts
    table.ships = (at(HOME.x_mm, HOME.y_mm),)
    assert [table.look(1).drift for _ in range(4)] == [()] * 4
    told = table.look(4).drift
    assert [(one.subject, one.differs, one.recorded, one.seen) for one in told] == [
        ("malden", Differs.ASTRAY, "red", "harbour_red")
    ]

    table.ships = ()
    assert table.look(1).drift == told, "missed in one look"
    table.ships = (beside(RED[1], 13),)
    assert table.look(3).drift == ()
    assert table.facts == facts


def test_where_no_ship_of_theirs_ever_stood_it_takes_longer_to_be_told() -> None:
    table = after(("red", RED[0]))
    table.ships = (at(FAR.x_mm, FAR.y_mm),)

    assert table.look(12).drift == ()
    assert [one.seen for one in table.look(12).drift] == ["tahiti"]


@pytest.mark.parametrize(
    ("laid", "ships", "gone", "told"),
    [
        pytest.param(RED, [], [at(MALDEN.x_mm, MALDEN.y_mm)], "malden", id="taken off its island"),
        pytest.param(RED, [], [beside(RED[1], 15)], "malden", id="and from beside its last stick"),
        pytest.param([], [], [at(HOME.x_mm + 20, HOME.y_mm)], "harbour_red", id="in its harbour"),
        pytest.param(RED, [], [], None, id="not seen: a reader misses one in ten"),
        pytest.param(
            RED, [], [at(HOME.x_mm, HOME.y_mm)], None, id="taken from where it was, and sails"
        ),
        pytest.param(
            RED, [], [at(MALDEN.x_mm, MALDEN.y_mm, "black")], None, id="another company's"
        ),
        pytest.param(
            RED,
            [beside(RED[1], 15)],
            [at(MALDEN.x_mm, MALDEN.y_mm)],
            None,
            id="it stands beside its last stick now",
        ),
        pytest.param(
            RED,
            [at(FAR.x_mm, FAR.y_mm)],
            [at(MALDEN.x_mm, MALDEN.y_mm)],
            None,
            id="it stands elsewhere, which is told otherwise",
        ),
    ],
)
def test_a_ship_is_gone_where_it_should_stand_and_stood(
    laid: list[str], ships: list[ShipSeen], gone: list[ShipSeen], told: str | None
) -> None:
    state = after(*(("red", space) for space in laid)).state

    found = list(ships_gone(state, ships, gone))
    assert found == ([] if told is None else [Stray("red", told, None, was_there=True)])


@pytest.mark.parametrize(
    ("ends", "gone"),
    [((("malden",),), ["malden"]), ((("malden",), ("tahiti",)), [])],
    ids=["one reading of its ends", "another by which it sailed on"],
)
def test_a_ship_is_gone_only_by_every_reading_of_its_ends(
    ends: tuple[tuple[str, ...], ...], gone: list[str]
) -> None:
    state = after(("red", RED[0]), ("red", RED[1])).state
    owner = replace(state.companies["red"], fleets=ends)
    state = replace(state, companies={**state.companies, "red": owner})

    found = ships_gone(state, [], [at(MALDEN.x_mm, MALDEN.y_mm)])
    assert [stray.place for stray in found] == gone


def test_a_ship_that_is_gone_is_told_after_several_looks_until_it_is_back() -> None:
    table = after(("red", RED[0]), ("red", RED[1]))
    facts = table.facts
    here = beside(RED[1], 13)
    table.ships = (here,)
    table.look(8)
    table.ships, table.gone = (), (here,)
    assert [table.look(1).drift for _ in range(7)] == [()] * 7
    told = table.look(4).drift
    assert [(one.subject, one.differs, one.recorded, one.seen) for one in told] == [
        ("malden", Differs.GONE, "red", "empty")
    ]

    table.gone = ()
    assert table.look(1).drift == told, "a hand is over it"
    table.gone = (here,)
    table.look(2)
    table.ships, table.gone = (here,), ()
    assert table.look(4).drift == ()
    assert table.facts == facts


def test_a_ship_that_sails_on_by_one_space_and_is_not_seen_there_is_not_gone() -> None:
    """Where it stood is near to where it should stand now."""
    table = after(("red", RED[0]))
    here = beside(RED[0], 13)
    table.ships = (here,)
    table.look(20)
    table.lay("red", RED[1])
    table.ships, table.gone = (), (here,)

    assert all(not table.look(1).drift for _ in range(40))


def test_ships_that_are_never_seen_are_not_missed() -> None:
    table = after(("red", RED[0]), ("red", RED[1]))
    assert all(not table.look(1).drift for _ in range(60))


def test_a_ship_that_is_moved_a_moment_after_its_stick_is_not_told() -> None:
    table = after(("red", RED[0]))
    table.ships = (beside(RED[0], 13),)
    table.lay("red", RED[1])
    table.ships = (at(MALDEN.x_mm, MALDEN.y_mm),)

    assert all(not table.look(1).drift for _ in range(8))


def test_the_last_reading_of_a_routes_end_is_as_good_as_the_first() -> None:
    """A stick in a lane of one space may have come from either side."""
    table = after(("black", BLACK), ("blue", "h-blue--pitcairn/0/0"))
    state = table.state
    here = at(BLACK_HOME.x_mm, BLACK_HOME.y_mm, "black")

    assert out_of_place_mm(state, "black", [here]) == 0.0
    assert out_of_place_mm(state, "black", [at(FAR.x_mm, FAR.y_mm, "black")]) > 30.0
    assert out_of_place_mm(state, "black", []) == 0.0


@pytest.mark.parametrize(
    ("away_mm", "over"), [(0.0, True), (6.0, True), (13.0, False), (40.0, False)]
)
def test_a_hull_is_over_a_space_only_where_it_hides_some_of_it(
    away_mm: float, *, over: bool
) -> None:
    assert hull_over(BOARD, RED[0], beside(RED[0], away_mm)) is over


@pytest.mark.parametrize(
    ("ship", "place"),
    [
        (at(HOME.x_mm + 3, HOME.y_mm), "harbour_red"),
        (at(MALDEN.x_mm, MALDEN.y_mm + 5), "malden"),
        (beside(RED[0], 2), RED[0]),
    ],
)
def test_a_ship_stands_at_the_nearest_place(ship: ShipSeen, place: str) -> None:
    assert nearest_place(BOARD, ship) == place
