"""The ground of the map: paper, sea with its depth lines, coasts, frame with a scale, compass.

A coast is drawn by chance, the same each time, around the slots of its island.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from companion.board_drawing.crowd import Crowd
from companion.boards.board import Board
from companion.boards.routes_board import Island
from companion.drawing.svg import (
    Point,
    around,
    closed_path,
    element,
    group,
    node_id,
    polygon,
    text,
)

DEPTHS = ((64.0, "--sea-2"), (40.0, "--sea-3"), (19.0, "--sea-4"))
"""Widths of the shallows around the islands on a board of usual size, from deep to flat."""
SCALE_MM = 20.0
SCALE_NUMBER_MM = 100.0
MERIDIANS = 8
POINTS = 40
NEIGHBOURS = 4
FILLINGS = 3
BAYS = (2, 3, 4, 5)
"""How often each wave goes round: few make the shape, more make the bays."""


def ground(board: Board, coasts: Mapping[str, Sequence[Point]], margin: float, unit: float) -> str:
    """Draw the sea under everything else. Each coast is written once, for all that follows it."""
    shore = [
        element("path", id=node_id("coast", island), d=closed_path(ring))
        for island, ring in coasts.items()
    ]
    clip = element(
        "clipPath",
        element("rect", width=board.width_mm, height=board.height_mm),
        id="board-face",
    )
    return group(
        "ground",
        [
            element("defs", clip, element("g", *shore, id="board-shore")),
            element(
                "rect",
                class_="paper",
                x=-margin,
                y=-margin,
                width=board.width_mm + 2 * margin,
                height=board.height_mm + 2 * margin,
            ),
            element("rect", class_="sea", width=board.width_mm, height=board.height_mm),
            group("depths", _depths(unit), clip_path="url(#board-face)"),
            element("path", class_="graticule", d=_graticule(board)),
        ],
        aria_hidden="true",
    )


def _depths(unit: float) -> Iterator[str]:
    """Draw the shore with ever thinner pens: what they leave of each other are depth lines."""
    for width, colour in DEPTHS:
        for pen, ink in ((width * unit + 0.8, "--depth"), (width * unit, colour)):
            yield element("use", href="#board-shore", stroke=f"var({ink})", stroke_width=pen)


def _graticule(board: Board) -> str:
    wide, high = board.width_mm / MERIDIANS, board.height_mm / MERIDIANS
    return "".join(
        f"M{step * wide:.2f} 0V{board.height_mm:g}M0 {step * high:.2f}H{board.width_mm:g}"
        for step in range(1, MERIDIANS)
    )


def frame(board: Board, margin: float, title: str) -> str:
    """Draw the frame outside the printed face: a scale of 20 mm steps, numbered in centimetres."""
    band = margin * 0.22
    return group(
        "frame-and-scale",
        [
            element("path", class_="scale", d="".join(_steps(board, band))),
            _outline(board, 0, 0.5),
            _outline(board, band, 0.5),
            _outline(board, margin * 0.82, 0.9),
            *_numbers(board, band, margin),
            text(
                title,
                board.width_mm / 2,
                board.height_mm + margin * 0.68,
                class_="map-title",
                font_size=margin * 0.42,
                letter_spacing=margin * 0.05,
            ),
        ],
        aria_hidden="true",
    )


def _outline(board: Board, away: float, pen: float) -> str:
    return element(
        "rect",
        class_="frame",
        x=-away,
        y=-away,
        width=board.width_mm + 2 * away,
        height=board.height_mm + 2 * away,
        stroke_width=pen,
    )


def _steps(board: Board, band: float) -> Iterator[str]:
    """Yield every second step of the scale along the four sides."""
    for start in _marks(board.width_mm, 2 * SCALE_MM):
        long = min(SCALE_MM, board.width_mm - start)
        for y in (-band, board.height_mm):
            yield f"M{start:g} {y:.2f}h{long:g}v{band:.2f}h{-long:g}z"
    for start in _marks(board.height_mm, 2 * SCALE_MM):
        long = min(SCALE_MM, board.height_mm - start)
        for x in (-band, board.width_mm):
            yield f"M{x:.2f} {start:g}v{long:g}h{band:.2f}v{-long:g}z"


def _marks(length: float, step: float) -> list[float]:
    return [index * step for index in range(int(length // step) + 1) if index * step < length]


def _numbers(board: Board, band: float, margin: float) -> Iterator[str]:
    size = margin * 0.26
    for mark in _marks(board.width_mm, SCALE_NUMBER_MM)[1:]:
        yield text(
            f"{mark / 10:g}", mark, -band - size * 0.6, class_="scale-number", font_size=size
        )
    for mark in _marks(board.height_mm, SCALE_NUMBER_MM)[1:]:
        yield text(
            f"{mark / 10:g}",
            -band - size * 1.1,
            mark + size * 0.35,
            class_="scale-number",
            font_size=size,
        )


def compass(centre: Point, radius: float) -> str:
    """Draw a compass rose of eight points."""
    rays = []
    for angle in (45, 135, 225, 315, 0, 90, 180, 270):
        tip = around(centre, radius * (0.78 if angle % 90 == 0 else 0.5), angle)
        for side, shade in ((-45, "dark"), (45, "light")):
            waist = around(centre, radius * 0.17, angle + side)
            rays.append(element("path", class_=shade, d=polygon([centre, tip, waist])))
    x, y = centre
    rings = [element("circle", cx=x, cy=y, r=radius * share) for share in (0.62, 0.58, 0.3)]
    north = text("N", x, y - radius * 0.84, font_size=radius * 0.2)
    return group("compass", [*rings, *rays, north], aria_hidden="true")


def coast(island: Island, land_radius: float, slot_radius: float, spaces: Crowd) -> list[Point]:
    """Return the outline as a ring of points in millimetres.

    It is about ``land_radius`` from the middle, holds the slots, and gives way to the spaces.
    """
    random = Random(island.id)
    waves = [
        (turns, random.uniform(0.15, 0.45) / turns, random.uniform(0, math.tau)) for turns in BAYS
    ]
    radii = []
    for index in range(POINTS):
        angle = math.tau * index / POINTS
        swell = 1 + sum(size * math.sin(turns * angle + phase) for turns, size, phase in waves)
        radii.append(max(land_radius * swell, _to_hold_slots(island, angle, slot_radius)))
    centre = (island.x_mm, island.y_mm)
    return [
        _before_spaces(centre, radius, 360 * index / POINTS, land_radius / 2, spaces)
        for index, radius in enumerate(_filled(radii))
    ]


def _filled(radii: list[float]) -> list[float]:
    """Fill the bays between slots with land, so that no island is a star."""
    for _ in range(FILLINGS):
        around_each = (
            [radii[(index + step) % POINTS] for step in range(-NEIGHBOURS, NEIGHBOURS + 1)]
            for index in range(POINTS)
        )
        radii = [
            max(radius, sum(near) / len(near))
            for radius, near in zip(radii, around_each, strict=True)
        ]
    return radii


def _to_hold_slots(island: Island, angle: float, slot_radius: float) -> float:
    """Return how far the land reaches in this direction to lie under every slot."""
    reach = 0.0
    land = slot_radius * 1.4
    for slot in island.slots:
        east, south = slot.x_mm - island.x_mm, slot.y_mm - island.y_mm
        along = east * math.cos(angle) + south * math.sin(angle)
        aside = abs(east * math.sin(angle) - south * math.cos(angle))
        if along > 0 and aside < land:
            reach = max(reach, along + math.sqrt(land**2 - aside**2))
    return reach


def _before_spaces(
    centre: Point, radius: float, angle_deg: float, least: float, spaces: Crowd
) -> Point:
    while radius > least and spaces.room(*around(centre, radius, angle_deg), most=1.5) < 1.5:
        radius -= 1
    return around(centre, radius, angle_deg)
