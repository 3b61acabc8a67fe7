"""Where routes may grow, and how a stick moves their ends. Rules, sections 5 to 7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.games.clippers.chart.chart import Chart, Way
from companion.games.clippers.state.ends import (
    after_anothers,
    after_lifted,
    after_unruly,
    arrivals,
    come_to,
    distinct,
    in_order,
    moved,
)
from companion.games.clippers.state.gaps import missing
from companion.games.clippers.state.state import Company, End, Fleet, Game, Inside, State
from companion.games.clippers.terms.editions import PurpleGrowth, SameColourMeets
from companion.games.clippers.terms.events import StickLaid

Let = frozenset[tuple[str, str]]
"""Spaces of sticks that the table let lie there, with what each left behind."""
BOTH_LANES, HANGS = "both-lanes", "stick-hangs"
AGAINST_ARROW, INTO_HARBOUR = "stick-against-arrow", "stick-into-harbour"


def is_barred(state: State, way: Way) -> bool:
    """Whether nobody may ever build this way round: against an arrow, or into a harbour."""
    return _is_barred(state.game, way)


def _is_barred(game: Game, way: Way) -> bool:
    return way.against_arrow or (way.into_harbour and not game.rulings.build_into_harbour)


def is_begun_by_other(state: State, company: str, way: Way) -> bool:
    """Whether the lane belongs to another company that laid a stick in it first (5.5, 7.3)."""
    rulings = state.game.rulings
    if rulings.purple_blocks_started and company in state.game.chart.island_companies:
        return False
    if way.into_harbour and not rulings.harbour_as_island_for_blocking:
        return False
    loose = state.companies[company].loose
    others = ((s, state.spaces.get(s, company)) for s in way.spaces if s not in loose)
    # Another's stick that is in doubt itself may lie in another lane.
    return any(o != company and s not in state.companies[o].loose for s, o in others)


def is_begun_by_itself(state: State, company: str, way: Way) -> bool:
    """Whether the company has sticks in the lane already, from its other end (5.5)."""
    if state.game.rulings.same_colour_meets is SameColourMeets.LEGAL:
        return False
    return _lies_in(state, company, way.spaces)


def has_twin(state: State, company: str, way: Way) -> bool:
    """Whether the company has a stick in another lane of the route (5.6).

    Where the table let it build both it goes on in either.
    """
    let = any((space, BOTH_LANES) in state.shown.let for space in way.spaces)
    return not let and _lies_in(state, company, way.twins)


def _lies_in(state: State, company: str, spaces: Iterable[str]) -> bool:
    """Whether the company has sticks here, but for those in doubt, and those that were let lie."""
    laid, loose = state.spaces, state.companies[company].loose
    own = (space for space in spaces if laid.get(space) == company and space not in loose)
    return any(not is_let(state, space) for space in own)


def may_enter(state: State, company: str, way: Way) -> bool:
    """Whether a route of the company that ends where the way starts may go on along it."""
    return (
        way.spaces[0] not in state.spaces
        and not is_barred(state, way)
        and not is_begun_by_other(state, company, way)
        and not is_begun_by_itself(state, company, way)
        and not has_twin(state, company, way)
    )


def ways_on(state: State, company: str, places: Iterable[str]) -> Iterator[Way]:
    """The ways the company may enter from any of these places."""
    ways_from = state.game.chart.ways_from
    return (way for place in places for way in ways_from[place] if may_enter(state, company, way))


def starts_of(state: State, company: str) -> Iterable[str]:
    """Where a further route of the company may start, ship or not (6.3, 7.2)."""
    if company not in state.game.chart.island_companies:
        return come_to(state.game.chart, company, state.companies[company], state.spaces)
    if state.game.rulings.purple_growth is PurpleGrowth.ANY_PURPLE_ISLAND:
        return state.companies[company].reached
    return (state.game.chart.homes[company],)


def sticks_left(state: State, company: str) -> int:
    """The sticks a company has left, those counted that lie in doubt: one may be another's."""
    each = state.companies[company]
    return each.sticks + [*map(state.spaces.get, each.loose)].count(company)


def has_stick_left(state: State, company: str) -> bool:
    """Whether a company has a stick left; those in doubt are only counted where that decides."""
    return state.companies[company].sticks > 0 or sticks_left(state, company) > 0


def sticks_surely_left(state: State, company: str) -> int:
    """The sticks a company has left, whatever nobody wrote down is of it too."""
    each = state.companies[company]
    missing_ones = sum(space not in state.spaces for space in each.loose)
    return each.sticks - missing_ones - state.shown.unwritten


def starting_spaces(state: State, company: str) -> Iterator[str]:
    """The spaces on which a further route of the company may begin."""
    if has_stick_left(state, company):
        for way in ways_on(state, company, starts_of(state, company)):
            yield way.spaces[0]


def can_start(state: State, company: str) -> bool:
    """Whether a further route of the company could begin now."""
    return next(starting_spaces(state, company), None) is not None


def extending_spaces(state: State, company: str) -> Iterator[str]:
    """The spaces on which a stick of the company may be laid without a bought ship.

    Those of purple too where it is not surely open (7.1).
    """
    if state.is_in_use(company) and has_stick_left(state, company):
        for fleet in state.companies[company].fleets:
            yield from _next_spaces(state, company, fleet)
        if company in state.game.chart.island_companies:
            yield from starting_spaces(state, company)


def can_extend(state: State, company: str) -> bool:
    """Whether a stick of the company may be laid without a bought ship, in some reading."""
    return next(extending_spaces(state, company), None) is not None


def can_surely_extend(state: State, company: str) -> bool:
    """Whether a stick of the company may be laid whichever reading of its ends is right."""
    if not state.is_open(company) or sticks_surely_left(state, company) < 1:
        return False
    if not can_extend(state, company):
        return False
    if company in state.game.chart.island_companies:
        return True
    fleets = state.companies[company].fleets
    return all(any(True for _ in _next_spaces(state, company, fleet)) for fleet in fleets)


def _next_spaces(state: State, company: str, fleet: Fleet) -> Iterator[str]:
    for end in fleet:
        if isinstance(end, Inside):
            space = end.way.spaces[end.laid]
            if space not in state.spaces:
                yield space
        else:
            for way in ways_on(state, company, (end,)):
                yield way.spaces[0]


def fitting_ways(state: State, stick: StickLaid) -> tuple[tuple[Way, int], ...]:
    """The ways on which a stick may have come: it goes on from an end, or starts a route.

    Only where its route may have been is asked, not whether it may go there; but of two ways that
    fit, one that it may not enter is left out.
    """
    fits = tuple(
        (way, index)
        for way, index in _ways_of(state.game.chart, stick)
        if (index == 0 and way.start in _opened_from(state, stick))
        or (not stick.alternate and _ends_at(state.companies[stick.company], way, index))
    )
    if len(fits) > 1:
        return (
            tuple(
                (way, index)
                for way, index in fits
                if index > 0 or may_enter(state, stick.company, way)
            )
            or fits
        )
    return fits


def _ends_at(company: Company, way: Way, index: int) -> bool:
    end: End = Inside(way, index) if index else way.start
    return any(end in fleet for fleet in company.fleets)


def _opened_from(state: State, stick: StickLaid) -> Iterable[str]:
    """Where this stick may start a route: nowhere, unless a ship or purple starts it."""
    if stick.alternate or stick.company in state.game.chart.island_companies:
        return starts_of(state, stick.company)
    return ()


def _ways_of(chart: Chart, stick: StickLaid) -> Iterator[tuple[Way, int]]:
    for way, index in chart.ways_through[stick.space]:
        if stick.start is None or way.start == stick.start:
            yield way, index


def is_unruly(state: State, stick: StickLaid) -> bool:
    """Whether a stick goes on from no end of its company, and opens no route where it may."""
    return not any(True for _ in _entered(state, stick))


def _entered(state: State, stick: StickLaid) -> Iterator[tuple[Way, int]]:
    """The ways on which a stick may have come: none that its company may not enter."""
    for way, index in fitting_ways(state, stick):
        if index or may_enter(state, stick.company, way):
            yield way, index


def counted_before(state: State, stick: StickLaid) -> tuple[str, ...]:
    """The free spaces before an unruly stick that count as those of its company."""
    spaces = {**state.spaces, stick.space: stick.company}
    gap = missing(state.game.chart, state.companies[stick.company], stick, spaces)
    return () if any(space in state.spaces for space in gap) else gap


def unwritten_before(state: State, stick: StickLaid) -> tuple[str, ...]:
    """The free spaces before an unruly stick on which the unwritten sticks may lie, if they may."""
    most = state.shown.unwritten
    if not most or stick.alternate or not is_unruly(state, stick):
        return ()
    gap = counted_before(state, stick)
    return gap if len(gap) <= most else ()


def without_loose(state: State, space: str) -> State:
    """The state without a stick in doubt: it lies elsewhere, and nobody wrote down where."""
    name = state.spaces[space]
    company = state.companies[name]
    spaces = {each: piece for each, piece in state.spaces.items() if each != space}
    company = replace(company, sticks=company.sticks + 1, loose=company.loose - {space})
    shown = state.shown.with_unwritten(1)
    return replace(state, spaces=spaces, companies={**state.companies, name: company}, shown=shown)


def grown(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> Company:
    """The company after a stick; ``spaces`` is the board with it."""
    company = state.companies[stick.company]
    readings, chart, let = _moved(state, stick, spaces), state.game.chart, state.shown.let
    ruly = replace(
        company,
        sticks=company.sticks - 1,
        reached=_reached(state, stick, spaces),
        fleets=readings,
    )
    if readings:
        return ruly
    if is_let(state, stick.space):
        return replace(ruly, fleets=after_unruly(chart, company, stick, spaces))
    gap = missing(chart, company, stick, spaces)
    beside = (t for way, _ in chart.ways_through[stick.space] for t in way.twins)
    twins = (space for space in beside if spaces.get(space) == stick.company)
    loose = company.loose | {stick.space, *gap, *twins}
    return replace(
        ruly,
        reached=reach(state.game, stick.company, spaces, loose, let),
        fleets=after_unruly(chart, company, stick, spaces),
        loose=loose,
    )


def lifted(state: State, name: str, space: str, spaces: Mapping[str, str]) -> Company:
    """The company after one of its sticks made way for another; ``spaces`` is the board then."""
    game, company = state.game, state.companies[name]
    return replace(
        company,
        sticks=company.sticks + 1,
        reached=reach(game, name, spaces, company.loose - {space}, state.shown.let),
        fleets=after_lifted(game.chart, company, space),
        loose=company.loose | {space},
    )


def doubtful(chart: Chart, company: Company, space: str) -> Company:
    """A company after an unruly stick of another, that may be its own."""
    fleets = after_anothers(chart, company, space)
    if fleets is company.fleets:
        return company
    return replace(company, fleets=fleets, loose=company.loose | {space})


def _moved(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> tuple[Fleet, ...]:
    """Every reading of the company's ends after a stick that goes on from one; else none."""
    company, chart = state.companies[stick.company], state.game.chart
    opened_from = _opened_from(state, stick)
    readings: list[Fleet] = []
    for way, index in _entered(state, stick):
        for arrived in arrivals(chart, way, index + 1, stick, company.loose, spaces):
            for fleet in company.fleets:
                end: End = Inside(way, index) if index else way.start
                if index == 0 and way.start in opened_from:
                    readings.append(in_order((*fleet, arrived)))
                elif end in fleet:
                    readings.append(moved(fleet, end, arrived))
    return _without_poorer(state, stick, distinct(readings))


def _without_poorer(
    state: State, stick: StickLaid, readings: tuple[Fleet, ...]
) -> tuple[Fleet, ...]:
    """Purple that may have started anew is taken to have: no end is lost by that."""
    if readings and stick.company in state.game.chart.island_companies:
        most = max(map(len, readings))
        return tuple(fleet for fleet in readings if len(fleet) == most)
    return readings


def _reached(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> frozenset[str]:
    """The places the company's chain comes to with this stick: perhaps several at once."""
    company, let = state.companies[stick.company], state.shown.let
    if let:
        return company.reached | reach(state.game, stick.company, spaces, company.loose, let)
    beside = {way.start for way, _ in state.game.chart.ways_through[stick.space]}
    places = [*(beside & company.reached)]
    return _follow(state.game, stick.company, spaces, company.loose, company.reached, places)


def _follow(
    game: Game,
    company: str,
    spaces: Mapping[str, str],
    loose: frozenset[str],
    reached: frozenset[str],
    places: list[str],
    let: Let = frozenset(),
) -> frozenset[str]:
    """Go on from places along every whole lane of the company, as ``network`` does.

    What is in doubt in a lane counts as its own. A lane of which a stick was let lie is not barred.
    """
    for place in places:
        for way in game.chart.ways_from[place]:
            if (
                way.goal not in reached
                and all(spaces.get(space) == company or space in loose for space in way.spaces)
                and (not _is_barred(game, way) or _is_let_in(way, let))
            ):
                reached |= {way.goal}
                places.append(way.goal)
    return reached


def _is_let_in(way: Way, let: Let) -> bool:
    code = INTO_HARBOUR if way.into_harbour else AGAINST_ARROW
    return any((space, code) in let for space in way.spaces)


def reach(
    game: Game,
    company: str,
    spaces: Mapping[str, str],
    loose: frozenset[str] = frozenset(),
    let: Let = frozenset(),
) -> frozenset[str]:
    """The places a company's chain has come to, from the sticks alone.

    A lane that the table let begin where the company had not come joins its ends, once it is whole.
    """
    home = game.chart.homes[company]
    reached = _follow(game, company, spaces, loose, frozenset({home}), [home], let)
    for start in _starts_let(game, company, spaces, let):
        more = _follow(game, company, spaces, loose, frozenset({start}), [start], let)
        reached |= more if len(more) > 1 else frozenset()
    return reached


def _starts_let(game: Game, company: str, spaces: Mapping[str, str], let: Let) -> Iterator[str]:
    """Where the table let a company begin a lane though it had not come there."""
    for space, code in sorted(let):
        if code == HANGS and spaces.get(space) == company:
            for way, index in game.chart.ways_through[space]:
                if index == 0:
                    yield way.start


def is_let(state: State, space: str) -> bool:
    """Whether the table let a stick lie here that broke a rule: no stick is missing before it."""
    return any(place == space for place, _ in state.shown.let)
