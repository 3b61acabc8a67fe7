"""What has been traced so far: a board that need not be whole yet, and how it changes.

A draft is never edited. Every change is one of a few plain things put in or taken out, so that a
draft can always be made again from the list of its changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from companion.boards.board_file import KINDS
from companion.boards.routes_board import OneWay
from vision.alignment.pose import Pose
from vision.picture.quads import CornersPx


class Laid(Enum):
    """How a space came to lie where it lies."""

    EVEN = "even"
    """In even steps along its route, unseen."""
    FOUND = "found"
    """On a dash that was found in the photo."""
    HAND = "hand"
    """Where a person put it."""


@dataclass(frozen=True, slots=True)
class TracedSpace:
    """A place for one stick."""

    x_mm: float
    y_mm: float
    angle_deg: float
    laid: Laid = Laid.EVEN


@dataclass(frozen=True, slots=True)
class TracedIsland:
    """An island: ``pinned`` when a person has put it where it lies.

    One that came with a board file has its ``id`` from there, and its place on that map; new ones
    get their id from their name.
    """

    key: str
    name: str
    value: int | None
    x_mm: float
    y_mm: float
    slots: tuple[tuple[float, float], ...] = ()
    pinned: bool = False
    id: str | None = None
    map_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TracedHarbour:
    """A company's circle; ``island`` is the key of the island it stands on."""

    key: str
    company: str
    x_mm: float
    y_mm: float
    pieces: int | None = None
    ships: int | None = None
    island: str | None = None
    pinned: bool = False
    id: str | None = None
    map_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TracedRoute:
    """A connection between two keys; ``bend_mm`` is how far its middle leaves the straight line."""

    key: str
    a: str
    b: str
    lanes: tuple[tuple[TracedSpace, ...], ...]
    one_way: OneWay | None = None
    bend_mm: float = 0.0
    id: str | None = None

    @property
    def spaces(self) -> int:
        """How many spaces its longest lane has."""
        return max(map(len, self.lanes), default=0)


@dataclass(frozen=True, slots=True)
class TracedStop:
    """A stop: a port that sells ``product``, or the stranding place of its zone.

    ``zone`` and ``product`` are None while nobody has chosen them. What came with a board file has
    its ``id`` and its place on that map, as an island has.
    """

    key: str
    name: str
    zone: int | None
    x_mm: float
    y_mm: float
    product: str | None = None
    strands: bool = False
    pinned: bool = False
    id: str | None = None
    map_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TracedLine:
    """A dotted line between the keys of two stops; ``over_edge``: out of the map and in again."""

    key: str
    a: str
    b: str
    over_edge: bool = False


TRACED = ROUTES, STOPS = KINDS[:2]
"""The kinds of boards that are traced over a photo, as ``meta.kind`` of a file names them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the board is called, its kind and size, and its pieces as the board file has them.

    ``products``: what a board of stops sells, product -> colour ``#rrggbb``, in the order of its
    border: the first is the one of the die's 1.
    """

    name: str
    game: str
    width_mm: float
    height_mm: float
    pieces: Mapping[str, object] = field(default_factory=dict)
    kind: str = ROUTES
    products: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Photo:
    """The photo that is traced, a file beside the tracing, and the board's corners in it.

    ``corners_px``: TL, TR, BR, BL as printed; none while nobody has found them. ``pose`` is the
    camera through which all places were seen.
    """

    file: str
    size_px: tuple[int, int]
    corners_px: CornersPx = ()
    pose: Pose | None = None


@dataclass(frozen=True, slots=True)
class Taught:
    """The tones (BGR, relative to white) of each kind of stick, as the camera sees them."""

    palette: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Card:
    """A nation's departure card: the keys of islands, one for each marker; none takes it out."""

    nation: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """An island, harbour, route, stop or line is taken out, with all that hangs on it."""

    key: str


End = TracedIsland | TracedHarbour | TracedStop
Change = Sheet | Photo | Taught | End | TracedRoute | TracedLine | Card | Removed
_Thing = TypeVar("_Thing")


@dataclass(frozen=True)
class Draft:
    """A board as far as it is traced; keys are never used twice at the same time."""

    sheet: Sheet
    photo: Photo | None = None
    taught: Taught = Taught({})
    islands: Mapping[str, TracedIsland] = field(default_factory=dict)
    harbours: Mapping[str, TracedHarbour] = field(default_factory=dict)
    routes: Mapping[str, TracedRoute] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    stops: Mapping[str, TracedStop] = field(default_factory=dict)
    lines: Mapping[str, TracedLine] = field(default_factory=dict)

    @property
    def ends(self) -> list[End]:
        """All between which routes or lines may lead."""
        return [*self.islands.values(), *self.harbours.values(), *self.stops.values()]

    def end(self, key: str) -> End | None:
        """The island, harbour or stop of a key."""
        return self.islands.get(key) or self.harbours.get(key) or self.stops.get(key)

    def lines_at(self, key: str) -> list[TracedLine]:
        """The lines that end at a stop."""
        return [line for line in self.lines.values() if key in (line.a, line.b)]

    def routes_at(self, key: str) -> list[TracedRoute]:
        """The routes that end at an island or a harbour."""
        return [route for route in self.routes.values() if key in (route.a, route.b)]

    def free_key(self, letter: str) -> str:
        """A key that nothing has yet."""
        taken: set[str] = {*self.islands, *self.harbours, *self.routes, *self.stops, *self.lines}
        number = 1
        while f"{letter}{number}" in taken:
            number += 1
        return f"{letter}{number}"

    def changed(self, change: Change) -> Draft:
        """The draft after a change."""
        match change:
            case Sheet():
                return replace(self, sheet=change)
            case Photo():
                return replace(self, photo=change)
            case Taught():
                return replace(self, taught=change)
            case Card():
                others = _without(self.cards, change.nation)
                return replace(
                    self, cards={**others, change.nation: change} if change.ports else others
                )
            case Removed():
                return self._removed(change.key)
            case _:
                return self._put(change)

    def _put(self, thing: End | TracedRoute | TracedLine) -> Draft:
        """The draft with a thing that is new, or as it is now."""
        match thing:
            case TracedIsland():
                return replace(self, islands={**self.islands, thing.key: thing})
            case TracedHarbour():
                return replace(self, harbours={**self.harbours, thing.key: thing})
            case TracedRoute():
                return replace(self, routes={**self.routes, thing.key: thing})
            case TracedStop():
                return replace(self, stops={**self.stops, thing.key: thing})
            case TracedLine():
                return replace(self, lines={**self.lines, thing.key: thing})

    def _removed(self, key: str) -> Draft:
        cards = {
            nation: replace(card, ports=tuple(port for port in card.ports if port != key))
            for nation, card in self.cards.items()
        }
        harbours = {
            other: replace(harbour, island=None) if harbour.island == key else harbour
            for other, harbour in _without(self.harbours, key).items()
        }
        routes = {
            other: route
            for other, route in _without(self.routes, key).items()
            if key not in (route.a, route.b)
        }
        return replace(
            self,
            islands=_without(self.islands, key),
            harbours=harbours,
            routes=routes,
            cards={nation: card for nation, card in cards.items() if card.ports},
            stops=_without(self.stops, key),
            lines={
                other: line
                for other, line in _without(self.lines, key).items()
                if key not in (line.a, line.b)
            },
        )


def _without(things: Mapping[str, _Thing], key: str) -> dict[str, _Thing]:
    return {other: thing for other, thing in things.items() if other != key}
