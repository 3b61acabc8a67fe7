"""Where the routes of a company may end, by the sticks that lie there. Rules, section 5.

A stick that goes on from an end moves it. One that goes on from none is *unruly*, and lies there
all the same: a stick before it was forgotten, or is entered later; a route was opened that nobody
spoke of; or the stick is of another company. Every reading is kept until later sticks decide, so
that one slip is not told again with every stick that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from companion.games.clippers.chart.chart import Chart, Way
from companion.games.clippers.state.state import Company, End, Fleet, Inside
from companion.games.clippers.terms.events import StickLaid

MOST_READINGS = 60
"""Of more readings the less likely are dropped."""
MOST_ARRIVALS = 200
"""So many ways are looked at by which one route may have gone on."""


def in_order(fleet: Fleet) -> Fleet:
    """Sort ends by name, so that the same ends are the same fleet."""
    return tuple(sorted(fleet, key=end_name)) if len(fleet) > 1 else fleet


def end_name(end: End) -> str:
    """Name an end: the place, or the space of the last stick and the way it goes."""
    if isinstance(end, str):
        return end
    return f"{end.way.spaces[end.laid - 1]}>{end.way.goal}"


def arrival(way: Way, laid: int, company: str, spaces: Mapping[str, str]) -> End:
    """Where a route stands that has so many spaces behind it and passes over its own sticks."""
    while laid < len(way.spaces) and spaces.get(way.spaces[laid]) == company:
        laid += 1
    return way.goal if laid == len(way.spaces) else Inside(way, laid)


def arrivals(
    chart: Chart,
    way: Way,
    laid: int,
    stick: StickLaid,
    loose: frozenset[str],
    spaces: Mapping[str, str],
) -> tuple[End, ...]:
    """Where a route may stand now: it may go on along loose sticks beyond the place it comes to.

    On a board full of loose sticks there are millions of ways to go on; the first are looked at.
    """
    every = _arrivals(chart, way, laid, stick, loose, spaces, frozenset())
    return tuple(dict.fromkeys(islice(every, MOST_ARRIVALS)))


def _arrivals(
    chart: Chart,
    way: Way,
    laid: int,
    stick: StickLaid,
    loose: frozenset[str],
    spaces: Mapping[str, str],
    lanes: frozenset[str],
) -> Iterator[End]:
    """Every place that a route comes to, in no lane twice: over loose sticks, or along them."""
    end = arrival(way, laid, stick.company, spaces)
    yield end
    if laid < len(way.spaces) and way.spaces[laid] in loose and end != Inside(way, laid):
        yield Inside(way, laid)
    lanes |= {way.lane}
    for onward in chart.ways_from[end] if loose and isinstance(end, str) else ():
        first = onward.spaces[0]
        if first in loose and first in spaces and onward.lane not in lanes:
            yield from _arrivals(chart, onward, 1, stick, loose, spaces, lanes)


def moved(fleet: Fleet, old: End, new: End) -> Fleet:
    """The fleet with one end moved on."""
    at = fleet.index(old)
    return in_order((*fleet[:at], new, *fleet[at + 1 :]))


def after_unruly(
    chart: Chart, company: Company, stick: StickLaid, spaces: Mapping[str, str]
) -> tuple[Fleet, ...]:
    """Every reading of a company's ends after a stick that went on from none of them.

    A route has come there from one of the ends, the nearest first; the stick lies loose, and a
    route may come to it; or it opened a route. A stick said to open a route did so.
    """
    goals = dict.fromkeys(_goals(chart, stick, spaces))
    added = [in_order((*fleet, goal)) for fleet in company.fleets for goal in goals]
    if stick.alternate:
        return distinct([*added, *_begun_in_lane(chart, company, stick)])
    steps = [
        (_is_far(chart, stick, end), moved(fleet, end, goal))
        for fleet in company.fleets
        for end in dict.fromkeys(fleet)
        for goal in goals
    ]
    come = [fleet for _, fleet in sorted(steps, key=lambda step: step[0])]
    meant = _next_of_lane(chart, company, stick)
    return distinct([*come, *meant, *company.fleets, *added])


def _next_of_lane(chart: Chart, company: Company, stick: StickLaid) -> Iterator[Fleet]:
    """The readings in which the stick went on from an end in its lane, by another of its spaces."""
    for way, index in chart.ways_through[stick.space]:
        if way.against_arrow or way.into_harbour:
            continue
        for fleet in company.fleets:
            for end in dict.fromkeys(fleet):
                behind = end.laid if isinstance(end, Inside) and end.way is way else 0
                if (behind or end == way.start) and behind < index:
                    yield moved(fleet, end, _past(way, behind))


def _begun_in_lane(chart: Chart, company: Company, stick: StickLaid) -> Iterator[Fleet]:
    """The readings in which the stick began its lane, from a place its company has reached."""
    for way, _ in chart.ways_through[stick.space]:
        if way.start in company.reached and not (way.against_arrow or way.into_harbour):
            yield from (in_order((*fleet, _past(way, 0))) for fleet in company.fleets)


def after_anothers(chart: Chart, company: Company, space: str) -> tuple[Fleet, ...]:
    """The readings of a company when an unruly stick of another lies where its route goes on.

    It may be its own stick, of which somebody said the wrong colour.
    """
    passed = [
        moved(fleet, end, _past(way, index))
        for way, index in chart.ways_through[space]
        if not (way.against_arrow or way.into_harbour)
        for fleet in company.fleets
        for end in dict.fromkeys(fleet)
        if end == (Inside(way, index) if index else way.start)
    ]
    return distinct([*company.fleets, *passed]) if passed else company.fleets


def after_lifted(chart: Chart, company: Company, space: str) -> tuple[Fleet, ...]:
    """The readings of a company whose stick made way for another: its route may end before it."""
    back = [
        moved(fleet, end, Inside(way, index) if index else way.start)
        for fleet in company.fleets
        for way, index in chart.ways_through[space]
        for end in (_past(way, index),)
        if end in fleet
    ]
    return distinct([*company.fleets, *back])


def distinct(fleets: Iterable[Fleet]) -> tuple[Fleet, ...]:
    """The same readings once each, the likeliest of them; two routes never share a lane."""
    single = (
        tuple(end for at, end in enumerate(fleet) if end not in fleet[:at] or isinstance(end, str))
        for fleet in fleets
    )
    return tuple(dict.fromkeys(single))[:MOST_READINGS]


def come_to(chart: Chart, name: str, company: Company, spaces: Mapping[str, str]) -> frozenset[str]:
    """The places a company has come to: along its chain, and wherever the table let it go on."""
    if not company.loose:
        return company.reached
    ends = (end for fleet in company.fleets for end in fleet)
    places = {end if isinstance(end, str) else end.way.start for end in ends}
    own = {space for space, kind in spaces.items() if kind == name} | company.loose
    for space in own:
        for way, index in chart.ways_through[space]:
            if index == 0 and own.issuperset(way.spaces):
                places |= {way.start, way.goal}
    return company.reached | places


def _goals(chart: Chart, stick: StickLaid, spaces: Mapping[str, str]) -> Iterator[End]:
    """Where a route may stand that has come to an unruly stick; in the other lane too."""
    through = chart.ways_through[stick.space]
    ways = [(way, at) for way, at in through if stick.start in (None, way.start)]
    open_ways = [(way, at) for way, at in ways if not (way.against_arrow or way.into_harbour)]
    for way, index in sorted(open_ways or ways, key=lambda way: way[1]):
        yield arrival(way, index + 1, stick.company, spaces)
        yield from _beside(chart, way, index, stick, spaces)


def _beside(
    chart: Chart, way: Way, index: int, stick: StickLaid, spaces: Mapping[str, str]
) -> Iterator[End]:
    """Where its route would stand if the stick lay in the lane beside, which the company builds."""
    for twin in way.twins:
        if twin in spaces or stick.alternate:
            continue
        for lane, at in chart.ways_through[twin]:
            own = any(spaces.get(space) == stick.company for space in lane.spaces)
            if lane.start == way.start and at == index and own:
                yield arrival(lane, index + 1, stick.company, spaces)


def _is_far(chart: Chart, stick: StickLaid, end: End) -> bool:
    """Whether an end is neither in the lane of a stick nor at one of its ends."""
    ways = [way for way, _ in chart.ways_through[stick.space]]
    if isinstance(end, Inside):
        return end.way.route not in {way.route for way in ways}
    return end not in {way.start for way in ways}


def _past(way: Way, index: int) -> End:
    """The end of a route whose last stick is on this space of a way."""
    return way.goal if index + 1 == len(way.spaces) else Inside(way, index + 1)
