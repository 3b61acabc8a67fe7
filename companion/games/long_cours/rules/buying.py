"""Buying. Rules 22 to 27."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Bought


def what_is_sold_here(state: State, event: Bought) -> Iterator[Finding]:
    """A port sells the product of its colour, and a white rectangle nothing. Rules 22 and 23."""
    at = state.captain(event.player).at
    if at is None:
        return
    sold = state.game.board.stops[at].product
    if sold is None:
        yield illegal("nothing-sold-here", "22", at, player=event.player)
    elif sold != event.product:
        yield illegal(
            "sold-elsewhere", "23", at, player=event.player, product=event.product, sold=sold
        )


def cash_for_it(state: State, event: Bought) -> Iterator[Finding]:
    """The sum is free, but for the player's cash. Rule 25."""
    cash = state.cash(event.player)
    if event.millions > cash:
        yield illegal("no-cash", "25", player=event.player, price=event.millions, cash=cash)
