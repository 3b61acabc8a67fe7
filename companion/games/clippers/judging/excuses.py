"""What is not told again: it follows from a slip that was told before, or from what was allowed."""

from __future__ import annotations

from companion.games.clippers.chart.network import OPENED_BY
from companion.games.clippers.course.meaning import as_meant
from companion.games.clippers.state.growth import unwritten_before
from companion.games.clippers.state.state import CARD, FIRST_LAYING, SECOND_LAYING, SHIP, State
from companion.games.clippers.terms.events import Event, MarkerMoved, StickLaid, TurnEnded

FROM_NOWHERE = frozenset({"not-from-end", "purple-not-from-end", "meets-itself"})
"""What is found where the sticks before one are missing."""
OF_THE_CARD = frozenset({"over-allowance", "five-x-in-both-phases", "last-stick-opens-route"})
"""What is found where another card was taken than the one that was said."""
OF_THE_SHIP = frozenset({"no-ship-bought", "last-stick-opens-route", "ship-owed"})
"""What is found where another ship was bought, or had been used already."""


def excused(state: State, event: Event) -> frozenset[str]:
    """The codes of what is told about a fact elsewhere; ``state`` is its turn's."""
    match event:
        case StickLaid():
            return _of_stick(state, event)
        case MarkerMoved():
            return OF_THE_SHIP if SHIP in state.seat_of(event.player).doubted else frozenset()
        case TurnEnded():
            return _of_done(state, event)
    return frozenset()


def _of_stick(state: State, event: StickLaid) -> frozenset[str]:
    codes = frozenset[str]()
    if CARD in state.seat.doubted:
        codes |= OF_THE_CARD
    if SHIP in state.seat_of(event.player).doubted:
        codes |= OF_THE_SHIP
    if unwritten_before(state, as_meant(state, event)):
        codes |= FROM_NOWHERE
    if _seems_open(state, event.company):
        codes |= {"purple-closed"}
    return codes | _of_open_turn(state, event)


def _seems_open(state: State, company: str) -> bool:
    """Whether purple lies there before it opened, and one forgotten stick may have opened it."""
    if company not in state.game.chart.island_companies or company not in state.spaces.values():
        return False
    return len(state.companies_at(state.game.chart.homes[company])) + 1 >= OPENED_BY


def _of_done(state: State, event: TurnEnded) -> frozenset[str]:
    codes = _of_open_turn(state, event)
    seat = state.seat_of(event.player)
    if CARD in seat.doubted or (event.player, state.phase) in state.shown.excused:
        codes |= {"stick-owed"}
    return codes | (OF_THE_SHIP if SHIP in seat.doubted else frozenset())


def _of_open_turn(state: State, event: StickLaid | TurnEnded) -> frozenset[str]:
    """Whose turn of phase 2 is missing may have opened his route in it."""
    if not state.shown.unwritten or state.phase != SECOND_LAYING:
        return frozenset()
    nothing_laid = not state.seat_of(event.player).laid_in(FIRST_LAYING)
    return OF_THE_SHIP - {"no-ship-bought"} if nothing_laid else frozenset()
