"""What a tile has printed from side to side: ways over it, ground that fills it, as lines.

A way leads from side to side, or from one side to the middle of the tile. Ground reaches from
corner to corner of each of its sides, and through its first place. All is told around the middle
of a tile that is not turned, in mm.
"""

from __future__ import annotations

from companion.boards.lattice import Point, turned
from companion.boards.tiles_board import Feature, Tile, TilesBoard

SHARE = 0.97
"""As much of its cell as a tile is drawn."""
BANK = 0.9
"""Ground on one side alone ends at this share of the way from its corner to its place."""
NARROW = 0.12
"""Ground comes so near to the middle, where it does not reach a side."""


def way_ends(board: TilesBoard, feature: Feature) -> list[Point]:
    """The middles of the sides that a way reaches; of two, one curve leads to the other."""
    return [middle_of_side(board, side) for side in feature.sides]


def ground_ring(board: TilesBoard, tile: Tile, feature: Feature) -> list[Point]:
    """The corners of its sides, in order, and between sides that are not neighbours the middle."""
    sides, count = sorted(feature.sides), board.lattice.sides
    if len(sides) == count:
        return [corner(board, side) for side in range(count)]
    if len(sides) == 1:
        first, last = corner(board, sides[0] - 1), corner(board, sides[0])
        x, y = _spot(tile, feature)
        inner = [(_to(at[0], x), _to(at[1], y)) for at in (first, last)]
        return [first, *inner, last]
    start = next(side for side in sides if (side - 1) % count not in sides)
    ring: list[Point] = []
    for step in range(count):
        side = (start + step) % count
        if side in sides:
            ring += [corner(board, side - 1), corner(board, side)]
        else:
            x, y = middle_of_side(board, side)
            ring.append((x * NARROW, y * NARROW))
    return ring


def corner(board: TilesBoard, nth: int) -> Point:
    """The corner between side ``nth`` and the next."""
    x, y = board.lattice.middle((0, 0))
    east, south = board.lattice.corners((0, 0))[nth % board.lattice.sides]
    return (east - x) * SHARE, (south - y) * SHARE


def middle_of_side(board: TilesBoard, side: int) -> Point:
    """The middle of a side."""
    return turned(
        (board.lattice.apart_mm / 2 * SHARE, 0.0),
        board.lattice.turned_deg + side * 360 / board.lattice.sides,
    )


def _to(corner_mm: float, spot_mm: float) -> float:
    return corner_mm + BANK * (spot_mm - corner_mm)


def _spot(tile: Tile, feature: Feature) -> Point:
    at = {spot.id: (spot.x_mm, spot.y_mm) for spot in tile.spots}
    return next((at[spot] for spot in feature.spots if spot in at), (0.0, 0.0))
