"""The corsair's auction: open, rising, round the table from the caller. Rules 60, 61, point A11.

Cash is open to all (rule 58): who can't bid more than is bid already is passed over.
"""

from __future__ import annotations

from dataclasses import replace

from companion.bank import BANK, Transfer
from companion.games.long_cours.state.state import Auction, Corsair, State
from companion.games.long_cours.terms.events import Bid

LEAST_BID = 6


def asked(state: State, caller: str) -> State:
    """The auction begins with its caller; it is over at once where nobody can pay."""
    names = [captain.name for captain in state.captains]
    first = names.index(caller)
    order = [*names[first:], *names[:first]]
    playing = {captain.name for captain in state.afloat}
    bidders = tuple(name for name in order if name in playing)
    state = replace(state, turn=replace(state.turn, auctioned=True))
    return _going(state, Auction(bidders))


def bid(state: State, event: Bid) -> State:
    """A higher bid; the bidder comes last in the order."""
    if state.auction is None:
        return state
    others = tuple(name for name in state.auction.bidders if name != event.player)
    return _going(state, Auction((*others, event.player), event.millions, event.player))


def passed(state: State, player: str) -> State:
    """Who bids no more is out of this auction."""
    auction = state.auction
    if auction is None:
        return state
    bidders = tuple(name for name in auction.bidders if name != player)
    return _going(state, replace(auction, bidders=bidders))


def least_bid(auction: Auction) -> int:
    """What has to be bid at least."""
    return max(LEAST_BID, auction.millions + 1)


def _going(state: State, auction: Auction) -> State:
    """The auction without those who can't go on; sold, or over, where nobody is left to speak."""
    able = tuple(
        name
        for name in auction.bidders
        if name == auction.bidder or state.cash(name) >= least_bid(auction)
    )
    if any(name != auction.bidder for name in able):
        return replace(state, auction=replace(auction, bidders=able))
    return _over(state, auction)


def knocked_down(state: State) -> State:
    """Nobody bids any more: the auction is over as it stands."""
    return state if state.auction is None else _over(state, state.auction)


def _over(state: State, auction: Auction) -> State:
    """The highest bidder pays the bank and owns the corsair; or nobody does."""
    state = replace(state, auction=None)
    if auction.bidder is None:
        return state
    price = Transfer(auction.bidder, BANK, auction.millions, "corsair", state.facts)
    corsair = Corsair(auction.bidder, None, state.turns)
    return replace(state, bank=state.bank.pay(price), corsair=corsair)
