"""The print of a board of stops, invented: a map of the world that never was, in many styles.

A sea with continents, zones in tints, a graticule, stops as dots or boxes in their products'
colours with their names, dotted lines between them, large white rectangles, and the products along
the border.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.board_drawing.stops import strokes
from companion.boards.stops_board import Line, Stop, StopsBoard
from companion.colour import bgr_of
from vision.picture.arrays import Image
from vision.simulator.printed.canvas import Canvas, noise
from vision.simulator.printed.ornaments import draw_small_things
from vision.simulator.printed.outlines import rectangle

PX_PER_MM = 3.0
_SEAS = [(158, 108, 44), (190, 150, 70), (216, 200, 168), (226, 222, 206), (120, 70, 35),
         (170, 140, 90), (206, 216, 222)]  # fmt: skip
_LANDS = [(150, 196, 214), (120, 176, 150), (110, 160, 196), (190, 214, 228), (96, 130, 150),
          (140, 190, 170), (226, 232, 236)]  # fmt: skip
_PAPER, _INK = (236, 240, 242), (44, 40, 36)


class Mark(Enum):
    """How a port is printed."""

    BOX = "box"
    LETTERED = "lettered box"
    DOT = "dot"
    RING = "ring"


class Zones(Enum):
    """How zones are told apart."""

    NONE = "none"
    TINTED = "tinted"
    BORDERED = "bordered"


@dataclass(frozen=True)
class Style:
    """The look of one print. Colours are blue, green, red codes."""

    sea: tuple[int, int, int]
    land: tuple[int, int, int]
    continents: int
    mark: Mark
    mark_mm: float
    zones: Zones
    line: str
    """``dots``, ``dashes`` or ``thin``."""
    white_mm: tuple[float, float]
    """How large a stranding place is."""
    clouds: float
    graticule: bool
    names: bool
    border: bool
    ornaments: int
    folds: int

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Style:
        """Draw the look of a print by lot."""
        sea, land = (
            np.clip(colours[int(rng.integers(len(colours)))] + rng.integers(-12, 13, 3), 0, 250)
            for colours in (np.array(_SEAS), np.array(_LANDS))
        )
        return cls(
            sea=(int(sea[0]), int(sea[1]), int(sea[2])),
            land=(int(land[0]), int(land[1]), int(land[2])),
            continents=int(rng.integers(0, 9)),
            mark=list(Mark)[int(rng.integers(len(Mark)))],
            mark_mm=rng.uniform(8, 17),
            zones=list(Zones)[int(rng.integers(len(Zones)))],
            line=str(rng.choice(["dots", "dashes", "thin"])),
            white_mm=(rng.uniform(26, 40), rng.uniform(17, 26)),
            clouds=rng.uniform(0.01, 0.1),
            graticule=bool(rng.random() < 0.6),
            names=bool(rng.random() < 0.85),
            border=bool(rng.random() < 0.6),
            ornaments=int(rng.integers(0, 8)),
            folds=int(rng.integers(0, 3)),
        )


def draw_planisphere(board: StopsBoard, seed: int = 0) -> Image:
    """The print of a board of stops from straight above, (h, w, 3), ``PX_PER_MM`` to the mm.

    The same board and seed give the same print.
    """
    rng = np.random.default_rng([seed, 31])
    return _Press(board, Style.drawn(rng), rng).run()


class _Press:
    """Prints one board."""

    def __init__(self, board: StopsBoard, style: Style, rng: np.random.Generator) -> None:
        self.board, self.style, self.rng = board, style, rng
        size = (round(board.width_mm * PX_PER_MM), round(board.height_mm * PX_PER_MM))
        self.size_px = size
        clouds = noise(rng, size, 300.0, 6) * style.clouds
        planes = [np.clip(tone * (1 + clouds), 0, 255).astype(np.uint8) for tone in style.sea]
        self.canvas = Canvas(np.asarray(cv2.merge(planes), np.uint8), PX_PER_MM)

    def run(self) -> Image:
        """Print layer over layer."""
        self._continents()
        self._zones()
        if self.style.graticule:
            self._graticule()
        points = [(stop.x_mm, stop.y_mm) for stop in self.board.stops.values()]
        draw_small_things(
            self.canvas, (self.board.width_mm, self.board.height_mm),
            points, self.style.ornaments, self.rng,
        )  # fmt: skip
        for line in self.board.lines:
            self._line(line)
        for stop in self.board.stops.values():
            self._stop(stop)
        if self.style.border:
            self._border()
        self._wear()
        return self.canvas.picture

    def _continents(self) -> None:
        for _ in range(self.style.continents):
            middle = self.rng.uniform(0, [self.board.width_mm, self.board.height_mm])
            angles = np.linspace(0, 2 * np.pi, 90, endpoint=False)
            wave = np.zeros(90)
            for k in range(1, 12):
                wave += self.rng.normal(0, 0.5 / k) * np.cos(k * angles + self.rng.uniform(0, 6.3))
            radius = self.rng.uniform(30, 90) * np.exp(wave.clip(-1, 0.8))
            coast = middle + radius[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
            tint = np.array(self.style.land) + self.rng.integers(-18, 19, 3)
            self.canvas.polygon(coast, tint.clip(0, 255).tolist())
            self.canvas.outline(coast, (tint * 0.6).clip(0, 255).tolist(), 0.5)

    def _zones(self) -> None:
        if self.style.zones is Zones.NONE:
            return
        tinted = self.canvas.picture.copy()
        over = Canvas(tinted, PX_PER_MM)
        area = cv2.Subdiv2D((-1, -1, int(self.board.width_mm) + 3, int(self.board.height_mm) + 3))
        tints = {zone: self.rng.integers(90, 236, 3).tolist() for zone in self.board.zones}
        stops = list(self.board.stops.values())
        for stop in stops:
            area.insert((float(stop.x_mm), float(stop.y_mm)))
        facets, middles = area.getVoronoiFacetList([])
        for facet, middle in zip(facets, middles, strict=True):
            near = min(stops, key=lambda s: math.hypot(s.x_mm - middle[0], s.y_mm - middle[1]))
            if self.style.zones is Zones.TINTED:
                over.polygon(facet, tints[near.zone])
            else:
                over.outline(facet, tints[near.zone], 1.2)
        share = 0.35 if self.style.zones is Zones.TINTED else 0.8
        cv2.addWeighted(tinted, share, self.canvas.picture, 1 - share, 0, self.canvas.picture)

    def _graticule(self) -> None:
        ink = (np.array(self.style.sea) * 0.7 + 60).clip(0, 255).tolist()
        step = self.rng.uniform(35, 80)
        bend = self.rng.uniform(0, 0.25)
        wide, high = self.board.width_mm, self.board.height_mm
        for x in np.arange(step / 2, wide, step):
            down = np.linspace(0, high, 30)
            bow = 1 + bend * (1 - ((down - high / 2) / high * 2) ** 2)
            across = wide / 2 + (x - wide / 2) * bow
            self.canvas.outline(np.stack([across, down], 1), ink, 0.3, closed=False)
        for y in np.arange(step / 2, high, step):
            self.canvas.outline([[0, y], [wide, y]], ink, 0.3, closed=False)

    def _line(self, line: Line) -> None:
        dark = sum(self.style.sea) < 420
        ink = (236, 240, 240) if dark else (80, 50, 40)
        for start, end in strokes(self.board, line):
            a, b = np.array(start), np.array(end)
            long = float(np.hypot(*(b - a)))
            if self.style.line == "thin":
                self.canvas.outline([a, b], ink, 0.6, closed=False)
                continue
            for along in np.arange(0, long, 4.0 if self.style.line == "dots" else 7.0):
                here = a + (b - a) * along / max(long, 1e-6)
                if self.style.line == "dots":
                    self.canvas.disc(float(here[0]), float(here[1]), 0.8, ink)
                else:
                    ahead = a + (b - a) * min(along + 4.0, long) / max(long, 1e-6)
                    self.canvas.outline([here, ahead], ink, 0.9, closed=False)

    def _stop(self, stop: Stop) -> None:
        x, y, canvas, style = stop.x_mm, stop.y_mm, self.canvas, self.style
        if not stop.is_port:
            wide, high = style.white_mm
            box = rectangle(x, y, wide, high, 0)
            canvas.polygon(box, _PAPER)
            canvas.outline(box, _INK, 0.5)
            canvas.text(str(stop.zone), x, y, high * 0.35, _INK)
            self._name(stop, high / 2)
            return
        colours = {kind.name: kind.colour for kind in self.board.products if kind.colour}
        colour = bgr_of(colours.get(stop.product or "", "#808080"))
        size = style.mark_mm
        if style.mark in (Mark.BOX, Mark.LETTERED):
            box = rectangle(x, y, size, size * 0.76, 0)
            canvas.polygon(box, colour)
            canvas.outline(box, _INK, 0.4)
            if style.mark is Mark.LETTERED:
                ink = _INK if sum(colour) > 380 else (245, 245, 245)
                canvas.text((stop.product or "?")[0].upper(), x, y, size * 0.4, ink)
        elif style.mark is Mark.DOT:
            canvas.disc(x, y, size / 2.4, _INK)
            canvas.disc(x, y, size / 2.8, colour)
        else:
            canvas.disc(x, y, size / 2.2, _PAPER)
            canvas.ring(x, y, size / 2.6, colour, 1.6)
        self._name(stop, size / 2)

    def _name(self, stop: Stop, away_mm: float) -> None:
        if not self.style.names:
            return
        ink = (240, 240, 236) if sum(self.style.sea) < 360 else _INK
        font = cv2.FONT_HERSHEY_COMPLEX
        name = stop.name.encode("ascii", "replace").decode()
        self.canvas.text(name[:16], stop.x_mm, stop.y_mm + away_mm + 4.2, 3.6, ink, 0.0, font)

    def _border(self) -> None:
        """A band along each side in the colours of the products, with their names."""
        wide, high, deep = self.board.width_mm, self.board.height_mm, 9.0
        count = max(len(self.board.products), 1)
        for number, product in enumerate(self.board.products):
            colour = bgr_of(product.colour or "#808080")
            at = (number + 0.5) / count
            for x, y, turn in (
                (at * wide, deep / 2, 0), (at * wide, high - deep / 2, 180),
                (deep / 2, at * high, 270), (wide - deep / 2, at * high, 90),
            ):  # fmt: skip
                side = wide if turn in (0, 180) else high
                self.canvas.polygon(rectangle(x, y, side / count, deep, turn), colour)
                ink = _INK if sum(colour) > 380 else (245, 245, 245)
                self.canvas.text(f"{number + 1} {product.name}", x, y, 4.0, ink, turn)

    def _wear(self) -> None:
        """Folds and the grain of the paper."""
        picture, (width, height) = self.canvas.picture, self.size_px
        for i in range(1, self.style.folds + 1):
            x = round(width * i / (self.style.folds + 1))
            y = round(height * i / (self.style.folds + 1))
            for line in (picture[:, x - 1 : x + 1], picture[y - 1 : y + 1]):
                line[:] = (line * 0.55).astype(np.uint8)
            for line in (picture[:, x + 1 : x + 3], picture[y + 1 : y + 3]):
                line[:] = (line * 0.8 + 40).astype(np.uint8)
        grain = noise(self.rng, (width, height), 3.0, 2) * 2.0
        cv2.add(picture, cv2.merge([grain] * 3), dst=picture, dtype=cv2.CV_8U)
