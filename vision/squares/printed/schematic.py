"""What each tile should show, from its board file alone: a coarse map of grounds and signs.

No print is known. A file says which sides ways and ground reach, and where signs are; how they are
drawn it does not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.boards.ground import ground_ring, way_ends
from companion.boards.tiles_board import Feature, Lying, Tile, TilesBoard
from vision.picture.arrays import Floats, Tones

SPAN = 48 / 45
"""So much of a cell is looked at: a little of its neighbours too."""
FINE = 32
"""Samples along a side of a map."""
WATER, WAY, GROUND, ISLET, STANDING, LYING, CARD, TABLE, OTHER = range(9)
"""What a sample may show: what is printed on a tile, a figure, a token of card, the bare table, and
anything else, such as a hand."""
PRINTED = 4
"""So many of these are printed."""
SIGNS = ("shell", "banana", "fish", "boat", "stone")
"""The small signs that are known."""
CHANNELS = PRINTED + len(SIGNS)
LAYERS = "water", "ground", "way", ""
"""How parts are drawn, from the lowest; an islet has no lines of its own."""
_SCALE = 4
_SPOT_MM = 3.2
_WAY = 0.13
_ISLET = 0.2


@dataclass(frozen=True, eq=False)
class Schematics:
    """The maps of every way in which a tile of a board may lie.

    ``ways`` (n) and ``maps`` (n, ``CHANNELS``, ``FINE``, ``FINE``): the share of each printed
    ground, then how much of each sign. Rows run along y, columns along x, as the lattice lies.
    """

    board: TilesBoard

    @cached_property
    def ways(self) -> tuple[Lying, ...]:
        """All ways in which a tile may lie face up."""
        tiles = [tile.id for tile in self.board.tiles.values() if not tile.back]
        return tuple(way for tile in tiles for way in self.board.ways_to_lie(tile))

    @cached_property
    def maps(self) -> Tones:
        """See the class."""
        return np.stack([self.of(way) for way in self.ways])

    @cached_property
    def coarse(self) -> Tones:
        """The maps at half their size, as tiles are held against what is seen."""
        return halved(self.maps)

    def of(self, way: Lying) -> Tones:
        """The map of one tile as it lies."""
        tile = self.board.tiles[way.tile]
        drawn = np.concatenate([_grounds(self.board, tile), _signs(self.board, tile)])
        turned = np.rot90(drawn, -way.turn, axes=(1, 2))
        return np.ascontiguousarray(turned, np.float32)


def halved(maps: Tones) -> Tones:
    """Maps (..., n, n) at half their size."""
    *lead, rows, columns = maps.shape
    return np.asarray(maps.reshape(*lead, rows // 2, 2, columns // 2, 2).mean(axis=(-3, -1)))


def points_mm(board: TilesBoard, count: int = FINE) -> Floats:
    """Where the samples of a map lie, around the middle of a cell, (count, count, 2)."""
    span = SPAN * board.lattice.apart_mm
    line = ((np.arange(count) + 0.5) / count - 0.5) * span
    return np.stack(np.meshgrid(line, line), axis=-1)


def part_map(board: TilesBoard, tile: Tile, count: int = FINE) -> tuple[tuple[Feature, ...], Tones]:
    """The parts of a tile that is not turned, and which samples each covers, (parts, n, n).

    A part is what is drawn from side to side, or has a place of its own in the middle.
    """
    parts = tuple(each for each in tile.features if each.spots and (each.drawn or is_islet(each)))
    whole = [_mask(board, tile, each, count) for each in parts]
    shapes = [
        np.prod([shape, *(1 - w for o, w in zip(parts, whole, strict=True) if _over(o, each))], 0)
        for each, shape in zip(parts, whole, strict=True)
    ]
    return parts, np.stack(shapes) if shapes else np.zeros((0, count, count), np.float32)


def _over(one: Feature, other: Feature) -> bool:
    """Whether one part is drawn over another: water, ground, ways, islets."""
    return LAYERS.index(one.drawn) > LAYERS.index(other.drawn)


def is_islet(feature: Feature) -> bool:
    """Whether a feature stands in the middle of its tile, and nothing of it is drawn to a side."""
    return not feature.drawn and feature.at_mm is None


def _mask(board: TilesBoard, tile: Tile, feature: Feature, count: int) -> Tones:
    """Where one feature is drawn, (count, count), 0 to 1."""
    if feature.drawn == "ground":
        return _filled(board, [np.array(ground_ring(board, tile, feature))], count)
    if feature.drawn == "way":
        width = _WAY * board.lattice.apart_mm
        return _filled(board, way_lines(board, feature), count, width)
    if feature.drawn == "water":
        return _water(board, tile, feature, count)
    at = next((spot for spot in tile.spots if spot.id in feature.spots), None)
    middle = np.array([at.x_mm, at.y_mm]) if at else np.zeros(2)
    away = np.hypot(*np.moveaxis(points_mm(board, count) - middle, -1, 0))
    return np.asarray(away <= _ISLET * board.lattice.apart_mm, np.float32)


def _water(board: TilesBoard, tile: Tile, feature: Feature, count: int) -> Tones:
    """The samples nearer to this water's place and halves of sides than to another's."""
    points = points_mm(board, count)
    nearest = np.full(points.shape[:2], np.inf)
    own = np.full(points.shape[:2], np.inf)
    for each in tile.features:
        if each.drawn != "water":
            continue
        for at in _anchors(board, tile, each):
            away = np.hypot(*np.moveaxis(points - at, -1, 0))
            nearest = np.minimum(nearest, away)
            if each is feature:
                own = np.minimum(own, away)
    return np.asarray(own <= nearest + 1e-9, np.float32)


def _anchors(board: TilesBoard, tile: Tile, feature: Feature) -> list[Floats]:
    """Points that surely are of a water: its places, and the middles of its halves of sides."""
    half = board.lattice.apart_mm / 2
    at = [np.array([s.x_mm, s.y_mm]) for s in tile.spots if s.id in feature.spots]
    for nth in feature.halves:
        side, part = divmod(nth, 2)
        angle = side * np.pi / 2
        ahead, across = (
            np.array([np.cos(angle), np.sin(angle)]),
            np.array([-np.sin(angle), np.cos(angle)]),
        )
        at.append(ahead * half * 0.9 + across * half * (0.55 if part else -0.55))
    return at


def way_lines(board: TilesBoard, feature: Feature) -> list[Floats]:
    """A way as lines of points (n, 2): bent from side to side, or straight to the middle."""
    ends = np.array(way_ends(board, feature))
    if len(ends) != 2:
        return [np.stack([end, np.zeros(2)]) for end in ends]
    share = np.linspace(0, 1, 13)[:, None]
    return [np.asarray((1 - share) ** 2 * ends[0] + share**2 * ends[1])]


def _filled(
    board: TilesBoard, lines: list[Floats], count: int, width_mm: float | None = None
) -> Tones:
    """Rings filled, or lines of a width, as shares of samples (count, count)."""
    side = count * _SCALE
    scale = side / (SPAN * board.lattice.apart_mm)
    picture = np.zeros((side, side), np.uint8)
    fixed = [np.round(((line * scale) + side / 2 - 0.5) * 16).astype(np.int32) for line in lines]
    if width_mm is None:
        cv2.fillPoly(picture, fixed, 255, cv2.LINE_8, 4)
    else:
        cv2.polylines(picture, fixed, False, 255, max(1, round(width_mm * scale)), cv2.LINE_8, 4)
    small = cv2.resize(picture, (count, count), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


def _grounds(board: TilesBoard, tile: Tile) -> Tones:
    """The share of each printed ground, (``PRINTED``, n, n)."""
    made = np.zeros((PRINTED, FINE, FINE), np.float32)
    made[WATER] = 1.0
    order = (("ground", GROUND), ("way", WAY), ("", ISLET))
    for drawn, ground in order:
        for each in tile.features:
            if each.drawn == drawn and (drawn or is_islet(each)):
                cover = _mask(board, tile, each, FINE)
                made *= 1 - cover
                made[ground] += cover
    return made


def _signs(board: TilesBoard, tile: Tile) -> Tones:
    """How much of each sign is where, (signs, n, n): a soft spot for each that is printed."""
    made = np.zeros((len(SIGNS), FINE, FINE), np.float32)
    for each in tile.features:
        if each.at_mm is not None:
            kind = each.sign if each.sign in SIGNS else each.kind
            if kind in SIGNS:
                made[SIGNS.index(kind)] += soft_spot(board, each.at_mm) * (each.number or 1)
    if any(each.sign == "stone" for each in tile.features):
        made[SIGNS.index("stone")] += soft_spot(board, (0.0, 0.0))
    return made / 2


def soft_spot(board: TilesBoard, at_mm: tuple[float, float]) -> Tones:
    """How much of a sign around its middle is where, (``FINE``, ``FINE``), 0 to 1."""
    unit = board.lattice.apart_mm / 45
    away2 = ((points_mm(board) - np.array(at_mm)) ** 2).sum(axis=-1)
    return np.asarray(np.exp(-away2 / 2 / (_SPOT_MM * unit) ** 2), np.float32)
