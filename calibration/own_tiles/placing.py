"""Where things come to lie on a tile whose areas are told: its places, and what is printed on it.

Ways and ground have their places where they are drawn; on water, and on ground for what is printed
there, it is where most is free. Lengths are millimetres from the middle of the tile, not turned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from calibration.own_tiles.arrangements import GROUND, WATER, WAY, Area, ground_met
from calibration.own_tiles.printed_areas import DrawnTile, Sign, Style
from companion.boards.ground import SHARE, ground_ring, middle_of_side
from companion.boards.lattice import Point
from companion.boards.tiles_board import Feature, Spot, Tile, TilesBoard
from vision.picture.arrays import Mask

PX = 61
"""So many pixels a tile is looked at, across and down."""
WIDE = 0.14
"""How much of a tile a way is wide, with its banks."""
MIDDLE = 0.13
"""How far from the middle of a tile what stands there reaches."""
ALONE, SEVERAL, ARM, PLATE = 0.29, 0.22, 0.275, 0.85
"""Shares of a tile, but for the last: how far from the middle ground on one side has its place, and
on several; and ways that end there; and the share of the way to its side where its plate is."""
BETWEEN = 0.6
"""What is put on a tile keeps away from the rest of it more than from the bank, by this share."""


def placed(tile: Tile, drawn: DrawnTile, style: Style, board: TilesBoard) -> Tile:
    """The tile with these areas, and all that is printed in them, each where there is room."""
    ids = _named(drawn, style)
    spots = [
        Spot(ids[area], style.kinds.get(area.drawn, area.drawn), *_rounded(at))
        for area in drawn.areas
        if (at := _middle_of(area, drawn, board)) is not None
    ]
    features = [_feature(area, ids[area], style) for area in drawn.areas]
    known = replace(tile, spots=tuple(spots), features=tuple(features), turns=drawn.turns)
    room = _Room(known, drawn, board)
    waters = [area for area in drawn.areas if area.drawn == WATER]
    spots += [Spot(ids[area], style.kinds[WATER], *room.free_in(area)) for area in waters]
    numbers: dict[str, int] = {}
    for area in drawn.areas:
        for sign in style.signs.get(style.kinds.get(area.drawn, ""), ()):
            number = drawn.printed.get(area, {}).get(sign.kind, 0)
            if number:
                numbers[sign.kind] = numbers.get(sign.kind, 0) + 1
                at = _plate_of(area, board) or room.free_in(area)
                id_ = f"{sign.kind}-{numbers[sign.kind]}"
                if sign.place:
                    spots.append(Spot(id_, sign.place, *at))
                features.append(_sign(id_, sign, number, ids[area], at))
    return replace(known, spots=tuple(spots), features=tuple(features))


def _named(drawn: DrawnTile, style: Style) -> dict[Area, str]:
    """An id for each area: its kind, and which of that kind it is."""
    ids: dict[Area, str] = {}
    count: dict[str, int] = {}
    for area in drawn.areas:
        kind = style.kinds.get(area.drawn, area.drawn)
        count[kind] = count.get(kind, 0) + 1
        ids[area] = f"{kind}-{count[kind]}" if area.drawn in style.kinds else kind
    return ids


def _feature(area: Area, id_: str, style: Style) -> Feature:
    if area.drawn not in style.kinds:
        return Feature(id_, area.drawn, (id_,))
    sign = style.kinds[GROUND] if area.ends_at == GROUND else area.ends_at
    water = area.drawn == WATER
    return Feature(
        id_,
        style.kinds[area.drawn],
        (id_,),
        sides=() if water else area.reaches,
        halves=area.reaches if water else (),
        sign=sign,
        drawn=area.drawn,
    )


def _sign(id_: str, sign: Sign, number: int, area: str, at: Point) -> Feature:
    spots = (id_, area) if sign.place else (area,)
    count = number if sign.counted else None
    return Feature(id_, sign.kind, spots, number=count, sign=sign.sign, at_mm=at)


def _middle_of(area: Area, drawn: DrawnTile, board: TilesBoard) -> Point | None:
    """Where ground, a way, or what stands in the middle has its place; None for water."""
    apart_mm = board.lattice.apart_mm
    ends = [middle_of_side(board, side) for side in area.reaches]
    if area.drawn == WATER:
        return None
    if area.drawn == WAY:
        if len(ends) == 1:
            return _towards(ends[0], ARM * apart_mm)
        return sum(x for x, _ in ends) / 4, sum(y for _, y in ends) / 4
    if area.drawn == GROUND and len(ends) == 1:
        met = ground_met(drawn.areas, drawn.sides)
        return (0.0, 0.0) if met == area else _towards(ends[0], ALONE * apart_mm)
    parts = [_towards(end, SEVERAL * apart_mm) for end in ends]
    return sum(x for x, _ in parts), sum(y for _, y in parts)


def _plate_of(area: Area, board: TilesBoard) -> Point | None:
    """Where what is printed on a way stands: near its last side, on the way."""
    if area.drawn != WAY:
        return None
    ends = [middle_of_side(board, side) for side in area.reaches]
    (u, v), (x, y) = ends[0], ends[-1]
    if len(ends) == 1:
        return _rounded((x * PLATE, y * PLATE))
    first, last = (1 - PLATE) ** 2, PLATE**2
    return _rounded((first * u + last * x, first * v + last * y))


def _towards(point: Point, far_mm: float) -> Point:
    share = far_mm / math.hypot(*point)
    return point[0] * share, point[1] * share


def _rounded(at: Point) -> Point:
    x, y = (round(each, 1) + 0.0 for each in at)
    return x, y


class _Room:
    """The room that is left in the areas of a tile, as it fills."""

    def __init__(self, tile: Tile, drawn: DrawnTile, board: TilesBoard) -> None:
        self._mm_per_px = board.lattice.apart_mm / PX
        self._board = board
        self._taken = [(spot.x_mm, spot.y_mm) for spot in tile.spots]
        self._masks = dict(self._areas(tile, drawn))

    def free_in(self, area: Area) -> Point:
        """Where in an area most is free; it is taken then."""
        within = cv2.distanceTransform(self._masks[area], cv2.DIST_L2, 5) * self._mm_per_px
        ys, xs = np.mgrid[0:PX, 0:PX]
        for x_mm, y_mm in self._taken:
            x, y = self._px((x_mm, y_mm))
            away = np.hypot(xs - x, ys - y) * self._mm_per_px * BETWEEN
            within = np.minimum(within, away)
        y, x = divmod(int(np.argmax(within)), PX)
        at = _rounded(((x + 0.5 - PX / 2) * self._mm_per_px, (y + 0.5 - PX / 2) * self._mm_per_px))
        self._taken.append(at)
        return at

    def _areas(self, tile: Tile, drawn: DrawnTile) -> Iterator[tuple[Area, Mask]]:
        """The pixels of each piece of ground and of water."""
        water = np.zeros((PX, PX), np.uint8)
        edge = round(PX * (1 - SHARE) / 2)
        water[edge:-edge, edge:-edge] = 1
        for area, feature in zip(drawn.areas, tile.features, strict=True):
            if area.drawn == GROUND:
                ground = np.zeros_like(water)
                ring = [self._px(point) for point in ground_ring(self._board, tile, feature)]
                cv2.fillPoly(ground, [np.array(ring, np.int32)], 1)
                ground[:edge] = ground[-edge:] = 0
                ground[:, :edge] = ground[:, -edge:] = 0
                yield area, ground
                water[ground == 1] = 0
            elif area.drawn == WAY:
                line = np.array([self._px(point) for point in _line(self._board, area)], np.int32)
                cv2.polylines(water, [line], False, 0, round(WIDE * PX))
            elif area.drawn != WATER:
                cv2.circle(water, (PX // 2, PX // 2), round(MIDDLE * PX), 0, -1)
        _, parts = cv2.connectedComponents(water, connectivity=4)
        for area in drawn.areas:
            if area.drawn == WATER:
                x, y = self._px(self._half(area.reaches[0]))
                yield area, (parts == parts[y, x]).astype(np.uint8)

    def _half(self, half: int) -> Point:
        """The middle of half a side, a little within the tile."""
        x, y = middle_of_side(self._board, half // 2)
        u, v = self._board.lattice.corners((0, 0))[(half // 2 - 1 + half % 2)]
        u, v = u - self._board.lattice.x_mm, v - self._board.lattice.y_mm
        return (x * 0.55 + u * 0.4, y * 0.55 + v * 0.4)

    def _px(self, at: Point) -> tuple[int, int]:
        x, y = (int((each / self._mm_per_px) + PX / 2) for each in at)
        return x, y


def _line(board: TilesBoard, area: Area) -> list[Point]:
    """A way as it is drawn: a curve from side to side, or straight to the middle."""
    ends = [middle_of_side(board, side) for side in area.reaches]
    if len(ends) == 1:
        return [ends[0], (0.0, 0.0)]
    (u, v), (x, y) = ends
    shares = [nth / 12 for nth in range(13)]
    return [((1 - t) ** 2 * u + t**2 * x, (1 - t) ** 2 * v + t**2 * y) for t in shares]
