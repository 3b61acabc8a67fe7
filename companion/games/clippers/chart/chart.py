"""A board as routes are built on it: every way out of every place, looked up and not searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.boards.routes_board import Harbour, OneWay, Route, RoutesBoard
from companion.games.clippers.chart.network import home


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A lane as somebody sees it who leaves ``start``: its spaces in that order.

    There is one object per way of a chart, so ways are compared by identity. ``twins`` are the
    spaces of the route's other lanes. An arrow out of a harbour says no more than that the way back
    leads into one, so such a way is ``into_harbour`` and not ``against_arrow`` (ruling B9).
    """

    lane: str
    route: str
    start: str
    goal: str
    spaces: tuple[str, ...]
    twins: tuple[str, ...]
    against_arrow: bool
    into_harbour: bool

    def __repr__(self) -> str:
        return f"<{self.lane} from {self.start}>"


@dataclass(frozen=True, eq=False)
class Chart:
    """The ways of one board.

    ``ways_from``: per harbour or island, the ways that leave it. ``ways_through``: per space, the
    two ways that use it, each with the space's index on that way. A harbour that stands on an
    island is that island.
    """

    board: RoutesBoard
    ways_from: Mapping[str, tuple[Way, ...]] = field(repr=False)
    ways_through: Mapping[str, tuple[tuple[Way, int], ...]] = field(repr=False)

    @cached_property
    def harbours(self) -> Mapping[str, Harbour]:
        """The harbour of each company, in the board's order."""
        return {harbour.company: harbour for harbour in self.board.harbours.values()}

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """Where each company's routes start."""
        return {company: home(harbour) for company, harbour in self.harbours.items()}

    @cached_property
    def island_companies(self) -> frozenset[str]:
        """The companies at home on an island (purple): they have no ships and open later."""
        return frozenset(c for c, harbour in self.harbours.items() if harbour.island is not None)


def chart_of(board: RoutesBoard) -> Chart:
    """Look up every way of a board."""
    ways_from: dict[str, list[Way]] = {node: [] for node in (*board.harbours, *board.islands)}
    ways_through: dict[str, list[tuple[Way, int]]] = {space: [] for space in board.spaces}
    for route in board.routes.values():
        for number in range(len(route.lanes)):
            for forwards in (True, False):
                way = _way(board, route, number, forwards)
                ways_from[way.start].append(way)
                for index, space in enumerate(way.spaces):
                    ways_through[space].append((way, index))
    return Chart(
        board,
        {node: tuple(ways) for node, ways in ways_from.items()},
        {space: tuple(ways) for space, ways in ways_through.items()},
    )


def _way(board: RoutesBoard, route: Route, number: int, forwards: bool) -> Way:
    ends = [home(board.harbours[e]) if e in board.harbours else e for e in (route.a, route.b)]
    start, goal = ends if forwards else ends[::-1]
    spaces = tuple(space.id for space in route.lanes[number].spaces)
    twins = (lane for index, lane in enumerate(route.lanes) if index != number)
    arrow = OneWay.A_TO_B if forwards else OneWay.B_TO_A
    return Way(
        f"{route.id}/{number}",
        route.id,
        start,
        goal,
        spaces if forwards else spaces[::-1],
        tuple(space.id for lane in twins for space in lane.spaces),
        route.one_way not in (None, arrow) and goal not in board.harbours,
        goal in board.harbours,
    )
