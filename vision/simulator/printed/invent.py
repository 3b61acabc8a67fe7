"""Boards that nobody has seen: islands, routes and slots scattered by lot, for tests."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.boards.board import Kind, ShipType
from companion.boards.routes_board import (
    Harbour,
    Island,
    Lane,
    MarkerType,
    OneWay,
    Route,
    RoutesBoard,
    Slot,
    Space,
    StickType,
)

_COLOURS = {
    "white": "#ece8dc", "red": "#c02a28", "green": "#24783a", "blue": "#2444a8",
    "black": "#202022", "purple": "#6c3088", "yellow": "#e4bc28", "orange": "#dc7428",
    "pink": "#dc88a8", "brown": "#6c4628", "grey": "#8c8c8c", "turquoise": "#2c9ca0",
}  # fmt: skip
_NATIONS = ["french", "english", "american", "german", "japanese"]
_SYLLABLES = ["ka", "le", "mo", "nui", "ra", "ta", "hi", "pe", "fu", "wai", "lo", "na", "vu"]
_GAP_MM = 5.0
"""Between the ends of two spaces of a lane, and between a lane's ends and the islands."""


@dataclass(frozen=True)
class _Plan:
    """The sizes that one invented board is drawn with, mm."""

    rng: np.random.Generator
    width_mm: float
    height_mm: float
    stick: StickType
    marker: MarkerType | None
    ring_mm: float
    """How far an island's slots lie from its middle."""


def invent_board(seed: int) -> RoutesBoard:
    """Invent a board: other sizes, colours and pieces for every seed, always one that checks."""
    rng = np.random.default_rng([seed, 21])
    width, height = rng.uniform(420, 760), rng.uniform(380, 600)
    length = rng.uniform(20, 25)
    stick = StickType(
        round(length, 1), round(rng.uniform(4, 9), 1), round(rng.uniform(4, 8), 1), _kinds(rng)
    )
    marker = _marker(rng)
    ring = 5.0 + (marker.diameter_mm if marker else 4.0)
    plan = _Plan(rng, round(width), round(height), stick, marker, ring)
    islands = _islands(plan)
    harbours = _harbours(plan, islands)
    routes = _routes(plan, islands, harbours)
    ship = ShipType(22.0, 9.0, 10.0, stick.kinds[: len(harbours)]) if harbours else None
    return RoutesBoard(
        f"invented {seed}", "routes", plan.width_mm, plan.height_mm, "invented for a test",
        {i.id: i for i in islands}, {h.id: h for h in harbours}, {r.id: r for r in routes},
        stick, marker, ship=ship,
    )  # fmt: skip


def _kinds(rng: np.random.Generator) -> tuple[Kind, ...]:
    names = rng.permutation(list(_COLOURS))[: int(rng.integers(3, 9))]
    return tuple(Kind(str(name), _COLOURS[str(name)]) for name in names)


def _marker(rng: np.random.Generator) -> MarkerType | None:
    """Flags, plain colours, or (one board in eight) no markers at all."""
    lot = rng.random()
    diameter = round(rng.uniform(6, 13), 1)
    if lot < 0.5:
        return MarkerType(diameter, 1.5, tuple(Kind(nation) for nation in _NATIONS))
    if lot < 0.875:
        return MarkerType(diameter, round(rng.uniform(1.5, 6), 1), _kinds(rng))
    return None


def _islands(plan: _Plan) -> list[Island]:
    """Islands as far from one another as a route of one space asks for."""
    rng = plan.rng
    apart = plan.stick.length_mm * 1.2 + 2 * plan.ring_mm + 16
    spots: list[np.ndarray] = []
    for _ in range(600):
        spot = rng.uniform(30, [plan.width_mm - 55, plan.height_mm - 30])
        if all(np.hypot(*(spot - other)) > apart for other in spots):
            spots.append(spot)
    return [_island(plan, f"i{n:02}", spot) for n, spot in enumerate(spots[:45])]


def _island(plan: _Plan, name: str, spot: np.ndarray) -> Island:
    rng = plan.rng
    x, y = (round(float(value), 2) for value in spot)
    slots = []
    if plan.marker is not None:
        fits = int(math.pi / math.asin(min(1.0, (plan.marker.diameter_mm + 1) / 2 / plan.ring_mm)))
        count = int(rng.integers(1, min(5, fits) + 1))
        start = rng.uniform(0, 2 * math.pi)
        for k in range(count):
            angle = start + 2 * math.pi * k / max(count, fits - 1)
            slot_x, slot_y = x + plan.ring_mm * math.cos(angle), y + plan.ring_mm * math.sin(angle)
            slots.append(Slot(f"{name}/{k}", round(slot_x, 2), round(slot_y, 2)))
    word = "".join(str(part) for part in rng.choice(_SYLLABLES, int(rng.integers(2, 4))))
    return Island(name, word.capitalize(), int(rng.integers(1, 9)), x, y, tuple(slots))


def _harbours(plan: _Plan, islands: list[Island]) -> list[Harbour]:
    """Two boards of three have harbours, on their right-hand edge."""
    if plan.rng.random() < 0.33 or not islands:
        return []
    kinds = plan.stick.kinds[:5]
    return [
        Harbour(
            f"h_{kind.name}", kind.name, plan.width_mm - 18,
            round(plan.height_mm * (n + 0.7) / (len(kinds) + 0.4), 2),
            int(plan.rng.integers(15, 33)), int(plan.rng.integers(1, 5)),
        )
        for n, kind in enumerate(kinds)
    ]  # fmt: skip


def _routes(plan: _Plan, islands: list[Island], harbours: list[Harbour]) -> list[Route]:
    """Short connections first, none across another's spaces or another's slots."""
    nodes: list[Island | Harbour] = [*islands, *harbours]
    spots = np.array([[n.x_mm, n.y_mm] for n in nodes])
    pairs = sorted(
        (float(np.hypot(*(spots[i] - spots[j]))), i, j)
        for i in range(len(nodes))
        for j in range(i)
        if not (isinstance(nodes[i], Harbour) and isinstance(nodes[j], Harbour))
    )
    routes: list[Route] = []
    taken: list[np.ndarray] = []
    degree = [0] * len(nodes)
    for distance, i, j in pairs:
        if max(degree[i], degree[j]) >= 5 or distance > plan.stick.length_mm * 6.5:
            continue
        lanes = _lanes(plan, f"r{len(routes):02}", spots[i], spots[j])
        own = [np.array([s.x_mm, s.y_mm]) for lane in lanes for s in lane.spaces]
        others = [spots[k] for k in range(len(nodes)) if k not in (i, j)]
        if not own or not _clear(plan, own, taken, others):
            continue
        taken += own
        degree[i] += 1
        degree[j] += 1
        arrow = OneWay.A_TO_B if plan.rng.random() < 0.1 else None
        routes.append(Route(f"r{len(routes):02}", nodes[i].id, nodes[j].id, lanes, arrow))
    return routes


def _clear(
    plan: _Plan, own: list[np.ndarray], taken: list[np.ndarray], others: list[np.ndarray]
) -> bool:
    inside = all(14 < p[0] < plan.width_mm - 14 and 14 < p[1] < plan.height_mm - 14 for p in own)
    far = plan.stick.length_mm * 1.02
    near = plan.ring_mm + plan.stick.length_mm / 2 + 8
    return (
        inside
        and all(np.hypot(*(p - q)) > far for p in own for q in taken)
        and all(np.hypot(*(p - q)) > near for p in own for q in others)
    )


def _lanes(plan: _Plan, route: str, start: np.ndarray, end: np.ndarray) -> tuple[Lane, ...]:
    """One or two lanes of spaces along a slightly bent line between two places."""
    rng = plan.rng
    bend = rng.normal(0, 0.08)
    rim = plan.ring_mm + (plan.marker.diameter_mm / 2 if plan.marker else 3.0) + 2.0
    length = float(np.hypot(*(end - start))) - 2 * rim
    count = min(5, int(length // (plan.stick.length_mm + _GAP_MM / 2)))
    if count < 1:
        return ()
    double = rng.random() < 0.25
    offsets = [-0.5, 0.5] if double else [0.0]
    gap = plan.stick.width_mm + rng.uniform(1.5, 4.0)
    lanes = []
    for number, offset in enumerate(offsets):
        spaces = []
        for k in range(count):
            share = (rim + length * (k + 0.5) / count) / (length + 2 * rim)
            x, y, angle = _on_arc(start, end, bend, share, offset * gap)
            spaces.append(Space(f"{route}/{number}/{k}", round(x, 2), round(y, 2), round(angle, 2)))
        lanes.append(Lane(tuple(spaces)))
    return tuple(lanes)


def _on_arc(
    start: np.ndarray, end: np.ndarray, bend: float, share: float, aside_mm: float
) -> tuple[float, float, float]:
    """A place on a parabola between two points, moved aside, and the line's angle there."""
    chord = end - start
    across = np.array([-chord[1], chord[0]])
    point = start + chord * share + across * bend * 4 * share * (1 - share)
    tangent = chord + across * bend * 4 * (1 - 2 * share)
    tangent = tangent / np.hypot(*tangent)
    point = point + np.array([-tangent[1], tangent[0]]) * aside_mm
    return float(point[0]), float(point[1]), math.degrees(math.atan2(tangent[1], tangent[0]))
