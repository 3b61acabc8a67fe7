"""A printed board of stops: ports and stranding places in zones, with dotted lines between them.

It stands beside the board of islands and routes: a board on which pieces lie on stops, several on
one, and go along lines. ``stops_file`` reads and checks the file form. Lengths are millimetres, x
to the right, y down, from the board's top left corner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.boards.board import Board, Kind, Place


@dataclass(frozen=True, slots=True)
class Stop:
    """A printed place where ships lie: a port that sells one product, or a stranding place.

    ``product`` is None on a stranding place, the large white rectangle of its zone.
    """

    id: str
    name: str
    zone: int
    x_mm: float
    y_mm: float
    product: str | None = None

    @property
    def is_port(self) -> bool:
        """Whether something is sold there."""
        return self.product is not None


@dataclass(frozen=True, slots=True)
class Line:
    """A dotted line between two stops; ``over_edge``: it leaves the map and comes in again."""

    a: str
    b: str
    over_edge: bool = False


@dataclass(frozen=True)
class StopsBoard(Board):
    """A board of stops, as checked by ``stops_file``."""

    stops: Mapping[str, Stop] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    products: tuple[Kind, ...] = ()
    """What is sold, as the border of the board prints it: the first is the one of the die's 1."""

    def __hash__(self) -> int:
        """As any board's; its mappings have none."""
        return super().__hash__()

    @cached_property
    def kinds_of_places(self) -> Mapping[str, Mapping[str, Place]]:
        """There is one kind: ``stop``."""
        return {"stop": self.stops}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of ships and of goods."""
        ships = self.ship.kinds if self.ship else ()
        return {kind.name: kind for kind in (*ships, *self.products)}

    @property
    def lettered_apart(self) -> frozenset[str]:
        """The products: nobody takes one for a ship."""
        return frozenset(kind.name for kind in self.products)

    @property
    def made_of(self) -> list[object]:
        """Stops, lines, products and ships, without their coordinates."""
        stops = [[s.id, s.zone, s.product] for s in self.stops.values()]
        lines = sorted(sorted((line.a, line.b)) for line in self.lines)
        ships = [kind.name for kind in self.ship.kinds] if self.ship else []
        return ["stops", stops, lines, [kind.name for kind in self.products], ships]

    @cached_property
    def zones(self) -> Mapping[int, tuple[Stop, ...]]:
        """The stops of each zone, in the order of the file."""
        zones: dict[int, list[Stop]] = {}
        for stop in self.stops.values():
            zones.setdefault(stop.zone, []).append(stop)
        return {zone: tuple(zones[zone]) for zone in sorted(zones)}

    @cached_property
    def stranding_places(self) -> Mapping[int, Stop]:
        """The stranding place of each zone."""
        return {
            zone: stop for zone, stops in self.zones.items() for stop in stops if not stop.is_port
        }

    @cached_property
    def beside(self) -> Mapping[str, tuple[str, ...]]:
        """The stops next to each along the lines."""
        near: dict[str, list[str]] = {stop: [] for stop in self.stops}
        for line in self.lines:
            near[line.a].append(line.b)
            near[line.b].append(line.a)
        return {stop: tuple(others) for stop, others in near.items()}

    def distance(self, one: str, other: str) -> int | None:
        """How many lines lead from one stop to another at least; None where no way does."""
        reached, waiting = {one: 0}, deque([one])
        while waiting:
            here = waiting.popleft()
            if here == other:
                return reached[here]
            for stop in self.beside[here]:
                if stop not in reached:
                    reached[stop] = reached[here] + 1
                    waiting.append(stop)
        return None
