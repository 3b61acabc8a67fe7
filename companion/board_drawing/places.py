"""The printed places: islands with values and slots, harbours, routes with spaces and arrows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.board_drawing.paint import Paint
from companion.boards.routes_board import Harbour, Island, OneWay, Route, RoutesBoard, Space
from companion.drawing.svg import (
    Point,
    around,
    element,
    group,
    node_id,
    number,
    text,
    turned,
    words,
)


@dataclass(frozen=True, slots=True)
class Legend:
    """What a chart says in words, besides the names of islands; each may be in another language.

    ``companies`` are the names of companies; one that stands not there is called by its id.
    """

    companies: Mapping[str, str] = field(default_factory=dict)
    island: str = "{name}, value {value}"
    harbour: str = "{company} harbour"
    sticks: str = "{number} sticks"
    ships: str = "{number} ships"
    title: str = ""
    """What the board is called, where not as in its file."""

    def __hash__(self) -> int:
        """Legends are equal when they say the same; a mapping has no hash of its own."""
        companies = frozenset(self.companies.items())
        said = (self.island, self.harbour, self.sticks, self.ships, self.title)
        return hash((companies, said))

    def company(self, company: str) -> str:
        """A company's name."""
        return self.companies.get(company, company.replace("_", " "))


@dataclass(frozen=True, slots=True)
class Printed:
    """What a board prints: its places as SVG, lowest first, and the land's outlines by island."""

    places: Sequence[str]
    coasts: Mapping[str, Sequence[Point]] = field(default_factory=dict)


Ships = Sequence[tuple[str, str]]
"""Kinds of ships with the place that each stands at or beside: a position does not name them."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is drawn how large on this board, in millimetres."""

    unit: float
    """1 on a board of usual size."""
    space_length: float
    space_width: float
    slot_radius: float
    value_radius: float
    land_radius: float
    harbour_radius: float
    name_height: float


USUAL_BOARD_MM = 560.0
USUAL_STICK_MM = (20.0, 5.0)
USUAL_MARKER_MM = 9.0
SHORT_STICK_MM = 14.0


def sizes(board: RoutesBoard) -> Sizes:
    """Choose sizes from the board and its pieces; the value leaves room for the slots."""
    stick = board.stick
    unit = math.sqrt(board.width_mm * board.height_mm) / USUAL_BOARD_MM
    if stick:  # a large board with small pieces has many places, not large ones
        unit = min(unit, stick.length_mm / SHORT_STICK_MM)
    long, wide = (stick.length_mm, stick.width_mm) if stick else USUAL_STICK_MM
    marker_mm = board.marker.diameter_mm if board.marker else USUAL_MARKER_MM * unit
    slot_radius = marker_mm / 2
    gaps = [
        math.dist((slot.x_mm, slot.y_mm), (island.x_mm, island.y_mm)) - slot_radius - 0.5
        for island in board.islands.values()
        for slot in island.slots
    ]
    return Sizes(
        unit=unit,
        space_length=long,
        space_width=wide,
        slot_radius=slot_radius,
        value_radius=max(min([6 * unit, *gaps]), 2.5 * unit),
        land_radius=11.5 * unit,
        harbour_radius=10 * unit,
        name_height=7 * unit,
    )


def draw_route(route: Route, board: RoutesBoard, size: Sizes) -> str:
    """Draw a route: its spaces, and before each the printed arrow of a one-way route."""
    spaces = [
        element(
            "g",
            element(
                "rect",
                x=-size.space_length / 2,
                y=-size.space_width / 2,
                width=size.space_length,
                height=size.space_width,
                rx=size.space_width * 0.25,
            ),
            class_="space",
            id=node_id("space", space.id),
            data_id=space.id,
            transform=turned(space.x_mm, space.y_mm, space.angle_deg),
        )
        for lane in route.lanes
        for space in lane.spaces
    ]
    return group(
        "route",
        [*spaces, *_arrows(route, board, size)],
        id=node_id("route", route.id),
        data_id=route.id,
    )


def _arrows(route: Route, board: RoutesBoard, size: Sizes) -> Iterator[str]:
    if route.one_way is None:
        return
    start, goal = (board.islands.get(end) or board.harbours[end] for end in (route.a, route.b))
    if route.one_way is OneWay.B_TO_A:
        start, goal = goal, start
    way = (goal.x_mm - start.x_mm, goal.y_mm - start.y_mm)
    for lane in route.lanes:
        for space in lane.spaces:
            yield _arrow(space, way, size)


def _arrow(space: Space, way: Point, size: Sizes) -> str:
    """Draw a chevron before the end of the space that lies further along the way."""
    ahead = around((0, 0), 1, space.angle_deg)
    forwards = ahead[0] * way[0] + ahead[1] * way[1] >= 0
    angle_deg = space.angle_deg if forwards else space.angle_deg + 180
    tip, half = size.space_length / 2 + 4 * size.unit, 2.4 * size.unit
    tail = number(tip - half)
    return element(
        "path",
        class_="arrow",
        d=f"M{tail} {number(-half)}L{number(tip)} 0L{tail} {number(half)}",
        transform=turned(space.x_mm, space.y_mm, angle_deg),
    )


def draw_island(island: Island, name: str, size: Sizes, legend: Legend) -> str:
    """Draw an island: its land, whose outline the ground has; its slots, its value and its name."""
    land = f"#{node_id('coast', island.id)}"
    return group(
        "island",
        [
            element("title", words(_about(island, legend))),
            element("use", class_="beach", href=land),
            element("use", class_="coast", href=land),
            *_slots(island, size),
            *_value(island, size),
            name,
        ],
        id=node_id("island", island.id),
        data_id=island.id,
    )


def _about(island: Island, legend: Legend) -> str:
    if island.value is None:
        return island.name
    return legend.island.format(name=island.name, value=island.value)


def _slots(island: Island, size: Sizes) -> Iterator[str]:
    for slot in island.slots:
        yield element(
            "g",
            element("circle", cx=slot.x_mm, cy=slot.y_mm, r=size.slot_radius),
            class_="slot",
            id=node_id("slot", slot.id),
            data_id=slot.id,
        )


def _value(island: Island, size: Sizes) -> Iterator[str]:
    if island.value is None:
        return
    radius, printed = size.value_radius, str(island.value)
    high = radius * (1.45 if len(printed) == 1 else 2.2 / len(printed))
    yield element(
        "g",
        element("circle", cx=island.x_mm, cy=island.y_mm, r=radius),
        text(printed, island.x_mm, island.y_mm + high * 0.35, font_size=high),
        class_="value",
    )


def draw_harbour(
    harbour: Harbour,
    at: Point,
    name: str,
    paints: Mapping[str, Paint],
    size: Sizes,
    legend: Legend,
) -> str:
    """Draw a harbour: the company's colour and letter, and how many sticks it has.

    One that stands on an island is a ring around it, with a small badge at ``at``.
    """
    paint = paints[harbour.company]
    home = harbour.island is not None
    radius = badge_radius(harbour, size)
    ring = element(
        "circle",
        class_="home",
        cx=harbour.x_mm,
        cy=harbour.y_mm,
        r=home_radius(size),
        stroke=paint.fill,
    )
    disc = element("circle", cx=at[0], cy=at[1], r=radius, fill=paint.fill)
    return group(
        "harbour home-harbour" if home else "harbour",
        [
            element("title", words(_about_harbour(harbour, legend))),
            *([ring] if home else []),
            disc,
            *_inscription(harbour, at, paint, radius),
            name,
        ],
        id=node_id("harbour", harbour.id),
        data_id=harbour.id,
        data_kind=harbour.company,
    )


def home_radius(size: Sizes) -> float:
    """Return the radius of the ring around an island that is a harbour."""
    return max(size.value_radius + 2 * size.slot_radius, size.land_radius) + 3.5 * size.unit


def badge_radius(harbour: Harbour, size: Sizes) -> float:
    """Return the radius of a harbour's disc."""
    return size.harbour_radius * (0.62 if harbour.island is not None else 1.0)


def _about_harbour(harbour: Harbour, legend: Legend) -> str:
    said = [legend.harbour.format(company=legend.company(harbour.company))]
    if harbour.pieces is not None:
        said.append(legend.sticks.format(number=harbour.pieces))
    if harbour.ships:
        said.append(legend.ships.format(number=harbour.ships))
    return ", ".join(said)


def _inscription(harbour: Harbour, at: Point, paint: Paint, radius: float) -> Iterator[str]:
    ink = paint.ink
    x, y = at
    if harbour.pieces is None:
        yield text(paint.letter, x, y + radius * 0.36, class_="letter", font_size=radius, fill=ink)
        return
    count = str(harbour.pieces)
    yield text(count, x, y + radius * 0.2, class_="count", font_size=radius * 0.95, fill=ink)
    yield text(
        paint.letter, x, y + radius * 0.78, class_="letter", font_size=radius * 0.5, fill=ink
    )
