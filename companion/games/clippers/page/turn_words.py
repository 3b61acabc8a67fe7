"""Who is awaited, and what he must and may do: codes and parameters, made to sentences in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.clippers.course.allowance import most_sticks, owes_stick
from companion.games.clippers.state.growth import can_start
from companion.games.clippers.state.state import FIRST_LAYING, MARKET, SECOND_LAYING, Seat, State
from companion.games.clippers.terms.events import Card, Event, MarkerMoved, ShipBought, StickLaid
from companion.play.game import Choice


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing a player must or may do now; ``code`` is a message of the catalogue."""

    player: str
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


def awaited(state: State) -> tuple[str, ...]:
    """Who may act now; two where one may still buy a ship and the next may already go on."""
    if state.over:
        return ()
    if state.phase == MARKET and state.seat.acted:
        return state.seat.player.name, state.next_seat.player.name
    return (state.seat.player.name,)


NOTHING_LEFT = frozenset({"turn:laid", "turn:port-used", "turn:five-x-used", "turn:cannot-lay"})
"""Duties of who has nothing left to lay."""


def duties(
    state: State, choices: Sequence[Choice[Event]], *, goes_on: bool = False
) -> tuple[Duty, ...]:
    """What the player at turn must and may do; nothing when the game is over.

    ``goes_on``: his turn ends by itself, and he need not say so.
    """
    if state.over:
        return ()
    seat = state.seat
    name = seat.player.name
    if state.phase == MARKET:
        if seat.acted:
            return (Duty(name, "turn:acted", {"next": state.next_seat.player.name}),)
        may_buy = any(isinstance(choice.event, ShipBought) for choice in choices)
        return (Duty(name, "turn:act" if may_buy else "turn:act-only"),)
    laying = _laying(state, seat, choices)
    said = Duty(name, "turn:goes-on" if goes_on else "turn:say-done")
    besides = _besides(state, seat, choices)
    return (laying, *besides, said) if laying.code in NOTHING_LEFT else (laying, *besides)


def _laying(state: State, seat: Seat, choices: Sequence[Choice[Event]]) -> Duty:
    name = seat.player.name
    left = most_sticks(seat, state.phase) - seat.laid_in(state.phase)
    can_lay = any(isinstance(choice.event, StickLaid) for choice in choices)
    if left <= 0:
        return Duty(name, _done_code(state, seat))
    if not can_lay:
        return Duty(name, "turn:cannot-lay")
    if owes_stick(state, seat):
        return Duty(name, "turn:lay-one" if left == 1 else "turn:lay-some", {"left": left})
    waits = seat.card is Card.FIVE_X and state.phase == FIRST_LAYING and left == 5
    more = "turn:lay-one-more" if left == 1 else "turn:lay-more"
    return Duty(name, "turn:lay-or-wait" if waits else more, {"left": left})


def _done_code(state: State, seat: Seat) -> str:
    """What to say of a player who may lay no more sticks in this phase."""
    if seat.ported == state.phase:
        return "turn:port-used"
    return "turn:laid" if seat.laid_in(state.phase) else "turn:five-x-used"


def _besides(state: State, seat: Seat, choices: Sequence[Choice[Event]]) -> Iterator[Duty]:
    name = seat.player.name
    if seat.ship is not None and state.phase <= SECOND_LAYING and can_start(state, seat.ship):
        yield Duty(name, "turn:open-route", {"company": seat.ship})
    if any(isinstance(choice.event, MarkerMoved) for choice in choices):
        anywhere = state.game.rulings.port_same_island
        yield Duty(name, "turn:move-marker-anywhere" if anywhere else "turn:move-marker")
