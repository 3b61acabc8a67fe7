"""Auctions in which money is put right. Rule 61, point A11."""

from __future__ import annotations

import pytest

from companion.bank import Ledger
from companion.games.long_cours.judging.choices import awaited
from companion.games.long_cours.state.kept_state import KEPT
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from tests.companion.games.long_cours.tables import after, fact, found, having, sailing


def paid(name: str, amount: int) -> Event:
    return fact("pay", None, **{"from": "bank", "to": name, "amount": amount})


def taken(name: str, amount: int) -> Event:
    return fact("pay", None, **{"from": name, "to": "bank", "amount": amount})


ASKED = fact("auction")
POOR = having(sailing(count=4), Ann=10, Ben=3, Cleo=3, Dan=20)
CASES: dict[str, tuple[State, list[Event], tuple[str, ...]]] = {
    "who could not bid": (POOR, [ASKED, paid("Ben", 10)], ("Ann", "Ben", "Dan")),
    "who still can't": (POOR, [ASKED, paid("Ben", 2)], ("Ann", "Dan")),
    "he speaks where he sits, after the highest bid": (
        POOR,
        [ASKED, fact("bid", millions=6), paid("Ben", 10)],
        ("Ben", "Dan", "Ann"),
    ),
    "a sum that is bid already": (
        POOR,
        [ASKED, fact("bid", millions=6), fact("bid", "Dan", millions=9), paid("Cleo", 6)],
        ("Ann", "Dan"),
    ),
    "two of them": (
        POOR,
        [ASKED, fact("bid", millions=6), paid("Ben", 10), paid("Cleo", 10)],
        ("Ben", "Cleo", "Dan", "Ann"),
    ),
    "who has passed stays out": (
        POOR,
        [ASKED, fact("no_bid"), paid("Ann", 10), paid("Cleo", 10)],
        ("Cleo", "Dan"),
    ),
    "who has less now is asked, and passes": (
        POOR,
        [ASKED, taken("Dan", 18)],
        ("Ann", "Dan"),
    ),
}
"""What is told of an auction; and who may bid then, in which order."""


@pytest.mark.parametrize(("state", "told", "bidders"), CASES.values(), ids=CASES)
def test_money_that_is_put_right_counts_in_an_auction(
    state: State, told: list[Event], bidders: tuple[str, ...]
) -> None:
    for event in told:
        assert found(state, event) == []
        state = after(state, event)

    assert state.auction is not None
    assert state.auction.bidders == bidders
    assert awaited(state) == bidders[:1]
    ledger = Ledger(state.bank.transfers)
    assert KEPT.read(KEPT.written(state), state, ledger).auction == state.auction


@pytest.mark.parametrize("first", [True, False], ids=["before the auction", "in it"])
def test_it_does_not_matter_when_the_money_is_put_right(first: bool) -> None:
    start = having(sailing(), Ann=10, Ben=3, Cleo=3)
    begun = [paid("Ben", 10), ASKED] if first else [ASKED, paid("Ben", 10)]
    told = [
        *begun,
        fact("bid", millions=6),
        fact("bid", "Ben", millions=7),
        fact("bid", millions=8),
        fact("no_bid", "Ben"),
    ]
    for event in told:
        assert found(start, event) == []
        start = after(start, event)

    assert (start.corsair.owner, start.cash("Ann"), start.cash("Ben")) == ("Ann", 2, 13)


def test_who_is_passed_over_may_say_that_he_bids_no_more() -> None:
    """He has less than must be bid: he is out already. Point A11."""
    told = [
        ASKED,
        fact("no_bid", "Ben"),
        fact("bid", millions=6),
        fact("no_bid", "Cleo"),
        fact("no_bid", "Dan"),
    ]
    state = POOR
    for event in told:
        assert found(state, event) == []
        state = after(state, event)

    assert state.corsair.owner == "Ann"
