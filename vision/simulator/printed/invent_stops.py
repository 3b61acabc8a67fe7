"""Boards of stops that nobody has seen: ports and stranding places scattered by lot."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

import numpy as np

from companion.boards.board import Kind, ShipType
from companion.boards.stops_board import Line, Stop, StopsBoard

_SHIPS = {
    "yellow": "#f0c419", "green": "#2e8b57", "pink": "#e58fb1", "blue": "#2d6cc0",
    "white": "#f4f1e8", "orange": "#ef7d22", "black": "#1d2126",
}  # fmt: skip
_PRODUCTS = {
    "cereals": "#2f6fb5", "fruit": "#e8862a", "wool": "#3f8f4f", "gold": "#e3b81f",
    "cloth": "#d977a2", "wood": "#e9e4d6",
}  # fmt: skip
_SYLLABLES = ["ka", "le", "mor", "nui", "ras", "ta", "hil", "pe", "for", "wai", "lon", "na", "vu"]
_APART_MM, _EDGE_MM = 50.0, 30.0
ZONES, PER_ZONE = 6, 4


def invent_stops_board(seed: int) -> StopsBoard:
    """Invent a board: 24 stops in six zones, one of each zone a stranding place.

    A product that no port happens to sell is not in its box.
    """
    rng = np.random.default_rng([seed, 23])
    wide, high = round(rng.uniform(420, 600)), round(rng.uniform(400, 520))
    stops = _stops(_scattered(rng, wide, high), rng)
    sold = {stop.product for stop in stops}
    ship = ShipType(
        round(rng.uniform(18, 26), 1), round(rng.uniform(8, 11), 1), round(rng.uniform(12, 22), 1),
        tuple(Kind(name, colour) for name, colour in _SHIPS.items()),
    )  # fmt: skip
    return StopsBoard(
        name=f"Invented stops {seed}",
        game="long_cours",
        width_mm=float(wide),
        height_mm=float(high),
        source="invented",
        ship=ship,
        stops={stop.id: stop for stop in stops},
        lines=_lines(stops),
        products=tuple(Kind(name, colour) for name, colour in _PRODUCTS.items() if name in sold),
    )


def _scattered(rng: np.random.Generator, wide: int, high: int) -> np.ndarray:
    """As many points as there are stops, none too near to another, (n, 2)."""
    points: list[np.ndarray] = []
    apart = _APART_MM
    while len(points) < ZONES * PER_ZONE:
        point = rng.uniform(_EDGE_MM, [wide - _EDGE_MM, high - _EDGE_MM])
        if all(math.hypot(*(point - other)) > apart for other in points):
            points.append(point)
        else:
            apart = max(apart * 0.9995, 0.9 * _APART_MM)
    return np.array(points)


def _stops(points: np.ndarray, rng: np.random.Generator) -> list[Stop]:
    """Name the points and share them out into zones of neighbours."""
    left = list(range(len(points)))
    stops: list[Stop] = []
    products = list(_PRODUCTS)
    for zone in range(1, ZONES + 1):
        first = min(left, key=lambda i: points[i].sum())
        near = sorted(left, key=lambda i: math.hypot(*(points[i] - points[first])))[:PER_ZONE]
        strands = int(rng.integers(PER_ZONE))
        for number, i in enumerate(near):
            left.remove(i)
            name = _name(rng)
            while any(stop.name == name for stop in stops):
                name = _name(rng)
            product = None if number == strands else products[len(stops) % len(products)]
            x, y = (round(float(v), 1) for v in points[i])
            stops.append(Stop(f"s{zone}{number}", name, 11 * zone, x, y, product))
    return stops


def _name(rng: np.random.Generator) -> str:
    return "".join(rng.choice(_SYLLABLES, 3)).capitalize()


def _lines(stops: Sequence[Stop]) -> tuple[Line, ...]:
    """Join each stop to its two nearest ones, two over the edge, and what is still apart."""
    ends: set[tuple[str, str]] = set()
    for stop in stops:
        near = sorted(stops, key=lambda s: _away_mm(s, stop))
        for other in near[1:3]:
            ends.add((min(stop.id, other.id), max(stop.id, other.id)))
    west = min(stops, key=lambda s: s.x_mm)
    east = max(stops, key=lambda s: s.x_mm)
    over = (min(west.id, east.id), max(west.id, east.id))
    while apart := _apart(stops, ends | {over}):
        one, other = min(
            ((one, other) for one in stops for other in apart if one not in apart),
            key=lambda pair: _away_mm(*pair),
        )
        ends.add((min(one.id, other.id), max(one.id, other.id)))
    lines = [Line(a, b) for a, b in sorted(ends - {over})]
    return (*lines, Line(*over, over_edge=True))


def _away_mm(one: Stop, other: Stop) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _apart(stops: Sequence[Stop], ends: Set[tuple[str, str]]) -> list[Stop]:
    """The stops that no way leads to from the first."""
    reached: set[str] = set()
    new = {stops[0].id}
    while new:
        reached |= new
        new = {b for pair in ends for a, b in (pair, pair[::-1]) if a in reached} - reached
    return [stop for stop in stops if stop.id not in reached]
