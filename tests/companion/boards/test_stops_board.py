"""A board of stops is read, checked and written as any board is; every fault has one clear line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.boards.board import digest_of
from companion.boards.board_file import faults, parse_board
from companion.boards.board_writing import board_json, keep_board, unpack_board
from companion.boards.stops_board import StopsBoard
from companion.errors import InputError
from tests.companion.boards.small_board import Json, bay, edit

FAULTS: dict[str, tuple[Callable[[Json], None], str]] = {
    "a line to nowhere": (
        edit("lines", 1, "b", to="moon"),
        "lines[1]/b: is 'moon', which is nowhere; name the id of a stop",
    ),
    "a line to itself": (
        edit("lines", 1, "b", to="bora"),
        "lines[1]: leads from 'bora' to itself; give it two stops",
    ),
    "a line drawn twice": (
        edit("lines", 1, to={"a": "bora", "b": "apia"}),
        "lines[1]: joins 'bora' and 'apia' a second time; draw each line once",
    ),
    "a doubled stop": (
        edit("stops", 3, "id", to="cook"),
        "stops[3] cook/id: is 'cook', as in another stop; give each its own",
    ),
    "two stops on one another": (
        edit("stops", 3, "x", to=101),
        "stops[3] dili: lies on cook; move it 5 mm or more away",
    ),
    "no rectangle in a zone": (
        edit("stops", 4, to={"id": "efate", "name": "E", "zone": 2, "product": "tea",
                             "x": 180, "y": 20}),
        "stops: zone 2 has 0 stranding places; give it one white rectangle",
    ),
    "two rectangles in a zone": (
        edit("stops", 3, to={"id": "dili", "name": "D", "zone": 2, "stranding_place": True,
                             "x": 140, "y": 20}),
        "stops: zone 2 has 2 stranding places; give it one white rectangle",
    ),
    "a zone that sells nothing": (
        edit("stops", 0, to={"id": "apia", "name": "A", "zone": 3, "stranding_place": True,
                             "x": 20, "y": 20}),
        "stops: zone 3 has no port; give one of its stops a product",
    ),
    "a product without a port": (
        edit("stops", 2, "product", to="salt"),
        "products[1] tea: 'tea' is sold in no port; give it one, or take it out",
    ),
    "a port of no product": (
        edit("stops", 2, "product", to="gold"),
        "stops[2] cook/product: is 'gold', which the board does not sell; name one of salt, tea",
    ),
    "neither port nor stranding place": (
        lambda data: data["stops"][0].pop("product"),
        "stops[0] apia/product: is missing; give a text",
    ),
    "another kind of board": (
        edit("meta", "kind", to="stars"),
        'meta/kind: is \'stars\'; give "routes" or "stops" or "hexes" or "squares"',
    ),
    "a rectangle in half a zone": (
        edit("stops", 4, "zone", to=0.5),
        "stops[4] efate/zone: is 0.5; give a number from 1 to 999",
    ),
    "a port in no zone": (
        lambda data: data["stops"][0].pop("zone"),
        "stops[0] apia/zone: is missing; give a number",
    ),
    "no line at all": (
        edit("lines", to=[]),
        "lines: join nothing, so that no ship can move; give each line two stops",
    ),
    "ships that no paint tells apart": (
        edit("pieces", "ship", "kinds", to=["red", "black"]),
        "pieces/ship/kinds: are told apart by their paint alone; give each a colour",
    ),
    "a stop beside the board": (
        edit("stops", 0, "x", to=900),
        "stops[0] apia/x: is 900; give a number from 0 to 200 mm",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "said"), FAULTS.values(), ids=FAULTS)
def test_each_fault_has_one_clear_line(change: Callable[[Json], None], said: str) -> None:
    data = bay()
    change(data)
    found = faults(data)

    assert any(str(fault).startswith(said) for fault in found), [str(each) for each in found]
    for fault in found:
        for language in ("en", "fr"):
            assert "\n" not in fault.said(language)
            assert fault.said(language) != fault.code
        assert fault.said("fr") != fault.said("en")


def test_a_colour_that_is_none_is_told_once() -> None:
    data = bay()
    edit("pieces", "ship", "kinds", "red", to=7)(data)

    assert [fault.code for fault in faults(data)] == ["expected"]


def test_nothing_is_wrong_with_a_good_one() -> None:
    assert faults(bay()) == []


def test_it_knows_zones_lines_and_distances() -> None:
    board = parse_board(bay())
    assert isinstance(board, StopsBoard)

    assert {zone: [stop.id for stop in stops] for zone, stops in board.zones.items()} == {
        1: ["apia", "bora"],
        2: ["cook", "dili", "efate"],
    }
    assert {zone: stop.id for zone, stop in board.stranding_places.items()} == {
        1: "bora",
        2: "efate",
    }
    assert board.beside["apia"] == ("bora", "efate")
    assert [board.distance("efate", to) for to in board.stops] == [1, 2, 3, 4, 0]
    assert list(board.places) == list(board.kinds_of_places["stop"]) == list(board.stops)


def test_a_stop_that_no_line_reaches_is_at_no_distance() -> None:
    data = bay()
    data["lines"] = data["lines"][:3]
    board = parse_board(data)
    assert isinstance(board, StopsBoard)

    assert board.distance("apia", "efate") is None


def test_it_is_kept_with_a_game_and_read_again(tmp_path: Path) -> None:
    data = bay()
    data["stops"][0]["status"] = {"name": "stated", "product": "found"}
    data["lines"][0]["status"] = {"ends": "reconstructed"}
    data["products"][1]["status"] = {"border": "implied"}
    board = parse_board(data)

    assert parse_board(board_json(board)) == board
    assert unpack_board(keep_board(board), tmp_path) == board


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (edit("stops", 0, "x", to=25), True),
        (edit("stops", 0, "name", to="Port"), True),
        (edit("stops", 0, "product", to="tea"), False),
        (edit("lines", 0, to={"a": "bora", "b": "apia"}), True),
        (edit("lines", 0, to={"a": "apia", "b": "dili"}), False),
    ],
)
def test_its_fingerprint_is_of_all_that_a_game_depends_on(
    change: Callable[[Json], None], same: bool
) -> None:
    other = bay()
    change(other)

    assert (digest_of(parse_board(bay())) == digest_of(parse_board(other))) is same


def test_the_check_counts_its_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bay.json"
    path.write_text(json.dumps(bay()), encoding="utf-8")

    assert main(["board", "check", str(path)]) == 0
    assert "Bay, 5 stops, 2 zones, 4 dotted lines, 2 products; no faults" in capsys.readouterr().out


def test_no_board_of_stops_is_half_read() -> None:
    with pytest.raises(InputError):
        parse_board({**bay(), "lines": 5})


def test_a_game_of_islands_and_routes_refuses_it_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, path, position = bay(), tmp_path / "bay.json", tmp_path / "position.json"
    data["meta"]["game"] = "clippers"
    path.write_text(json.dumps(data), encoding="utf-8")
    position.write_text('{"spaces": {}}', encoding="utf-8")
    asked = ["score", "--board", str(path), "--position", str(position), "--player", "Ann=french:3"]

    assert main(asked) == 2
    assert capsys.readouterr().err == (
        "companion: board 'Bay' is not one of islands and routes; give another with --board\n"
    )


@pytest.mark.parametrize("name", ["a rectangle in half a zone", "a port in no zone"])
def test_a_zone_that_cannot_be_read_is_one_fault(name: str) -> None:
    """What its zone lacks without the stop is not told besides."""
    change, said = FAULTS[name]
    data = bay()
    change(data)

    assert [str(each) for each in faults(data)] == [said]
