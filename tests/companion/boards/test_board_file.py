"""A board file: what it may hold, and that every fault is named with its place."""

from __future__ import annotations

import json
import shlex
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from companion.boards.board import Board
from companion.boards.board_file import BOARD_FILE, faults, load, parse_board, read_board
from companion.boards.routes_board import OneWay
from companion.errors import InputError
from tests.companion.boards.small_board import small_board

Json = Any
SHIPPED: Json = json.loads(
    (resources.files("companion.games.clippers") / "board.json").read_text("utf-8")
)


def test_a_good_board_has_no_faults() -> None:
    assert faults(small_board()) == []
    assert faults(SHIPPED) == []


def test_the_board_is_as_its_file_says() -> None:
    board = parse_board(small_board())

    assert (board.name, board.game, board.width_mm, board.height_mm) == (
        "Small",
        "clippers",
        200,
        100,
    )
    assert list(board.spaces) == ["r0/0/0", "r1/0/0", "r1/1/0"]
    assert list(board.slots) == ["fiji/0", "fiji/1"]
    assert board.routes["r0"].one_way is OneWay.A_TO_B
    assert board.routes["r1"].one_way is None
    assert [route.begins for route in board.routes.values()] == [("h_red",), ("tonga", "fiji")]
    assert board.homes == {"h_red": "red"}
    assert [route.id for route in board.routes_at["tonga"]] == ["r0", "r1"]
    assert board.route_of_space["r1/1/0"].id == "r1"
    assert board.island_of_slot["fiji/1"].name == "Fiji"
    assert board.status == {"fiji": {"name": "stated", "x": "reconstructed"}}
    assert board.departure_cards[0].ports == ("fiji", "fiji")


def test_colours_are_read_and_ships_are_painted_like_their_sticks() -> None:
    board = parse_board(small_board())

    assert board.stick is not None
    assert board.ship is not None
    assert board.marker is not None
    assert {kind.name: kind.colour for kind in board.stick.kinds}["red"] == "#c8202a"
    assert [(kind.name, kind.colour) for kind in board.ship.kinds] == [("red", "#c8202a")]
    assert [kind.colour for kind in board.marker.kinds] == [None, None]


def test_corner_markers_are_read() -> None:
    markers = parse_board(small_board()).corner_markers

    assert markers is not None
    assert (markers.dictionary, markers.z_mm) == ("DICT_4X4_50", -1.8)
    assert markers.markers[0].corners_mm == ((-40, -40), (-10, -40), (-10, -10), (-40, -10))


@pytest.mark.parametrize("key", ["harbours", "departure_cards", "aruco", "pieces", "routes"])
def test_a_board_without_it_is_still_a_board(key: str) -> None:
    data = small_board()
    del data[key]
    if key == "harbours":
        del data["routes"][0]

    assert isinstance(parse_board(data), Board)


@pytest.mark.parametrize("piece", ["stick", "marker", "ship"])
def test_a_board_of_another_game_may_lack_a_piece(piece: str) -> None:
    data = small_board()
    data["meta"]["game"] = "routes"
    del data["pieces"][piece]

    assert isinstance(parse_board(data), Board)


def test_a_board_of_another_game_names_harbours_as_it_likes() -> None:
    data = small_board()
    data["meta"]["game"] = "routes"
    data["harbours"][0]["company"] = "japanese"

    assert parse_board(data).harbours["h_red"].company == "japanese"
    assert parse_board(data).homes == {}


def test_keys_of_later_versions_are_left_alone() -> None:
    data = small_board()
    data["weather"] = {"wind": float("nan")}
    data["islands"][0]["population"] = [[[]]]

    assert faults(data) == []


def test_pictures_are_found_beside_the_board(tmp_path: Path) -> None:
    (tmp_path / "markers.png").write_bytes(b"")
    data = small_board()
    data["pieces"]["marker"]["art"] = "markers.png"

    marker = parse_board(data, tmp_path).marker

    assert marker is not None
    assert marker.art == tmp_path / "markers.png"


FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not JSON"),
    "words": (b"a board", "not JSON (line 1, column 1"),
    "cut off": (b'{"meta": {"name": ', "not JSON"),
    "a picture": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "not UTF-8"),
    "UTF-16": ("{}".encode("utf-16"), "not UTF-8"),
    "a list": (b"[]", "the file: is a list"),
    "a profile": (b'{"companion_profile": 2}', ": is a profile, no board file; 'companion play'"),
    "deep": (b"[" * 100_000 + b"]" * 100_000, "nested too deep"),
    "a number of 9,000 digits": (b'{"meta": ' + b"9" * 9_000 + b"}", "numbers too long"),
    "too large": (b" " * (BOARD_FILE.most_bytes + 1), "larger than a board file can be"),
}


@pytest.mark.parametrize(("raw", "what"), FILES.values(), ids=FILES)
def test_a_file_that_is_no_board_is_refused_in_one_line(
    raw: bytes, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(raw)

    with pytest.raises(InputError) as refused:
        read_board(path)

    assert what in str(refused.value)
    assert str(path) in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["", "missing.json"], ids=["a folder", "no such file"])
def test_a_file_that_can_not_be_opened_is_refused_in_words(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="give the path of a board file"):
        read_board(tmp_path / name)


def test_a_file_with_faults_says_how_many_and_how_to_see_them(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"meta": {}}), encoding="utf-8")

    with pytest.raises(InputError) as refused:
        read_board(path)

    assert f"{path}: 5 faults, the first: meta/name: is missing" in str(refused.value)
    assert str(refused.value).endswith(f"for every fault: companion board check {path}")


def test_the_command_that_shows_every_fault_can_be_typed_as_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "bo ard's #1%20.json"
    path.write_text(json.dumps({"meta": {}}), encoding="utf-8")

    with pytest.raises(InputError) as refused:
        read_board(path)

    said = str(refused.value).rpartition("companion ")[2]
    assert shlex.split(said) == ["board", "check", str(path)]


def test_a_key_that_stands_twice_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    text = json.dumps(small_board()).replace('"value": 6', '"value": 6, "value": 7')
    path.write_text(text, encoding="utf-8")

    assert [str(fault) for fault in faults(load(path))] == [
        "islands[0] fiji: has the key 'value' more than once; keep one of them"
    ]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(small_board()), encoding="utf-8-sig")

    assert read_board(path).name == "Small"
