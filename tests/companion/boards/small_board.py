"""The least boards that have every part, as JSON: of islands, and of stops."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree as ET

Json = Any
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


def bay() -> Json:
    """Two zones on a small board: three ports, two stranding places."""
    return {
        "meta": {
            "kind": "stops",
            "name": "Bay",
            "game": "bay",
            "width_mm": 200,
            "height_mm": 100,
        },
        "pieces": {
            "ship": {
                "length_mm": 20,
                "width_mm": 8,
                "height_mm": 10,
                "kinds": {"red": "#cc2222", "black": "#111111"},
            }
        },
        "products": [{"id": "salt", "colour": "#eeeeee"}, {"id": "tea", "colour": "#226622"}],
        "stops": [
            {"id": "apia", "name": "Apia", "zone": 1, "product": "salt", "x": 20, "y": 20},
            {"id": "bora", "name": "Bora", "zone": 1, "stranding_place": True, "x": 60, "y": 20},
            {"id": "cook", "name": "Cook", "zone": 2, "product": "tea", "x": 100, "y": 20},
            {"id": "dili", "name": "Dili", "zone": 2, "product": "salt", "x": 140, "y": 20},
            {"id": "efate", "name": "Efate", "zone": 2, "stranding_place": True, "x": 180, "y": 20},
        ],
        "lines": [
            {"a": "apia", "b": "bora"},
            {"a": "bora", "b": "cook"},
            {"a": "cook", "b": "dili"},
            {"a": "efate", "b": "apia", "over_edge": True},
        ],
    }


def edit(*path: str | int, to: Json) -> Callable[[Json], None]:
    """Change one field of a board."""

    def change(data: Json) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return change


def with_id(drawn: str, kind: str) -> list[str]:
    """The ids of everything of a class."""
    found = [each for each in ET.fromstring(drawn).iter() if each.get("class") == kind]
    return [str(each.get("data-id")) for each in found]
