"""How a turn passes to the left, and a phase and a round to the next. Rules, 3.1 and 3.5."""

from __future__ import annotations

from dataclasses import replace

from companion.bank import BANK
from companion.games.clippers.course.allowance import (
    can_surely_lay,
    is_last_turn,
    is_stranded,
    owes_stick,
)
from companion.games.clippers.course.bonuses import box_gives
from companion.games.clippers.state.handling import paid, seated, with_ships
from companion.games.clippers.state.state import MARKET, SECOND_LAYING, Seat, State
from companion.games.clippers.terms.editions import StrandedClipper

SHIP_PRICE = 3


def next_turn(state: State) -> State:
    """Pass the turn to the left, and go on to the next phase or round. Rules, 3.1 and 3.5."""
    seat = state.seat
    if seat.ship is not None and is_last_turn(seat, state.phase):
        state = seated(state, replace(seat, stranded=is_stranded(state, seat)))
    if _could_lay_nothing(state):
        state = replace(state, shown=state.shown.with_excused(seat.player.name, state.phase))
    if state.turns_done + 1 < len(state.seats):
        return replace(state, turns_done=state.turns_done + 1)
    if state.phase < SECOND_LAYING:
        return replace(state, phase=state.phase + 1, turns_done=0)
    return _end_round(state)


def had_turn_before(state: State, player: str, phase: int) -> bool:
    """Whether a player had the last turn of this phase, and the first of the next is at hand."""
    count = len(state.seats)
    last = state.first - (2 if state.phase == MARKET else 1)
    before = SECOND_LAYING if state.phase == MARKET else state.phase - 1
    return (
        state.turns_done == 0
        and (phase, player) == (before, state.seats[last % count].player.name)
        and (state.round > 1 or state.phase > MARKET)
    )


def _could_lay_nothing(state: State) -> bool:
    """Whether who leaves his turn had to lay a stick, and there was none he could lay (5.1)."""
    return owes_stick(state, state.seat) and not can_surely_lay(state, state.seat)


def _end_round(state: State) -> State:
    """Phase 4: cards and unused ships go back, the hook passes to the left. Rules, section 3.5."""
    cards = dict(state.cards)
    for seat in state.seats:
        if seat.card is not None:
            cards[seat.card] += 1
        if seat.ship is not None:
            state = _give_ship_back(state, seat, seat.ship)
    return replace(
        state,
        seats=tuple(Seat(seat.player, seat.markers) for seat in state.seats),
        cards=cards,
        round=state.round + 1,
        phase=MARKET,
        first=(state.first + 1) % len(state.seats),
        turns_done=0,
        shown=state.shown.in_new_round(),
    )


def _give_ship_back(state: State, seat: Seat, ship: str) -> State:
    """A ship that opened no route goes back beside the board; one that could not, by ruling C8."""
    ruling = state.game.rulings.stranded_clipper
    if not is_stranded(state, seat):
        return with_ships(state, ship, 1)
    if ruling is StrandedClipper.REMOVED:
        return state
    if ruling is StrandedClipper.RETURN_REFUND:
        amount = min(SHIP_PRICE, box_gives(state))
        state = paid(state, BANK, seat.player.name, amount, "refund", ship)
    return with_ships(state, ship, 1)
