"""The print of a board, drawn from nothing but its board file: a picture to look at from above."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.boards.board import Kind
from companion.boards.routes_board import Harbour, Island, Lane, OneWay, Route, RoutesBoard, Space
from companion.colour import bgr_of
from vision.picture.arrays import Image
from vision.simulator.printed.canvas import Canvas, noise
from vision.simulator.printed.ornaments import draw_border, draw_ornaments
from vision.simulator.printed.outlines import rectangle
from vision.simulator.printed.style import Dashes, Ground, SlotPrint, Style, random_style

PX_PER_MM = 3.0
_PAPER = (206, 224, 232)
_INK = (48, 44, 40)
_ISLANDS = [(84, 146, 132), (98, 160, 176), (80, 132, 96), (120, 170, 196)]


class BoardArt:
    """One print of one board: ``picture`` (h, w, 3), BGR, ``PX_PER_MM`` pixels to the millimetre.

    The same board and seed give the same print. Without a ``style`` the seed draws one.
    """

    def __init__(self, board: RoutesBoard, seed: int = 0, style: Style | None = None) -> None:
        rng = np.random.default_rng([seed, 11])
        drawn = random_style(rng)
        if board.game == "clippers" and drawn.dashes is Dashes.OWN_COLOURS:
            # Any company may build any route of Clippers: its spaces are all printed alike.
            drawn = replace(drawn, dashes=Dashes.LIGHT)
        self.style = style or drawn
        if board.stick is None:
            self.style = replace(self.style, dashes=Dashes.LIGHT)
        self._board = board
        self._rng = rng
        self._canvas = Canvas(_ground(board, self.style, rng), PX_PER_MM)
        self._draw()

    @property
    def picture(self) -> Image:
        """The print from straight above."""
        return self._canvas.picture

    def _draw(self) -> None:
        board, style = self._board, self.style
        draw_ornaments(self._canvas, board, style, self._rng)
        for island in board.islands.values():
            self._island_ground(island)
        for route in board.routes.values():
            self._route(route)
        for island in board.islands.values():
            self._island(island)
        for harbour in board.harbours.values():
            self._harbour(harbour)
        draw_border(self._canvas, board, style, self._rng)
        self._wear()

    def _island_ground(self, island: Island) -> None:
        if self.style.ground is Ground.LAND:
            return
        points = _coast(island, self._rng)
        colour = self._rng.choice(_ISLANDS) + self._rng.integers(-14, 15, 3)
        foam = np.array(self.style.base) * 0.55 + np.array([250, 244, 236]) * 0.45
        middle = np.array([island.x_mm, island.y_mm])
        self._canvas.polygon(middle + (points - middle) * 1.10, foam.tolist())
        self._canvas.polygon(points, colour.tolist())
        self._canvas.polygon(
            middle + (points - middle) * 0.7, (colour * 1.07).clip(0, 255).tolist()
        )
        self._canvas.outline(points, (colour * 0.6).tolist(), 0.4)

    def _island(self, island: Island) -> None:
        canvas, style = self._canvas, self.style
        diameter = self._board.marker.diameter_mm if self._board.marker else 8.0
        for slot in island.slots:
            self._slot(slot.x_mm, slot.y_mm, diameter * 1.12)
        clear = min(
            (np.hypot(s.x_mm - island.x_mm, s.y_mm - island.y_mm) for s in island.slots),
            default=12.0,
        )
        radius = min(4.0, clear - diameter / 2 - 0.6)
        if radius > 1.5:
            canvas.disc(island.x_mm, island.y_mm, radius, _PAPER)
            canvas.ring(island.x_mm, island.y_mm, radius, _INK, 0.35)
            if island.value is not None:
                canvas.text(str(island.value), island.x_mm, island.y_mm, radius * 1.1, _INK)
        if style.names:
            below = island.y_mm + 13.0 + self._rng.uniform(-1, 2)
            ink = (240, 238, 230) if style.ground is Ground.SEA else _INK
            canvas.text(
                island.name[:16], island.x_mm, below, 3.4, ink, self._rng.normal(0, 4),
                cv2.FONT_HERSHEY_COMPLEX,
            )  # fmt: skip

    def _slot(self, x_mm: float, y_mm: float, size_mm: float) -> None:
        canvas = self._canvas
        match self.style.slots:
            case SlotPrint.CIRCLES:
                canvas.ring(x_mm, y_mm, size_mm / 2, _PAPER, 0.6)
            case SlotPrint.DISCS:
                canvas.disc(x_mm, y_mm, size_mm / 2, _PAPER)
                canvas.ring(x_mm, y_mm, size_mm / 2, _INK, 0.35)
            case SlotPrint.SQUARES:
                square = rectangle(x_mm, y_mm, size_mm * 0.95, size_mm * 0.95, 0)
                canvas.polygon(square, (170, 196, 214))
                canvas.outline(square, (60, 70, 110), 0.5)

    def _route(self, route: Route) -> None:
        kinds = [bgr_of(k.colour) for k in self._stick_kinds() if k.colour]
        for lane in route.lanes:
            colour = np.array(self.style.dash)
            if self.style.dashes is Dashes.OWN_COLOURS and kinds:
                # Printing ink is duller than the paint of the sticks, but not by much.
                own = np.array(kinds[self._rng.integers(len(kinds))])
                colour = own * 0.82 + np.array(self.style.base) * 0.12 + 12
            for space in lane.spaces:
                self._space(space, colour)
            if route.one_way:
                self._arrows(lane, route.one_way, colour)

    def _stick_kinds(self) -> tuple[Kind, ...]:
        return self._board.stick.kinds if self._board.stick else ()

    def _space(self, space: Space, colour: np.ndarray) -> None:
        stick = self._board.stick
        length, width = (stick.length_mm, stick.width_mm) if stick else (20.0, 5.0)
        scale = self.style.dash_scale
        shape = rectangle(space.x_mm, space.y_mm, length * scale, width * scale, space.angle_deg)
        dark = np.asarray(colour) * 0.55
        match self.style.dashes:
            case Dashes.OUTLINES:
                self._canvas.outline(shape, colour.tolist(), 0.6)
            case Dashes.LIGHT:
                self._canvas.polygon(shape, colour.tolist())
            case Dashes.OWN_COLOURS:
                self._canvas.polygon(shape, colour.clip(0, 255).tolist())
                self._canvas.outline(shape, dark.clip(0, 255).tolist(), 0.5)

    def _arrows(self, lane: Lane, one_way: OneWay, colour: np.ndarray) -> None:
        """A chevron in each gap of the lane, the way it may be built."""
        size = 1.6
        for here, then in zip(lane.spaces, lane.spaces[1:], strict=False):
            start = np.array([here.x_mm, here.y_mm])
            end = np.array([then.x_mm, then.y_mm])
            along = (end - start) / max(np.linalg.norm(end - start), 1e-6)
            if one_way is OneWay.B_TO_A:
                along = -along
            across = np.array([-along[1], along[0]])
            tip = (start + end) / 2 + along * size
            wings = [tip - along * 2 * size + s * across * size for s in (1, -1)]
            self._canvas.outline([wings[0], tip, wings[1]], colour.tolist(), 0.6, closed=False)

    def _harbour(self, harbour: Harbour) -> None:
        colours = {k.name: k.colour for k in self._stick_kinds() if k.colour}
        colour = bgr_of(colours[harbour.company]) if harbour.company in colours else (90, 120, 140)
        canvas = self._canvas
        if harbour.island is not None:
            canvas.ring(harbour.x_mm, harbour.y_mm, 15.0, colour, 1.0)
            return
        canvas.disc(harbour.x_mm, harbour.y_mm, 9.5, (90, 170, 200))
        canvas.disc(harbour.x_mm, harbour.y_mm, 8.3, colour)
        light = sum(colour) > 380
        canvas.text(
            str(harbour.pieces or harbour.company[:1].upper()),
            harbour.x_mm, harbour.y_mm, 6.0, _INK if light else (245, 245, 245),
        )  # fmt: skip

    def _wear(self) -> None:
        """Folds, grain of the paper and rubbed edges."""
        picture = self._canvas.picture
        height, width = picture.shape[:2]
        for i in range(1, self.style.folds + 1):
            x, y = (
                round(width * i / (self.style.folds + 1)),
                round(height * i / (self.style.folds + 1)),
            )
            for line in (picture[:, x - 1 : x + 1], picture[y - 1 : y + 1]):
                line[:] = (line * 0.55).astype(np.uint8)
            for line in (picture[:, x + 1 : x + 3], picture[y + 1 : y + 3]):
                line[:] = (line * 0.8 + 40).astype(np.uint8)
        grain = noise(self._rng, (width, height), 3.0, 2) * 2.0
        cv2.add(picture, cv2.merge([grain] * 3), dst=picture, dtype=cv2.CV_8U)


def _ground(board: RoutesBoard, style: Style, rng: np.random.Generator) -> Image:
    """Sea or land without anything on it, (h, w, 3)."""
    size = (round(board.width_mm * PX_PER_MM), round(board.height_mm * PX_PER_MM))
    clouds = noise(rng, size, 300.0, 6) * style.contrast
    tint = noise(rng, size, 500.0, 2) * style.contrast * 0.3
    base = np.array(style.base, np.float32)
    planes = [base[0] * (1 + clouds + tint), base[1] * (1 + clouds), base[2] * (1 + clouds - tint)]
    picture = cv2.merge([np.clip(plane, 0, 255).astype(np.uint8) for plane in planes])
    if style.ground is Ground.LAND:
        _countries(Canvas(picture, PX_PER_MM), board, style, rng)
    return np.asarray(picture, np.uint8)


def _countries(canvas: Canvas, board: RoutesBoard, style: Style, rng: np.random.Generator) -> None:
    """Patches of pale tints with borders between them, as on a map of railways."""
    size = np.array([board.width_mm, board.height_mm])
    area = cv2.Subdiv2D((-1, -1, int(size[0]) + 3, int(size[1]) + 3))
    for point in rng.uniform(0, 1, (14, 2)) * size:
        area.insert((float(point[0]), float(point[1])))
    facets, _ = area.getVoronoiFacetList([])
    for facet in facets:
        tint = np.array(style.base) + rng.integers(-22, 23, 3)
        canvas.polygon(facet, tint.clip(0, 255).tolist())
        canvas.outline(facet, (np.array(style.base) * 0.7).tolist(), 0.5)
    height, width = canvas.picture.shape[:2]
    clouds = noise(rng, (width, height), 120.0, 5) * style.contrast * 90
    cv2.add(canvas.picture, cv2.merge([clouds] * 3), dst=canvas.picture, dtype=cv2.CV_8U)


def _coast(island: Island, rng: np.random.Generator) -> np.ndarray:
    """An uneven outline around the island's middle and slots, (n, 2) mm."""
    middle = np.array([island.x_mm, island.y_mm])
    slots = np.array([[s.x_mm, s.y_mm] for s in island.slots]).reshape(-1, 2)
    reach = np.hypot(*(slots - middle).T).max(initial=6.0)
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wave = np.zeros(40)
    for k in range(2, 7):
        wave += rng.normal(0, 0.5 / k) * np.cos(k * angles + rng.uniform(0, 6.3))
    radius = max(reach * rng.uniform(0.75, 1.05), 8.0) * (1 + 0.22 * wave).clip(0.7, 1.4)
    return np.asarray(middle + radius[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1))
