"""What a stick earns: 2 $ for the first company at an island, 1 $ for each further one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.clippers.events import Card, StickLaid
from companion.games.clippers.growth import grown
from companion.games.clippers.state import Company, State

FIRST = 2
FURTHER = 1


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a player gets for an island that a company came to."""

    island: str
    amount: int


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
    factor = multiplier(state.seat_of(stick.player).card)
    for island in state.game.chart.board.islands:
        if island in after.reached and island not in before and factor:
            yield Bonus(island, factor * _worth(state, island))


def multiplier(card: Card | None) -> int:
    """What an option card makes of a bonus. Rules, section 8.4."""
    if card is Card.TWO_X:
        return 2
    return 0 if card is Card.THREE_X else 1


def _worth(state: State, island: str) -> int:
    """The plain bonus for a company that is new at an island. Rules, sections 8.1 and 8.2."""
    if state.companies_at(island):
        return FURTHER
    if island in state.game.chart.homes.values():
        return state.game.rulings.samoa_first_bonus
    return FIRST
