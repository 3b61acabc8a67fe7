"""The facts of a game: what people did, each a small frozen thing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """A player puts his ship on its first port. Rule 16."""

    player: str
    stop: str


@dataclass(frozen=True, slots=True)
class Bought:
    """A player buys so many millions of a product. Rules 22 to 27."""

    player: str
    product: str
    millions: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A cargo ship goes to the next stop. Rule 28."""

    player: str
    stop: str


@dataclass(frozen=True, slots=True)
class DirectMove:
    """A player plays a direct move card and puts his ship on a port. Rule 29."""

    player: str
    stop: str


@dataclass(frozen=True, slots=True)
class Resold:
    """A player throws the die to resell. Rules 34 to 38."""

    player: str
    die: int


@dataclass(frozen=True, slots=True)
class Storm:
    """A player plays a storm card against a zone. Rules 39 to 45."""

    player: str
    zone: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """A wrecked player throws the die for a zone and comes back on a port. Rules 46 to 48."""

    player: str
    die: int
    stop: str


@dataclass(frozen=True, slots=True)
class FightBegun:
    """A player begins a fight: he names another and plays a card. Rule 49."""

    player: str
    opponent: str
    card: str


@dataclass(frozen=True, slots=True)
class Answered:
    """Whoever was struck last answers with a card. Rules 50 and 51."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A player gives up a fight. Rules 52 and 53."""

    player: str


@dataclass(frozen=True, slots=True)
class AuctionAsked:
    """A player asks for the corsair to be put up for auction. Rule 60."""

    player: str


@dataclass(frozen=True, slots=True)
class Bid:
    """A player bids so many millions for the corsair. Rule 61."""

    player: str
    millions: int


@dataclass(frozen=True, slots=True)
class NoBid:
    """A player bids no more. Point A11."""

    player: str


@dataclass(frozen=True, slots=True)
class CorsairEntered:
    """The corsair's owner throws the die and puts it on that zone's rectangle. Rule 62."""

    player: str
    die: int
    stop: str


@dataclass(frozen=True, slots=True)
class CorsairMoved:
    """The corsair goes to the next stop: one step of its run. Rule 67."""

    player: str
    stop: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player has done all that he wants to do in his turn."""

    player: str


@dataclass(frozen=True, slots=True)
class MoneyCorrected:
    """The bank puts money right; ``mends`` is the number of the fact it mends, 0 for none."""

    source: str
    target: str
    amount: int
    mends: int = 0


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """A player says that all agree to end: the richest afloat wins. Point A15."""

    player: str


ByPlayer = (
    Placed
    | Bought
    | Moved
    | DirectMove
    | Resold
    | Storm
    | CameBack
    | FightBegun
    | Answered
    | GaveUp
    | AuctionAsked
    | Bid
    | NoBid
    | CorsairEntered
    | CorsairMoved
    | TurnEnded
    | EndAgreed
)
"""What a player does or says."""
Event = ByPlayer | MoneyCorrected
OUT_OF_TURN = (Answered, GaveUp, Bid, NoBid, EndAgreed)
"""What may be done in another's turn. Rule 19."""
