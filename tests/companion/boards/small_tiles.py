"""Two small tables of tiles: hexagons that are laid out before the game, squares that grow."""

from __future__ import annotations

from typing import Any

from companion.boards.board_file import parse_board
from companion.boards.tiles_board import TilesBoard

Json = Any


def reefs() -> Json:
    """Seven cells around one, for two or three; three tiles that may be turned up, and a back."""
    return {
        "meta": {
            "kind": "hexes",
            "name": "Reefs",
            "game": "reefs",
            "width_mm": 300,
            "height_mm": 300,
        },
        "lattice": {"x": 150, "y": 150, "apart_mm": 80},
        "pieces": {
            "cube": {
                "length_mm": 8,
                "width_mm": 8,
                "height_mm": 8,
                "kinds": {"red": "#cc2222", "blue": "#2244cc"},
            }
        },
        "tiles": reef_tiles(),
        "layouts": [
            {"id": "line", "players": [2], "cells": cells((-1, 0), (0, 0), (1, 0))},
            {
                "id": "flower",
                "players": [2, 3],
                "cells": [
                    *cells((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
                    {"q": 1, "r": -1, "mark": "home"},
                ],
            },
        ],
    }


def boxed_reefs() -> Json:
    """The same, of which a tile stays in the box with two."""
    data = reefs()
    data["layouts"][0]["in_box"] = ["r1"]
    return data


def cloth(cells_wide: int = 21) -> Json:
    """So many square cells in each row and column, where tiles are laid as they come."""
    side = 45 * cells_wide
    return {
        "meta": {
            "kind": "squares",
            "name": "Cloth",
            "game": "cloth",
            "width_mm": side,
            "height_mm": side,
        },
        "lattice": {"x": 22.5, "y": 22.5, "apart_mm": 45},
        "pieces": {
            "pawn": {"length_mm": 9, "width_mm": 9, "height_mm": 15, "kinds": ["red", "blue"]}
        },
        "tiles": [
            {
                "id": "bridge",
                "count": 40,
                "turns": 2,
                "spots": [{"id": "deck", "kind": "bridge", "x": 0, "y": 0}],
            },
            {
                "id": "market",
                "count": 33,
                "spots": [
                    {"id": "stall", "kind": "market", "x": 0, "y": -12},
                    {"id": "beach", "kind": "island", "x": 12, "y": 6},
                ],
            },
        ],
    }


def harbour_reefs() -> Json:
    """Reefs whose first tile has a harbour and a grove, with a small board of deeds beside them."""
    data = reefs()
    data["meta"]["width_mm"] = 380
    data["tiles"][1]["features"] = [
        {"id": "bay", "kind": "harbour", "spots": ["pier"], "number": 2, "x": 0, "y": 28},
        {"id": "grove", "kind": "grove", "sides": [1, 2], "sign": "red", "x": -20, "y": 0},
    ]
    data["places"] = [
        {"id": "deeds/sail", "kind": "deed", "x": 340, "y": 40, "printed": "sail"},
        {"id": "deeds/rest", "kind": "deed", "x": 340, "y": 80},
    ]
    return data


def reef_tiles() -> list[Json]:
    return [
        {"id": "back", "back": True},
        {
            "id": "r1",
            "printed": "1",
            "count": 4,
            "spots": [
                {"id": "huts", "kind": "hut", "x": 20, "y": 0},
                {"id": "pier", "kind": "pier", "x": 0, "y": 20},
            ],
        },
        {
            "id": "r2",
            "printed": "2",
            "count": 4,
            "turns": 3,
            "spots": [{"id": "huts", "kind": "hut", "x": -20, "y": 0}],
        },
    ]


def cells(*at: tuple[int, int]) -> list[dict[str, int]]:
    return [{"q": q, "r": r} for q, r in at]


def tiles_board(data: Json) -> TilesBoard:
    board = parse_board(data)
    assert isinstance(board, TilesBoard)
    return board
