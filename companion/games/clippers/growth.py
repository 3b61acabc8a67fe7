"""Where routes may grow, and how a stick moves their ends. Rules, sections 5 to 7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.games.clippers.chart import Chart, Way
from companion.games.clippers.editions import PurpleGrowth, SameColourMeets
from companion.games.clippers.events import StickLaid
from companion.games.clippers.state import Company, End, Fleet, Game, Inside, State


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
    laid = state.spaces
    return any(laid.get(space, company) != company for space in way.spaces)


def is_begun_by_itself(state: State, company: str, way: Way) -> bool:
    """Whether the company has sticks in the lane already, from its other end (5.5)."""
    if state.game.rulings.same_colour_meets is SameColourMeets.LEGAL:
        return False
    laid = state.spaces
    return any(laid.get(space) == company for space in way.spaces)


def has_twin(state: State, company: str, way: Way) -> bool:
    """Whether the company has a stick in another lane of the route (5.6)."""
    laid = state.spaces
    return any(laid.get(space) == company for space in way.twins)


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
        return state.companies[company].reached
    if state.game.rulings.purple_growth is PurpleGrowth.ANY_PURPLE_ISLAND:
        return state.companies[company].reached
    return (state.game.chart.homes[company],)


def starting_spaces(state: State, company: str) -> Iterator[str]:
    """The spaces on which a further route of the company may begin."""
    if state.companies[company].sticks:
        for way in ways_on(state, company, starts_of(state, company)):
            yield way.spaces[0]


def can_start(state: State, company: str) -> bool:
    """Whether a further route of the company could begin now."""
    return next(starting_spaces(state, company), None) is not None


def extending_spaces(state: State, company: str) -> Iterator[str]:
    """The spaces on which a stick of the company may be laid without a bought ship."""
    if state.companies[company].sticks and state.is_open(company):
        for fleet in state.companies[company].fleets:
            yield from _next_spaces(state, company, fleet)
        if company in state.game.chart.island_companies:
            yield from starting_spaces(state, company)


def can_extend(state: State, company: str) -> bool:
    """Whether a stick of the company may be laid without a bought ship, in some reading."""
    return next(extending_spaces(state, company), None) is not None


def can_surely_extend(state: State, company: str) -> bool:
    """Whether a stick of the company may be laid whichever reading of its ends is right."""
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


def grown(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> Company:
    """The company after a stick; ``spaces`` is the board with it."""
    company = state.companies[stick.company]
    return replace(
        company,
        sticks=company.sticks - 1,
        reached=_reached(state, stick, spaces),
        fleets=_moved(state, stick, spaces),
    )


def lifted(game: Game, name: str, company: Company, spaces: Mapping[str, str]) -> Company:
    """The company after one of its sticks made way for another; its ends stay where they were."""
    return replace(company, sticks=company.sticks + 1, reached=reach(game, name, spaces))


def _moved(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> tuple[Fleet, ...]:
    """Every reading of the company's ends after a stick; an unruly stick moves no end."""
    company = state.companies[stick.company]
    opened_from = _opened_from(state, stick)
    readings: dict[Fleet, None] = {}
    for way, index in fitting_ways(state, stick):
        arrived = _arrival(way, index + 1, stick.company, spaces)
        for fleet in company.fleets:
            if index == 0 and way.start in opened_from:
                readings[in_order((*fleet, arrived))] = None
            else:
                end: End = Inside(way, index) if index else way.start
                if end in fleet:
                    at = fleet.index(end)
                    readings[in_order((*fleet[:at], arrived, *fleet[at + 1 :]))] = None
    if readings:
        return _without_poorer(state, stick, tuple(readings))
    return tuple(in_order((*fleet, *_unruly_end(state, stick, spaces))) for fleet in company.fleets)


def _unruly_end(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> tuple[End, ...]:
    """The new end of a ship that started where it may not; any other unruly stick has none."""
    if not stick.alternate:
        return ()
    way, index = state.game.chart.ways_through[stick.space][0]
    return (_arrival(way, index + 1, stick.company, spaces),)


def _without_poorer(
    state: State, stick: StickLaid, readings: tuple[Fleet, ...]
) -> tuple[Fleet, ...]:
    """Purple that may have started anew is taken to have: no end is lost by that."""
    if stick.company in state.game.chart.island_companies:
        most = max(map(len, readings))
        return tuple(fleet for fleet in readings if len(fleet) == most)
    return readings


def _arrival(way: Way, laid: int, company: str, spaces: Mapping[str, str]) -> End:
    """Where a route stands that has so many spaces behind it and passes over its own sticks."""
    while laid < len(way.spaces) and spaces.get(way.spaces[laid]) == company:
        laid += 1
    return way.goal if laid == len(way.spaces) else Inside(way, laid)


def _reached(state: State, stick: StickLaid, spaces: Mapping[str, str]) -> frozenset[str]:
    """The places the company's chain comes to with this stick: perhaps several at once."""
    reached = state.companies[stick.company].reached
    beside = {way.start for way, _ in state.game.chart.ways_through[stick.space]}
    return _follow(state.game, stick.company, spaces, reached, [*(beside & reached)])


def _follow(
    game: Game,
    company: str,
    spaces: Mapping[str, str],
    reached: frozenset[str],
    places: list[str],
) -> frozenset[str]:
    """Go on from places along every whole lane of the company, as ``network`` does."""
    for place in places:
        for way in game.chart.ways_from[place]:
            if (
                way.goal not in reached
                and all(spaces.get(space) == company for space in way.spaces)
                and not _is_barred(game, way)
            ):
                reached |= {way.goal}
                places.append(way.goal)
    return reached


def reach(game: Game, company: str, spaces: Mapping[str, str]) -> frozenset[str]:
    """The places a company's chain has come to, from the sticks alone."""
    chart = game.chart
    return _follow(game, company, spaces, frozenset({chart.homes[company]}), [chart.homes[company]])


def in_order(fleet: Fleet) -> Fleet:
    """Sort ends by name, so that the same ends are the same fleet."""
    return tuple(sorted(fleet, key=end_name)) if len(fleet) > 1 else fleet


def end_name(end: End) -> str:
    """Name an end: the place, or the space of the last stick and the way it goes."""
    if isinstance(end, str):
        return end
    return f"{end.way.spaces[end.laid - 1]}>{end.way.goal}"
