"""The small changes that facts are made of: a seat, a company's ships, a payment."""

from __future__ import annotations

from dataclasses import replace

from companion.bank import Transfer
from companion.games.clippers.state.state import Seat, State


def seated(state: State, seat: Seat) -> State:
    """The state with a player's seat as it is now."""
    at = state.game.seat_of(seat.player.name)
    return replace(state, seats=(*state.seats[:at], seat, *state.seats[at + 1 :]))


def with_ships(state: State, name: str, more: int) -> State:
    """The state with so many more ships of a company beside the board."""
    company = state.companies[name]
    return replace(
        state,
        companies={**state.companies, name: replace(company, ships=company.ships + more)},
    )


def paid(
    state: State,
    source: str,
    target: str,
    amount: int,
    reason: str,
    about: str | None = None,
    mends: int | None = None,
) -> State:
    """The state after a payment; nothing is no payment."""
    if not amount:
        return state
    transfer = Transfer(source, target, amount, reason, state.facts, about, mends)
    return replace(state, bank=state.bank.pay(transfer))


def settled(state: State) -> State:
    """Keep what lies on the board once nothing counts any more. Rules, section 9.3."""
    if state.over and state.final is None:
        return replace(state, final=state.position)
    return state
