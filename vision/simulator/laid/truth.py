"""What a drawn picture truly shows, in the words of a table's ``truth.json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.boards.board import Board, Kind
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY, HIDDEN
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image
from vision.picture.quads import FILE_PX
from vision.simulator.laid.pieces import Height
from vision.simulator.laid.scene import Scene
from vision.simulator.laid.solids import Solid, Sprite
from vision.simulator.printed.outlines import circle, rectangle

HIDDEN_FROM = 0.6
"""A place is hidden when more than this share of it can't be seen."""
PARTIAL_FROM = 0.2
"""A place is partly hidden when more than this share of it can't be seen."""
BLOWN = 250
"""A pixel is blown out when no channel is darker than this."""
ARM_ID = -1
GOODS = "goods"
"""What lies on a stranding place where tickets are piled."""
STRANDING_MM = (24.0, 15.0)
"""So much of a stranding place has to be seen empty."""


@dataclass(frozen=True, eq=False)
class Truth:
    """One frame's truth; see ``to_json`` for the file form. Corners (4, 2) in px."""

    corners_px: Floats
    spaces: Mapping[str, str]
    slots: Mapping[str, str]
    under: Mapping[str, str]
    partial: tuple[str, ...]
    washed: tuple[str, ...]
    scene: Scene
    tags: Mapping[str, object] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)
    """On a board of stops, where each kind of ship lies, as ``Reading.pieces`` says it."""

    def to_json(self) -> dict[str, object]:
        """As ``truth.json`` has one frame."""
        ships = [
            {"colour": s.kind, "x": round(s.x_mm, 1), "y": round(s.y_mm, 1),
             "angle": round(s.angle_deg % 360, 1)}
            for s in self.scene.ships
        ]  # fmt: skip
        odd = [
            {"type": o.type, **({"colour": o.kind} if o.kind else {}), "x": round(o.x_mm, 1),
             "y": round(o.y_mm, 1), "angle": round(o.angle_deg % 360, 1)}
            for o in self.scene.odd
        ]  # fmt: skip
        return {
            "corners_px": [
                [round(float(v) + FILE_PX, 2) for v in corner] for corner in self.corners_px
            ],
            "spaces": dict(self.spaces),
            **({"pieces": dict(self.pieces)} if self.pieces else {}),
            "slots": dict(self.slots),
            "under": dict(self.under),
            "washed": list(self.washed),
            "partial": list(self.partial),
            "ships": ships,
            "odd": odd,
            "tags": dict(self.tags),
        }


@dataclass(frozen=True, eq=False)
class Drawn:
    """What was drawn, from the farthest to the nearest, and the arm's cover (h, w) above all."""

    solids: tuple[Solid, ...]
    sprites: tuple[Sprite | None, ...]
    arm: Image | None


def truth_of(
    board: Board, scene: Scene, drawn: Drawn, pose: Pose, height: Height, photo: Image,
    tags: Mapping[str, object],
) -> Truth:  # fmt: skip
    """Find out what can be seen of each place."""
    if isinstance(board, StopsBoard):
        return _truth_of_stops(board, scene, drawn, pose, tags)
    board = of_routes(board)
    owners = owners_of(drawn, pose)
    tops = {
        solid.place: (index + 1, sprite)
        for index, (solid, sprite) in enumerate(zip(drawn.solids, drawn.sprites, strict=True))
        if solid.place is not None
    }
    prints = _prints(board, pose, height)
    lies = {p: laid.kind for p, laid in (*scene.sticks.items(), *scene.markers.items())}
    seen: dict[str, str] = {}
    under, partial, washed = {}, [], []
    for place, outline in prints.items():
        owner, sprite = tops.get(place, (0, None))
        shape = sprite.top_px if sprite is not None else outline
        piece = lies.get(place, EMPTY)
        gone = 1.0 if owner and sprite is None else _covered(owners, shape, owner)
        seen[place] = HIDDEN if gone > HIDDEN_FROM else piece
        if gone > HIDDEN_FROM:
            under[place] = piece
        elif gone > PARTIAL_FROM:
            partial.append(place)
        if gone <= HIDDEN_FROM and blown_share(photo, shape) > 0.5:
            washed.append(place)
    return Truth(
        pose.corners_px(board.width_mm, board.height_mm),
        {place: seen[place] for place in board.spaces if place in seen},
        {place: seen[place] for place in board.slots if place in seen},
        under, tuple(partial), tuple(washed), scene, tags,
    )  # fmt: skip


def _truth_of_stops(
    board: StopsBoard, scene: Scene, drawn: Drawn, pose: Pose, tags: Mapping[str, object]
) -> Truth:
    """Find out what can be seen of each ship and each stranding place."""
    owners = owners_of(drawn, pose)
    own: dict[str, list[int]] = {}
    for number, solid in enumerate(drawn.solids, 1):
        if solid.place is not None:
            own.setdefault(solid.place, []).append(number)
    lies = {kind.name: scene.stops.get(kind.name, EMPTY) for kind in _ships_of(board)}
    lies |= {
        place.id: GOODS if place.id in scene.cards else EMPTY
        for place in board.stranding_places.values()
    }
    seen, under, partial = dict(lies), {}, []
    for thing, piece in lies.items():
        stop = board.stops.get(thing)
        if stop is None and piece == EMPTY:
            continue
        numbers = own.get(thing, [])
        sprites = [drawn.sprites[number - 1] for number in numbers]
        shapes = [sprite.hull_px for sprite in sprites if sprite is not None]
        if stop is not None and not shapes:
            rectangle_mm = rectangle(stop.x_mm, stop.y_mm, *STRANDING_MM, 0)
            numbers, shapes = [0], [pose.project(rectangle_mm)]
        gone = min((hidden_share(owners, shape, numbers) for shape in shapes), default=1.0)
        if gone > HIDDEN_FROM:
            seen[thing], under[thing] = HIDDEN, piece
        elif gone > PARTIAL_FROM:
            partial.append(thing)
    return Truth(
        pose.corners_px(board.width_mm, board.height_mm),
        {thing: piece for thing, piece in seen.items() if thing in board.stops},
        {}, under, tuple(partial), (), scene, tags,
        {thing: piece for thing, piece in seen.items() if thing not in board.stops},
    )  # fmt: skip


def _ships_of(board: StopsBoard) -> tuple[Kind, ...]:
    return board.ship.kinds if board.ship else ()


def hidden_share(owners: np.ndarray, shape_px: Floats, own: list[int]) -> float:
    """The share of an outline that shows none of what is its own, or lies outside the picture."""
    window, inside, total = _inside(owners, shape_px)
    if window is None:
        return 1.0
    return 1 - int((np.isin(window, own) & inside).sum()) / max(total, 1)


def owners_of(drawn: Drawn, pose: Pose) -> np.ndarray:
    """Which solid is seen at each pixel, counted from 1; 0 the board, ARM_ID an arm, (h, w)."""
    width, height = pose.size_px
    owners = np.zeros((height, width), np.int16)
    for index, sprite in enumerate(drawn.sprites):
        if sprite is not None:
            cv2.fillConvexPoly(owners, np.round(sprite.hull_px).astype(np.int32), index + 1)
    if drawn.arm is not None:
        owners[drawn.arm > 0] = ARM_ID
    return owners


def _prints(board: RoutesBoard, pose: Pose, height: Height) -> dict[str, Floats]:
    """Where the print of each space and slot lies in the picture, (n, 2) px each."""
    length, width = (board.stick.length_mm, board.stick.width_mm) if board.stick else (20.0, 5.0)
    diameter = board.marker.diameter_mm if board.marker else 8.0
    shapes = {
        s.id: rectangle(s.x_mm, s.y_mm, length, width, s.angle_deg) for s in board.spaces.values()
    }
    shapes |= {s.id: circle(s.x_mm, s.y_mm, diameter, 12) for s in board.slots.values()}
    if not shapes:
        return {}
    points = np.concatenate(list(shapes.values()))
    heights = np.repeat(
        [height(*shape.mean(axis=0)) for shape in shapes.values()],
        [len(s) for s in shapes.values()],
    )
    ends = np.cumsum([len(shape) for shape in shapes.values()])
    return dict(zip(shapes, np.split(pose.project(points, heights), ends[:-1]), strict=True))


def _covered(owners: np.ndarray, shape_px: Floats, owner: int) -> float:
    """The share of an outline that something else covers, or that lies outside the picture."""
    window, inside, total = _inside(owners, shape_px)
    if window is None:
        return 1.0
    own = int(((window == owner) & inside).sum())
    return 1 - own / max(total, 1)


def blown_share(photo: Image, shape_px: Floats) -> float:
    """The share of an outline's pixels that are blown out."""
    window, inside, _ = _inside(photo, shape_px)
    if window is None or not inside.any():
        return 0.0
    return float((window[inside] >= BLOWN).all(axis=1).mean())


def _inside(picture: np.ndarray, shape_px: Floats) -> tuple[np.ndarray | None, np.ndarray, int]:
    """The part of a picture around an outline, its mask there, and the outline's whole size."""
    low = np.floor(shape_px.min(axis=0)).astype(int)
    high = np.ceil(shape_px.max(axis=0)).astype(int) + 1
    height, width = picture.shape[:2]
    size = high - low
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(high, [width, height])
    if right <= left or bottom <= top or size.max() > 4000:
        return None, np.zeros((0, 0), bool), 0
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((shape_px - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    total = int(mask.sum())
    mask = mask[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
    return picture[top:bottom, left:right], mask > 0, total
