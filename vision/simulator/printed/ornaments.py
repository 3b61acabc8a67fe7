"""What is printed for looks alone: grid, compass, little ships, waves, a title, a border."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.boards.board import Board
from companion.boards.routes_board import RoutesBoard
from vision.simulator.printed.canvas import Canvas, Colour
from vision.simulator.printed.outlines import rectangle
from vision.simulator.printed.style import Border, Ground, Style

_TITLES = [
    "Long Reach",
    "The Copra Run",
    "Reef & Lagoon",
    "Iron Roads",
    "Blue Latitudes",
    "Wayfinders",
]
_CREAM = (200, 222, 234)
_INK = (48, 44, 40)
_EDGE_MM = 9.0


def draw_ornaments(
    canvas: Canvas, board: RoutesBoard, style: Style, rng: np.random.Generator
) -> None:
    """Draw the grid, then a compass, a title and small things where there is room."""
    light = np.array(style.base) * 0.5 + 120
    if style.grid:
        _grid(canvas, board, light.clip(0, 255).tolist(), rng)
    free = _room(board)
    drawers = [_compass, _title, _ship, _waves, _ship, _waves, _ship]
    for drawer in drawers[: style.ornaments]:
        x_mm, y_mm, room_mm = _widest(free)
        if room_mm < 8:
            return
        ink = light.clip(0, 255).tolist() if style.ground is Ground.SEA else _INK
        reach = drawer(canvas, x_mm, y_mm, min(room_mm * 0.9, 34.0), ink, rng)
        cv2.circle(free, (round(x_mm), round(y_mm)), round(reach + 4), 0, -1)


def draw_small_things(
    canvas: Canvas,
    size_mm: tuple[float, float],
    keep_off_mm: Sequence[tuple[float, float]],
    count: int,
    rng: np.random.Generator,
) -> None:
    """Draw a compass, a title, little ships and waves where no stop is near."""
    free = _clear(*size_mm)
    for x_mm, y_mm in keep_off_mm:
        cv2.circle(free, (round(x_mm), round(y_mm)), 22, 0, -1)
    for drawer in [_compass, _title, _ship, _waves, _ship, _waves, _ship][:count]:
        x_mm, y_mm, room_mm = _widest(free)
        if room_mm < 8:
            return
        ink = (rng.uniform(0.2, 0.9) * np.array([255.0, 240.0, 220.0])).tolist()
        reach = drawer(canvas, x_mm, y_mm, min(room_mm * 0.9, 34.0), ink, rng)
        cv2.circle(free, (round(x_mm), round(y_mm)), round(reach + 4), 0, -1)


def draw_border(canvas: Canvas, board: Board, style: Style, rng: np.random.Generator) -> None:
    """Draw what runs along the board's edge."""
    width, height = board.width_mm, board.height_mm
    match style.border:
        case Border.BLOCKS:
            step = rng.uniform(12, 26)
            for i, cell in enumerate(_edge_cells(width, height, step, 3.5)):
                canvas.polygon(cell, (225, 228, 228) if i % 2 else (70, 54, 44))
        case Border.TRACK:
            for i, cell in enumerate(_edge_cells(width, height, rng.uniform(11, 16), 7.0)):
                canvas.polygon(cell, (96, 140, 206) if i % 5 == 4 else _CREAM)
                canvas.outline(cell, _INK, 0.3)
                x, y = cell.mean(axis=0)
                canvas.text(str(i + 1), float(x), float(y), 2.6, _INK)
        case Border.LINE:
            frame = rectangle(width / 2, height / 2, width - 7, height - 7, 0)
            canvas.outline(frame, _CREAM, 1.2)
        case Border.NONE:
            pass


def _edge_cells(width: float, height: float, step: float, depth: float) -> list[np.ndarray]:
    across, down = round(width / step), round(height / step)
    cells = []
    for i in range(across):
        middle = (i + 0.5) * width / across
        cells.append(rectangle(middle, depth / 2, width / across, depth, 0))
        cells.append(rectangle(middle, height - depth / 2, width / across, depth, 0))
    for i in range(1, down - 1):
        middle = (i + 0.5) * height / down
        cells.append(rectangle(depth / 2, middle, depth, height / down, 0))
        cells.append(rectangle(width - depth / 2, middle, depth, height / down, 0))
    return cells


def _grid(canvas: Canvas, board: Board, colour: Colour, rng: np.random.Generator) -> None:
    step = rng.uniform(40, 90)
    for x in np.arange(step / 2, board.width_mm, step):
        canvas.outline([[x, 0], [x, board.height_mm]], colour, 0.3, closed=False)
    for y in np.arange(step / 2, board.height_mm, step):
        canvas.outline([[0, y], [board.width_mm, y]], colour, 0.3, closed=False)


def _room(board: RoutesBoard) -> np.ndarray:
    """Where nothing of the game is printed, one pixel to the millimetre, (h, w), 255 or 0."""
    free = _clear(board.width_mm, board.height_mm)
    places = [(s.x_mm, s.y_mm, 13) for s in board.spaces.values()]
    places += [(i.x_mm, i.y_mm, 22) for i in board.islands.values()]
    places += [(h.x_mm, h.y_mm, 14) for h in board.harbours.values()]
    for x_mm, y_mm, radius in places:
        cv2.circle(free, (round(x_mm), round(y_mm)), radius, 0, -1)
    return free


def _clear(width_mm: float, height_mm: float) -> np.ndarray:
    """A board without anything on it but its edge, (h, w), 255 or 0."""
    free = np.zeros((math.ceil(height_mm), math.ceil(width_mm)), np.uint8)
    edge = round(_EDGE_MM)
    free[edge:-edge, edge:-edge] = 255
    return free


def _widest(free: np.ndarray) -> tuple[float, float, float]:
    """The middle and radius of the largest free circle, mm."""
    distance = cv2.distanceTransform(free, cv2.DIST_L2, 3)
    _, room, _, (x, y) = cv2.minMaxLoc(distance)
    return float(x), float(y), float(room)


def _compass(
    canvas: Canvas, x: float, y: float, room: float, ink: Colour, rng: np.random.Generator
) -> float:
    canvas.ring(x, y, room * 0.8, ink, 0.6)
    canvas.ring(x, y, room * 0.55, ink, 0.3)
    points = int(rng.choice([8, 16]))
    for i in range(points):
        long = 0.95 if i % (points // 4) == 0 else 0.6
        angle = 2 * math.pi * i / points
        tip = [x + room * long * math.cos(angle), y + room * long * math.sin(angle)]
        for side, colour in ((0.2, ink), (-0.2, _INK)):
            wing = [
                x + room * 0.16 * math.cos(angle + side * 3),
                y + room * 0.16 * math.sin(angle + side * 3),
            ]
            canvas.polygon([[x, y], tip, wing], colour)
    return room


def _title(
    canvas: Canvas, x: float, y: float, room: float, ink: Colour, rng: np.random.Generator
) -> float:
    length = room * 1.7
    card = rectangle(x, y, length, length * 0.3, 0)
    canvas.polygon(card, _CREAM)
    canvas.outline(card, ink, 0.8)
    words = str(rng.choice(_TITLES))
    canvas.text(words, x, y, length * 0.1, _INK, font=cv2.FONT_HERSHEY_TRIPLEX)
    return room


def _ship(
    canvas: Canvas, x: float, y: float, room: float, ink: Colour, rng: np.random.Generator
) -> float:
    size = min(room, 14.0) * 0.8
    turn = 1 if rng.random() < 0.5 else -1

    def at(points: list[tuple[float, float]]) -> np.ndarray:
        return np.array([[x + turn * size * u, y + size * v] for u, v in points])

    canvas.polygon(at([(-0.9, 0.4), (0.9, 0.4), (0.6, 0.75), (-0.7, 0.75)]), _INK)
    for left, top in ((-0.6, -0.5), (0.0, -0.9), (0.5, -0.4)):
        canvas.polygon(at([(left, top), (left + 0.45, 0.0), (left, 0.3)]), ink)
        canvas.outline(at([(left, top), (left, 0.4)]), _INK, 0.4, closed=False)
    return size


def _waves(
    canvas: Canvas, x: float, y: float, room: float, ink: Colour, rng: np.random.Generator
) -> float:
    size = min(room, 16.0) * 0.9
    along = np.linspace(-1, 1, 24)
    for row in range(int(rng.integers(2, 4))):
        heights = 0.08 * np.sin(along * 9) + 0.28 * (row - 1)
        points = np.stack([x + size * along * (1 - 0.15 * row), y + size * heights], 1)
        canvas.outline(points, ink, 0.5, closed=False)
    return size
