"""What a tile has printed from side to side: ways that lead over it, and ground that fills it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board_drawing.svg import element, number, polygon
from companion.boards.ground import ground_ring, way_ends
from companion.boards.tiles_board import Feature, Tile, TilesBoard

WIDE = 0.13
"""How wide a way is, of a cell."""
WAY, GROUND = "#8a6a3c", "#7fae5a"


def draw_ground(board: TilesBoard, tile: Tile) -> Iterator[str]:
    """Draw the ground of a tile, then the ways over it, around (0, 0) and not turned."""
    for each in tile.features:
        if each.drawn == "ground":
            ring = polygon(ground_ring(board, tile, each))
            yield element("path", class_="ground", d=ring, fill=GROUND)
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
    ends = way_ends(board, feature)
    if len(ends) == 2:
        (x, y), (u, v) = ends
        return f"M{number(x)} {number(y)}Q0 0 {number(u)} {number(v)}"
    return "".join(f"M{number(x)} {number(y)}L0 0" for x, y in ends)
