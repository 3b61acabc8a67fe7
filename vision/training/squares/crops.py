"""Crops of square tiles by lot: other prints, neighbours, tables, light and cameras for each.

A crop is drawn flat, two pixels to the millimetre, and then seen through a camera: all that makes
it quick. What stands on tiles is drawn as prisms that lean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.lattice import turned
from companion.boards.tiles_board import Tile, TilesBoard
from vision.picture.arrays import Floats, Image, Tones
from vision.simulator.filmed.camera import motion_path
from vision.simulator.filmed.surface import TILE_MM, random_surface, table_tile
from vision.simulator.printed.outlines import circle, rectangle
from vision.simulator.printed.seas.faces import PX_PER_MM, SeaFaces
from vision.squares.printed.schematic import CARD, FINE, LYING, OTHER, SPAN, STANDING, TABLE

SIDE = 64
"""Pixels along a side of a crop."""
PER_MM = 2.0
AROUND_MM = 60.0
"""So much of a table is drawn for a crop."""
CELL_MM = 45.0
SLIP_MM, SLIP_DEG = 1.1, 1.6
NEAR_PX_PER_MM = (0.8, 2.0)
"""A camera that sees a whole table sees a tile as small as that."""
OUT_OF_FOCUS, MOVED = 0.2, 0.12
"""So many photos are out of focus, and of the others taken while the camera moved."""
MOVED_PX = (1.5, 5.0)


@dataclass(frozen=True, eq=False)
class Crop:
    """A crop (64, 64, 3) in tones; its grounds and signs (32, 32); which tile it is, how turned.

    ``tile`` is empty where the cell is bare.
    """

    tones: Tones
    grounds: Image
    signs: Image
    tile: str
    turn: int


@dataclass(frozen=True, eq=False)
class _Face:
    """A tile of one print, at the size in which crops are drawn."""

    picture: Image
    grounds: Image
    signs: Image


class Prints:
    """Some prints of a board's tiles, and tables to lay them on, kept for many crops."""

    def __init__(self, board: TilesBoard, seeds: Sequence[int]) -> None:
        self.board = board
        self.tiles = [tile.id for tile in board.tiles.values() if not tile.back]
        self.prints: list[dict[str, _Face]] = []
        for seed in seeds:
            faces = SeaFaces(board, seed)
            self.prints.append({tile: _small(faces, tile) for tile in self.tiles})
        rng = np.random.default_rng([*seeds[:1], 7])
        self.tables = [table_tile(random_surface(rng), rng) for _ in range(40)]

    def crop(self, rng: np.random.Generator) -> Crop:
        """Draw a crop by lot; one in six shows a bare cell."""
        faces = self.prints[int(rng.integers(len(self.prints)))]
        scene = _Scene(rng, self.tables[int(rng.integers(len(self.tables)))])
        bare = rng.random() < 1 / 6
        tile, turn = ("", 0) if bare else (str(rng.choice(self.tiles)), int(rng.integers(4)))
        for q, r in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            if rng.random() < 0.5:
                other = faces[str(rng.choice(self.tiles))]
                scene.lay(other, (q * CELL_MM, r * CELL_MM), int(rng.integers(4)))
        if tile:
            scene.lay(faces[tile], (0.0, 0.0), turn)
            scene.stand(_spots(self.board.tiles[tile], turn))
        elif rng.random() < 0.1:
            scene.stand([])
        if rng.random() < 0.06:
            scene.reach_over()
        return Crop(*scene.seen(), tile, turn)


def _spots(tile: Tile, turn: int) -> list[Floats]:
    """Where the places of a tile are that is turned so."""
    return [np.array(turned((spot.x_mm, spot.y_mm), 90.0 * turn)) for spot in tile.spots]


def _small(faces: SeaFaces, tile: str) -> _Face:
    printed, share = faces.printed(tile), PER_MM * 1.25 / PX_PER_MM
    side = round(printed.picture.shape[0] * share)
    size = (side, side)
    return _Face(
        np.asarray(cv2.resize(printed.picture, size, interpolation=cv2.INTER_AREA), np.uint8),
        np.asarray(cv2.resize(printed.grounds, size, interpolation=cv2.INTER_NEAREST), np.uint8),
        np.asarray(cv2.resize(printed.signs, size, interpolation=cv2.INTER_NEAREST), np.uint8),
    )


class _Scene:
    """A piece of a table while it is laid, seen flat, and what each of its points shows."""

    def __init__(self, rng: np.random.Generator, table: Image) -> None:
        self.rng, side = rng, round(AROUND_MM * PER_MM)
        x, y = rng.integers(0, TILE_MM - 80, 2)
        ground = table[y : y + 60, x : x + 60]
        self.picture = np.asarray(cv2.resize(ground, (side, side)), np.uint8)
        self.grounds = np.full((side, side), TABLE, np.uint8)
        self.signs = np.zeros((side, side), np.uint8)
        # A camera right above sees no side of a figure, and little of its head.
        self.lean = rng.normal(0, rng.choice([0.05, 0.25]), 2).clip(-0.6, 0.6)
        azimuth, low = rng.uniform(0, 6.3), rng.uniform(0.2, 2.0)
        self.fall = low * np.array([math.cos(azimuth), math.sin(azimuth)])
        self.dark = rng.uniform(0.25, 0.9)

    def lay(self, face: _Face, at_mm: tuple[float, float], turn: int) -> None:
        """Lay a tile, a little askew."""
        rng, side = self.rng, face.picture.shape[0]
        slip = rng.normal(0, SLIP_MM, 2).clip(-2.2, 2.2)
        angle = 90.0 * turn + float(np.clip(rng.normal(0, SLIP_DEG), -3.2, 3.2))
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        scale = PER_MM / (PER_MM * 1.25)
        middle = (np.array(at_mm) + slip + AROUND_MM / 2) * PER_MM - 0.5
        half = side / 2 - 0.5
        way = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]]) * scale
        way[:, 2] = middle - way[:, :2] @ [half, half]
        size = self.picture.shape[1::-1]
        seen = cv2.warpAffine(face.picture, way, size, flags=cv2.INTER_LINEAR)
        edge = CELL_MM * 0.985 / 2
        ring = np.array([[-edge, -edge], [edge, -edge], [edge, edge], [-edge, edge]])
        ring = ring @ np.array([[cos, sin], [-sin, cos]]) + np.array(at_mm) + slip
        self._shade(ring, 1.2)
        cover = self._cover(ring)
        self._blend(cover, np.asarray(seen, np.uint8))
        inside = cover > 127
        for mine, theirs in ((self.grounds, face.grounds), (self.signs, face.signs)):
            moved = cv2.warpAffine(theirs, way, size, flags=cv2.INTER_NEAREST)
            mine[inside] = moved[inside]

    def stand(self, spots: Sequence[Floats]) -> None:
        """Put figures and tokens on the tile, most of them on its places, and beside it."""
        rng = self.rng
        for chance in (0.75, 0.2):
            if rng.random() < chance:
                on_spot = len(spots) and rng.random() < 0.7
                near = (
                    spots[int(rng.integers(len(spots)))] + rng.normal(0, 2, 2) if on_spot else None
                )
                self._figure(rng.uniform(-19, 19, 2) if near is None else near)
        if rng.random() < 0.12:
            self._token(rng.uniform(-16, 16, 2))
        if rng.random() < 0.15:
            angle = rng.uniform(0, 6.3)
            self._figure(rng.uniform(26, 34) * np.array([math.cos(angle), math.sin(angle)]))

    def reach_over(self) -> None:
        """Lay an arm or a thing over part of it."""
        rng = self.rng
        tone = rng.uniform(40, 230, 3) if rng.random() < 0.5 else np.array([130, 160, 210.0])
        tone = tone * rng.uniform(0.6, 1.1)
        x, y = rng.uniform(-30, 30, 2)
        ring = rectangle(float(x), float(y), 120.0, rng.uniform(25, 60), rng.uniform(0, 180))
        self._solid([(ring, 0.0, 6.0)], tone, OTHER)

    def _figure(self, at: Floats) -> None:
        rng = self.rng
        x, y = float(at[0]), float(at[1])
        wide, high = rng.uniform(10.5, 14), rng.uniform(14, 18)
        thick, angle = wide * rng.uniform(0.52, 0.72), rng.uniform(0, 360)
        tone = rng.uniform(10, 250, 3)
        lot = rng.random()
        if lot < 0.35:
            tone = rng.choice(_PAINTS) * rng.uniform(0.6, 1.2)
        elif lot < 0.7:  # as like what is printed there as paint can be
            row, column = rng.integers(0, len(self.picture), 2)
            tone = self.picture[row, column] * rng.uniform(0.5, 1.3)
        if rng.random() < 0.5:
            legs = rectangle(x, y, 0.8 * wide, thick, angle)
            arms = rectangle(x, y, wide, thick, angle)
            head = rectangle(
                x, y, rng.uniform(0.32, 0.5) * wide, thick * rng.uniform(0.7, 1), angle
            )
            parts = [
                (legs, 0.0, 0.42 * high),
                (arms, 0.42 * high, 0.68 * high),
                (head, 0.68 * high, high),
            ]
            self._solid(parts, tone, STANDING)
            return
        along = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))]) * high
        low = at - 0.28 * along
        mid, top = at + 0.06 * along, at + 0.34 * along
        parts = [
            (rectangle(float(low[0]), float(low[1]), 0.44 * high, 0.8 * wide, angle), 0.0, thick),
            (rectangle(float(mid[0]), float(mid[1]), 0.26 * high, wide, angle), 0.0, thick),
            (circle(float(top[0]), float(top[1]), 0.42 * wide, 12), 0.0, thick),
        ]
        self._solid(parts, tone, LYING)

    def _token(self, at: Floats) -> None:
        rng = self.rng
        side = rng.uniform(12, 17)
        tone = rng.uniform(30, 220, 3) if rng.random() < 0.5 else np.array([42, 90, 138.0])
        ring = rectangle(float(at[0]), float(at[1]), side, side, rng.uniform(0, 90))
        self._solid([(ring, 0.0, 2.0)], tone, CARD)
        if rng.random() < 0.5:
            inner = rectangle(
                float(at[0]), float(at[1]), side * 0.6, side * 0.3, rng.uniform(0, 90)
            )
            self._blend(self._cover(inner), np.clip(tone * rng.uniform(0.5, 1.6), 0, 255))

    def _solid(self, parts: list[tuple[Floats, float, float]], tone: Floats, what: int) -> None:
        for ring, _, high in parts:
            self._shade(np.concatenate([ring, ring + self.fall * high]), 0.8)
        for ring, base, high in parts:
            body = np.concatenate([ring + self.lean * base, ring + self.lean * high])
            hull = cv2.convexHull(body.astype(np.float32)).reshape(-1, 2)
            cover = self._cover(np.asarray(hull, float))
            self._blend(cover, np.clip(tone * self.rng.uniform(0.5, 0.85), 0, 255))
            self.grounds[cover > 127] = what
            self.signs[cover > 127] = 0
            self._blend(self._cover(ring + self.lean * high), np.clip(tone, 0, 255))

    def _cover(self, ring: Floats | Tones) -> Image:
        mask = np.zeros(self.grounds.shape, np.uint8)
        fixed = np.round(((ring + AROUND_MM / 2) * PER_MM - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
        return mask

    def _blend(self, cover: Image, tones: Image | Floats) -> None:
        x, y, width, height = cv2.boundingRect(cover)
        here = np.s_[y : y + height, x : x + width]
        over = tones[here] if tones.ndim == 3 else tones
        share = cover[here][..., None].astype(np.float32) * np.float32(1 / 255)
        self.picture[here] = self.picture[here] * (1 - share) + over * share

    def _shade(self, ring: Floats, soft_mm: float) -> None:
        hull = cv2.convexHull(ring.astype(np.float32)).reshape(-1, 2)
        shade = cv2.GaussianBlur(self._cover(np.asarray(hull, float)), (0, 0), soft_mm * PER_MM)
        x, y, width, height = cv2.boundingRect(shade)
        here = np.s_[y : y + height, x : x + width]
        share = shade[here][..., None].astype(np.float32) * np.float32((1 - self.dark) / 255)
        self.picture[here] = self.picture[here] * (1 - share)

    def seen(self) -> tuple[Tones, Image, Image]:
        """What a camera sees of the cell, and what is there truly."""
        rng, span = self.rng, SPAN * CELL_MM
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * span / 2
        corners = (
            corners * rng.normal(1, 0.012) + rng.normal(0, 0.6, 2) + rng.normal(0, 0.35, (4, 2))
        )
        source = ((corners + AROUND_MM / 2) * PER_MM - 0.5).astype(np.float32)
        small = round(SPAN * CELL_MM * rng.uniform(*NEAR_PX_PER_MM))
        photo = _crop(self.picture, source, small, cv2.INTER_AREA)
        seen = _photographed(photo, rng)
        tones = cv2.resize(seen, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
        grounds = _crop(self.grounds, source, FINE, cv2.INTER_NEAREST)
        signs = _crop(self.signs, source, FINE * 2, cv2.INTER_NEAREST).reshape(FINE, 2, FINE, 2)
        return np.asarray(tones, np.float32), grounds, np.asarray(signs.max(axis=(1, 3)), np.uint8)


def _crop(picture: Image, source: Tones, side: int, how: int) -> Image:
    ends = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(source, ends)
    if how == cv2.INTER_AREA:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.3, 48 / side)), np.uint8)
        how = cv2.INTER_LINEAR
    seen = cv2.warpPerspective(
        picture, way, (side, side), flags=how, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8)


def _photographed(photo: Image, rng: np.random.Generator) -> Tones:
    """Another light, lens and sensor: tones (h, w, 3)."""
    tones = (photo.astype(np.float32) / 255) ** 2.2
    side = photo.shape[0]
    at = np.linspace(-0.5, 0.5, side, dtype=np.float32)
    slope = rng.normal(0, 0.15, 2)
    field = np.exp(slope[0] * at[None, :] + slope[1] * at[:, None])
    if rng.random() < 0.25:
        angle, edge = rng.uniform(0, 6.3), rng.uniform(-0.3, 0.3)
        way = math.cos(angle) * at[None, :] + math.sin(angle) * at[:, None] - edge
        steep = (-way * rng.uniform(20, 120)).clip(-60, 60)
        field = field * (1 + rng.uniform(-0.5, 1.2) / (1 + np.exp(steep)))
    gain = np.exp(rng.normal(-0.2, 0.32)) * np.exp(rng.normal(0, 0.1, 3))
    tones = tones * field[..., None] * gain
    if rng.random() < 0.12:
        x, y = rng.uniform(-0.6, 0.6, 2)
        spot = np.exp(-((at[None, :] - x) ** 2 + (at[:, None] - y) ** 2) / rng.uniform(0.02, 0.4))
        tones = tones + rng.uniform(0.05, 0.5) * spot[..., None]
    grey = tones.mean(axis=2, keepdims=True)
    tones = np.clip(grey + (tones - grey) * rng.uniform(0.75, 1.35), 0, 1) ** (1 / 2.2)
    if rng.random() < 0.8:
        tones = cv2.GaussianBlur(tones, (0, 0), rng.uniform(0.3, 0.8))
    if rng.random() < OUT_OF_FOCUS:
        tones = cv2.GaussianBlur(tones, (0, 0), rng.uniform(0.8, 2.0))
    elif rng.random() < MOVED:
        path = motion_path(rng.uniform(*MOVED_PX), rng.uniform(0, 180))
        tones = np.asarray(cv2.filter2D(tones, -1, path), float)
    tones = tones + rng.normal(0, rng.uniform(0.002, 0.02), tones.shape)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(tones.astype(np.float32), (5, 5), 1.0)
        tones = tones + rng.uniform(0.0, 0.9) * (tones - soft)
    return np.asarray(np.clip(tones, 0, 1), np.float32)


_PAINTS = np.array(
    [(48, 48, 198), (180, 95, 43), (74, 143, 63), (46, 193, 232), (43, 43, 43), (220, 220, 220)],
    float,
)
