"""A printed board, whatever its kind: its size, its places, and what may lie on them.

Lengths are millimetres, x to the right, y down, from the board's top left corner. Angles are
degrees, 0 along +x, turning towards +y. ``board_file`` reads and checks the file form.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

from companion.position import Position

Box = tuple[float, float, float, float]
"""Left, top, width and height in board millimetres."""


class Place(Protocol):
    """A printed place where a piece may lie, whatever the kind of board."""

    @property
    def id(self) -> str:
        """Its id, which no other place of the board has."""

    @property
    def x_mm(self) -> float:
        """Where it is, from the left."""

    @property
    def y_mm(self) -> float:
        """Where it is, from the top."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of piece: ``colour`` is a usual sRGB colour ``#rrggbb``; None where looks tell."""

    name: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class ShipType:
    """The ships of a board: a hull of this size, in these kinds."""

    length_mm: float
    width_mm: float
    height_mm: float
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class CornerMarker:
    """A printed ArUco marker that lies beside the board: its four corners in board millimetres."""

    id: int
    corners_mm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class CornerMarkers:
    """The ArUco markers around a board; ``z_mm`` is their height over the printed face."""

    dictionary: str
    z_mm: float
    markers: tuple[CornerMarker, ...]


@dataclass(frozen=True)
class Board(ABC):
    """A printed board of any kind, as checked by ``board_file``: what all rooms may ask of one.

    What only one kind of board has stands in its own class beside it: ``RoutesBoard``,
    ``StopsBoard``, ``TilesBoard``. Every id names one thing.
    """

    name: str
    game: str
    width_mm: float
    height_mm: float
    source: str
    ship: ShipType | None = field(default=None, kw_only=True)
    """What goes about on it, where anything does: no place is a ship's own."""
    corner_markers: CornerMarkers | None = field(default=None, kw_only=True)
    status: Mapping[str, Mapping[str, str]] = field(default_factory=dict, kw_only=True)
    """Per id of a thing, per field of it: how sure the file is of what it says."""

    def __hash__(self) -> int:
        """Boards are the keys of what is worked out once for each; few have the same name."""
        return hash((self.name, self.game, self.width_mm, self.height_mm))

    @property
    @abstractmethod
    def kinds_of_places(self) -> Mapping[str, Mapping[str, Place]]:
        """The places by what they are, each by its id, in the order of the file."""

    @property
    @abstractmethod
    def kinds(self) -> Mapping[str, Kind]:
        """Every kind of piece, and whatever else is told by a colour, by its name."""

    @property
    def lettered_apart(self) -> frozenset[str]:
        """The kinds that nobody takes for one of the others, so that they may share a letter."""
        return frozenset()

    @property
    def art(self) -> Path | None:
        """The picture of those kinds that no colour tells apart; None where there are none."""
        return None

    @property
    @abstractmethod
    def made_of(self) -> list[object]:
        """All that a game depends on: a moved coordinate is the same board."""

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Every place by its id, which no two share, whatever their kinds."""
        return {id_: place for kind in self.kinds_of_places.values() for id_, place in kind.items()}

    @cached_property
    def kind_of_place(self) -> Mapping[str, str]:
        """What each place is, by its id: a key of ``kinds_of_places``."""
        return {id_: kind for kind, places in self.kinds_of_places.items() for id_ in places}

    @property
    def spots(self) -> Mapping[str, Place]:
        """Whatever can be pointed at: the places, and what no piece lies on but ships lie by."""
        return self.places

    @property
    def box_mm(self) -> Box:
        """What of it a page shows."""
        return 0.0, 0.0, self.width_mm, self.height_mm

    def outline(self, place: str) -> tuple[tuple[float, float], ...]:
        """What a place covers, as far as the board says that: at least its middle."""
        return ((self.spots[place].x_mm, self.spots[place].y_mm),)

    @property
    def grows(self) -> bool:
        """Whether what a page shows of it follows what lies there."""
        return False

    @property
    def keeps_shape(self) -> bool:
        """Whether that has one shape from the first turn to the last."""
        return True

    def lying(self, _: Position) -> Board:
        """The board with its places where they are now: a printed one never changes."""
        return self

    def may_lie_at(self, _: str) -> tuple[str, ...]:
        """The kinds that may be said to lie on a place, in the order of the board file."""
        return tuple(self.kinds)


def box_around(points: Iterable[tuple[float, float]]) -> Box:
    """The box around some points, one at least."""
    every = list(points)
    left, top = (min(point[side] for point in every) for side in (0, 1))
    right, bottom = (max(point[side] for point in every) for side in (0, 1))
    return left, top, right - left, bottom - top


@lru_cache(maxsize=16)
def digest_of(board: Board) -> str:
    """A short fingerprint of all that a game on a board depends on."""
    return hashlib.sha256(json.dumps(board.made_of).encode()).hexdigest()[:16]


def is_same(one: Board, other: Board) -> bool:
    """Whether a game on one board may go on on the other: its places may lie a little elsewhere."""
    return one is other or digest_of(one) == digest_of(other)
