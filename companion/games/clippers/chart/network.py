"""Which companies reach which islands, from the sticks on the board alone.

A company's chain starts at its harbour, goes on from every island it reached, and joins two places
when it has filled a whole lane between them. It can only have been built along the arrows and never
into a harbour, so nothing is reached that way round either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.boards.routes_board import Harbour, Lane, OneWay, Route, RoutesBoard
from companion.games.clippers.terms.editions import DEFAULT, Rulings, SamoaCountsPurple
from companion.games.clippers.terms.granted import Grant
from companion.position import Position

OPENED_BY = 2
"""So many other companies at its island open the company that is at home there."""


class Loose(Enum):
    """Why sticks belong to no chain; the value is the code of the finding."""

    HANGS = "stick-hangs"
    AGAINST_ARROW = "stick-against-arrow"
    INTO_HARBOUR = "stick-into-harbour"


@dataclass(frozen=True, slots=True)
class LooseSticks:
    """Sticks of one company that hold together but to no chain.

    ``gap`` are the empty spaces that part them from the chain, where one lane is all that is
    between; else it is empty.
    """

    company: str
    why: Loose
    spaces: tuple[str, ...]
    gap: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chain:
    """What one company has built: the nodes it reached, its home first, and its sticks there."""

    company: str
    nodes: tuple[str, ...]
    sticks: frozenset[str]


@dataclass(frozen=True)
class Network:
    """All chains of a position.

    ``companies_at`` has every island of the board, in its order, with the companies that reach it,
    in alphabetical order.
    """

    chains: Mapping[str, Chain]
    companies_at: Mapping[str, tuple[str, ...]]
    loose: tuple[LooseSticks, ...] = ()

    def islands_of(self, company: str) -> tuple[str, ...]:
        """The islands a company reaches, in the board's order."""
        return tuple(island for island, here in self.companies_at.items() if company in here)


@dataclass(frozen=True, slots=True)
class _Way:
    """A lane as somebody sees it who leaves ``start``: its spaces in that order."""

    route: Route
    start: str
    goal: str
    spaces: tuple[str, ...]
    barred: Loose | None
    """Why nobody may build this way round, if so."""


def network(
    board: RoutesBoard,
    position: Position,
    rulings: Rulings = DEFAULT,
    granted: frozenset[Grant] = frozenset(),
) -> Network:
    """Follow every company's chain; pure, and never in doubt about an illegal position.

    What the table allowed joins as if it were legal: a lane against its arrow, or into a harbour,
    or begun where its company had not come.
    """
    sea = _Sea(board, rulings.build_into_harbour, granted)
    chains = {
        harbour.company: _chain_of(sea, position, harbour) for harbour in board.harbours.values()
    }
    reached = {
        island: {name for name, chain in chains.items() if island in chain.nodes[1:]}
        for island in board.islands
    }
    for harbour in board.harbours.values():
        if harbour.island is not None:
            here = reached[harbour.island]
            if _counts_at_home(rulings.samoa_counts_purple, here):
                here.add(harbour.company)
    return Network(
        chains,
        {island: tuple(sorted(companies)) for island, companies in reached.items()},
        tuple(_loose_sticks(sea, position, chains)),
    )


def _chain_of(sea: _Sea, position: Position, harbour: Harbour) -> Chain:
    """Follow one company from its home, and from where it was let start, as far as it leads."""
    company, laid = harbour.company, position.spaces
    nodes, sticks = _followed(sea, laid, company, [home(harbour)])
    for start in sea.starts_granted(company, laid):
        further, more = _followed(sea, laid, company, [start])
        if len(further) > 1:
            nodes += [node for node in further if node not in nodes]
        sticks |= more
    return Chain(company, tuple(nodes), frozenset(sticks))


def _followed(
    sea: _Sea, laid: Mapping[str, str], company: str, nodes: list[str]
) -> tuple[list[str], set[str]]:
    """The places a company comes to from one, that one first, and its sticks on the way."""
    sticks: set[str] = set()
    for node in nodes:
        for way in sea.ways_from(node):
            if way.barred:
                continue
            run = _run(way.spaces, laid, company)
            sticks.update(run)
            if len(run) == len(way.spaces) and way.goal not in nodes:
                nodes.append(way.goal)
    return nodes, sticks


def home(harbour: Harbour) -> str:
    """Where a company's routes start: its harbour, or the island the harbour stands on."""
    return harbour.island or harbour.id


def open_at_home(net: Network, harbour: Harbour) -> bool:
    """Whether enough other companies reach the island of this harbour for its company to start."""
    here = net.companies_at[home(harbour)]
    return sum(company != harbour.company for company in here) >= OPENED_BY


def _counts_at_home(samoa: SamoaCountsPurple, others: set[str]) -> bool:
    """Whether a company counts at the island it is at home on. Rules, section 10.3; ruling A7."""
    if samoa is SamoaCountsPurple.IF_OPEN:
        return len(others) >= OPENED_BY
    return samoa is SamoaCountsPurple.ALWAYS


def _node(board: RoutesBoard, end: str) -> str:
    """The place a route's end means: a harbour on an island is that island."""
    return home(board.harbours[end]) if end in board.harbours else end


@dataclass(frozen=True)
class _Sea:
    """A board with what this table's rulings, and the table itself, let pass on it."""

    board: RoutesBoard
    into_harbours: bool
    granted: frozenset[Grant]

    def ways_from(self, node: str) -> Iterator[_Way]:
        """Every way out of a place, with why nobody may build along it, if so."""
        board = self.board
        ends = [node, *(h.id for h in board.harbours.values() if h.island == node)]
        for end in ends:
            for route in board.routes_at[end]:
                forwards = route.a == end
                goal = _node(board, route.b if forwards else route.a)
                for lane in route.lanes:
                    spaces = tuple(space.id for space in lane.spaces)
                    barred = self._barred(route, goal, forwards, spaces)
                    yield _Way(route, node, goal, spaces if forwards else spaces[::-1], barred)

    def starts_granted(self, company: str, laid: Mapping[str, str]) -> Iterator[str]:
        """Where the table let a company begin a lane though it had not come there."""
        for place, code in sorted(self.granted):
            if code == Loose.HANGS.value and laid.get(place) == company:
                route = self.board.route_of_space[place]
                for lane in route.lanes:
                    for end, first in ((route.a, lane.spaces[0]), (route.b, lane.spaces[-1])):
                        if first.id == place:
                            yield _node(self.board, end)

    def _barred(
        self, route: Route, goal: str, forwards: bool, spaces: tuple[str, ...]
    ) -> Loose | None:
        arrow = OneWay.A_TO_B if forwards else OneWay.B_TO_A
        if goal in self.board.harbours:
            why, may = Loose.INTO_HARBOUR, self.into_harbours
        else:
            why, may = Loose.AGAINST_ARROW, route.one_way in (None, arrow)
        let = any(Grant(space, why.value) in self.granted for space in spaces)
        return None if may or let else why


def _run(spaces: tuple[str, ...], laid: Mapping[str, str], company: str) -> tuple[str, ...]:
    """The company's sticks from the start of these spaces up to the first that is not its own."""
    length = next((i for i, s in enumerate(spaces) if laid.get(s) != company), len(spaces))
    return spaces[:length]


@dataclass(frozen=True, slots=True)
class _Run:
    """Loose sticks side by side in one lane, and the nodes they touch."""

    route: Route
    lane: Lane
    spaces: tuple[str, ...]
    touches: frozenset[str]


def _loose_sticks(
    sea: _Sea, position: Position, chains: Mapping[str, Chain]
) -> Iterator[LooseSticks]:
    for company in dict.fromkeys(position.spaces.values()):
        chain = chains.get(company)
        if chain is None:
            continue  # nobody's sticks: no chain could hold them
        runs = [
            run
            for route in sea.board.routes.values()
            for lane in route.lanes
            for run in _loose_runs(sea.board, position, route, lane, chain)
        ]
        for group in _held_together(runs, chain):
            yield _explain(sea, position, chain, group)


def _loose_runs(
    board: RoutesBoard, position: Position, route: Route, lane: Lane, chain: Chain
) -> Iterator[_Run]:
    ids = [space.id for space in lane.spaces]
    loose = [
        position.spaces.get(space) == chain.company and space not in chain.sticks for space in ids
    ]
    start = 0
    while start < len(ids):
        if not loose[start]:
            start += 1
            continue
        end = next((i for i in range(start, len(ids)) if not loose[i]), len(ids))
        touches = {_node(board, route.a)} if start == 0 else set()
        touches |= {_node(board, route.b)} if end == len(ids) else set()
        yield _Run(route, lane, tuple(ids[start:end]), frozenset(touches))
        start = end


def _held_together(runs: list[_Run], chain: Chain) -> list[list[_Run]]:
    """Group runs that meet at a place the chain does not reach."""
    groups: list[list[_Run]] = []
    for run in runs:
        free = run.touches - set(chain.nodes)
        met = [group for group in groups if any(free & other.touches for other in group)]
        groups = [group for group in groups if group not in met]
        groups.append([run for group in met for run in group] + [run])
    return groups


def _explain(sea: _Sea, position: Position, chain: Chain, group: list[_Run]) -> LooseSticks:
    spaces = tuple(space for run in group for space in run.spaces)
    gaps: list[tuple[str, ...]] = []
    for way in (way for node in chain.nodes for way in sea.ways_from(node)):
        first = next((i for i, s in enumerate(way.spaces) if s in spaces), None)
        if first is None:
            continue
        before = [s for s in way.spaces[:first] if s not in chain.sticks]
        if way.barred and not before:
            return LooseSticks(chain.company, way.barred, spaces)
        if not way.barred and all(s not in position.spaces for s in before):
            gaps.append(tuple(before))
    return LooseSticks(chain.company, Loose.HANGS, spaces, min(gaps, key=len, default=()))
