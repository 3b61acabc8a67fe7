"""The pieces that lie on the board: sticks and port markers, each with its letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.board_drawing.paint import DARK_INK, Paint
from companion.board_drawing.places import Sizes
from companion.boards.routes_board import RoutesBoard
from companion.drawing.svg import (
    Point,
    around,
    element,
    group,
    number,
    text,
    turned,
    words,
)
from companion.position import Position

STRANGE = Paint(fill="var(--kind-unknown, #b9c2c7)", ink=DARK_INK, letter="?")
SHIP_STEP_MM = 10.0


def draw_pieces(
    board: RoutesBoard,
    position: Position,
    paints: Mapping[str, Paint],
    sizes: Sizes,
    ships: Sequence[tuple[str, str]] = (),
) -> str:
    """Draw what lies on the places; a kind that the board does not know is a grey question mark.

    ``ships`` are kinds with the space, harbour or island each stands beside: a position does not
    name them.
    """
    sticks = [
        _stick(board, place, kind, paints.get(kind, STRANGE), sizes)
        for place, kind in position.spaces.items()
    ]
    markers = [
        _marker(board, place, kind, paints.get(kind, STRANGE), sizes)
        for place, kind in position.slots.items()
    ]
    return group(
        "pieces",
        [
            group("sticks", sticks, font_size=sizes.space_width * 0.95),
            group("markers", markers, font_size=sizes.slot_radius * 1.3),
            group("ships", _ships(board, ships, paints, sizes)),
        ],
    )


def _stick(board: RoutesBoard, place: str, kind: str, paint: Paint, sizes: Sizes) -> str:
    space = board.spaces[place]
    # Letters stand upright on every stick.
    angle_deg = (space.angle_deg + 90) % 180 - 90
    long, wide = sizes.space_length, sizes.space_width
    body = element(
        "rect",
        class_="body",
        x=-long / 2,
        y=-wide / 2,
        width=long,
        height=wide,
        rx=wide * 0.15,
        fill=paint.fill,
    )
    return element(
        "g",
        body,
        _letter(paint, wide * 0.95),
        class_="piece stick",
        data_id=place,
        data_kind=kind,
        transform=turned(space.x_mm, space.y_mm, angle_deg),
    )


def _marker(board: RoutesBoard, place: str, kind: str, paint: Paint, sizes: Sizes) -> str:
    slot = board.slots[place]
    body = element("circle", class_="body", r=sizes.slot_radius, fill=paint.fill)
    return element(
        "g",
        body,
        _letter(paint, sizes.slot_radius * 1.3),
        class_="piece marker",
        data_id=place,
        data_kind=kind,
        transform=turned(slot.x_mm, slot.y_mm, 0),
    )


def _ships(
    board: RoutesBoard,
    ships: Sequence[tuple[str, str]],
    paints: Mapping[str, Paint],
    sizes: Sizes,
) -> Iterator[str]:
    """Stand each ship beside its place, several at one place next to each other."""
    standing: Counter[str] = Counter()
    for kind, place in ships:
        nth = standing[place]
        standing[place] += 1
        x, y = _beside(board, place, nth, sizes)
        yield draw_ship(kind, place, (x, y), paints.get(kind, STRANGE), sizes.unit)


def _beside(board: RoutesBoard, place: str, nth: int, sizes: Sizes) -> Point:
    step = sizes.unit * SHIP_STEP_MM
    if place in board.spaces:
        space = board.spaces[place]
        away = sizes.space_width / 2 + step * (0.55 + nth)
        return around((space.x_mm, space.y_mm), away, space.angle_deg - 90)
    at = board.harbours.get(place) or board.islands[place]
    reach = sizes.harbour_radius if place in board.harbours else sizes.land_radius
    return at.x_mm + (nth - 0.5) * step, at.y_mm - reach - step * 0.3


def draw_ship(kind: str, place: str, at: Point, paint: Paint, size: float) -> str:
    """Draw a small clipper: a hull with two sails, and its letter; 13 mm long at size 1."""
    sails = element(
        "path", class_="sail", d="M-.4 -6.2 L-.4 -.6 L-4.6 -.6 Z M.6 -5 L.6 -.6 L4 -.6 Z"
    )
    hull = element("path", class_="body", d="M-6.4 0 H6.4 L4.2 4.4 H-4.4 Z", fill=paint.fill)
    return element(
        "g",
        sails,
        hull,
        text(paint.letter, 0, 3.6, class_="letter", font_size=4, fill=paint.ink),
        class_="piece ship",
        data_kind=kind,
        data_beside=place,
        transform=f"{turned(*at, 0)} scale({number(size)})",
    )


def _letter(paint: Paint, high: float) -> str:
    """The letter of a piece, as high as its group says, and upright in its middle."""
    return element("text", words(paint.letter), y=high * 0.36, class_="letter", fill=paint.ink)
