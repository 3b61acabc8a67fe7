"""What a position alone tells about broken rules: no game was followed, only its end is seen.

One function per rule; each yields a finding for every place where it is broken. All come at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.board import Board
from companion.finding import Finding, Severity
from companion.games.clippers import sections
from companion.games.clippers.network import OPENED_BY, Loose, network, open_at_home
from companion.games.clippers.players import MARKERS_OF_A_NATION
from companion.position import Position

LOOSE_RULES = {
    Loose.HANGS: (Severity.WARNING, sections.CHAIN),
    Loose.AGAINST_ARROW: (Severity.ILLEGAL, sections.ONE_WAY),
    Loose.INTO_HARBOUR: (Severity.ILLEGAL, sections.INTO_HARBOUR),
}


def inspect(board: Board, position: Position) -> tuple[Finding, ...]:
    """Everything about a position that the rules do not like, in the order of the rulebook."""
    rules = (
        too_many_sticks,
        too_many_markers,
        unknown_companies,
        loose_sticks,
        shared_lanes,
        lanes_from_both_ends,
        both_lanes,
        closed_companies,
    )
    return tuple(finding for rule in rules for finding in rule(board, position))


def too_many_sticks(board: Board, position: Position) -> Iterator[Finding]:
    """A company has so many sticks, printed in its harbour, and no more."""
    laid = Counter(position.spaces.values())
    for harbour in board.harbours.values():
        if harbour.pieces is not None and laid[harbour.company] > harbour.pieces:
            yield Finding(
                "too-many-sticks",
                Severity.ILLEGAL,
                sections.STICKS_IN_BOX,
                _places(position.spaces, harbour.company),
                {
                    "company": harbour.company,
                    "laid": laid[harbour.company],
                    "pieces": harbour.pieces,
                },
            )


def too_many_markers(_: Board, position: Position) -> Iterator[Finding]:
    """Each nation has twelve markers."""
    for nation, laid in sorted(Counter(position.slots.values()).items()):
        if laid > MARKERS_OF_A_NATION:
            yield Finding(
                "too-many-markers",
                Severity.ILLEGAL,
                sections.MARKERS_IN_BOX,
                _places(position.slots, nation),
                {"nation": nation, "laid": laid, "pieces": MARKERS_OF_A_NATION},
            )


def unknown_companies(board: Board, position: Position) -> Iterator[Finding]:
    """A stick belongs to a company that has a harbour."""
    companies = {harbour.company for harbour in board.harbours.values()}
    for company in sorted(set(position.spaces.values()) - companies):
        places = _places(position.spaces, company)
        yield Finding(
            "unknown-company",
            Severity.WARNING,
            sections.CHAIN,
            places,
            {"company": company, "laid": len(places)},
        )


def loose_sticks(board: Board, position: Position) -> Iterator[Finding]:
    """Every stick is part of a chain that starts at its company's harbour."""
    for loose in network(board, position).loose:
        severity, rule = LOOSE_RULES[loose.why]
        yield Finding(
            loose.why.value,
            severity,
            rule,
            loose.spaces,
            {"company": loose.company, "laid": len(loose.spaces), "gap": " ".join(loose.gap)},
            "lay-stick" if loose.gap else None,
        )


def shared_lanes(board: Board, position: Position) -> Iterator[Finding]:
    """A lane belongs to the company that laid its first stick (ruling B1)."""
    for route in board.routes.values():
        for lane in route.lanes:
            laid = {s.id: position.spaces[s.id] for s in lane.spaces if s.id in position.spaces}
            companies = sorted(set(laid.values()))
            if len(companies) > 1:
                yield Finding(
                    "lane-shared",
                    Severity.ILLEGAL,
                    sections.LANE_TAKEN,
                    tuple(laid),
                    {"companies": " ".join(companies), "route": route.id},
                )


def lanes_from_both_ends(board: Board, position: Position) -> Iterator[Finding]:
    """A lane is built by one route from one end (ruling B2)."""
    chains = network(board, position).chains
    for route in board.routes.values():
        for lane in route.lanes:
            ids = [space.id for space in lane.spaces]
            gap = [space for space in ids if space not in position.spaces]
            companies = {position.spaces[space] for space in ids if space in position.spaces}
            ends = {position.spaces.get(ids[0]), position.spaces.get(ids[-1])}
            if gap and len(companies) == 1 and ends == companies:
                company = companies.pop()
                places = tuple(space for space in ids if space not in gap)
                if company in chains and chains[company].sticks.issuperset(places):
                    yield Finding(
                        "lane-from-both-ends",
                        Severity.ILLEGAL,
                        sections.LANE_TAKEN,
                        places,
                        {"company": company, "route": route.id, "gap": " ".join(gap)},
                        "lay-stick",
                    )


def both_lanes(board: Board, position: Position) -> Iterator[Finding]:
    """No company builds both lanes of a route, not even with one stick (ruling B4)."""
    for route in board.routes.values():
        in_lanes = [
            {position.spaces.get(space.id) for space in lane.spaces} - {None}
            for lane in route.lanes
        ]
        lanes_of = Counter(company for lane in in_lanes for company in lane if company)
        for company, lanes in sorted(lanes_of.items()):
            if lanes > 1:
                places = tuple(
                    space.id
                    for lane in route.lanes
                    for space in lane.spaces
                    if position.spaces.get(space.id) == company
                )
                yield Finding(
                    "both-lanes",
                    Severity.ILLEGAL,
                    sections.BOTH_LANES,
                    places,
                    {"company": company, "route": route.id},
                )


def closed_companies(board: Board, position: Position) -> Iterator[Finding]:
    """Purple starts when two other companies have reached its island."""
    for harbour in board.harbours.values():
        places = _places(position.spaces, harbour.company)
        if places and harbour.island and not open_at_home(board, position, harbour):
            yield Finding(
                "company-closed",
                Severity.ILLEGAL,
                sections.PURPLE_OPENS,
                places,
                {"company": harbour.company, "island": harbour.island, "needed": OPENED_BY},
            )


def _places(pieces: Mapping[str, str], kind: str) -> tuple[str, ...]:
    return tuple(place for place, piece in pieces.items() if piece == kind)
