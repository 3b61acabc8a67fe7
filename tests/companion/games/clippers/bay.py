"""A bay of four islands with every kind of route, and a short way to lay sticks on it.

h_red =ra=> a =ab (two lanes)= b <=rb= h_blue        ra, rb and bc are one way
a -as- samoa (purple's home) -bs- b =bc=> c -sc- samoa
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from companion.boards.board import Board
from companion.boards.board_file import parse_board
from companion.position import Position

LETTERS = {"r": "red", "b": "blue", "p": "purple", "y": "yellow"}
ROUTES: dict[str, tuple[str, str, int, int, str | None]] = {
    "ra": ("h_red", "a", 2, 1, "a>b"),
    "rb": ("h_blue", "b", 1, 1, None),
    "ab": ("a", "b", 2, 2, None),
    "bc": ("b", "c", 2, 1, "a>b"),
    "as": ("a", "samoa", 1, 1, None),
    "bs": ("b", "samoa", 1, 1, None),
    "sc": ("c", "samoa", 3, 1, None),
}


PIECES = {
    "stick": {
        "length_mm": 20,
        "width_mm": 4,
        "height_mm": 4,
        "kinds": {"red": "#c8202a", "blue": "#2040b0", "purple": "#6a2c8c", "yellow": "#e0c020"},
    },
    "marker": {"diameter_mm": 6, "height_mm": 1.5, "kinds": ["french", "english"]},
}
VALUES = {"a": 2, "b": 3, "c": 8, "samoa": 5}
HARBOURS = [
    {"id": "h_red", "company": "red", "x": 600, "y": 500, "pieces": 8, "ships": 2},
    {"id": "h_blue", "company": "blue", "x": 700, "y": 500, "pieces": 30, "ships": 2},
    {"id": "h_p", "company": "purple", "x": 400, "y": 500, "island": "samoa"},
]


def bay_json() -> dict[str, Any]:
    """The bay as the JSON of a board file."""
    return {
        "meta": {"name": "Bay", "game": "clippers", "width_mm": 900, "height_mm": 900},
        "pieces": deepcopy(PIECES),
        "islands": [
            {
                "id": name,
                "name": name.title(),
                "value": value,
                "x": 100 + 100 * i,
                "y": 500,
                "slots": [{"x": 90 + 100 * i + 12 * s, "y": 520} for s in range(3)],
            }
            for i, (name, value) in enumerate(VALUES.items())
        ],
        "harbours": deepcopy(HARBOURS),
        "routes": [
            {"id": route, "a": a, "b": b, "one_way": way, "lanes": _lanes(row, length, lanes)}
            for row, (route, (a, b, length, lanes, way)) in enumerate(ROUTES.items())
        ],
    }


def _lanes(row: int, length: int, lanes: int) -> list[list[dict[str, int]]]:
    return [
        [{"x": 50 + 30 * i, "y": 30 + 50 * row + 12 * lane, "angle_deg": 0} for i in range(length)]
        for lane in range(lanes)
    ]


def bay() -> Board:
    """The bay."""
    return parse_board(bay_json())


def lay(lanes: Mapping[str, str], slots: Mapping[str, str] | None = None) -> Position:
    """Lay sticks lane by lane, a letter each: ``{"ra/0": "rr", "ab/1": "b."}``."""
    return Position(
        {
            f"{lane}/{index}": LETTERS[letter]
            for lane, letters in lanes.items()
            for index, letter in enumerate(letters)
            if letter != "."
        },
        dict(slots or {}),
    )
