"""What a page lays over the drawn board: places that can be lit and tapped, and the pieces.

The board itself is a picture that never changes; this layer has its measures and no style of its
own, so that a page's one stylesheet paints it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.board_drawing.paint import paints
from companion.board_drawing.pieces import draw_pieces
from companion.board_drawing.places import Sizes, sizes
from companion.board_drawing.stops import draw_at_stops, draw_stop_spots
from companion.board_drawing.stops import unit_of as unit_of_stops
from companion.board_drawing.svg import element, group, number, turned
from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.boards.stops_board import StopsBoard
from companion.position import Position

MARGIN = 22.0
"""Paper around the printed face, on a board of usual size."""


def unit_of(board: Board) -> float:
    """1 on a board of usual size."""
    return unit_of_stops(board) if isinstance(board, StopsBoard) else sizes(of_routes(board)).unit


def view_box(board: Board) -> str:
    """The measures of the picture, the paper around the board with it."""
    margin = MARGIN * unit_of(board)
    box = (-margin, -margin, board.width_mm + 2 * margin, board.height_mm + 2 * margin)
    return " ".join(map(number, box))


def draw_spots(board: Board) -> str:
    """Draw every place as a spot, harbours and islands too: unseen until a page lights it."""
    if isinstance(board, StopsBoard):
        return draw_stop_spots(board)
    routes = of_routes(board)
    size = sizes(routes)
    spaces = group("spaces", _spaces(routes, size), data_of="space")
    slots = group("slots", _slots(routes, size), data_of="slot")
    return group("spots", [spaces, slots, *_nodes(routes, size)])


def draw_laid(board: Board, position: Position, ships: Sequence[tuple[str, str]]) -> str:
    """Draw what lies on the board: a group of sticks, markers and ships, or of goods and ships."""
    if isinstance(board, StopsBoard):
        return draw_at_stops(board, position, ships)
    routes = of_routes(board)
    return draw_pieces(routes, position, paints(routes), sizes(routes), ships)


def _spaces(board: RoutesBoard, size: Sizes) -> Iterator[str]:
    long, wide = size.space_length, size.space_width
    for space in board.spaces.values():
        yield element(
            "rect",
            class_="spot",
            data_id=space.id,
            x=-long / 2,
            y=-wide / 2,
            width=long,
            height=wide,
            rx=wide * 0.25,
            transform=turned(space.x_mm, space.y_mm, space.angle_deg),
        )


def _slots(board: RoutesBoard, size: Sizes) -> Iterator[str]:
    for slot in board.slots.values():
        yield _disc(slot.id, slot.x_mm, slot.y_mm, size.slot_radius)


def _nodes(board: RoutesBoard, size: Sizes) -> Iterator[str]:
    for harbour in board.harbours.values():
        yield _disc(harbour.id, harbour.x_mm, harbour.y_mm, size.harbour_radius, "spot node")
    for island in board.islands.values():
        yield _disc(island.id, island.x_mm, island.y_mm, size.land_radius, "spot node")


def _disc(place: str, x_mm: float, y_mm: float, radius: float, kind: str = "spot") -> str:
    at = turned(x_mm, y_mm, 0)
    return element("circle", class_=kind, data_id=place, r=radius, transform=at)
