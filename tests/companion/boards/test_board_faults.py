"""Every fault of a board file is named, with its place, and all of them at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.boards.board_file import faults, parse_board
from companion.errors import InputError
from tests.companion.boards.small_board import small_board

Json = Any


def edit(*path: str | int, to: Json) -> Callable[[Json], None]:
    """Change one field of a board."""

    def change(data: Json) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return change


def add(*path: str | int, entry: Json) -> Callable[[Json], None]:
    """Add an entry to a list of a board."""

    def change(data: Json) -> None:
        for step in path:
            data = data[step]
        data.append(entry)

    return change


def without(*path: str | int) -> Callable[[Json], None]:
    """Take a field out of a board."""

    def change(data: Json) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


ROUTE = {"id": "r2", "a": "fiji", "b": "tonga", "lanes": [[{"x": 65, "y": 80, "angle_deg": 0}]]}
SECOND_HARBOUR = {"id": "h_blue", "company": "blue", "x": 170, "y": 90}
LANE = [{"x": 65, "y": 90, "angle_deg": 0}]

FAULTS: dict[str, tuple[Callable[[Json], None], str, str]] = {
    "no meta": (without("meta"), "meta", "is missing"),
    "no name": (without("meta", "name"), "meta/name", "is missing"),
    "no width": (without("meta", "width_mm"), "meta/width_mm", "is missing"),
    "width below zero": (edit("meta", "width_mm", to=-1), "meta/width_mm", "is -1"),
    "no height at all": (edit("meta", "height_mm", to=0), "meta/height_mm", "is 0"),
    "a width of NaN": (edit("meta", "width_mm", to=math.nan), "meta/width_mm", "is nan"),
    "an endless width": (edit("meta", "width_mm", to=math.inf), "meta/width_mm", "is inf"),
    "a huge width": (edit("meta", "width_mm", to=10**400), "meta/width_mm", "a huge number"),
    "a name of two lines": (edit("meta", "name", to="a\nb"), "meta/name", "'a\\nb'"),
    "no islands": (edit("islands", to=[]), "islands", "0 entries"),
    "islands as an object": (edit("islands", to={}), "islands", "is an object"),
    "true for a number": (edit("islands", 0, "x", to=True), "islands[0] fiji/x", "is true"),
    "a text for a number": (edit("islands", 0, "x", to="30"), "islands[0] fiji/x", "is '30'"),
    "half a value": (edit("islands", 0, "value", to=2.5), "islands[0] fiji/value", "is 2.5"),
    "a value below zero": (edit("islands", 0, "value", to=-2), "islands[0] fiji/value", "is -2"),
    "an id in upper case": (edit("islands", 0, "id", to="FIJI"), "islands[0] FIJI/id", "'FIJI'"),
    "an id with a slash": (edit("routes", 1, "id", to="r/1"), "routes[1] r/1/id", "'r/1'"),
    "an id twice": (
        add("islands", entry={"id": "fiji", "name": "F", "x": 9, "y": 9}),
        "islands[2] fiji/id",
        "as in another island",
    ),
    "a harbour with an island's id": (
        add("harbours", entry={**SECOND_HARBOUR, "id": "fiji"}),
        "harbours[1] fiji/id",
        "another island or harbour",
    ),
    "a route's id twice": (
        add("routes", entry={**ROUTE, "id": "r1"}),
        "routes[2] r1/id",
        "another route",
    ),
    "a route to nowhere": (
        add("routes", entry={**ROUTE, "b": "atlantis"}),
        "routes[2] r2/b",
        "nowhere",
    ),
    "a route in a circle": (add("routes", entry={**ROUTE, "b": "fiji"}), "routes[2] r2", "itself"),
    "a route of harbours": (
        lambda data: (
            data["harbours"].append(SECOND_HARBOUR),
            data["routes"].append({**ROUTE, "a": "h_red", "b": "h_blue"}),
        ),
        "routes[2] r2",
        "harbour to a harbour",
    ),
    "a space outside": (
        edit("routes", 0, "lanes", 0, 0, "x", to=201),
        "routes[0] r0/lanes[0][0]/x",
        "is 201",
    ),
    "a slot outside": (
        edit("islands", 0, "slots", 1, "y", to=-3),
        "islands[0] fiji/slots[1]/y",
        "is -3",
    ),
    "an island outside": (edit("islands", 1, "y", to=101), "islands[1] tonga/y", "is 101"),
    "a harbour outside": (edit("harbours", 0, "x", to=1e9), "harbours[0] h_red/x", "1000000000"),
    "a lane without spaces": (
        edit("routes", 0, "lanes", to=[[]]),
        "routes[0] r0/lanes[0]",
        "0 entries",
    ),
    "a route without lanes": (
        edit("routes", 0, "lanes", to=[]),
        "routes[0] r0/lanes",
        "0 entries",
    ),
    "three lanes": (add("routes", 1, "lanes", entry=LANE), "routes[1] r1/lanes", "3 entries"),
    "a strange arrow": (
        edit("routes", 0, "one_way", to="west"),
        "routes[0] r0/one_way",
        "'west'",
    ),
    "a company with two harbours": (
        add("harbours", entry={**SECOND_HARBOUR, "company": "red"}),
        "harbours[1] h_blue/company",
        "another harbour",
    ),
    "a company without sticks": (
        edit("harbours", 0, "company", to="green"),
        "harbours[0] h_red/company",
        "no kind of stick",
    ),
    "a harbour on no island": (
        edit("harbours", 0, "island", to="atlantis"),
        "harbours[0] h_red/island",
        "no island",
    ),
    "sticks below zero": (edit("harbours", 0, "pieces", to=-1), "harbours[0] h_red/pieces", "-1"),
    "a nation with two cards": (
        add("departure_cards", entry={"nation": "french", "ports": ["tonga"]}),
        "departure_cards[1] french/nation",
        "another card",
    ),
    "a card for nobody": (
        edit("departure_cards", 0, "nation", to="martian"),
        "departure_cards[0] martian/nation",
        "no kind of marker",
    ),
    "a card to nowhere": (
        edit("departure_cards", 0, "ports", 0, to="atlantis"),
        "departure_cards[0] french/ports[0]",
        "no island",
    ),
    "more markers than slots": (
        add("departure_cards", 0, "ports", entry="fiji"),
        "departure_cards[0] french/ports[2]",
        "2 slots",
    ),
    "two cards fill an island": (
        add("departure_cards", entry={"nation": "english", "ports": ["fiji"]}),
        "departure_cards[1] english/ports[0]",
        "2 slots",
    ),
    "a stick without a size": (
        without("pieces", "stick", "width_mm"),
        "pieces/stick/width_mm",
        "missing",
    ),
    "a stick turned inside out": (
        edit("pieces", "stick", "width_mm", to=-4),
        "pieces/stick/width_mm",
        "is -4",
    ),
    "a colour by name": (
        edit("pieces", "stick", "kinds", "blue", to="blue"),
        "pieces/stick/kinds/blue",
        "'blue'",
    ),
    "a stick called empty": (
        edit("pieces", "stick", "kinds", "empty", to="#000000"),
        "pieces/stick/kinds",
        "'empty'",
    ),
    "a kind twice": (
        add("pieces", "marker", "kinds", entry="french"),
        "pieces/marker/kinds",
        "another kind",
    ),
    "a picture that is not there": (
        edit("pieces", "marker", "art", to="no.png"),
        "pieces/marker/art",
        "not there",
    ),
    "a picture elsewhere": (
        edit("pieces", "marker", "art", to="../art.png"),
        "pieces/marker/art",
        "'../art.png'",
    ),
    "a space on another": (
        edit("routes", 1, "lanes", 1, 0, "y", to=47),
        "routes[1] r1/lanes[1][0]",
        "lies on r1/0/0",
    ),
    "a slot on another": (
        edit("islands", 0, "slots", 1, to={"x": 23, "y": 51}),
        "islands[0] fiji/slots[1]",
        "lies on fiji/0",
    ),
    "a status of its own": (
        edit("islands", 0, "status", "x", to="guessed"),
        "islands[0] fiji/status/x",
        "'guessed'",
    ),
    "a marker with three corners": (
        edit("aruco", "markers", 0, "corners", to=[[0, 0], [1, 0], [1, 1]]),
        "aruco/markers[0]/corners",
        "3 entries",
    ),
    "a corner of one number": (
        edit("aruco", "markers", 0, "corners", 0, to=[1]),
        "aruco/markers[0]/corners[0]",
        "1 entry",
    ),
}


@pytest.mark.parametrize(("change", "place", "what"), FAULTS.values(), ids=FAULTS)
def test_each_fault_is_named_with_its_place(
    change: Callable[[Json], None], place: str, what: str, tmp_path: Path
) -> None:
    data = small_board()
    change(data)

    found = faults(data, tmp_path)

    assert [fault.place for fault in found if what in str(fault)] == [place]
    with pytest.raises(InputError):
        parse_board(data, tmp_path)


def test_all_faults_come_at_once() -> None:
    data = small_board()
    for change, _, _ in (FAULTS["no name"], FAULTS["a strange arrow"], FAULTS["half a value"]):
        change(data)

    assert [fault.place for fault in faults(data)] == [
        "meta/name",
        "islands[0] fiji/value",
        "routes[0] r0/one_way",
    ]


def test_a_faulty_thing_has_no_second_fault() -> None:
    data = small_board()
    data["meta"] = 3
    data["islands"][0]["slots"][0] = None

    assert [fault.place for fault in faults(data)] == ["meta", "islands[0] fiji/slots[0]"]
