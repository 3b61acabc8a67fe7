"""How many sticks a player may lay, and must. Rules, sections 3.4, 4.3 to 4.6 and 5.1."""

from __future__ import annotations

from companion.games.clippers.state.growth import can_start, can_surely_extend
from companion.games.clippers.state.state import FIRST_LAYING, SECOND_LAYING, Seat, State
from companion.games.clippers.terms.events import Card

MOST_STICKS = {None: 1, Card.TWO_X: 2, Card.THREE_X: 3, Card.FIVE_X: 5, Card.PORT: 1}


def most_sticks(seat: Seat, phase: int) -> int:
    """The sticks a player may lay in a phase, those already laid there counted in."""
    if phase < FIRST_LAYING:
        return 0
    other = FIRST_LAYING + SECOND_LAYING - phase
    if seat.ported == phase or (seat.card is Card.FIVE_X and seat.laid_in(other)):
        return 0
    return MOST_STICKS[seat.card]


def owes_stick(state: State, seat: Seat) -> bool:
    """Whether a stick is asked of a player in this phase (rulings A12, C1, C2 and C25)."""
    if state.phase < FIRST_LAYING or seat.laid_in(state.phase) or seat.ported == state.phase:
        return False
    if seat.card is not Card.FIVE_X:
        return True
    may_choose = state.phase == FIRST_LAYING or state.game.rulings.five_x_zero
    return not (may_choose or seat.laid_in(FIRST_LAYING))


def can_surely_lay(state: State, seat: Seat) -> bool:
    """Whether there is a stick the player may lay, whichever reading of the ends is right."""
    if seat.ship is not None and can_start(state, seat.ship):
        return True
    return any(can_surely_extend(state, company) for company in state.companies)


def lays_again(state: State) -> bool:
    """Whether a further stick of who is at turn in phase 2 is one of phase 3.

    He has laid all he may, and those between have used their 5X, and may lay nothing (4.5).
    """
    seat, count, own = state.seat, len(state.seats), state.turns_done
    if state.phase != FIRST_LAYING or not 0 < most_sticks(seat, FIRST_LAYING) <= seat.laid[0]:
        return False
    between = ((state.first + own + step, own + step) for step in range(1, count))
    return not any(
        most_sticks(state.seats[at % count], FIRST_LAYING if place < count else SECOND_LAYING)
        for at, place in between
    )


def is_last_stick(seat: Seat, phase: int) -> bool:
    """Whether the player's next stick is the last he may lay in this round."""
    if phase < FIRST_LAYING or seat.laid_in(phase) + 1 < most_sticks(seat, phase):
        return False
    return phase == SECOND_LAYING or seat.card is Card.FIVE_X


def is_last_turn(seat: Seat, phase: int) -> bool:
    """Whether this is the last turn of this round in which the player may lay."""
    used_5x = seat.card is Card.FIVE_X and seat.laid_in(FIRST_LAYING) > 0
    return phase == (FIRST_LAYING if used_5x else SECOND_LAYING)


def owes_route(state: State, seat: Seat) -> bool:
    """Whether a player still has to open the route of his bought ship in this turn (6.2, C9).

    Who laid his last stick elsewhere has none left to open it with.
    """
    if seat.ship is None or not is_last_turn(seat, state.phase):
        return False
    if seat.laid_in(state.phase) >= most_sticks(seat, state.phase):
        return False
    return can_start(state, seat.ship)


def is_stranded(state: State, seat: Seat) -> bool:
    """Whether the ship a player bought could open no route in his last laying turn (C8)."""
    if seat.stranded is not None:
        return seat.stranded
    return seat.ship is not None and not can_start(state, seat.ship)
