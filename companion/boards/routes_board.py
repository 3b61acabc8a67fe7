"""A printed map: islands, harbours, routes and what may lie on them.

It stands beside the board of stops. ``board_file`` reads and checks the file form. Lengths are
millimetres, x to the right, y down, from the board's top left corner. Angles are degrees, 0 along
+x, turning towards +y.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path

from companion.boards.board import Board, Kind, Place
from companion.errors import InputError

COMPANIES_ARE_STICKS = frozenset({"clippers"})
"""Games in which a harbour's company lays sticks of its own kind."""


class OneWay(Enum):
    """The printed arrow of a route: the only direction in which it may be built."""

    A_TO_B = "a>b"
    B_TO_A = "b>a"


@dataclass(frozen=True, slots=True)
class Slot:
    """A printed place for one port marker; ``id`` is ``ISLAND/INDEX``."""

    id: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Space:
    """A printed place for one stick; ``id`` is ``ROUTE/LANE/INDEX``."""

    id: str
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True)
class Island:
    """An island with its printed value (None where the board prints none) and its slots."""

    id: str
    name: str
    value: int | None
    x_mm: float
    y_mm: float
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Harbour:
    """A company's starting circle; ``island`` is set where the harbour stands on an island."""

    id: str
    company: str
    x_mm: float
    y_mm: float
    pieces: int | None = None
    ships: int | None = None
    island: str | None = None


@dataclass(frozen=True, slots=True)
class Lane:
    """One row of spaces, in order from the route's end ``a`` to its end ``b``."""

    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A printed connection between two islands, or a harbour and an island, of one or two lanes."""

    id: str
    a: str
    b: str
    lanes: tuple[Lane, ...]
    one_way: OneWay | None = None

    @property
    def begins(self) -> tuple[str, ...]:
        """The ends from which it may be built: one of them where an arrow is printed."""
        ends = {None: (self.a, self.b), OneWay.A_TO_B: (self.a,), OneWay.B_TO_A: (self.b,)}
        return ends[self.one_way]


@dataclass(frozen=True, slots=True)
class DepartureCard:
    """Where a nation's first markers go; an island stands twice where two markers go."""

    nation: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StickType:
    """The sticks of a board: a box of this size, in these kinds."""

    length_mm: float
    width_mm: float
    height_mm: float
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class MarkerType:
    """The port markers of a board: a disc; ``art`` is a picture of all kinds, left to right."""

    diameter_mm: float
    height_mm: float
    kinds: tuple[Kind, ...]
    art: Path | None = None


@dataclass(frozen=True)
class RoutesBoard(Board):
    """A board of islands, harbours and routes: every id names one thing, every end exists.

    Where ``status`` speaks of a departure card, its id is ``card:NATION``. The ids of spaces and
    slots never meet (``a/0/1`` against ``a/1``).
    """

    islands: Mapping[str, Island]
    harbours: Mapping[str, Harbour]
    routes: Mapping[str, Route]
    stick: StickType | None = None
    marker: MarkerType | None = None
    departure_cards: tuple[DepartureCard, ...] = ()

    def __hash__(self) -> int:
        """As any board's; its mappings have none."""
        return super().__hash__()

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """Every space by its id, in the order of the file."""
        return {space.id: space for _, _, space in self._walk_spaces()}

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        """Every slot by its id, in the order of the file."""
        return {slot.id: slot for island in self.islands.values() for slot in island.slots}

    @cached_property
    def kinds_of_places(self) -> Mapping[str, Mapping[str, Place]]:
        """The places by what they are: ``space`` or ``slot``."""
        return {"space": self.spaces, "slot": self.slots}

    @cached_property
    def spots(self) -> Mapping[str, Place]:
        """Spaces and slots, islands and harbours."""
        return {**self.places, **self.islands, **self.harbours}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Every kind of piece and every company by its name; where two share one, the first."""
        kinds: dict[str, Kind] = {}
        for piece in (self.stick, self.marker, self.ship):
            kinds = {**{kind.name: kind for kind in (piece.kinds if piece else ())}, **kinds}
        for harbour in self.harbours.values():
            kinds.setdefault(harbour.company, Kind(harbour.company))
        return kinds

    def may_lie_at(self, place: str) -> tuple[str, ...]:
        """On a space the kinds of sticks, on a slot those of markers."""
        piece = self.stick if place in self.spaces else self.marker
        return tuple(kind.name for kind in piece.kinds) if piece else ()

    @property
    def lettered_apart(self) -> frozenset[str]:
        """The kinds of markers: nobody takes one for a stick, so they may share a letter."""
        return frozenset(kind.name for kind in (self.marker.kinds if self.marker else ()))

    @property
    def art(self) -> Path | None:
        """The picture of the markers."""
        return self.marker.art if self.marker else None

    @property
    def made_of(self) -> list[object]:
        """All that a game depends on: a moved coordinate is the same board."""
        routes = [
            [
                r.id,
                r.a,
                r.b,
                r.one_way.value if r.one_way else None,
                [len(lane.spaces) for lane in r.lanes],
            ]
            for r in self.routes.values()
        ]
        islands = [[i.id, i.value, len(i.slots)] for i in self.islands.values()]
        homes = [[h.id, h.company, h.pieces, h.ships, h.island] for h in self.harbours.values()]
        cards = [[card.nation, *card.ports] for card in self.departure_cards]
        return [routes, islands, homes, cards]

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """The kind of stick that is at home at a harbour, or on the island where it stands.

        Nothing in a game whose companies lay no sticks of their own kind.
        """
        if self.game not in COMPANIES_ARE_STICKS:
            return {}
        return {each.island or each.id: each.company for each in self.harbours.values()}

    @cached_property
    def route_of_space(self) -> Mapping[str, Route]:
        """The route a space belongs to."""
        return {space.id: route for route, _, space in self._walk_spaces()}

    @cached_property
    def island_of_slot(self) -> Mapping[str, Island]:
        """The island a slot belongs to."""
        return {slot.id: island for island in self.islands.values() for slot in island.slots}

    @cached_property
    def routes_at(self) -> Mapping[str, tuple[Route, ...]]:
        """The routes that end at each island or harbour."""
        at: dict[str, list[Route]] = {node: [] for node in (*self.islands, *self.harbours)}
        for route in self.routes.values():
            for end in {route.a, route.b}:
                at[end].append(route)
        return {node: tuple(routes) for node, routes in at.items()}

    def _walk_spaces(self) -> Iterator[tuple[Route, int, Space]]:
        for route in self.routes.values():
            for lane_index, lane in enumerate(route.lanes):
                for space in lane.spaces:
                    yield route, lane_index, space


def of_routes(board: Board) -> RoutesBoard:
    """The same board, for who can do nothing with another kind; raises InputError for one."""
    if not isinstance(board, RoutesBoard):
        raise InputError("no-board-of-routes", name=board.name)
    return board


def stick_of(board: Board) -> StickType | None:
    """The sticks of a board, where it has any."""
    return board.stick if isinstance(board, RoutesBoard) else None


def marker_of(board: Board) -> MarkerType | None:
    """The port markers of a board, where it has any."""
    return board.marker if isinstance(board, RoutesBoard) else None
