"""A slow referee of areas: parts of tiles as points on the table, filled from one to the next.

It knows nothing of the program's sides and halves but their places: where two parts of one kind
share a point of an edge, they are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.boards.tiles_board import TilesBoard

Point = tuple[float, float]
KINDS = ("bridge", "island", "sea")


def flooded(board: TilesBoard, tiles: Mapping[str, str]) -> dict[str, tuple[set[str], bool]]:
    """Of each place but markets: the places of its area, and whether that is closed."""
    points: dict[str, set[tuple[str, Point]]] = {}
    for cell, answer in tiles.items():
        tile, turn = answer.split("/")
        q, r = map(int, cell.removeprefix("cell/").split(","))
        for feature in board.tiles[tile].features:
            if feature.kind not in KINDS:
                continue
            local = [_side(side) for side in feature.sides] + [_half(h) for h in feature.halves]
            if feature.kind == "island":
                local = [_side(side) for side in feature.sides]
            turned = [_turned(point, int(turn)) for point in local]
            where = {(feature.kind, (q * 4 + x, r * 4 + y)) for x, y in turned}
            points[f"{cell}/{feature.spots[0]}"] = where
    held = Counter(point for where in points.values() for point in where)
    found: dict[str, tuple[set[str], bool]] = {}
    for place in points:
        if place in found:
            continue
        area, front = {place}, set(points[place])
        while more := {p for p, where in points.items() if p not in area and where & front}:
            area |= more
            front |= set().union(*(points[p] for p in more))
        found |= dict.fromkeys(area, (area, all(held[point] == 2 for point in front)))
    return found


def _side(side: int) -> Point:
    return [(2, 0), (0, 2), (-2, 0), (0, -2)][side]


def _half(half: int) -> Point:
    return [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)][half]


def _turned(point: Point, turn: int) -> Point:
    x, y = point
    for _ in range(turn):
        x, y = -y, x
    return x, y
