"""What a tile has printed from side to side: ways that lead over it, and ground that fills it.

A way leads from side to side, or from one side to the middle of the tile.
Ground reaches from corner to corner of each of its sides, and through its first place.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board_drawing.svg import Point, element, number, polygon
from companion.boards.lattice import turned
from companion.boards.tiles_board import Feature, Tile, TilesBoard

SHARE = 0.97
"""As much of its cell as a tile is drawn."""
WIDE = 0.13
"""How wide a way is, of a cell."""
BANK = 0.9
"""Ground on one side alone ends at this share of the way from its corner to its place."""
NARROW = 0.12
"""Ground comes so near to the middle, where it does not reach a side."""
WAY, GROUND = "#8a6a3c", "#7fae5a"


def draw_ground(board: TilesBoard, tile: Tile) -> Iterator[str]:
    """Draw the ground of a tile, then the ways over it, around (0, 0) and not turned."""
    for each in tile.features:
        if each.drawn == "ground":
            yield element("path", class_="ground", d=_ground(board, tile, each), fill=GROUND)
    for each in tile.features:
        if each.drawn == "way":
            yield element(
                "path",
                class_="way",
                d=_way(board, each),
                fill="none",
                stroke=WAY,
                stroke_width=WIDE * board.lattice.apart_mm,
            )


def _way(board: TilesBoard, feature: Feature) -> str:
    """A curve from side to side, or straight to the middle."""
    ends = [_middle_of_side(board, side) for side in feature.sides]
    if len(ends) == 2:
        (x, y), (u, v) = ends
        return f"M{number(x)} {number(y)}Q0 0 {number(u)} {number(v)}"
    return "".join(f"M{number(x)} {number(y)}L0 0" for x, y in ends)


def _ground(board: TilesBoard, tile: Tile, feature: Feature) -> str:
    """The corners of its sides, in order, and between sides that are not neighbours the middle."""
    sides, count = sorted(feature.sides), board.lattice.sides
    if len(sides) == count:
        return polygon(_corner(board, side) for side in range(count))
    if len(sides) == 1:
        first, last = _corner(board, sides[0] - 1), _corner(board, sides[0])
        x, y = _spot(tile, feature)
        return polygon(
            (first, (_to(first[0], x), _to(first[1], y)), (_to(last[0], x), _to(last[1], y)), last)
        )
    start = next(side for side in sides if (side - 1) % count not in sides)
    ring: list[Point] = []
    for step in range(count):
        side = (start + step) % count
        if side in sides:
            ring += [_corner(board, side - 1), _corner(board, side)]
        else:
            ring.append(_towards_side(board, side))
    return polygon(ring)


def _to(corner: float, spot: float) -> float:
    return corner + BANK * (spot - corner)


def _spot(tile: Tile, feature: Feature) -> Point:
    at = {spot.id: (spot.x_mm, spot.y_mm) for spot in tile.spots}
    return next((at[spot] for spot in feature.spots if spot in at), (0.0, 0.0))


def _corner(board: TilesBoard, nth: int) -> Point:
    """The corner between side ``nth`` and the next."""
    x, y = board.lattice.middle((0, 0))
    east, south = board.lattice.corners((0, 0))[nth % board.lattice.sides]
    return (east - x) * SHARE, (south - y) * SHARE


def _middle_of_side(board: TilesBoard, side: int) -> Point:
    return turned(
        (board.lattice.apart_mm / 2 * SHARE, 0.0),
        board.lattice.turned_deg + side * 360 / board.lattice.sides,
    )


def _towards_side(board: TilesBoard, side: int) -> Point:
    """Near the middle of the tile, on the side where the ground does not reach the edge."""
    x, y = _middle_of_side(board, side)
    return x * NARROW, y * NARROW
