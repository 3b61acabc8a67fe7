"""What was meant by a fact that leaves something unsaid."""

from __future__ import annotations

from dataclasses import replace

from companion.games.clippers.course.allowance import is_last_stick
from companion.games.clippers.state.growth import fitting_ways, is_unruly, without_loose
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import StickLaid


def as_meant(state: State, stick: StickLaid) -> StickLaid:
    """The stick as it was meant: who holds a ship and goes on from no end opens his route.

    So does who lays the stick with which he has to. Nobody said so, and the ship shows it.
    """
    seat = state.seat_of(stick.player)
    if stick.alternate or seat.ship != stick.company:
        return stick
    opening = replace(stick, alternate=True)
    must = is_last_stick(seat, state.phase) or not fitting_ways(state, stick)
    return opening if must and fitting_ways(state, opening) else stick


def with_room(state: State, stick: StickLaid) -> State:
    """The state in which a stick finds its space free: one in doubt that lay there lies elsewhere.

    Only where the new one goes on from an end then.
    """
    under = state.spaces.get(stick.space)
    if under is None or stick.space not in state.companies[under].loose:
        return state
    room = without_loose(state, stick.space)
    return state if is_unruly(room, as_meant(room, stick)) else room
