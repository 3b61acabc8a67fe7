"""What was recognised, drawn over the photo: a stranger should be able to check it by eye.

``marks`` works out the outlines in picture pixels, ``paint`` draws them; a page may draw the same
marks in its own way. Each piece has an outline in its colour and a tag with its letters beside it,
so that nothing hangs on colour alone and the piece itself stays in sight.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board_drawing.paint import paints
from companion.boards.board import Board
from companion.boards.routes_board import MarkerType, RoutesBoard, StickType
from companion.colour import bgr_of, rgb_of
from companion.reading import EMPTY, HIDDEN, OddSeen, Reading, ShipSeen
from vision.alignment.pose import Pose
from vision.between.hulls import hull_mm
from vision.picture.arrays import Floats, Image

Point = tuple[float, float]

INK = "#10233f"
PAPER = "#ffffff"
AMBER = "#ffb000"
STOP_MM = 14.0
"""How far goods on a stop reach, and ships that stand around it."""
NEVER_SEEN_MM = 4.0
"""Size of a place on a board that does not say how large its pieces are."""
CIRCLE_POINTS = 28
OUTSIDE_MM = 0.7
"""How far outside a piece its outline runs, so that its edges stay in sight."""
LEAST_PX_PER_MM = 4.0
MOST_ENLARGED = 3.0
LONGEST_SIDE_PX = 6000


class Role(Enum):
    """What a mark stands for."""

    STICK = "stick"
    MARKER = "marker"
    SHIP = "ship"
    HIDDEN = "hidden"
    ASKED = "asked"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Mark:
    """One outline over the picture, with a tag; points are picture pixels.

    ``place`` is the id of its space or slot ('' for ships and odd things), ``piece`` what was
    recognised, ``tag`` its letters, ``colour`` ``#rrggbb``, ``unit_px`` one millimetre there.
    """

    role: Role
    place: str
    piece: str
    tag: str
    colour: str
    outline: tuple[Point, ...]
    tag_at: Point
    unit_px: float

    @property
    def casing(self) -> str:
        """A colour that sets the mark off from itself: dark around light, light around dark."""
        return INK if lightness(self.colour) > 0.5 else PAPER

    def moved(self, corner: Point, scale: float) -> Mark:
        """The mark in a picture that was cut out at ``corner`` and then scaled."""

        def move(point: Point) -> Point:
            return (point[0] - corner[0]) * scale, (point[1] - corner[1]) * scale

        return replace(
            self,
            outline=tuple(move(point) for point in self.outline),
            tag_at=move(self.tag_at),
            unit_px=self.unit_px * scale,
        )


def marks(
    board: Board, reading: Reading, pose: Pose, asked: Sequence[str] = ()
) -> tuple[Mark, ...]:
    """All that is to be drawn, lowest first; ``asked`` subjects get a ring with their number.

    A piece that moves has it where it was seen, or else at the stop where it likely lies.
    """
    layer = _RoutesLayer(board, pose) if isinstance(board, RoutesBoard) else _Layer(board, pose)
    rings = [
        layer.ring(subject, number, at)
        for number, subject in enumerate(asked, 1)
        if (at := _asked_at(board, reading, subject)) is not None
    ]
    return (
        *layer.places(reading),
        *(layer.ship(ship) for ship in reading.ships),
        *(layer.odd(odd) for odd in reading.odd),
        *rings,
    )


def paint(photo: Image, drawn: Iterable[Mark]) -> Image:
    """The photo (h, w, 3) BGR with the marks over it, enlarged where they would be too fine."""
    every = list(drawn)
    unit_px = float(np.median([mark.unit_px for mark in every])) if every else LEAST_PX_PER_MM
    scale = min(
        max(LEAST_PX_PER_MM / unit_px, 1.0), MOST_ENLARGED, LONGEST_SIDE_PX / max(photo.shape[:2])
    )
    scale = max(scale, 1.0)
    canvas = np.array(
        cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8
    )
    for mark in every:
        _paint(canvas, mark.moved((0.0, 0.0), scale))
    return canvas


def crop(
    photo: Image, pose: Pose, at_mm: Point, height_mm: float, side_mm: float, side_px: int
) -> Image:
    """A square of the board as seen from right above, north up, with a point in its middle.

    Pieces of ``height_mm`` lie where they stand; beyond the photo's edge its edge goes on. Two
    photos of one place, from wherever they were taken, can so be laid side by side.
    """
    across = ((np.arange(side_px) + 0.5) / side_px - 0.5) * side_mm
    x_mm, y_mm = np.meshgrid(at_mm[0] + across, at_mm[1] + across)
    seen_px = pose.project(np.column_stack([x_mm.ravel(), y_mm.ravel()]), height_mm)
    x_px, y_px = seen_px.T.reshape(2, side_px, side_px).astype(np.float32)
    return np.asarray(
        cv2.remap(photo, x_px, y_px, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _asked_at(board: Board, reading: Reading, subject: str) -> Point | None:
    """Where on the board to look at what is asked about; None where nothing tells."""
    seen = reading.subjects.get(subject)
    if seen is None:
        return None
    if not reading.moves(subject):
        at = board.places.get(subject)
        return None if at is None else (at.x_mm, at.y_mm)
    ships = [(ship.x_mm, ship.y_mm) for ship in reading.ships if ship.colour == subject]
    if ships:
        return ships[0]
    likely = [board.places.get(stop) for stop, _ in seen.likely]
    return next(((at.x_mm, at.y_mm) for at in likely if at is not None), None)


def px_per_mm(pose: Pose, at_mm: Point) -> float:
    """How large a millimetre of the board is in the picture, at a point of the board."""
    x, y = at_mm
    around = pose.project(np.array([[x, y], [x + 1, y], [x, y + 1]]))
    return float(np.linalg.norm(around[1:] - around[0], axis=1).mean())


def ring_mm(board: Board, place: str) -> float:
    """The radius of a ring around what lies on a place."""
    return reach_mm(board, place) + 2.5


def reach_mm(board: Board, place: str) -> float:
    """How far a piece reaches from the middle of its place."""
    piece = _piece_on(board, place)
    if piece is None:
        return NEVER_SEEN_MM if isinstance(board, RoutesBoard) else STOP_MM
    return (piece.length_mm if isinstance(piece, StickType) else piece.diameter_mm) / 2


def height_mm(board: Board, place: str) -> float:
    """How high a piece stands on a place."""
    piece = _piece_on(board, place)
    return piece.height_mm if piece else 0.0


def _piece_on(board: Board, place: str) -> StickType | MarkerType | None:
    """The piece that belongs on a place; None where no piece of its own does."""
    if not isinstance(board, RoutesBoard):
        return None
    return board.stick if place in board.spaces else board.marker


def lightness(colour: str) -> float:
    """How light a colour ``#rrggbb`` looks, 0..1 (Rec. 709 weights on the sRGB values)."""
    red, green, blue = rgb_of(colour)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


class _Layer:
    """Makes the marks of one picture."""

    def __init__(self, board: Board, pose: Pose) -> None:
        self.board, self.pose = board, pose
        self.paints = paints(board)
        self.colours: Mapping[str, str] = {
            name: kind.colour for name, kind in board.kinds.items() if kind.colour
        }

    def places(self, reading: Reading) -> Iterator[Mark]:
        for place, seen in reading.places.items():
            if seen.answer == EMPTY or place not in self.board.places:
                continue
            if seen.answer == HIDDEN:
                yield self._mark(Role.HIDDEN, place, HIDDEN, "", AMBER)
            else:
                paint = self.paints.get(seen.answer)
                tag = paint.letter if paint else "?"
                colour = self.colours.get(seen.answer, PAPER)
                yield self._mark(self._role(place), place, seen.answer, tag, colour)

    def ring(self, place: str, number: int, at: Point) -> Mark:
        radius = ring_mm(self.board, place)
        outline = self._project(_circle(at, radius), height_mm(self.board, place))
        tag_at = self._project(np.array([at]) + [0.72 * radius, -0.72 * radius])[0]
        unit = px_per_mm(self.pose, at)
        return Mark(Role.ASKED, place, "", f"?{number}", AMBER, outline, tag_at, unit)

    def ship(self, ship: ShipSeen) -> Mark:
        size = self.board.ship
        length, width = (size.length_mm, size.width_mm) if size else (22.0, 9.0)
        at = (ship.x_mm, ship.y_mm)
        outline = _turned(hull_mm(length, width), at, ship.angle_deg)
        return Mark(
            Role.SHIP,
            "",
            ship.colour,
            "",
            self.colours.get(ship.colour, PAPER),
            self._project(outline, size.height_mm if size else 0.0),
            self._project(np.array([at]))[0],
            px_per_mm(self.pose, at),
        )

    def odd(self, odd: OddSeen) -> Mark:
        at = (odd.x_mm, odd.y_mm)
        cross = np.array([[-1, -1], [1, 1], [0, 0], [1, -1], [-1, 1], [0, 0]]) * 5.0
        centre = self._project(np.array([at]))[0]
        outline = self._project(cross + at)
        return Mark(Role.ODD, "", "", "", AMBER, outline, centre, px_per_mm(self.pose, at))

    def _mark(self, role: Role, place: str, piece: str, tag: str, colour: str) -> Mark:
        at, height = self._at(place), height_mm(self.board, place)
        aside = self._tag_direction(place) * (self._half_width(place) + 4.3)
        outline = self._project(self._outline(place), height)
        tag_at = self._project(np.array([at]) + aside, height)[0]
        return Mark(role, place, piece, tag, colour, outline, tag_at, px_per_mm(self.pose, at))

    def _role(self, _place: str, /) -> Role:
        """What lies on a place of a board that names no pieces for it."""
        return Role.MARKER

    def _outline(self, place: str) -> Floats:
        return _circle(self._at(place), reach_mm(self.board, place) + OUTSIDE_MM)

    def _tag_direction(self, _place: str, /) -> Floats:
        return np.array([0.0, -1.0])

    def _half_width(self, place: str) -> float:
        return reach_mm(self.board, place)

    def _at(self, place: str) -> Point:
        at = self.board.places[place]
        return at.x_mm, at.y_mm

    def _project(self, points_mm: Floats, height_mm: float = 0.0) -> tuple[Point, ...]:
        points = self.pose.project(points_mm, height_mm)
        return tuple((float(x), float(y)) for x, y in points)


class _RoutesLayer(_Layer):
    """Makes the marks of one picture of a board of routes."""

    def __init__(self, board: RoutesBoard, pose: Pose) -> None:
        super().__init__(board, pose)
        self.routes = board
        kinds = [kind for part in (board.marker, board.stick) if part for kind in part.kinds]
        self.colours = {k.name: k.colour for k in kinds if k.colour}
        self.spaces_mm = np.array([(s.x_mm, s.y_mm) for s in board.spaces.values()]).reshape(-1, 2)

    def _role(self, place: str, /) -> Role:
        return Role.STICK if place in self.routes.spaces else Role.MARKER

    def _outline(self, place: str) -> Floats:
        if place not in self.routes.spaces:
            return super()._outline(place)
        size = self.routes.stick
        length, width = (size.length_mm, size.width_mm) if size else (4 * NEVER_SEEN_MM,) * 2
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (
            length / 2 + OUTSIDE_MM,
            width / 2 + OUTSIDE_MM,
        )
        return _turned(box, self._at(place), self.routes.spaces[place].angle_deg)

    def _tag_direction(self, place: str, /) -> Floats:
        """Away from the neighbours: from the other lane, or from the island."""
        at = np.array(self._at(place))
        if place in self.routes.slots:
            island = self.routes.island_of_slot[place]
            away = at - (island.x_mm, island.y_mm)
            reach = float(np.linalg.norm(away))
            return np.asarray(away / reach if reach > 1e-6 else np.array([0.0, -1.0]))
        angle = math.radians(self.routes.spaces[place].angle_deg)
        across = np.array([math.sin(angle), -math.cos(angle)])

        def room(side: Floats) -> float:
            others = np.linalg.norm(self.spaces_mm - (at + 7 * side), axis=1)
            return float(others.min())

        return np.asarray(max((across, -across), key=room))

    def _half_width(self, place: str) -> float:
        if place in self.routes.slots:
            return super()._half_width(place)
        return self.routes.stick.width_mm / 2 if self.routes.stick else NEVER_SEEN_MM / 2


def _circle(at_mm: Point, radius_mm: float) -> Floats:
    turn = np.linspace(0, 2 * np.pi, CIRCLE_POINTS, endpoint=False)
    return np.asarray(at_mm + radius_mm * np.column_stack([np.cos(turn), np.sin(turn)]))


def _turned(points_mm: Floats, at_mm: Point, angle_deg: float) -> Floats:
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.asarray(points_mm @ np.array([[cos, sin], [-sin, cos]]) + at_mm)


FINE = 4
"""Bits behind the point in OpenCV's whole-number coordinates."""


def _paint(canvas: Image, mark: Mark) -> None:
    unit = mark.unit_px
    outline = _fine(np.array(mark.outline))
    thin, thick = max(round(0.4 * unit), 1), max(round(0.85 * unit), 3)
    closed = mark.role is not Role.ODD
    for colour, width in ((mark.casing, thick), (mark.colour, thin)):
        cv2.polylines(canvas, [outline], closed, bgr_of(colour), width, cv2.LINE_AA, FINE)
    if mark.role is Role.HIDDEN:
        _hatch(canvas, mark)
    if mark.tag:
        _paint_tag(canvas, mark)


def _paint_tag(canvas: Image, mark: Mark) -> None:
    unit = mark.unit_px
    size = (0.145 if mark.role is Role.ASKED else 0.125) * unit
    weight = 1 if unit < 7 else 2
    (width, height), _ = cv2.getTextSize(mark.tag, cv2.FONT_HERSHEY_DUPLEX, size, weight)
    centre = np.array(mark.tag_at)
    radius = max(0.62 * height, 0.5 * height + 1.2)
    half = max(width / 2 - radius * 0.3, 0.1)
    ends = _fine(np.array([centre - [half, 0], centre + [half, 0]]))
    for colour, wide in ((mark.casing, 2 * radius + 2), (mark.colour, 2 * radius)):
        cv2.polylines(canvas, [ends], False, bgr_of(colour), round(wide), cv2.LINE_AA, FINE)
    origin = (round(centre[0] - width / 2), round(centre[1] + height / 2))
    ink = bgr_of(mark.casing)
    cv2.putText(canvas, mark.tag, origin, cv2.FONT_HERSHEY_DUPLEX, size, ink, weight, cv2.LINE_AA)


def _hatch(canvas: Image, mark: Mark) -> None:
    """Slanted lines inside the outline."""
    points = np.array(mark.outline)
    low = np.maximum(np.floor(points.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 1, canvas.shape[1::-1])
    if (high <= low).any():
        return
    patch = canvas[low[1] : high[1], low[0] : high[0]]
    inside = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillPoly(inside, [_fine(points - low)], 255, cv2.LINE_8, FINE)
    rows, columns = np.indices(inside.shape)
    step = max(1.5 * mark.unit_px, 4)
    lines = (rows + columns + low.sum()) % step < step / 3
    patch[lines & (inside > 0)] = bgr_of(mark.colour)


def _fine(points: Floats) -> NDArray[np.int32]:
    return np.asarray(np.round(points * (1 << FINE)), np.int32).reshape(-1, 1, 2)
