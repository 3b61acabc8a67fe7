"""What lies on the table, exactly where: pieces laid by hands, ships, and what does not belong."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.boards.board import Board
from companion.boards.routes_board import (
    Harbour,
    Island,
    MarkerType,
    RoutesBoard,
    Slot,
    Space,
    StickType,
    marker_of,
    stick_of,
)
from companion.errors import InputError
from companion.position import Position
from vision.simulator.printed.outlines import hull, meet, rectangle


@dataclass(frozen=True)
class Sloppiness:
    """How badly players lay. Offsets and turns are sigmas, cut off at the limits."""

    offset_mm: float = 1.0
    turn_deg: float = 5.0
    limit_mm: float = 3.0
    limit_deg: float = 15.0


USUAL = Sloppiness()
CARELESS = Sloppiness(offset_mm=2.0, turn_deg=7.0, limit_mm=5.0, limit_deg=20.0)
"""A stick lies half beside its dash as often as not."""
NEAT = Sloppiness(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Laid:
    """One piece: its kind, the middle of its base in mm, and which way it points."""

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True)
class Odd:
    """A thing that lies where nothing belongs.

    ``type`` is ``stray_stick``, ``standing_stick``, ``coin``, ``phone``, ``paper`` or ``mug``;
    ``kind`` is a stick's kind.
    """

    type: str
    x_mm: float
    y_mm: float
    angle_deg: float
    kind: str | None = None


@dataclass(frozen=True)
class Scene:
    """All that lies on one board: sticks by space, markers by slot, ships, and odd things.

    On a board of stops ``stops`` says at which stop each kind of ship was put, and ``cards`` what
    is piled on each stranding place, the lowest first: tickets, by what is printed on them.
    On a table of tiles ``tiles`` are these by cell, ``pieces`` all that stands on a place, and
    ``beside`` says how far the board beside them lies off its place.
    """

    sticks: Mapping[str, Laid] = field(default_factory=dict)
    markers: Mapping[str, Laid] = field(default_factory=dict)
    ships: tuple[Laid, ...] = ()
    odd: tuple[Odd, ...] = ()
    stops: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, tuple[Laid, ...]] = field(default_factory=dict)
    tiles: Mapping[str, Laid] = field(default_factory=dict)
    pieces: Mapping[str, Laid] = field(default_factory=dict)
    beside: Laid | None = None


class Hands:
    """How the pieces of one table come to lie: each place once, whatever lies beside it.

    A stick laid on a space lies the same in every picture of the table, and no stick or marker
    is laid into a neighbour's place, so that pieces may touch but never pass through one another.
    """

    def __init__(self, board: Board, seed: int = 0, sloppiness: Sloppiness = USUAL) -> None:
        self._stick, self._marker = stick_of(board), marker_of(board)
        self._spaces = list(board.spaces.values()) if isinstance(board, RoutesBoard) else []
        self._slots = list(board.slots.values()) if isinstance(board, RoutesBoard) else []
        self._seed = seed
        self._sloppiness = sloppiness
        self._sticks = self._lay_sticks()
        self._markers = self._lay_markers()

    def scene(
        self, position: Position, ships: tuple[Laid, ...] = (), odd: tuple[Odd, ...] = ()
    ) -> Scene:
        """Lay a position out.

        Errors: ``InputError`` where it names a place or a kind that this board does not have.
        """
        _check(position.spaces, self._sticks, self._stick, "space", "stick")
        _check(position.slots, self._markers, self._marker, "slot", "marker")
        return Scene(
            {p: Laid(k, *self._sticks[p]) for p, k in position.spaces.items()},
            {p: Laid(k, *self._markers[p]) for p, k in position.slots.items()},
            ships,
            odd,
        )

    def _lay_sticks(self) -> dict[str, tuple[float, float, float]]:
        stick = self._stick
        if stick is None:
            return {}
        size = (stick.length_mm, stick.width_mm)
        neat = [(s.id, s.x_mm, s.y_mm, s.angle_deg) for s in self._spaces]
        middles = np.array([[x, y] for _, x, y, _ in neat]).reshape(-1, 2)
        shapes = [rectangle(x, y, *size, angle) for _, x, y, angle in neat]
        laid = {}
        for i, (place, x, y, angle) in enumerate(neat):
            near = np.hypot(*(middles - middles[i]).T) < stick.length_mm + 6
            others = [shapes[j] for j in np.flatnonzero(near) if j != i]
            dx, dy, turn = self._slip(place)
            for share in (1.0, 0.7, 0.4, 0.2, 0.0):
                spot = (x + share * dx, y + share * dy, angle + share * turn)
                shape = rectangle(spot[0], spot[1], *size, spot[2])
                if not any(meet(shape, other) for other in others):
                    break
            shapes[i] = shape
            laid[place] = spot
        return laid

    def _lay_markers(self) -> dict[str, tuple[float, float, float]]:
        marker = self._marker
        if marker is None:
            return {}
        slots = self._slots
        middles = np.array([[s.x_mm, s.y_mm] for s in slots]).reshape(-1, 2)
        laid = {}
        for i, slot in enumerate(slots):
            distance = np.hypot(*(middles - middles[i]).T)
            distance[i] = np.inf
            # A marker is aimed better than a stick: the slot is hardly larger.
            slip = np.array(self._slip(slot.id)[:2]) * 0.6
            room = max(0.0, (distance.min() - marker.diameter_mm))
            slip *= min(1.0, room / max(np.hypot(*slip), 1e-9))
            middles[i] += slip
            turn = _lot(self._seed, slot.id, "turn").uniform(0, 360)
            laid[slot.id] = (float(middles[i, 0]), float(middles[i, 1]), turn)
        return laid

    def _slip(self, place: str) -> tuple[float, float, float]:
        rng = _lot(self._seed, place)
        slop = self._sloppiness
        offset = rng.normal(0, 1, 2) * slop.offset_mm
        offset *= min(1.0, slop.limit_mm / max(np.hypot(*offset), 1e-9))
        turn = float(np.clip(rng.normal() * slop.turn_deg, -slop.limit_deg, slop.limit_deg))
        return float(offset[0]), float(offset[1]), turn


def random_position(board: RoutesBoard, rng: np.random.Generator, fill: float = 0.5) -> Position:
    """Any piece on any place, each place filled with a chance of ``fill``; no rules are kept."""
    sticks = [kind.name for kind in board.stick.kinds] if board.stick else []
    markers = [kind.name for kind in board.marker.kinds] if board.marker else []
    return Position(
        {p: str(rng.choice(sticks)) for p in board.spaces if sticks and rng.random() < fill},
        {p: str(rng.choice(markers)) for p in board.slots if markers and rng.random() < fill},
    )


def random_ships(
    board: RoutesBoard, rng: np.random.Generator, scene: Scene, count: int
) -> tuple[Laid, ...]:
    """Ships near the islands and harbours, beside the pieces that lie there and on none of them.

    As at a table they may stand on empty spaces, and close to a stick.
    """
    if board.ship is None:
        return ()
    homes: list[Harbour | Island] = [*board.harbours.values(), *board.islands.values()]
    kinds = [kind.name for kind in board.ship.kinds]
    taken = _outlines(board, scene)
    ships: list[Laid] = []
    for _ in range(20 * count):
        if len(ships) == count:
            break
        home = homes[int(rng.integers(len(homes)))]
        x, y = np.array([home.x_mm, home.y_mm]) + rng.normal(0, 14, 2)
        angle = rng.uniform(0, 360)
        shape = hull(x, y, board.ship.length_mm, board.ship.width_mm, angle)
        inside = 12 < x < board.width_mm - 12 and 12 < y < board.height_mm - 12
        if inside and not any(meet(shape, other) for other in taken):
            ships.append(Laid(str(rng.choice(kinds)), float(x), float(y), angle))
            taken.append(shape)
    return tuple(ships)


def _outlines(board: RoutesBoard, scene: Scene) -> list[np.ndarray]:
    """The outlines (4, 2) of all sticks, and the squares around all markers, in board mm."""
    outlines = []
    if stick := board.stick:
        size = (stick.length_mm, stick.width_mm)
        outlines += [rectangle(s.x_mm, s.y_mm, *size, s.angle_deg) for s in scene.sticks.values()]
    if marker := board.marker:
        side = (marker.diameter_mm, marker.diameter_mm)
        outlines += [rectangle(m.x_mm, m.y_mm, *side, 0.0) for m in scene.markers.values()]
    return outlines


def random_odd(board: RoutesBoard, rng: np.random.Generator, count: int) -> tuple[Odd, ...]:
    """Stray and standing sticks and coins off every place; larger things beside the board."""
    things: list[Odd] = []
    kinds = [kind.name for kind in board.stick.kinds] if board.stick else []
    small = ["coin", *(["stray_stick", "standing_stick"] if kinds else [])]
    for _ in range(count):
        kind = str(rng.choice(kinds)) if kinds else None
        if rng.random() < 0.3:
            spot: tuple[float, float] | None = _beside(board, rng)
            type_ = str(rng.choice(["phone", "paper", "mug"]))
        else:
            type_ = str(rng.choice(small))
            spot = _off_every_place(board, rng, 17.0)
        if spot is not None:
            owner = kind if "stick" in type_ else None
            things.append(Odd(type_, *spot, rng.uniform(0, 360), owner))
    return tuple(things)


def _off_every_place(
    board: RoutesBoard, rng: np.random.Generator, clear_mm: float
) -> tuple[float, float] | None:
    printed: list[Space | Slot] = [*board.spaces.values(), *board.slots.values()]
    places = [(place.x_mm, place.y_mm) for place in printed]
    middles = np.array(places).reshape(-1, 2)
    for _ in range(60):
        spot = rng.uniform(15, [board.width_mm - 15, board.height_mm - 15])
        if np.hypot(*(middles - spot).T).min(initial=np.inf) > clear_mm:
            return float(spot[0]), float(spot[1])
    return None


def _beside(board: RoutesBoard, rng: np.random.Generator) -> tuple[float, float]:
    along, beyond = rng.uniform(0, 1), rng.uniform(60, 160)
    spots = [
        (along * board.width_mm, -beyond - 80),
        (along * board.width_mm, board.height_mm + beyond + 80),
        (-beyond - 80, along * board.height_mm),
        (board.width_mm + beyond + 80, along * board.height_mm),
    ]
    return spots[int(rng.integers(4))]


def _check(
    pieces: Mapping[str, str],
    places: Mapping[str, object],
    type_: StickType | MarkerType | None,
    place_word: str,
    piece_word: str,
) -> None:
    kinds = {kind.name for kind in type_.kinds} if type_ else set()
    for place, kind in pieces.items():
        if place not in places:
            raise InputError("scene-no-place", what=place_word, place=place)
        if kind not in kinds:
            known = ", ".join(sorted(kinds)) or "none"
            raise InputError("scene-no-kind", place=place, what=piece_word, kind=kind, known=known)


def _lot(seed: int, *words: str) -> np.random.Generator:
    return np.random.default_rng([seed, *(zlib.crc32(word.encode()) for word in words)])
