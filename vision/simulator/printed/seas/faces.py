"""The print of a set of sea tiles, invented from its board file: sea, islands, bridges, signs.

Each tile is a square picture around its middle, in its own frame, as far as its corners reach. What
each of its points shows is known too: of that readers learn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.ground import ground_ring, way_ends
from companion.boards.tiles_board import Feature, Tile, TilesBoard
from vision.picture.arrays import Floats, Image
from vision.simulator.printed.canvas import Canvas, Colour, noise
from vision.simulator.printed.outlines import circle, rectangle
from vision.simulator.printed.seas.signs import FORMS
from vision.simulator.printed.seas.style import SeaStyle

PX_PER_MM = 4.0
INSET = 0.985
"""A tile is so much smaller than its cell."""
USUAL_CELL_MM = 45.0
WATER, WAY, GROUND, ISLET = range(4)
"""What a point may show: the sea, a way over it, ground, or an islet of its own in the middle."""
SIGNS = tuple(FORMS)
"""The small signs; a point shows none (0) or one of these, counted from 1."""


@dataclass(frozen=True, eq=False)
class Printed:
    """A tile's picture (n, n, 3), and what its points show: ``grounds`` and ``signs``, (n, n)."""

    picture: Image
    grounds: Image
    signs: Image


class SeaFaces:
    """One print of the tiles of a board; the same board and seed give the same print."""

    beside_box_mm = (0.0, 0.0, 0.0, 0.0)

    def __init__(self, board: TilesBoard, seed: int = 0) -> None:
        self.board, self._seed = board, seed
        self.style = SeaStyle.drawn(np.random.default_rng([seed, 61]))
        self._unit = board.lattice.apart_mm / USUAL_CELL_MM
        self._printed: dict[str, Printed] = {}

    @property
    def reach_mm(self) -> float:
        """How far the corners of a tile are from its middle."""
        sides = self.board.lattice.sides
        return INSET * self.board.lattice.apart_mm / 2 / math.cos(math.pi / sides)

    @property
    def beside(self) -> Image:
        """Nothing is printed beside these tiles."""
        return np.zeros((1, 1, 3), np.uint8)

    def tile(self, tile: str) -> Image:
        """A tile's picture, (n, n, 3)."""
        return self.printed(tile).picture

    def printed(self, tile: str) -> Printed:
        """A tile's picture, and what its points show."""
        if tile not in self._printed:
            known = self.board.tiles.get(tile)
            rng = np.random.default_rng([self._seed, 64, *tile.encode()])
            self._printed[tile] = _Drawing(self, known, rng).printed
        return self._printed[tile]

    @property
    def unit(self) -> float:
        """1 on cells of usual size."""
        return self._unit


class _Drawing:
    """One tile while it is drawn: its picture, and beside it what its points show."""

    def __init__(self, faces: SeaFaces, tile: Tile | None, rng: np.random.Generator) -> None:
        self.board, self.style, self.rng = faces.board, faces.style, rng
        self.unit, self.reach = faces.unit, faces.reach_mm
        side = round(2 * self.reach * PX_PER_MM)
        scale = side / (2 * self.reach)
        self.canvas = Canvas(self._sea(side), scale)
        self.grounds = Canvas(np.zeros((side, side), np.uint8), scale)
        self.signs = Canvas(np.zeros((side, side), np.uint8), scale)
        if tile is not None:
            self._draw(tile)
        self.printed = Printed(self.canvas.picture, self.grounds.picture, self.signs.picture)

    def _sea(self, side: int) -> Image:
        clouds = noise(self.rng, (side, side), 90.0, 5) * self.style.clouds
        planes = [np.clip(tone * (1 + clouds), 0, 255).astype(np.uint8) for tone in self.style.sea]
        canvas = Canvas(np.asarray(cv2.merge(planes), np.uint8), PX_PER_MM)
        light = _shaded(self.style.sea, self.style.wave_light)
        for _ in range(self.style.waves):
            x, y = self.rng.uniform(0, 2 * self.reach, 2)
            along = np.linspace(-1, 1, 7)
            size = self.rng.uniform(1.2, 3.0)
            points = np.stack([x + size * along, y + 0.35 * size * np.cos(3 * along)], axis=1)
            canvas.outline(points, light, 0.35, closed=False)
        return canvas.picture

    def _draw(self, tile: Tile) -> None:
        for each in tile.features:
            if each.drawn == "ground":
                self._ground(ground_ring(self.board, tile, each))
        for each in tile.features:
            if each.drawn == "way":
                self._way(each)
        for each in tile.features:
            if not each.drawn and each.at_mm is None:
                self._islet(tile, each)
        self._motifs(tile)
        if any(each.sign == "stone" for each in tile.features):
            self._sign("stone", np.zeros(2), self.rng.uniform(0, 6.3))
        for each in tile.features:
            kind = each.sign if each.sign in SIGNS else each.kind
            if each.at_mm is not None and kind in SIGNS:
                self._signs(tile, kind, each)

    def _ground(self, ring: list[tuple[float, float]]) -> None:
        """Ground with a wavy shore; along the tile's edges it goes on, and stays straight."""
        style, half = self.style, self.board.lattice.apart_mm / 2
        wavy = self._wavy(np.array(ring), half)
        if style.shore_mm:
            self.canvas.outline(wavy + self.reach, _shaded(style.sand, 1.12), 2 * style.shore_mm)
        self.canvas.polygon(wavy + self.reach, style.sand)
        self.grounds.polygon(wavy + self.reach, [GROUND])
        if style.rim_mm:
            self.canvas.outline(wavy + self.reach, _shaded(style.sand, 0.6), style.rim_mm)
        inside = cv2.pointPolygonTest
        shape = wavy.astype(np.float32).reshape(-1, 1, 2)
        for _ in range(round(14 * style.growth)):
            x, y = self.rng.uniform(-half, half, 2)
            size = self.rng.uniform(1.0, 3.4) * self.unit
            if inside(shape, (float(x), float(y)), True) > size + 0.5:
                tone = _shaded(style.green, self.rng.uniform(0.75, 1.2))
                self.canvas.disc(x + self.reach, y + self.reach, size, tone)

    def _wavy(self, ring: Floats, half: float) -> Floats:
        """A ring with waves, but along the tile's edges."""
        points: list[Floats] = []
        for at, then in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            steps = max(2, round(float(np.hypot(*(then - at))) / 2.0))
            points += [at + (then - at) * k / steps for k in range(steps)]
        wavy = np.array(points)
        on_edge = np.abs(wavy).max(axis=1) > 0.94 * half
        at = np.arange(len(wavy)) * 2 * math.pi / len(wavy)
        rng = self.rng
        wave = sum(
            rng.normal(0, 1 / k) * np.cos(k * at + rng.uniform(0, 6.3)) for k in (3, 5, 8, 11)
        )
        out = wavy - wavy.mean(axis=0)
        out /= np.maximum(np.hypot(*out.T), 1e-6)[:, None]
        wavy += np.where(on_edge, 0.0, self.style.wobble_mm * np.asarray(wave))[:, None] * out
        wavy[on_edge] *= 1.06
        return wavy

    def _way(self, feature: Feature) -> None:
        """Bridges of planks, bent from side to side, or straight to the middle."""
        ends = np.array(way_ends(self.board, feature)) * 1.05
        if len(ends) == 2:
            share = np.linspace(0, 1, 19)[:, None]
            bend = (ends.mean(axis=0)) * (1 - self.style.bend)
            lines = [
                (1 - share) ** 2 * ends[0] + 2 * share * (1 - share) * bend + share**2 * ends[1]
            ]
        else:
            lines = [np.linspace(end, (0.0, 0.0), 9) for end in ends]
        for line in lines:
            self._bridge(line)

    def _bridge(self, line: Floats) -> None:
        style, width = self.style, self.style.way_mm * self.unit
        self.canvas.outline(line + self.reach, _shaded(style.wood, 0.6), width + 0.8, closed=False)
        self.canvas.outline(line + self.reach, style.wood, width, closed=False)
        self.grounds.outline(line + self.reach, [WAY], width, closed=False)
        if style.planks_mm:
            steps = np.hypot(*np.diff(line, axis=0).T).sum() / (style.planks_mm * self.unit)
            for k in np.linspace(0, len(line) - 1.001, max(2, int(steps))):
                i = int(k)
                here = line[i] + (line[i + 1] - line[i]) * (k - i)
                along = (line[i + 1] - line[i]) / max(
                    float(np.hypot(*(line[i + 1] - line[i]))), 1e-6
                )
                across = np.array([-along[1], along[0]]) * width / 2
                plank = np.stack([here - across, here + across]) + self.reach
                self.canvas.outline(plank, _shaded(style.wood, 0.72), 0.3, closed=False)
        if style.rails:
            ahead = np.gradient(line, axis=0)
            side = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
            side *= width / 2 / np.maximum(np.hypot(*side.T), 1e-6)[:, None]
            for sign in (-1, 1):
                rail = line + sign * side + self.reach
                self.canvas.outline(rail, _shaded(style.wood, 1.35), 0.6, closed=False)

    def _islet(self, tile: Tile, feature: Feature) -> None:
        """An islet with a stall on it, at the place of the feature."""
        at = next((s for s in tile.spots if s.id in feature.spots), None)
        x, y = (at.x_mm, at.y_mm) if at else (0.0, 0.0)
        style, radius = self.style, self.style.market_mm * self.unit
        x, y = x + self.reach, y + self.reach
        self.canvas.disc(x, y, radius, _shaded(style.sand, 1.05))
        self.grounds.disc(x, y, radius, [ISLET])
        turn = self.rng.uniform(0, 90)
        side = radius * self.rng.uniform(0.9, 1.15)
        self.canvas.polygon(rectangle(x, y, side, side, turn), style.stall)
        for shift in (-0.3, 0.0, 0.3):
            across = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))]) * shift
            stripe = rectangle(x + across[0] * side, y + across[1] * side, side * 0.14, side, turn)
            self.canvas.polygon(stripe, _shaded(style.stall, 1.5))
        self.canvas.outline(rectangle(x, y, side, side, turn), _shaded(style.stall, 0.5), 0.5)

    def _signs(self, tile: Tile, kind: str, feature: Feature) -> None:
        """So many of a sign as the feature's number says, near where it is: on its own part."""
        assert feature.at_mm is not None
        count, style = feature.number or 1, self.style
        part = next(
            (f for f in tile.features if f.drawn and set(f.spots) & set(feature.spots)), None
        )
        size = style.signs[kind].reach_mm
        apart = size * self.rng.uniform(1.5, 2.0) * (0.85 if count > 2 else 1.0)
        away = self.rng.normal(0, 1, 2)
        away *= style.scatter_mm * self.unit * self.rng.uniform(0, 1) / max(np.hypot(*away), 1e-6)
        if part is not None and part.drawn == "way":
            away *= 0.3
        turn = self._along(part) if part is not None else self.rng.uniform(0, math.pi)
        line = np.array([math.cos(turn), math.sin(turn)])
        for nth in range(count):
            shift = (nth - (count - 1) / 2) * apart * line
            if count == 3 and nth == 1:
                shift = shift + apart * 0.8 * np.array([-line[1], line[0]])
            at = np.array(feature.at_mm) + away + shift
            limit = self.board.lattice.apart_mm / 2 - size * 0.8
            tilt = (
                self.rng.normal(0, 0.35) if kind in ("boat", "fish") else self.rng.uniform(0, 6.3)
            )
            self._sign(kind, np.clip(at, -limit, limit), tilt)

    def _along(self, part: Feature) -> float:
        """Which way signs stand beside each other: along a way, anyhow on ground."""
        if part.drawn != "way" or not part.sides:
            return float(self.rng.uniform(0, math.pi))
        return part.sides[0] * math.pi / 2

    def _sign(self, kind: str, at: Floats, turn: float) -> None:
        look = self.style.signs[kind]
        form = FORMS[kind][look.form](self.rng)
        size = look.reach_mm * self.unit * self.rng.uniform(0.92, 1.08)
        mirror = np.array([1.0 if self.rng.random() < 0.5 else -1.0, 1.0])
        cos, sin = math.cos(turn), math.sin(turn)
        way = np.array([[cos, sin], [-sin, cos]]) * size
        for shade, ring in form:
            points = (ring * mirror) @ way + at + self.reach
            self.canvas.polygon(points, _shaded(look.colour, shade))
            if look.rim and shade == 1.0:
                self.canvas.outline(points, _shaded(look.colour, 1 - look.rim), 0.4)
            self.signs.polygon(points, [1 + SIGNS.index(kind)])

    def _motifs(self, tile: Tile) -> None:
        """Rings, rocks and weeds that mean nothing, off what does."""
        taken = [each.at_mm for each in tile.features if each.at_mm is not None]
        half = self.board.lattice.apart_mm / 2 - 3
        for _ in range(self.style.motifs):
            x, y = self.rng.uniform(-half, half, 2)
            if any(math.dist((x, y), at) < 9 for at in taken):
                continue
            tone = _shaded(self.style.sea, self.rng.uniform(0.6, 1.5))
            if self.rng.random() < 0.5:
                self.canvas.ring(
                    x + self.reach, y + self.reach, self.rng.uniform(0.6, 1.6), tone, 0.4
                )
            else:
                self.canvas.polygon(circle(x + self.reach, y + self.reach, 1.6, 5), tone)


def _shaded(colour: Colour, share: float) -> Colour:
    return tuple(float(min(255.0, max(0.0, tone * share))) for tone in colour)
