"""The pieces that lie on the board: sticks and port markers, each with its letter."""

from __future__ import annotations

from collections.abc import Mapping

from companion.board import Board
from companion.board_drawing.paint import DARK_INK, Paint
from companion.board_drawing.places import Sizes
from companion.board_drawing.svg import element, group, node_id, text, turned
from companion.position import Position

STRANGE = Paint(fill="var(--kind-unknown, #b9c2c7)", ink=DARK_INK, letter="?")


def draw_pieces(board: Board, position: Position, paints: Mapping[str, Paint], sizes: Sizes) -> str:
    """Draw what lies on the places; a kind that the board does not know is a grey question mark.

    The group of ships is there for a page to fill: a position does not name them.
    """
    sticks = [
        _stick(board, place, kind, paints.get(kind, STRANGE), sizes)
        for place, kind in position.spaces.items()
    ]
    markers = [
        _marker(board, place, kind, paints.get(kind, STRANGE), sizes)
        for place, kind in position.slots.items()
    ]
    return group("pieces", [group("sticks", sticks), group("markers", markers), group("ships", [])])


def _stick(board: Board, place: str, kind: str, paint: Paint, sizes: Sizes) -> str:
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
        style=f"fill: {paint.fill}",
    )
    return element(
        "g",
        body,
        _letter(paint, wide * 0.95),
        class_="piece stick",
        id=node_id("stick", place),
        data_id=place,
        data_kind=kind,
        transform=turned(space.x_mm, space.y_mm, angle_deg),
    )


def _marker(board: Board, place: str, kind: str, paint: Paint, sizes: Sizes) -> str:
    slot = board.slots[place]
    body = element("circle", class_="body", r=sizes.slot_radius, style=f"fill: {paint.fill}")
    return element(
        "g",
        body,
        _letter(paint, sizes.slot_radius * 1.3),
        class_="piece marker",
        id=node_id("marker", place),
        data_id=place,
        data_kind=kind,
        transform=turned(slot.x_mm, slot.y_mm, 0),
    )


def _letter(paint: Paint, high: float) -> str:
    return text(
        paint.letter, 0, high * 0.36, class_="letter", font_size=high, style=f"fill: {paint.ink}"
    )
