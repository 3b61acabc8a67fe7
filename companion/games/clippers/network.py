"""Which companies reach which islands, from the sticks on the board alone.

A company's chain starts at its harbour, goes on from every island it reached, and joins two places
when it has filled a whole lane between them. It can only have been built along the arrows and never
into a harbour, so nothing is reached that way round either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.board import Board, Harbour, Lane, OneWay, Route
from companion.position import Position

OPENED_BY = 2
"""So many other companies at its island open the company that is at home there."""


class SamoaCountsPurple(Enum):
    """Whether purple counts as reaching the island its harbour stands on (ruling A7)."""

    ALWAYS = "always"
    IF_OPEN = "if_open"
    NO = "no"


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
    board: Board, position: Position, samoa: SamoaCountsPurple = SamoaCountsPurple.ALWAYS
) -> Network:
    """Follow every company's chain; pure, and never in doubt about an illegal position."""
    chains = {
        harbour.company: chain_of(board, position, harbour) for harbour in board.harbours.values()
    }
    reached = {
        island: {name for name, chain in chains.items() if island in chain.nodes[1:]}
        for island in board.islands
    }
    for harbour in board.harbours.values():
        if harbour.island is not None and _counts_at_home(samoa, reached[harbour.island]):
            reached[harbour.island].add(harbour.company)
    return Network(
        chains,
        {island: tuple(sorted(companies)) for island, companies in reached.items()},
        tuple(_loose_sticks(board, position, chains)),
    )


def chain_of(board: Board, position: Position, harbour: Harbour) -> Chain:
    """Follow one company from its home as far as its sticks lead."""
    company, laid = harbour.company, position.spaces
    nodes = [home(harbour)]
    sticks: set[str] = set()
    for node in nodes:
        for way in _ways_from(board, node):
            if way.barred:
                continue
            run = _run(way.spaces, laid, company)
            sticks.update(run)
            if len(run) == len(way.spaces) and way.goal not in nodes:
                nodes.append(way.goal)
    return Chain(company, tuple(nodes), frozenset(sticks))


def home(harbour: Harbour) -> str:
    """Where a company's routes start: its harbour, or the island the harbour stands on."""
    return harbour.island or harbour.id


def open_at_home(board: Board, position: Position, harbour: Harbour) -> bool:
    """Whether enough other companies reach the island of this harbour for its company to start."""
    here = network(board, position, SamoaCountsPurple.NO).companies_at[home(harbour)]
    return len(here) >= OPENED_BY


def _counts_at_home(samoa: SamoaCountsPurple, others: set[str]) -> bool:
    """Whether a company counts at the island it is at home on. Rules, section 10.3; ruling A7."""
    if samoa is SamoaCountsPurple.IF_OPEN:
        return len(others) >= OPENED_BY
    return samoa is SamoaCountsPurple.ALWAYS


def _node(board: Board, end: str) -> str:
    """The place a route's end means: a harbour on an island is that island."""
    return home(board.harbours[end]) if end in board.harbours else end


def _ways_from(board: Board, node: str) -> Iterator[_Way]:
    ends = [node, *(h.id for h in board.harbours.values() if h.island == node)]
    for end in ends:
        for route in board.routes_at[end]:
            forwards = route.a == end
            goal = _node(board, route.b if forwards else route.a)
            barred = _barred(board, route, goal, forwards)
            for lane in route.lanes:
                spaces = tuple(space.id for space in lane.spaces)
                yield _Way(route, node, goal, spaces if forwards else spaces[::-1], barred)


def _barred(board: Board, route: Route, goal: str, forwards: bool) -> Loose | None:
    if goal in board.harbours:
        return Loose.INTO_HARBOUR
    arrow = OneWay.A_TO_B if forwards else OneWay.B_TO_A
    return None if route.one_way in (None, arrow) else Loose.AGAINST_ARROW


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
    board: Board, position: Position, chains: Mapping[str, Chain]
) -> Iterator[LooseSticks]:
    for company in dict.fromkeys(position.spaces.values()):
        chain = chains.get(company)
        if chain is None:
            continue  # nobody's sticks: no chain could hold them
        runs = [
            run
            for route in board.routes.values()
            for lane in route.lanes
            for run in _loose_runs(board, position, route, lane, chain)
        ]
        for group in _held_together(runs, chain):
            yield _explain(board, position, chain, group)


def _loose_runs(
    board: Board, position: Position, route: Route, lane: Lane, chain: Chain
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


def _explain(board: Board, position: Position, chain: Chain, group: list[_Run]) -> LooseSticks:
    spaces = tuple(space for run in group for space in run.spaces)
    gaps: list[tuple[str, ...]] = []
    for way in (way for node in chain.nodes for way in _ways_from(board, node)):
        first = next((i for i, s in enumerate(way.spaces) if s in spaces), None)
        if first is None:
            continue
        before = [s for s in way.spaces[:first] if s not in chain.sticks]
        if way.barred and not before:
            return LooseSticks(chain.company, way.barred, spaces)
        if not way.barred and all(s not in position.spaces for s in before):
            gaps.append(tuple(before))
    return LooseSticks(chain.company, Loose.HANGS, spaces, min(gaps, key=len, default=()))
