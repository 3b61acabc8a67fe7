"""How much is laid, and what has to be. Rules, sections 4.3 to 4.6, 5.1 and 6.2."""

from __future__ import annotations

from companion.finding import Finding, Severity
from companion.games.clippers.course.allowance import (
    MOST_STICKS,
    can_surely_lay,
    is_last_stick,
    is_last_turn,
    is_stranded,
    most_sticks,
    owes_route,
    owes_stick,
)
from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.meaning import as_meant
from companion.games.clippers.state.growth import can_start, is_unruly
from companion.games.clippers.state.state import FIRST_LAYING, SECOND_LAYING, Seat, State
from companion.games.clippers.terms import sections
from companion.games.clippers.terms.editions import StrandedClipper
from companion.games.clippers.terms.events import Card, MarkerMoved, StickLaid, TurnEnded

SECTION_OF_CARD = {
    None: sections.LAYING_PHASES,
    Card.TWO_X: sections.TWO_X,
    Card.THREE_X: sections.THREE_X,
    Card.FIVE_X: sections.FIVE_X,
    Card.PORT: sections.PORT_CARD,
}


def sticks_within_allowance(state: State, event: StickLaid) -> Finding | None:
    """One stick in a phase; two with 2X, three with 3X, five in one of the two with 5X.

    The first stick too many of a round is told: who may lay that has a card nobody spoke of.
    Rules, sections 3.4 and 4.3 to 4.6; rulings C1, C2, C7, C10 and C25.
    """
    seat = state.seat_of(event.player)
    most = most_sticks(seat, state.phase)
    if state.phase < FIRST_LAYING or seat.laid_in(state.phase) != most or _was_told(seat, state):
        return None
    moved = seat.ported == state.phase
    code = "stick-and-port" if moved else "over-allowance" if most else "five-x-in-both-phases"
    return Finding(
        code,
        Severity.ILLEGAL,
        sections.PORT_CARD if moved else SECTION_OF_CARD[seat.card],
        (event.space,),
        {"player": event.player, "most": most},
    )


def _was_told(seat: Seat, state: State) -> bool:
    """Whether the player laid more sticks than he may in an earlier phase of this round."""
    first = seat.laid_in(FIRST_LAYING)
    return state.phase == SECOND_LAYING and first > MOST_STICKS[seat.card]


def last_stick_opens_the_route(state: State, event: StickLaid) -> Finding | None:
    """Who has a bought ship opens the route with his last stick, or with the last that can.

    Rules, section 6.2; rulings C8, C9 and C10. A stick may take the ship's last start away.
    """
    seat = state.seat_of(event.player)
    if seat.ship is None or (event.alternate and event.company == seat.ship):
        return None
    if state.phase < FIRST_LAYING or not can_start(state, seat.ship):
        return None
    if not is_last_stick(seat, state.phase) and not _takes_the_last_start(state, event, seat.ship):
        return None
    return Finding(
        "last-stick-opens-route",
        Severity.ILLEGAL,
        sections.DUTY_TO_START,
        (event.space,),
        {"player": event.player, "company": seat.ship},
    )


def _takes_the_last_start(state: State, event: StickLaid, ship: str) -> bool:
    """Whether a stick of a player's last turn leaves his ship nowhere to start.

    Of one that may not lie there no more is told.
    """
    if is_unruly(state, as_meant(state, event)):
        return False
    after = apply(state, event)
    seat = after.seat_of(event.player)
    return seat.ship == ship and is_last_turn(seat, state.phase) and not can_start(after, ship)


def a_move_leaves_a_stick_for_the_route(state: State, event: MarkerMoved) -> Finding | None:
    """Who moves a marker instead of his last stick opens no route with his bought ship.

    Rules, section 6.2; rulings C9 and C25. By default the card takes no stick's place.
    """
    seat = state.seat_of(event.player)
    instead = state.game.rulings.port_instead_of_stick and seat.card is Card.PORT
    if not instead or not is_last_stick(seat, state.phase):
        return None
    if seat.ship is None or not can_start(state, seat.ship):
        return None
    return Finding(
        "ship-owed",
        Severity.ILLEGAL,
        sections.DUTY_TO_START,
        (event.source, event.target),
        {"player": event.player, "company": seat.ship},
    )


def a_stick_is_laid(state: State, event: TurnEnded) -> Finding | None:
    """A player lays at least one stick in each phase, unless he can't or his card forbids it.

    Rules, section 5.1; rulings A12, C1 and C2.
    """
    seat = state.seat_of(event.player)
    if state.over or event.phase != state.phase or not owes_stick(state, seat):
        return None
    if not can_surely_lay(state, seat):
        return None
    return Finding(
        "stick-owed",
        Severity.ILLEGAL,
        sections.DUTY_TO_LAY,
        (),
        {"player": event.player, "phase": event.phase},
        "lay-it-now",
    )


def a_bought_ship_opens_a_route(state: State, event: TurnEnded) -> Finding | None:
    """A bought ship opens a route in the same round, if a stick is left to open it with.

    Rules, section 6.2; rulings C8 and C9. Who laid his last stick elsewhere was told then.
    """
    seat = state.seat_of(event.player)
    if state.over or event.phase != state.phase or not owes_route(state, seat):
        return None
    return Finding(
        "ship-owed",
        Severity.ILLEGAL,
        sections.DUTY_TO_START,
        (),
        {"player": event.player, "company": seat.ship or ""},
        "open-it-now",
    )


def unused_ship_goes_back(state: State, event: TurnEnded) -> Finding | None:
    """A ship that opened no route goes back beside the board; one that could not, by ruling C8.

    Rules, section 6.2.
    """
    seat = state.seat_of(event.player)
    if state.over or event.phase != state.phase or seat.ship is None:
        return None
    if not is_last_turn(seat, state.phase):
        return None
    ruling = state.game.rulings.stranded_clipper if is_stranded(state, seat) else None
    refunded, removed = StrandedClipper.RETURN_REFUND, StrandedClipper.REMOVED
    code = (
        "ship-is-refunded"
        if ruling is refunded
        else "ship-leaves-game"
        if ruling is removed
        else "ship-goes-back"
    )
    return Finding(
        code,
        Severity.NOTE,
        sections.DUTY_TO_START,
        (),
        {"player": event.player, "company": seat.ship},
    )
