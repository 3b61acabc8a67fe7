"""Ships stand where their routes end; one that stands elsewhere is told, and never recorded."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from companion.drift import Differs
from companion.explainer import Stray
from companion.games.clippers.ships import hull_over, nearest_place, out_of_place_mm, ships_astray
from companion.reading import ShipSeen
from tests.companion.games.clippers.table_in_room import BLACK, BOARD, RED, TableInRoom

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
    assert [(one.place, one.differs, one.recorded, one.seen) for one in told] == [
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
