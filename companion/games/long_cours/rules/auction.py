"""The corsair's auction. Rules 60 and 61, points A11 and A12."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.course.auction import LEAST_BID
from companion.games.long_cours.state.state import Auction, State
from companion.games.long_cours.terms.events import AuctionAsked, Bid, NoBid


def nobodys_corsair(state: State, event: AuctionAsked) -> Iterator[Finding]:
    """The corsair is put up when nobody owns it. Rule 60."""
    if state.corsair.owner is not None:
        yield illegal("corsair-owned", "60", player=event.player, owner=state.corsair.owner)


def one_auction(state: State, event: AuctionAsked) -> Iterator[Finding]:
    """There is one auction a turn. Point A12."""
    if state.turn.auctioned:
        yield illegal("second-auction", "A12", player=event.player)


def auction_is_on(state: State, event: Bid | NoBid) -> Iterator[Finding]:
    """Bids go round the table, from the caller. Point A11."""
    passes = isinstance(event, NoBid)
    if state.auction is None:
        code = "no-auction-to-pass" if passes else "no-auction"
        yield illegal(code, "60", player=event.player)
    elif state.auction.bidders[0] != event.player and not _has_passed(state.auction, event):
        code, bidder = "another-passes" if passes else "another-bids", state.auction.bidders[0]
        yield illegal(code, "A11", player=event.player, bidder=bidder)


def _has_passed(auction: Auction, event: Bid | NoBid) -> bool:
    """Whether he says that he bids no more who can't: he was passed over. Point A11."""
    return isinstance(event, NoBid) and event.player in auction.unable


def high_enough(state: State, event: Bid) -> Iterator[Finding]:
    """A bid is 6 at least (rule 61), and higher than the one before (point A11)."""
    if event.millions < LEAST_BID:
        yield illegal("bid-too-low", "61", player=event.player, least=LEAST_BID)
    elif state.auction and event.millions <= state.auction.millions:
        bid = state.auction.millions
        yield illegal("bid-not-higher", "A11", player=event.player, bid=bid)


def in_notes(state: State, event: Bid) -> Iterator[Finding]:
    """Nobody bids more than he has in notes. Rule 61."""
    cash = state.cash(event.player)
    if event.millions > cash:
        yield illegal("bid-above-cash", "61", player=event.player, price=event.millions, cash=cash)
