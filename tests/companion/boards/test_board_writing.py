"""A board that is written down and read again is the same board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.boards.board_writing import board_json, keep_board, unpack_board
from companion.errors import InputError
from companion.games.clippers.shipped import read_shipped_board
from companion.store import KeptBoard
from tests.companion.boards.small_board import small_board

SHIPPED = read_shipped_board()


def with_corner_markers() -> Board:
    corners = [[-20, -20], [-5, -20], [-5, -5], [-20, -5]]
    markers = {"dictionary": "DICT_4X4_50", "z_mm": 1.5, "markers": [{"id": 3, "corners": corners}]}
    return parse_board({**small_board(), "aruco": markers})


def bare() -> Board:
    data = small_board()
    return parse_board({key: data[key] for key in ("meta", "islands")})


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(parse_board(small_board()), id="a small one"),
        pytest.param(with_corner_markers(), id="with corner markers"),
        pytest.param(bare(), id="islands and nothing else"),
    ],
)
def test_a_written_board_is_read_as_it_was(board: Board) -> None:
    assert parse_board(json.loads(json.dumps(board_json(board)))) == board


def test_a_kept_board_has_the_picture_of_its_markers(tmp_path: Path) -> None:
    board = unpack_board(keep_board(SHIPPED), tmp_path)

    assert SHIPPED.marker is not None
    assert SHIPPED.marker.art is not None
    assert board.marker is not None
    assert board.marker.art is not None
    assert board.marker.art.read_bytes() == SHIPPED.marker.art.read_bytes()
    assert board_json(board) == board_json(SHIPPED)


@pytest.mark.parametrize("file", ["{", '{"meta": 7}', "[]"])
def test_a_kept_board_that_is_none_is_refused(file: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        unpack_board(KeptBoard(file), tmp_path)
