"""Where a stick may lie. Rules, sections 5 to 7.

The rules are about the way a stick takes: ``Laying`` is a stick with the way it most likely came.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.finding import Finding, Severity
from companion.games.clippers.chart.chart import Way
from companion.games.clippers.state.growth import (
    counted_before,
    fitting_ways,
    has_stick_left,
    has_twin,
    is_barred,
    is_begun_by_itself,
    is_begun_by_other,
    starts_of,
)
from companion.games.clippers.state.state import Company, State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.events import StickLaid


@dataclass(frozen=True, eq=False)
class Laying:
    """A stick, where its route has come from, and whether a route of its company was there."""

    state: State
    stick: StickLaid

    @cached_property
    def fits(self) -> tuple[tuple[Way, int], ...]:
        """The ways on which the stick goes on from an end or starts a route."""
        return fitting_ways(self.state, self.stick)

    @cached_property
    def way(self) -> tuple[Way, int]:
        """The way it took, and its index there; where none fits, the one that was meant."""
        if self.fits:
            return self.fits[0]
        both = self.state.game.chart.ways_through[self.stick.space]
        meant = [(w, i) for w, i in both if w.start in self.company.reached]
        free = [(w, i) for w, i in meant or both if not is_barred(self.state, w)]
        return min(free or meant or both, key=lambda way: way[1])

    @property
    def enters(self) -> bool:
        """Whether the stick begins a lane, or lies in it without belonging to a route."""
        return not self.fits or self.way[1] == 0

    @property
    def company(self) -> Company:
        """The company before the stick."""
        return self.state.companies[self.stick.company]

    def finding(self, code: str, rule: str, *more: str, **params: str | int) -> Finding:
        """A finding about this stick."""
        return Finding(
            code,
            Severity.ILLEGAL,
            rule,
            (self.stick.space, *more),
            {"player": self.stick.player, "company": self.stick.company, **params},
        )


def space_is_free(laying: Laying) -> Finding | None:
    """A space takes one stick.

    Rules, section 5.5.
    """
    there = laying.state.spaces.get(laying.stick.space)
    if there is None:
        return None
    return laying.finding("space-taken", sections.LANE_TAKEN, there=there)


def company_has_sticks(laying: Laying) -> Finding | None:
    """A company has as many sticks as its harbour says; those in doubt may be another's.

    Rules, section 5.8.
    """
    if has_stick_left(laying.state, laying.stick.company):
        return None
    return laying.finding("no-stick-left", sections.STICKS_RUN_OUT)


def stick_goes_on_from_an_end(laying: Laying) -> Finding | None:
    """A stick goes on from a route's end: a ship's place, the harbour first.

    Rules, section 5.2. A route does not end at an island: it may go on from there (5.3).
    """
    purple = laying.stick.company in laying.state.game.chart.island_companies
    if laying.fits or laying.stick.alternate or purple:
        return None
    gap = counted_before(laying.state, laying.stick)
    told = {"gap": " ".join(gap)} if gap else {}
    return laying.finding("not-from-end", sections.CHAIN, **told)


def route_follows_the_arrow(laying: Laying) -> Finding | None:
    """A route with an arrow is built in its direction; arrows bind purple too (B11).

    Rules, section 5.4.
    """
    if not laying.way[0].against_arrow:
        return None
    return laying.finding("against-arrow", sections.ONE_WAY, route=laying.way[0].route)


def routes_lead_out_of_harbours(laying: Laying) -> Finding | None:
    """No route is built into a harbour.

    Rules, section 5.7; ruling B9.
    """
    allowed = laying.state.game.rulings.build_into_harbour
    if not laying.way[0].into_harbour or allowed:
        return None
    return laying.finding("into-harbour", sections.INTO_HARBOUR, route=laying.way[0].route)


def lane_is_not_anothers(laying: Laying) -> Finding | None:
    """A lane belongs to the company that laid its first stick.

    Rules, sections 5.5 and 7.3; rulings B1, B6, B8 and A13.
    """
    way, company = laying.way[0], laying.stick.company
    if not laying.enters or not is_begun_by_other(laying.state, company, way):
        return None
    others = (laying.state.spaces.get(space, company) for space in way.spaces)
    other = next(colour for colour in others if colour != company)
    return laying.finding("lane-taken", sections.LANE_TAKEN, route=way.route, other=other)


def lane_is_built_from_one_end(laying: Laying) -> Finding | None:
    """A company does not come to meet itself in a lane.

    Rules, section 5.5; ruling B2.
    """
    way = laying.way[0]
    if not laying.enters or not is_begun_by_itself(laying.state, laying.stick.company, way):
        return None
    return laying.finding("meets-itself", sections.LANE_TAKEN, route=way.route)


def company_builds_one_lane(laying: Laying) -> Finding | None:
    """Of a route with two lanes a company builds one, and lays no stick in the other.

    Rules, section 5.6; ruling B4.
    """
    way = laying.way[0]
    if not has_twin(laying.state, laying.stick.company, way):
        return None
    return laying.finding("builds-both-lanes", sections.BOTH_LANES, route=way.route)


def alternate_route_has_a_ship(laying: Laying) -> Finding | None:
    """A further route is opened with a ship that its player bought in this round.

    Rules, section 6.1. Purple needs no ship (7.2).
    """
    stick = laying.stick
    if not stick.alternate or stick.company in laying.state.game.chart.island_companies:
        return None
    if laying.state.seat_of(stick.player).ship == stick.company:
        return None
    return laying.finding("no-ship-bought", sections.BUYING_A_SHIP)


def alternate_route_starts_where_the_company_is(laying: Laying) -> Finding | None:
    """A further route starts at the harbour or at an island its company has reached.

    Rules, section 6.3; ruling C13.
    """
    stick = laying.stick
    if not stick.alternate or stick.company in laying.state.game.chart.island_companies:
        return None
    way, index = laying.way
    if index == 0 and way.start in starts_of(laying.state, stick.company):
        return None
    return laying.finding("starts-elsewhere", sections.WHERE_TO_START, place=way.start)


def purple_is_open(laying: Laying) -> Finding | None:
    """Purple waits until two other companies have come to American Samoa.

    Rules, section 7.1; rulings B13 and B14.
    """
    company = laying.stick.company
    if laying.state.is_open(company):
        return None
    home = laying.state.game.chart.homes[company]
    code = "purple-opens-next-turn" if company in laying.state.opened else "purple-closed"
    return laying.finding(code, sections.PURPLE_OPENS, island=home)


def purple_starts_at_home(laying: Laying) -> Finding | None:
    """Purple starts at American Samoa or goes on from an open end of its own.

    Rules, section 7.2; ruling A14.
    """
    company = laying.stick.company
    if laying.fits or company not in laying.state.game.chart.island_companies:
        return None
    home = laying.state.game.chart.homes[company]
    return laying.finding("purple-not-from-end", sections.PURPLE_GROWS, island=home)
