"""What a position alone tells about broken rules: no game was followed, only its end is seen.

One function per rule; each yields a finding for every place where it is broken. All come at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.boards.routes_board import Route, RoutesBoard
from companion.finding import Finding, Severity
from companion.games.clippers.chart.network import OPENED_BY, Loose, Network, network, open_at_home
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import DEFAULT, Rulings, SameColourMeets
from companion.games.clippers.terms.granted import Grant, is_granted
from companion.games.clippers.terms.players import MARKERS_OF_A_NATION
from companion.position import Position

LOOSE_RULES = {
    Loose.HANGS: (Severity.WARNING, sections.CHAIN),
    Loose.AGAINST_ARROW: (Severity.ILLEGAL, sections.ONE_WAY),
    Loose.INTO_HARBOUR: (Severity.ILLEGAL, sections.INTO_HARBOUR),
}


@dataclass(frozen=True)
class Looked:
    """A position on its board, with the table's rulings and what follows from its sticks."""

    board: RoutesBoard
    position: Position
    rulings: Rulings
    net: Network


def inspect(
    board: RoutesBoard,
    position: Position,
    rulings: Rulings = DEFAULT,
    granted: frozenset[Grant] = frozenset(),
) -> tuple[Finding, ...]:
    """Everything about a position that the rules do not like, in the order of the rulebook.

    What the rulings permit or the table has allowed is no finding.
    """
    looked = Looked(board, position, rulings, network(board, position, rulings, granted))
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
    found = (finding for rule in rules for finding in rule(looked))
    return tuple(finding for finding in found if not is_granted(finding, granted))


def too_many_sticks(looked: Looked) -> Iterator[Finding]:
    """A company has so many sticks, printed in its harbour, and no more."""
    laid = Counter(looked.position.spaces.values())
    for harbour in looked.board.harbours.values():
        if harbour.pieces is not None and laid[harbour.company] > harbour.pieces:
            yield Finding(
                "too-many-sticks",
                Severity.ILLEGAL,
                sections.STICKS_IN_BOX,
                _places(looked.position.spaces, harbour.company),
                {
                    "company": harbour.company,
                    "laid": laid[harbour.company],
                    "pieces": harbour.pieces,
                },
            )


def too_many_markers(looked: Looked) -> Iterator[Finding]:
    """Each nation has twelve markers."""
    for nation, laid in sorted(Counter(looked.position.slots.values()).items()):
        if laid > MARKERS_OF_A_NATION:
            yield Finding(
                "too-many-markers",
                Severity.ILLEGAL,
                sections.MARKERS_IN_BOX,
                _places(looked.position.slots, nation),
                {"nation": nation, "laid": laid, "pieces": MARKERS_OF_A_NATION},
            )


def unknown_companies(looked: Looked) -> Iterator[Finding]:
    """A stick belongs to a company that has a harbour."""
    companies = {harbour.company for harbour in looked.board.harbours.values()}
    for company in sorted(set(looked.position.spaces.values()) - companies):
        places = _places(looked.position.spaces, company)
        yield Finding(
            "unknown-company",
            Severity.WARNING,
            sections.CHAIN,
            places,
            {"company": company, "laid": len(places)},
        )


def loose_sticks(looked: Looked) -> Iterator[Finding]:
    """Every stick is part of a chain that starts at its company's harbour."""
    for loose in looked.net.loose:
        severity, rule = LOOSE_RULES[loose.why]
        yield Finding(
            loose.why.value,
            severity,
            rule,
            loose.spaces,
            {"company": loose.company, "laid": len(loose.spaces), "gap": " ".join(loose.gap)},
            "lay-stick" if loose.gap else None,
        )


def shared_lanes(looked: Looked) -> Iterator[Finding]:
    """A lane belongs to the company that laid its first stick (rulings A13, B1 and B8)."""
    for route in looked.board.routes.values():
        for lane in route.lanes:
            laid = {
                s.id: looked.position.spaces[s.id]
                for s in lane.spaces
                if s.id in looked.position.spaces
            }
            companies = sorted(set(laid.values()))
            if len(companies) > 1 and not _may_share(looked, route, companies):
                yield Finding(
                    "lane-shared",
                    Severity.ILLEGAL,
                    sections.LANE_TAKEN,
                    tuple(laid),
                    {"companies": " ".join(companies), "route": route.id},
                )


def lanes_from_both_ends(looked: Looked) -> Iterator[Finding]:
    """A lane is built by one route from one end (ruling B2)."""
    if looked.rulings.same_colour_meets is SameColourMeets.LEGAL:
        return
    chains = looked.net.chains
    for route in looked.board.routes.values():
        for lane in route.lanes:
            ids = [space.id for space in lane.spaces]
            gap = [space for space in ids if space not in looked.position.spaces]
            companies = {
                looked.position.spaces[space] for space in ids if space in looked.position.spaces
            }
            ends = {looked.position.spaces.get(ids[0]), looked.position.spaces.get(ids[-1])}
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


def both_lanes(looked: Looked) -> Iterator[Finding]:
    """No company builds both lanes of a route, not even with one stick (ruling B4)."""
    for route in looked.board.routes.values():
        in_lanes = [
            {looked.position.spaces.get(space.id) for space in lane.spaces} - {None}
            for lane in route.lanes
        ]
        lanes_of = Counter(company for lane in in_lanes for company in lane if company)
        for company, lanes in sorted(lanes_of.items()):
            if lanes > 1:
                places = tuple(
                    space.id
                    for lane in route.lanes
                    for space in lane.spaces
                    if looked.position.spaces.get(space.id) == company
                )
                yield Finding(
                    "both-lanes",
                    Severity.ILLEGAL,
                    sections.BOTH_LANES,
                    places,
                    {"company": company, "route": route.id},
                )


def closed_companies(looked: Looked) -> Iterator[Finding]:
    """Purple starts when two other companies have reached its island."""
    for harbour in looked.board.harbours.values():
        places = _places(looked.position.spaces, harbour.company)
        if places and harbour.island and not open_at_home(looked.net, harbour):
            yield Finding(
                "company-closed",
                Severity.ILLEGAL,
                sections.PURPLE_OPENS,
                places,
                {"company": harbour.company, "island": harbour.island, "needed": OPENED_BY},
            )


def _may_share(looked: Looked, route: Route, companies: Sequence[str]) -> bool:
    """Whether this table's rulings let companies into a lane that another has begun."""
    harbours, rulings = looked.board.harbours, looked.rulings
    if not rulings.harbour_as_island_for_blocking and {route.a, route.b} & set(harbours):
        return True
    at_home = {harbour.company for harbour in harbours.values() if harbour.island}
    return rulings.purple_blocks_started and len(set(companies) - at_home) <= 1


def _places(pieces: Mapping[str, str], kind: str) -> tuple[str, ...]:
    return tuple(place for place, piece in pieces.items() if piece == kind)
