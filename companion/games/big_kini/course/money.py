"""Money between a player and the bank; nothing moves where the table keeps its own. Rule 23."""

from __future__ import annotations

from dataclasses import replace

from companion.bank import BANK, Transfer
from companion.games.big_kini.state.state import State


def paid_to_bank(state: State, player: str, amount: int, reason: str, about: str = "") -> State:
    """A player pays the bank; nothing where nothing is due."""
    return moved(state, player, BANK, amount, reason, about)


def paid_by_bank(state: State, player: str, amount: int, reason: str, about: str = "") -> State:
    """The bank pays a player."""
    return moved(state, BANK, player, amount, reason, about)


def moved(
    state: State, source: str, target: str, amount: int, reason: str, about: str = ""
) -> State:
    """Money goes from one account to another, for a fact of this number."""
    if state.bank is None or not amount:
        return state
    transfer = Transfer(source, target, amount, reason, state.facts, about or None)
    return replace(state, bank=state.bank.pay(transfer))


def can_pay(state: State, player: str, amount: int) -> bool:
    """Whether a player has so much; nobody knows where the table keeps its own money.

    Who owes something can still do what costs nothing.
    """
    return state.bank is None or not amount or amount <= state.bank.balance(player)
