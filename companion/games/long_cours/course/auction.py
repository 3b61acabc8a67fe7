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
    """The auction begins with its caller; it is over at once where nobody can pay.

    What is put up is nobody's, whatever the record says.
    """
    state = replace(state, turn=replace(state.turn, auctioned=True), corsair=Corsair())
    return _going(state, Auction(_round_the_table(state, caller)))


def bid(state: State, event: Bid) -> State:
    """A higher bid; the bidder comes last in the order.

    Who bids for what is nobody's takes part in an auction, though nobody said that it began.
    """
    if state.auction is None and state.corsair.owner is not None:
        return state
    before = state.auction or Auction(_round_the_table(state, event.player))
    others = tuple(name for name in before.bidders if name != event.player)
    unable = tuple(name for name in before.unable if name != event.player)
    bidders = (*others, event.player)
    return _going(state, Auction(bidders, event.millions, event.player, unable))


def passed(state: State, player: str) -> State:
    """Who bids no more is out of this auction."""
    auction = state.auction
    if auction is None:
        return state
    bidders = tuple(name for name in auction.bidders if name != player)
    unable = tuple(name for name in auction.unable if name != player)
    return _going(state, replace(auction, bidders=bidders, unable=unable))


def rejoined(state: State) -> State:
    """Money was put right: who was passed over and can bid after all comes in where he sits."""
    auction = state.auction
    if auction is None:
        return state
    able = tuple(name for name in auction.unable if _is_able(state, auction, name))
    seats = _round_the_table(state, auction.bidder or state.at_turn.name)
    if auction.bidder is not None:
        seats = (*seats[1:], auction.bidder)
    bidders = tuple(name for name in seats if name in (*auction.bidders, *able))
    unable = tuple(name for name in auction.unable if name not in able)
    return replace(state, auction=replace(auction, bidders=bidders, unable=unable))


def least_bid(auction: Auction) -> int:
    """What has to be bid at least."""
    return max(LEAST_BID, auction.millions + 1)


def _round_the_table(state: State, first: str) -> tuple[str, ...]:
    """Who may bid, from one on: all who are still in the game."""
    at = state.players.index(first)
    return tuple(each.name for each in (*state.captains[at:], *state.captains[:at]) if each.plays)


def _going(state: State, auction: Auction) -> State:
    """The auction without those who can't go on; sold, or over, where nobody is left to speak."""
    able = tuple(
        name for name in auction.bidders if name == auction.bidder or _is_able(state, auction, name)
    )
    if any(name != auction.bidder for name in able):
        unable = (*auction.unable, *(name for name in auction.bidders if name not in able))
        return replace(state, auction=replace(auction, bidders=able, unable=unable))
    return _over(state, auction)


def _is_able(state: State, auction: Auction, name: str) -> bool:
    return state.means(name) >= least_bid(auction)


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
