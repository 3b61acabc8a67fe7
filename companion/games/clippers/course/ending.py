"""When a game is over, and how near that is. Rules, section 9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.finding import Finding, Severity
from companion.games.clippers.course.allowance import is_last_stick, owes_stick
from companion.games.clippers.state.growth import can_extend, can_start, has_stick_left
from companion.games.clippers.state.state import SHIP, GameEnd, Reason, Seat, State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import DeadSticks, EndCheck
from companion.games.clippers.terms.events import StickLaid, TurnEnded

FEW_STICKS = 3
FEW_COMPANIES = 2


def end_after(state: State, event: object) -> GameEnd | None:
    """Whether a fact has brought the end; ``state`` is what it led to."""
    if state.end is not None:
        return state.end
    if isinstance(event, StickLaid):
        if all_sticks_gone(state):
            return _end(state, Reason.ALL_STICKS, None)
        at_every_stick = state.game.rulings.end_check is EndCheck.AFTER_EVERY_STICK
        return _end(state, Reason.STUCK, None) if at_every_stick and is_stuck(state) else None
    return end_at_turn(state) if isinstance(event, TurnEnded) else None


def end_at_turn(state: State) -> GameEnd | None:
    """Whether the game ends because who comes to his turn has to lay a stick and can't (A2)."""
    if state.end is None and owes_stick(state, state.seat) and is_stuck(state):
        return _end(state, Reason.STUCK, state.seat.player.name)
    return state.end


def all_sticks_gone(state: State) -> bool:
    """All sticks of all companies are laid, or dead. Rules, section 9.1; rulings A6 and C21."""
    return all(not has_stick_left(state, name) or is_dead(state, name) for name in state.companies)


def is_dead(state: State, company: str) -> bool:
    """Whether the sticks a company has left can never be laid. Rules, section 5.9; ruling A6."""
    if not state.companies[company].sticks:
        return False
    if not state.is_open(company) or can_extend(state, company):
        return False
    if any(seat.ship == company for seat in state.seats) and can_start(state, company):
        return False
    if state.game.rulings.dead_sticks is DeadSticks.WHEN_ALL_ENDS_DEAD:
        return True
    return not (state.companies[company].ships and can_start(state, company))


def dead_sticks(state: State) -> dict[str, int]:
    """The sticks, by company, that nobody could lay when the game ended of it. Rules, 9.1."""
    if state.end is None or state.end.reason is not Reason.ALL_STICKS:
        return {}
    laid = Counter(state.counted.spaces.values())
    harbours = state.game.chart.harbours.items()
    left = {name: (harbour.pieces or 0) - laid[name] for name, harbour in harbours}
    return {name: number for name, number in left.items() if number > 0}


def is_stuck(state: State) -> bool:
    """Whether who is at turn can lay nothing and the game ends of it. Rules, section 9.2."""
    return not (_something_extends(state) or _held_ship_helps(state) or _spare_ship_helps(state))


def _something_extends(state: State) -> bool:
    """A route can be extended; purple counts by ruling A5."""
    purple = state.game.chart.island_companies
    counted = state.game.rulings.purple_delays_end
    return any(
        can_extend(state, company)
        for company in state.companies
        if counted or company not in purple
    )


def _held_ship_helps(state: State) -> bool:
    """A ship that waits in front of a player could open a route (ruling A3)."""
    others = state.game.rulings.held_clipper_delays_end
    return any(
        can_start(state, ship)
        for seat in state.seats
        if others or seat is state.seat
        for ship in _may_hold(state, seat)
    )


def _may_hold(state: State, seat: Seat) -> Iterator[str]:
    """The companies whose ship a player may hold: any, where the one that was said is doubted."""
    if seat.ship is not None:
        yield seat.ship
        if SHIP in seat.doubted:
            yield from (name for name, company in state.companies.items() if company.ships)


def _spare_ship_helps(state: State) -> bool:
    """A ship beside the board could open a route (ruling A4)."""
    return state.game.rulings.spare_clipper_delays_end and any(
        company.ships and can_start(state, name) for name, company in state.companies.items()
    )


def _end(state: State, reason: Reason, stuck: str | None) -> GameEnd:
    """The end, here and now. Who has laid in this turn is not among those yet to lay."""
    first = state.turns_done + (stuck is None)
    names = tuple(_seat(state, turn).player.name for turn in range(first, len(state.seats)))
    return GameEnd(reason, state.facts, state.round, state.phase, stuck, names)


def _seat(state: State, turn: int) -> Seat:
    return state.seats[(state.first + turn) % len(state.seats)]


def omens(state: State) -> Iterator[Finding]:
    """What to say beforehand, as notes: few sticks, few companies that grow, a route to open.

    Of a game that is over there is left to say which sticks died.
    """
    dead = {name for name in state.companies if is_dead(state, name)}
    yield from (_death(state, name) for name in state.companies if name in dead)
    if state.over:
        return
    seat = state.seat
    if seat.ship and is_last_stick(seat, state.phase) and can_start(state, seat.ship):
        yield Finding(
            "open-the-route-now",
            Severity.NOTE,
            sections.DUTY_TO_START,
            (),
            {"player": seat.player.name, "company": seat.ship},
        )
    for name, company in state.companies.items():
        if 0 < company.sticks <= FEW_STICKS and name not in dead:
            yield Finding(
                "few-sticks-left",
                Severity.NOTE,
                sections.ALL_STICKS,
                (),
                {"company": name, "left": company.sticks},
            )
    growing = [name for name in state.companies if can_extend(state, name)]
    if len(growing) <= FEW_COMPANIES:
        yield Finding(
            "few-companies-grow" if growing else "no-company-grows",
            Severity.NOTE,
            sections.STUCK,
            (),
            {"companies": " ".join(growing), "growing": len(growing)},
        )


def _death(state: State, company: str) -> Finding:
    """Say that a company's sticks are dead. Rules, section 5.9; ruling A6."""
    final = state.game.rulings.dead_sticks is DeadSticks.WHEN_NO_START
    return Finding(
        "sticks-dead" if final else "sticks-count-as-gone",
        Severity.NOTE,
        sections.DEAD_ENDS,
        (),
        {"company": company, "left": state.companies[company].sticks},
    )
