"""A board of stops as a chart of its own: zones, dotted lines, ports, stranding places, ships.

A port is a small rectangle in its product's colour with its product's letter, a stranding place a
large white one with the number of its zone. What lies at a stop stands above it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import cycle

from companion.board_drawing.crowd import Box, Crowd, freest
from companion.board_drawing.names import write
from companion.board_drawing.paint import Paint, paints
from companion.board_drawing.pieces import STRANGE, draw_ship
from companion.board_drawing.places import Legend, Printed, Ships
from companion.board_drawing.sea import compass
from companion.boards.stops_board import Line, Stop, StopsBoard
from companion.drawing.svg import Point, element, group, node_id, text, turned, words
from companion.position import Position

USUAL_BOARD_MM = 560.0
PORT, STRANDING = (17.0, 13.0), (32.0, 21.0)
"""Width and height of a port and of a stranding place on a board of usual size."""
ZONE, SPOT, NAME, NUMBER, SHIP = 34.0, 15.0, 11.0, 14.0, 1.75
LINE_STEP = 8.0
CROWD_CELL = 25.0
LARGEST_COMPASS, SMALLEST_COMPASS = 46.0, 24.0
TINTS = ("--zone-1", "--zone-2", "--zone-3", "--zone-4", "--zone-5", "--zone-6")
LETTER = 0.72
"""How high the letter in a rectangle is, as a share of it."""


def unit_of(board: StopsBoard) -> float:
    """1 on a board of usual size."""
    return math.sqrt(board.width_mm * board.height_mm) / USUAL_BOARD_MM


def draw_stops(board: StopsBoard, legend: Legend) -> Printed:
    """Draw the zones, lines and stops, their names, and a compass where room is left."""
    unit, crowd = unit_of(board), Crowd(CROWD_CELL)
    for stop in board.stops.values():
        wide, high = _size(stop, unit)
        crowd.add(stop.x_mm, stop.y_mm, max(wide, high) / 2 + unit)
        # Ships stand above a stop: no name should lie under them.
        crowd.add(stop.x_mm, stop.y_mm - high, 7 * unit)
    for line in board.lines:
        for start, end in strokes(board, line):
            for x, y in _along(start, end, LINE_STEP * unit):
                crowd.add(x, y, 1.5 * unit)
    stops = [_stop(board, stop, legend, crowd) for stop in board.stops.values()]
    zones, lines = group("zones", _zones(board)), group("lines", _lines(board))
    numbers = group("zone-numbers", _numbers_apart(board, crowd))
    return Printed((zones, _compass(board, crowd), lines, group("stops", stops), numbers))


def draw_stop_spots(board: StopsBoard) -> str:
    """Draw every stop as a spot that a page can light; one that fingers find."""
    radius = SPOT * unit_of(board)
    spots = (
        element(
            "circle",
            class_="spot",
            data_id=stop.id,
            r=radius,
            transform=turned(stop.x_mm, stop.y_mm, 0),
        )
        for stop in board.stops.values()
    )
    return group("spots", [group("stops", spots, data_of="stop")])


def draw_at_stops(board: StopsBoard, position: Position, ships: Ships) -> str:
    """Draw the ships at their stops, several beside each other, and the goods that lie there."""
    goods = [_goods(board.stops[stop], unit_of(board)) for stop in position.places]
    return group("pieces", [group("goods", goods), group("ships", _ships(board, ships))])


def strokes(board: StopsBoard, line: Line) -> tuple[tuple[Point, Point], ...]:
    """A line as straight strokes: one, or two where it leaves the map and comes in again."""
    a, b = board.stops[line.a], board.stops[line.b]
    if not line.over_edge:
        return (((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)),)
    left, right = sorted((a, b), key=lambda stop: stop.x_mm)
    out_mm, in_mm = board.width_mm - right.x_mm, left.x_mm
    y_mm = right.y_mm + (left.y_mm - right.y_mm) * out_mm / max(out_mm + in_mm, 1.0)
    return (
        ((right.x_mm, right.y_mm), (board.width_mm, y_mm)),
        ((0.0, y_mm), (left.x_mm, left.y_mm)),
    )


def _zones(board: StopsBoard) -> Iterator[str]:
    """A tint around the stops of each zone; it fills the way to its stranding place too."""
    radius = ZONE * unit_of(board)
    for stops, tint in zip(board.zones.values(), cycle(TINTS), strict=False):
        middle = next(stop for stop in stops if not stop.is_port)
        parts = []
        for stop in stops:
            parts.append(element("circle", cx=stop.x_mm, cy=stop.y_mm, r=radius))
            if not _lies_apart(board, stop):
                way = f"M{stop.x_mm:g} {stop.y_mm:g}L{middle.x_mm:g} {middle.y_mm:g}"
                parts.append(element("path", d=way, stroke_width=1.3 * radius))
        yield group("zone", parts, style=f"--tint: var({tint})")


def _lies_apart(board: StopsBoard, stop: Stop) -> bool:
    """Whether a stop lies at the other edge of the map than its zone's stranding place."""
    middle = board.stranding_places[stop.zone]
    return abs(stop.x_mm - middle.x_mm) >= board.width_mm / 2


def _numbers_apart(board: StopsBoard, crowd: Crowd) -> Iterator[str]:
    """The number of a zone beside each of its stops that lies apart; a stranding place bears it."""
    unit, face = unit_of(board), Box(1, 1, board.width_mm - 1, board.height_mm - 1)
    for stop in board.stops.values():
        if _lies_apart(board, stop):
            away, size = PORT[0] * unit / 2, NUMBER * unit
            number = write(str(stop.zone), (stop.x_mm, stop.y_mm), away, size, crowd, face)
            yield group("zone-number", [number.svg(size)])


def _lines(board: StopsBoard) -> Iterator[str]:
    for line in board.lines:
        way = "".join(
            f"M{start[0]:g} {start[1]:.2f}L{end[0]:g} {end[1]:.2f}"
            for start, end in strokes(board, line)
        )
        yield element("path", class_="line", d=way, stroke_width=2.2 * unit_of(board))


def _stop(board: StopsBoard, stop: Stop, legend: Legend, crowd: Crowd) -> str:
    unit = unit_of(board)
    wide, high = _size(stop, unit)
    face = Box(1, 1, board.width_mm - 1, board.height_mm - 1)
    size = NAME * unit
    away = wide / 2 + 0.12 * size
    name = write(stop.name, (stop.x_mm, stop.y_mm), away, size, crowd, face)
    about = stop.name if stop.product is None else f"{stop.name}: {legend.company(stop.product)}"
    at = {"x": stop.x_mm - wide / 2, "y": stop.y_mm - high / 2, "width": wide, "height": high}
    fill, ink, sign = None, None, str(stop.zone)
    if stop.product is not None:
        paint = paints(board).get(stop.product, STRANGE)
        fill, ink, sign = paint.fill, paint.ink, paint.letter
    letter = high * LETTER
    return group(
        "stop" if stop.is_port else "stop stranding",
        [
            element("title", words(about)),
            element("rect", rx=1.6 * unit, fill=fill, **at),
            text(
                sign,
                stop.x_mm,
                stop.y_mm + letter * 0.36,
                class_="letter",
                font_size=letter,
                fill=ink,
            ),
            name.svg(size),
        ],
        id=node_id("stop", stop.id),
        data_id=stop.id,
    )


def _size(stop: Stop, unit: float) -> tuple[float, float]:
    wide, high = PORT if stop.is_port else STRANDING
    return wide * unit, high * unit


def _compass(board: StopsBoard, crowd: Crowd) -> str:
    unit = unit_of(board)
    centre, room = freest(crowd, board.width_mm, board.height_mm, LARGEST_COMPASS * unit)
    return compass(centre, room * 0.9) if room >= SMALLEST_COMPASS * unit else ""


def _along(start: Point, end: Point, step: float) -> Iterator[Point]:
    count = max(int(math.dist(start, end) / step), 1)
    for at in range(count + 1):
        share = at / count
        yield (
            start[0] + share * (end[0] - start[0]),
            start[1] + share * (end[1] - start[1]),
        )


def _ships(board: StopsBoard, ships: Ships) -> Iterator[str]:
    """Stand the ships above their stops, in one row each."""
    unit, known = unit_of(board), paints(board)
    count, standing = Counter(stop for _, stop in ships), Counter[str]()
    for kind, stop in ships:
        nth = standing[stop]
        standing[stop] += 1
        at = _above(board.stops[stop], nth - (count[stop] - 1) / 2, unit)
        yield draw_ship(kind, stop, at, _paint(known, kind), SHIP * unit)


def _above(stop: Stop, nth: float, unit: float) -> Point:
    _, high = _size(stop, unit)
    return stop.x_mm + nth * 15 * unit, stop.y_mm - high / 2 - 5 * unit


def _paint(known: Mapping[str, Paint], kind: str) -> Paint:
    return known.get(kind, STRANGE)


def _goods(stop: Stop, unit: float) -> str:
    """Draw a small pile of tickets on a stranding place."""
    wide, high = 11 * unit, 7 * unit
    cards = [
        element(
            "rect",
            class_="body",
            x=-wide / 2 + shift * unit,
            y=-high / 2 - shift * unit,
            width=wide,
            height=high,
            rx=unit,
            fill="var(--pile, #c9a36a)",
        )
        for shift in (-1.6, 0.0, 1.6)
    ]
    right = stop.x_mm + STRANDING[0] * unit / 2
    return group(
        "piece pile",
        cards,
        data_id=stop.id,
        transform=turned(right, stop.y_mm + STRANDING[1] * unit / 2, 0),
    )
