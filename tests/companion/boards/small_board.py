"""A board of two islands and a harbour, as JSON: the least that has every part."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

SMALL: dict[str, Any] = {
    "meta": {"name": "Small", "game": "clippers", "width_mm": 200, "height_mm": 100},
    "pieces": {
        "stick": {
            "length_mm": 20,
            "width_mm": 4,
            "height_mm": 4,
            "kinds": {"red": "#C8202A", "blue": "#2040b0"},
        },
        "marker": {"diameter_mm": 6, "height_mm": 1.5, "kinds": ["french", "english"]},
        "ship": {"length_mm": 22, "width_mm": 9, "height_mm": 10, "kinds": ["red"]},
    },
    "islands": [
        {
            "id": "fiji",
            "name": "Fiji",
            "value": 6,
            "x": 30,
            "y": 50,
            "slots": [{"x": 22, "y": 50}, {"x": 30, "y": 58}],
            "status": {"name": "stated", "x": "reconstructed"},
        },
        {"id": "tonga", "name": "Tonga", "value": 5, "x": 100, "y": 50, "slots": []},
    ],
    "harbours": [{"id": "h_red", "company": "red", "x": 170, "y": 50, "pieces": 32, "ships": 4}],
    "routes": [
        {
            "id": "r0",
            "a": "h_red",
            "b": "tonga",
            "one_way": "a>b",
            "lanes": [[{"x": 135, "y": 50, "angle_deg": 180}]],
        },
        {
            "id": "r1",
            "a": "tonga",
            "b": "fiji",
            "one_way": None,
            "lanes": [
                [{"x": 65, "y": 46, "angle_deg": 180}],
                [{"x": 65, "y": 54, "angle_deg": 180}],
            ],
        },
    ],
    "departure_cards": [{"nation": "french", "ports": ["fiji", "fiji"]}],
    "aruco": {
        "dictionary": "DICT_4X4_50",
        "z_mm": -1.8,
        "markers": [{"id": 0, "corners": [[-40, -40], [-10, -40], [-10, -10], [-40, -10]]}],
    },
}


def small_board() -> dict[str, Any]:
    """Return a new one, to be changed at will."""
    return deepcopy(SMALL)
