"""What a stick earns: 2 $ for the first company at an island, 1 $ for each further one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.bank import BANK
from companion.games.clippers.state.growth import grown
from companion.games.clippers.state.state import Company, State
from companion.games.clippers.terms.editions import BankLimit
from companion.games.clippers.terms.events import Card, StickLaid

FIRST = 2
FURTHER = 1
NO_END = 10**9
"""A bank without an end, in $."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a player gets for an island that a company came to.

    ``unpaid`` is what he would get besides, had the bank an end and not come to it (ruling C15).
    """

    island: str
    amount: int
    unpaid: int = 0


def bonuses_of(state: State, stick: StickLaid) -> tuple[Bonus, ...]:
    """What a stick would earn its player now. Rules, sections 8.1 to 8.4."""
    spaces = {**state.spaces, stick.space: stick.company}
    return tuple(bonuses(state, stick, grown(state, stick, spaces)))


def bonuses(state: State, stick: StickLaid, after: Company) -> Iterator[Bonus]:
    """What a stick earns that leaves the company as ``after``.

    A company that was there before earns nothing, and nothing is not a bonus. Rules, section 8.3.
    """
    before = state.companies[stick.company].reached
    if len(before) == len(after.reached):
        return
    factor, left = multiplier(state.seat_of(stick.player).card), box_gives(state)
    for island in state.game.chart.board.islands:
        if island in after.reached and island not in before and factor:
            earned = factor * worth(state, island)
            amount = min(earned, left)
            left -= amount
            yield Bonus(island, amount, earned - amount)


def box_gives(state: State) -> int:
    """What the bank can still pay: all it is asked for, or what is in its box (ruling C15)."""
    if state.game.rulings.bank_limit is BankLimit.NONE:
        return NO_END
    return max(0, state.bank.balance(BANK))


def multiplier(card: Card | None) -> int:
    """What an option card makes of a bonus. Rules, section 8.4."""
    if card is Card.TWO_X:
        return 2
    return 0 if card is Card.THREE_X else 1


def worth(state: State, island: str) -> int:
    """The plain bonus for a company that is new at an island. Rules, sections 8.1 and 8.2."""
    if state.companies_at(island):
        return FURTHER
    if island in state.game.chart.homes.values():
        return state.game.rulings.samoa_first_bonus
    return FIRST
