"""What seems to lie before a stick that goes on from no end: sticks that nobody wrote down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.games.clippers.chart.chart import Chart, Way
from companion.games.clippers.state.state import Company, End, Inside
from companion.games.clippers.terms.events import StickLaid

LONGEST_GAP = 3
"""So many sticks may have been forgotten at once."""
Gap = tuple[str, ...]


def missing(chart: Chart, company: Company, stick: StickLaid, spaces: Mapping[str, str]) -> Gap:
    """The spaces between an unruly stick and the nearest end: its company's, it seems."""
    return next(iter(gaps(chart, company, stick, spaces)), ())


def gaps(
    chart: Chart, company: Company, stick: StickLaid, spaces: Mapping[str, str]
) -> tuple[Gap, ...]:
    """Every way in which sticks may be missing between an unruly one and an end, the nearest first.

    Where no end is near, a route may have begun at a place the company has reached.
    """
    ends = {end for fleet in company.fleets for end in fleet}
    found = _all_gaps(chart, ends, stick, spaces, LONGEST_GAP)
    return found or _all_gaps(chart, company.reached, stick, spaces, 1)


def gaps_of_a_new_route(
    chart: Chart, company: Company, stick: StickLaid, spaces: Mapping[str, str]
) -> tuple[Gap, ...]:
    """Every way in which a further route, begun at a place the company has reached, led here."""
    return _all_gaps(chart, company.reached, stick, spaces, LONGEST_GAP)


def _all_gaps(
    chart: Chart,
    starts: Iterable[End],
    stick: StickLaid,
    spaces: Mapping[str, str],
    lanes: int,
) -> tuple[Gap, ...]:
    found = {
        gap
        for way, index in chart.ways_through[stick.space]
        for gap in _gaps(chart, starts, way, index, stick.company, spaces, lanes)
        if gap
    }
    return tuple(sorted(found, key=lambda gap: (len(gap), gap)))


def _gaps(
    chart: Chart,
    starts: Iterable[End],
    way: Way,
    index: int,
    company: str,
    spaces: Mapping[str, str],
    lanes: int,
) -> Iterator[Gap]:
    """The gaps before a space of a way, back along so many lanes."""
    for end in starts:
        if end == way.start or (isinstance(end, Inside) and end.way is way and end.laid <= index):
            behind = end.laid if isinstance(end, Inside) else 0
            gap = tuple(s for s in way.spaces[behind:index] if spaces.get(s) != company)
            if len(gap) <= LONGEST_GAP:
                yield gap
    here = tuple(s for s in way.spaces[:index] if spaces.get(s) != company)
    if lanes < 2 or len(here) >= LONGEST_GAP or way.against_arrow or way.into_harbour:
        return
    for before in _leading_to(chart, way):
        if all(spaces.get(space, company) == company for space in before.spaces[-LONGEST_GAP:]):
            at = len(before.spaces)
            for gap in _gaps(chart, starts, before, at, company, spaces, lanes - 1):
                if len(gap) + len(here) <= LONGEST_GAP:
                    yield (*gap, *here)


def _leading_to(chart: Chart, way: Way) -> Iterator[Way]:
    """The ways that come to where a way starts, by other lanes."""
    for out in chart.ways_from[way.start]:
        if out.lane != way.lane:
            for back, _ in chart.ways_through[out.spaces[0]]:
                if back is not out and not (back.against_arrow or back.into_harbour):
                    yield back
