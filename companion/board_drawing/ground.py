"""What a tile has printed from side to side: ways that lead over it, and ground that fills it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.boards.ground import ground_ring, way_ends
from companion.boards.tiles_board import Feature, Tile, TilesBoard
from companion.drawing.svg import element, number, polygon

WIDE = 0.13
"""How wide a way is, of a cell."""
STONE_WIDE = 0.09
"""How far from the middle of a tile a stone reaches at which ways end, of a cell."""
WAY, GROUND, STONE = "#8a6a3c", "#7fae5a", "#9a948a"


def draw_ground(board: TilesBoard, tile: Tile) -> Iterator[str]:
    """Draw the ground of a tile, the ways over it, and the stone at which some end.

    Around (0, 0), and not turned.
    """
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
    if _has_stone(tile):
        radius = number(STONE_WIDE * board.lattice.apart_mm)
        yield element("circle", class_="stone", r=radius, fill=STONE)


def _has_stone(tile: Tile) -> bool:
    """Whether ways end at something that is no other feature of the tile."""
    known = {each.kind for each in tile.features}
    return any(
        each.drawn == "way" and each.sign and each.sign not in known for each in tile.features
    )


def _way(board: TilesBoard, feature: Feature) -> str:
    """A curve from side to side, or straight to the middle."""
    ends = way_ends(board, feature)
    if len(ends) == 2:
        (x, y), (u, v) = ends
        return f"M{number(x)} {number(y)}Q0 0 {number(u)} {number(v)}"
    return "".join(f"M{number(x)} {number(y)}L0 0" for x, y in ends)
