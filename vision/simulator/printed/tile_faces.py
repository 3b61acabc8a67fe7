"""The print of a set of tiles, invented: islands in a lagoon, marks for the places, in many styles.

Each tile is a square picture around its middle, in its own frame, as far as its corners reach; the
board that lies beside the tiles is one picture too. Numbers, places and features are those of the
board file, so that a camera has as much to tell tiles by as on any print, and no more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial

import cv2
import numpy as np

from companion.boards.tiles_board import BESIDE_MM, Feature, PrintedPlace, Spot, Tile, TilesBoard
from companion.colour import bgr_of
from vision.picture.arrays import Image
from vision.simulator.printed.canvas import Canvas, Colour, noise, tinted
from vision.simulator.printed.outlines import circle, rectangle

TILE_PX_PER_MM = 4.0
INSET = 0.975
"""A tile is so much smaller than its cell: tiles that are pushed together leave gaps."""
USUAL_CELL_MM = 100.0
_SEAS = [(176, 128, 52), (196, 164, 84), (150, 140, 40), (214, 200, 160), (130, 84, 36)]
_LANDS = [(140, 190, 214), (110, 170, 140), (96, 150, 190), (180, 214, 226), (90, 128, 120)]
_BACKS = [(120, 78, 40), (60, 90, 130), (70, 110, 70), (150, 130, 90), (60, 60, 96)]
_CARDS = [(190, 206, 214), (150, 170, 186), (96, 110, 120), (214, 220, 224)]
_KINDS = [(70, 156, 93), (40, 170, 214), (78, 59, 194), (163, 89, 125), (150, 115, 47),
          (42, 90, 122)]  # fmt: skip
"""Of the places of a tile, in the order in which the board first names their kinds."""
_PAPER, _INK = (236, 240, 242), (44, 40, 36)


class Mark(Enum):
    """How a place is printed."""

    DISC = "disc"
    BOX = "box"
    RING = "ring"
    RIMMED = "rimmed box"
    CROSS = "cross"
    DRAWN = "a drawn box"


BY_LOT = (Mark.DISC, Mark.BOX, Mark.RING, Mark.RIMMED)
"""The marks that a print by lot may have; the others are kept for measuring."""


@dataclass(frozen=True)
class TileStyle:
    """The look of one set of tiles. Colours are blue, green, red codes; lengths on usual cells."""

    sea: Colour
    land: Colour
    back: Colour
    card: Colour
    kinds: tuple[Colour, ...]
    mark: Mark
    mark_mm: float
    clouds: float
    rim_mm: float
    number_mm: float
    motifs: int

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> TileStyle:
        """Draw the look of a print by lot."""
        tint = partial(tinted, rng)
        return cls(
            sea=tint(_SEAS, 14),
            land=tint(_LANDS, 14),
            back=tint(_BACKS, 20),
            card=tint(_CARDS, 14),
            kinds=tuple(tint([kind], 16) for kind in _KINDS),
            mark=BY_LOT[int(rng.integers(len(BY_LOT)))],
            mark_mm=rng.uniform(9.0, 12.5),
            clouds=rng.uniform(0.02, 0.1),
            rim_mm=rng.choice([0.0, 1.0, 2.2]),
            number_mm=rng.uniform(6.5, 10.0),
            motifs=int(rng.integers(3, 9)),
        )


class TileFaces:
    """One print of the tiles of a board; the same board and seed give the same print."""

    def __init__(self, board: TilesBoard, seed: int = 0, style: TileStyle | None = None) -> None:
        self.board, self._seed = board, seed
        self.style = style or TileStyle.drawn(np.random.default_rng([seed, 51]))
        self._unit = board.lattice.apart_mm / USUAL_CELL_MM
        every = (spot.kind for tile in board.tiles.values() for spot in tile.spots)
        self._kinds = list(dict.fromkeys(every))
        self._pictures: dict[str, Image] = {}

    @property
    def reach_mm(self) -> float:
        """How far the corners of a tile are from its middle."""
        sides = self.board.lattice.sides
        return INSET * self.board.lattice.apart_mm / 2 / math.cos(math.pi / sides)

    def tile(self, tile: str) -> Image:
        """A tile's picture, (n, n, 3), ``TILE_PX_PER_MM`` to the mm; what is unknown is a back."""
        if tile not in self._pictures:
            known = self.board.tiles.get(tile)
            draw = self._back if known is None or known.back else self._face
            self._pictures[tile] = draw(known)
        return self._pictures[tile]

    @cached_property
    def beside_box_mm(self) -> tuple[float, float, float, float]:
        """The board beside the tiles: left, top, width, height; no width where there is none."""
        places = self.board.printed_places.values()
        if not places:
            return 0.0, 0.0, 0.0, 0.0
        x, y = np.array([(place.x_mm, place.y_mm) for place in places]).T
        edge = BESIDE_MM + 5
        left, top = float(x.min()) - edge, float(y.min()) - edge
        return left, top, float(x.max()) + edge - left, float(y.max()) + edge - top

    @cached_property
    def beside(self) -> Image:
        """The picture of the board beside the tiles, in a square of its diagonal."""
        rng = np.random.default_rng([self._seed, 53])
        left, top, width, height = self.beside_box_mm
        side = math.hypot(width, height)
        canvas = self._ground(rng, self.style.card, side)
        off = np.array([(side - width) / 2 - left, (side - height) / 2 - top])
        for place in self.board.printed_places.values():
            self._printed_place(canvas, place, *(np.array([place.x_mm, place.y_mm]) + off))
        for nth in range(self.style.motifs):
            at = off + (left, top) + rng.uniform(0.04, 0.96, 2) * (width, height)
            shade = (np.array(self.style.card) * rng.uniform(0.7, 1.2)).clip(0, 255).tolist()
            canvas.ring(float(at[0]), float(at[1]), rng.uniform(2, 7), shade, 0.5 + 0.1 * nth)
        return canvas.picture

    def _ground(self, rng: np.random.Generator, colour: Colour, side_mm: float) -> Canvas:
        pixels = round(side_mm * TILE_PX_PER_MM)
        clouds = noise(rng, (pixels, pixels), 120.0, 5) * self.style.clouds
        planes = [np.clip(tone * (1 + clouds), 0, 255).astype(np.uint8) for tone in colour]
        return Canvas(np.asarray(cv2.merge(planes), np.uint8), pixels / side_mm)

    def _rim(self, canvas: Canvas, colour: Colour) -> None:
        if not self.style.rim_mm:
            return
        reach, lattice = self.reach_mm, self.board.lattice
        turns = math.pi / lattice.sides * (2 * np.arange(lattice.sides) + 1)
        ring = reach * 0.97 * np.stack([np.cos(turns), np.sin(turns)], axis=1) + reach
        canvas.outline(ring, colour, self.style.rim_mm)

    def _back(self, tile: Tile | None) -> Image:
        """All backs are alike: a compass, rings and a pattern, the same for every one."""
        del tile
        rng = np.random.default_rng([self._seed, 52])
        reach, style = self.reach_mm, self.style
        canvas = self._ground(rng, style.back, 2 * reach)
        light = (np.array(style.back) * 0.55 + 110).clip(0, 255)
        for _ in range(style.motifs):
            away, at = rng.uniform(0.15, 0.7) * reach, rng.uniform(0, 2 * math.pi)
            shade = (light * rng.uniform(0.7, 1.1)).clip(0, 255).tolist()
            x, y = reach + away * math.cos(at), reach + away * math.sin(at)
            canvas.ring(x, y, rng.uniform(3, 9) * self._unit, shade, 0.8 * self._unit)
        points = [
            (reach + long * reach * math.cos(a), reach + long * reach * math.sin(a))
            for k in range(16)
            for a, long in [(k * math.pi / 8, (0.45, 0.1, 0.3, 0.1)[k % 4])]
        ]
        canvas.polygon(points, light.tolist())
        self._rim(canvas, (np.array(style.back) * 0.6).tolist())
        return canvas.picture

    def _face(self, tile: Tile | None) -> Image:
        assert tile is not None
        rng = np.random.default_rng([self._seed, 54, *tile.id.encode()])
        canvas = self._ground(rng, self.style.sea, 2 * self.reach_mm)
        for feature in tile.features:
            self._island(canvas, tile, feature, rng)
        self._rim(canvas, (np.array(self.style.sea) * 0.6).tolist())
        for spot in tile.spots:
            self._spot(canvas, spot)
        for feature in tile.features:
            self._plate(canvas, feature)
        x, y = self._free(tile)
        size = self.style.number_mm * self._unit
        said = tile.printed or tile.id
        canvas.disc(x, y, size * 0.9, _PAPER)
        canvas.text(said, x, y, size * (1.0 if len(said) < 3 else 0.6), _INK)
        return canvas.picture

    def _island(
        self, canvas: Canvas, tile: Tile, feature: Feature, rng: np.random.Generator
    ) -> None:
        """Land under a feature and the places that are its own."""
        shared = [spot for each in tile.features for spot in each.spots]
        own = [s for s in tile.spots if s.id in feature.spots and shared.count(s.id) == 1]
        at = [(spot.x_mm, spot.y_mm) for spot in own]
        at += [feature.at_mm] if feature.at_mm is not None else []
        if not own or not at:
            return
        middle = np.mean(at, axis=0)
        angles = np.linspace(0, 2 * math.pi, 60, endpoint=False)
        wave = sum(
            rng.normal(0, 0.12 / k) * np.cos(k * angles + rng.uniform(0, 6)) for k in (2, 3, 5)
        )
        radius = self._unit * rng.uniform(15, 19) * (1 + np.asarray(wave))
        coast = (
            self.reach_mm + middle + radius[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
        )
        land = (np.array(self.style.land) + rng.integers(-16, 17, 3)).clip(0, 255)
        canvas.polygon(coast, land.tolist())
        canvas.outline(coast, (land * 0.65).tolist(), 0.8 * self._unit)

    def _spot(self, canvas: Canvas, spot: Spot) -> None:
        x, y, style = spot.x_mm + self.reach_mm, spot.y_mm + self.reach_mm, self.style
        colour = style.kinds[self._kinds.index(spot.kind) % len(style.kinds)]
        self._mark(canvas, x, y, style.mark_mm * self._unit, colour)

    def _mark(self, canvas: Canvas, x: float, y: float, size: float, colour: Colour) -> None:
        dark = (np.array(colour) * 0.55).tolist()
        match self.style.mark:
            case Mark.DISC:
                canvas.disc(x, y, size / 2, dark)
                canvas.disc(x, y, size / 2 - 0.5, colour)
            case Mark.BOX:
                canvas.polygon(rectangle(x, y, size, size, 0), colour)
            case Mark.RING:
                canvas.disc(x, y, size / 2, _PAPER)
                canvas.ring(x, y, size / 2 - 0.9, colour, 1.8)
            case Mark.RIMMED:
                canvas.polygon(rectangle(x, y, size, size, 0), _PAPER)
                canvas.polygon(rectangle(x, y, size - 2, size - 2, 0), colour)
            case Mark.CROSS:
                canvas.disc(x, y, size / 2, _PAPER)
                for turn in (45, 135):
                    canvas.polygon(rectangle(x, y, size * 0.8, size * 0.28, turn), colour)
            case Mark.DRAWN:
                # A box drawn as if it stood there: a pale top and two dark sides.
                canvas.polygon(rectangle(x, y, size, size, 0), dark)
                top = rectangle(x - size * 0.1, y - size * 0.1, size * 0.7, size * 0.7, 0)
                canvas.polygon(top, colour)
                canvas.outline(top, _INK, 0.4)

    def _plate(self, canvas: Canvas, feature: Feature) -> None:
        """What is printed with a feature: its number, or a disc in the colour of its sign."""
        if feature.at_mm is None:
            return
        x, y = feature.at_mm[0] + self.reach_mm, feature.at_mm[1] + self.reach_mm
        sign, unit = self.board.kinds.get(feature.sign), self._unit
        if feature.number is None and sign is None:
            return
        fill = bgr_of(sign.colour or "#808080") if sign else _PAPER
        canvas.polygon(circle(x, y, 11 * unit), _INK)
        canvas.polygon(circle(x, y, 10 * unit), fill)
        said = sign.name[:1].upper() if sign else f"{feature.kind[:1].upper()}{feature.number}"
        canvas.text(said, x, y, 4.2 * unit, _INK if sum(fill) > 330 else _PAPER)

    def _free(self, tile: Tile) -> tuple[float, float]:
        """The freest place for the number of a tile."""
        taken = [(spot.x_mm, spot.y_mm) for spot in tile.spots]
        taken += [each.at_mm for each in tile.features if each.at_mm is not None]
        angles = [k * math.pi / 12 for k in range(24)]
        places = [
            (share * self.reach_mm * math.cos(a), share * self.reach_mm * math.sin(a))
            for share in (0.0, 0.5, 0.6, 0.7)
            for a in angles
        ]
        free = max(places, key=lambda at: min((math.dist(at, t) for t in taken), default=1e9))
        return free[0] + self.reach_mm, free[1] + self.reach_mm

    def _printed_place(self, canvas: Canvas, place: PrintedPlace, x: float, y: float) -> None:
        kinds = list(dict.fromkeys(each.kind for each in self.board.printed_places.values()))
        side = 2 * BESIDE_MM - 6
        field = self.style.kinds[(3 * kinds.index(place.kind) + 4) % len(self.style.kinds)]
        pale = (np.array(field) * 0.4 + np.array(_PAPER) * 0.6).tolist()
        canvas.polygon(rectangle(x, y, side, side, 0), pale)
        canvas.outline(rectangle(x, y, side, side, 0), _INK, 0.5)
        said = place.printed.encode("ascii", "replace").decode().replace("?", "x")
        if said:
            canvas.text(said, x, y, 6.0 if len(said) < 3 else 4.2, _INK)
