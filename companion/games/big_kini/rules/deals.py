"""Deals for votes. Rule 53."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal, look
from companion.games.big_kini.course.money import can_pay
from companion.games.big_kini.state.reach import represented
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import InDeal, MoneyGiven

MORE_THAN = 2


def in_an_election_of_three(state: State, event: InDeal) -> Iterator[Finding]:
    """Deals are made where more than two are represented, and among these alone. Rule 53."""
    election, parties = state.election, (event.player, event.other)
    there = represented(state, election.cell) if election else ()
    if election is None or len(there) <= MORE_THAN:
        yield look("no-deal-now", "53", player=event.player, other=event.other)
        return
    for name in dict.fromkeys(parties):
        if name not in there:
            yield look("not-represented", "53", election.cell, player=name)


def with_another(state: State, event: InDeal) -> Iterator[Finding]:
    """Nobody deals with himself. Rule 53."""
    del state
    if event.player == event.other:
        yield illegal("deal-with-oneself", "53", player=event.player)


def has_the_money(state: State, event: MoneyGiven) -> Iterator[Finding]:
    """Nobody gives what he does not have. Rule 53."""
    if not can_pay(state, event.player, event.amount):
        yield illegal("no-money-to-give", "53", player=event.player)
