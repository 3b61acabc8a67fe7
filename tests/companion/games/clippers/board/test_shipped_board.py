"""What public text says about the Clippers board holds on the shipped one, fact by fact.

The facts and their sources were gathered from the rulebooks and from reviews; what is in none of
them is invented, and the file says so field by field.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from importlib import resources

import pytest

from companion.boards.board import Board
from companion.boards.routes_board import Route
from companion.games.clippers.shipped import read_shipped_board

EAST_MM = 500.0
WHERE_FRANCE_STARTS = {"fiji", "funafuti", "phoenix", "malden", "hiva_oa", "australia"}
NAMED_ISLANDS = {
    "Tahiti", "American Samoa", "Funafuti", "Fiji", "Phoenix Island", "Malden Island", "Hiva Oa",
    "Australia", "New Guinea", "Gambier", "Pitcairn Island", "Rurutu", "Caroline",
    "Starbuck Island", "Flint Island", "Manihi", "Hawaii", "Tokelau",
}  # fmt: skip
BOARD = read_shipped_board()


def between(a: str, b: str) -> Route:
    routes = [route for route in BOARD.routes.values() if {route.a, route.b} == {a, b}]
    assert len(routes) == 1, f"{a} and {b} are joined by {len(routes)} routes"
    return routes[0]


def neighbours(island: str) -> set[str]:
    return {
        end
        for route in BOARD.routes_at[island]
        for end in (route.a, route.b)
        if end != island and end in BOARD.islands
    }


def is_buildable(route: Route, start: str) -> bool:
    return route.one_way is None or (route.one_way.value == "a>b") == (route.a == start)


def slope(board: Board) -> float:
    """How values change towards the east: the sign of their covariance with x."""
    islands = [(island.x_mm, island.value or 0) for island in board.islands.values()]
    x, value = (sum(column) / len(islands) for column in zip(*islands, strict=True))
    return sum((each - x) * (worth - value) for each, worth in islands)


def starting_markers(island: str) -> int:
    return max(card.ports.count(island) for card in BOARD.departure_cards)


def latitudes(*companies: str) -> list[float]:
    at = {harbour.company: harbour.y_mm for harbour in BOARD.harbours.values()}
    return [at[company] for company in companies]


FACTS: dict[str, Callable[[], bool]] = {
    "the board is 56 x 56 cm": lambda: (BOARD.width_mm, BOARD.height_mm) == (560, 560),
    "38 islands": lambda: len(BOARD.islands) == 38,
    "18 islands are named in public text": lambda: (
        {island.name for island in BOARD.islands.values()} >= NAMED_ISLANDS
    ),
    "2 to 5 slots on each island": lambda: (
        {len(island.slots) for island in BOARD.islands.values()} == {2, 3, 4, 5}
    ),
    "1 to 4 spaces in each lane": lambda: (
        {len(lane.spaces) for route in BOARD.routes.values() for lane in route.lanes}
        == {1, 2, 3, 4}
    ),
    "one or two lanes, as long as each other": lambda: all(
        len(route.lanes) in (1, 2) and len({len(lane.spaces) for lane in route.lanes}) == 1
        for route in BOARD.routes.values()
    ),
    "double routes exist": lambda: any(len(route.lanes) == 2 for route in BOARD.routes.values()),
    "each island is joined to two others at least": lambda: all(
        len(neighbours(island)) >= 2 for island in BOARD.islands
    ),
    "one-way routes exist": lambda: any(route.one_way for route in BOARD.routes.values()),
    "values rise towards the west": lambda: slope(BOARD) < 0,
    "the highest value is 8": lambda: max(i.value or 0 for i in BOARD.islands.values()) == 8,
    "islands of high value have more slots": lambda: (
        min(len(i.slots) for i in BOARD.islands.values() if i.value == 8)
        > max(len(i.slots) for i in BOARD.islands.values() if i.value in (2, 3))
    ),
    "142 sticks": lambda: sum(h.pieces or 0 for h in BOARD.harbours.values()) == 142,
    "14 clippers": lambda: sum(h.ships or 0 for h in BOARD.harbours.values()) == 14,
    "ships in five colours, none purple": lambda: (
        BOARD.ship is not None
        and {kind.name for kind in BOARD.ship.kinds} == {"red", "blue", "white", "green", "black"}
    ),
    "five harbours at the right edge": lambda: (
        sum(h.x_mm > EAST_MM for h in BOARD.harbours.values() if h.island is None) == 5
    ),
    "several routes leave each harbour": lambda: all(
        len(BOARD.routes_at[h.id]) >= 2 for h in BOARD.harbours.values() if h.island is None
    ),
    "red, green, white, black from north to south": lambda: (
        latitudes("red", "green", "white", "black")
        == sorted(latitudes("red", "green", "white", "black"))
    ),
    "American Samoa lies about the middle": lambda: (
        abs(BOARD.islands["american_samoa"].x_mm - 280) < 28
        and abs(BOARD.islands["american_samoa"].y_mm - 280) < 28
    ),
    "American Samoa is the purple home": lambda: (
        [h.island for h in BOARD.harbours.values() if h.company == "purple"] == ["american_samoa"]
    ),
    "Tahiti: value 4, 2 slots": lambda: (
        BOARD.islands["tahiti"].value == 4 and len(BOARD.islands["tahiti"].slots) == 2
    ),
    "Australia: value 8, 2 slots or more": lambda: (
        BOARD.islands["australia"].value == 8 and len(BOARD.islands["australia"].slots) >= 2
    ),
    "New Guinea: value 8, 3 slots or more": lambda: (
        BOARD.islands["new_guinea"].value == 8 and len(BOARD.islands["new_guinea"].slots) >= 3
    ),
    "Hawaii: value 8": lambda: BOARD.islands["hawaii"].value == 8,
    "Funafuti: 2 slots or more": lambda: len(BOARD.islands["funafuti"].slots) >= 2,
    "Funafuti: two nations start there": lambda: (
        sum("funafuti" in card.ports for card in BOARD.departure_cards) == 2
    ),
    "from Gambier only to Pitcairn Island and Rurutu": lambda: (
        neighbours("gambier") == {"pitcairn", "rurutu"}
    ),
    "Hiva Oa - Caroline: two lanes": lambda: len(between("hiva_oa", "caroline").lanes) == 2,
    "five departure cards": lambda: (
        {card.nation for card in BOARD.departure_cards}
        == {"french", "english", "american", "german", "japanese"}
    ),
    "a card: seven markers on six islands": lambda: all(
        (len(card.ports), len(set(card.ports))) == (7, 6) for card in BOARD.departure_cards
    ),
    "a card: two markers on a value 8 island": lambda: all(
        [BOARD.islands[port].value for port, n in Counter(card.ports).items() if n == 2] == [8]
        for card in BOARD.departure_cards
    ),
    "France's card": lambda: (
        Counter(next(c.ports for c in BOARD.departure_cards if c.nation == "french"))
        == Counter([*WHERE_FRANCE_STARTS, "australia"])
    ),
    "England: two markers on New Guinea": lambda: (
        next(c.ports for c in BOARD.departure_cards if c.nation == "english").count("new_guinea")
        == 2
    ),
    "a third marker fits on New Guinea": lambda: (
        len(BOARD.islands["new_guinea"].slots) > starting_markers("new_guinea")
    ),
}  # fmt: skip


@pytest.mark.parametrize("holds", FACTS.values(), ids=FACTS)
def test_the_shipped_board_keeps_every_fact(holds: Callable[[], bool]) -> None:
    assert holds()


@pytest.mark.parametrize(
    ("company", "sticks", "ships"),
    [
        ("red", 32, 4),
        ("blue", 30, 3),
        ("white", 25, 3),
        ("green", 24, 2),
        ("black", 18, 2),
        ("purple", 13, 0),
    ],
)
def test_each_company_has_its_sticks_and_ships(company: str, sticks: int, ships: int) -> None:
    (harbour,) = (h for h in BOARD.harbours.values() if h.company == company)

    assert (harbour.pieces, harbour.ships) == (sticks, ships)


@pytest.mark.parametrize(
    ("start", "end", "spaces"),
    [
        ("harbour_black", "gambier", 1),
        ("gambier", "pitcairn", 1),
        ("gambier", "rurutu", None),
        ("harbour_green", "hiva_oa", 1),
        ("hiva_oa", "caroline", 1),
        ("harbour_red", "malden", 2),
        ("malden", "starbuck", 1),
        ("caroline", "malden", 1),
        ("caroline", "flint", 2),
        ("flint", "manihi", 1),
        ("harbour_white", "manihi", 3),
    ],
)
def test_the_rules_example_can_be_laid(start: str, end: str, spaces: int | None) -> None:
    route = between(start, end)

    assert is_buildable(route, start)
    assert spaces in (None, *(len(lane.spaces) for lane in route.lanes))


@pytest.mark.parametrize(
    ("start", "end"), [("gambier", "pitcairn"), ("gambier", "rurutu"), ("caroline", "malden")]
)
def test_no_arrow_where_the_example_builds_against_it(start: str, end: str) -> None:
    assert is_buildable(between(start, end), start)


def test_arrows_point_from_east_to_west() -> None:
    at = {**BOARD.islands, **BOARD.harbours}
    eastward = [
        route.id
        for route in BOARD.routes.values()
        if route.one_way and (at[route.a].x_mm > at[route.b].x_mm) != (route.one_way.value == "a>b")
    ]

    assert eastward == []


def test_the_file_says_that_it_is_a_reconstruction() -> None:
    text = (resources.files("companion.games.clippers") / "board.json").read_text("utf-8")

    assert "reconstruct" in json.loads(text)["meta"]["source"].lower()
    assert BOARD.source.startswith("A reconstruction")


def test_every_island_route_and_card_says_how_sure_it_is() -> None:
    cards = {f"card:{card.nation}" for card in BOARD.departure_cards}
    things = {*BOARD.islands, *BOARD.harbours, *BOARD.routes, *cards}

    assert things == set(BOARD.status)
    assert {how for said in BOARD.status.values() for how in said.values()} == {
        "stated",
        "implied",
        "reconstructed",
    }
