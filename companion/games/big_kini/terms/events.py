"""The facts of a game: what people did, each a small frozen thing. Numbers are of rulebook.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HomeChosen:
    """A player puts his start atoll on a place marked H, turned as he likes. Rules 17 and 19."""

    player: str
    cell: str
    atoll: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A player puts one of his two first cubes on his start atoll. Rule 21."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The first player throws for the two spaces that are blocked this round. Rule 87."""

    player: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """A card is turned up at the start of a round: its action is blocked. Rules 88 and 103."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A player puts an action token on a space of the action board. Rules 25 to 29."""

    player: str
    space: str


@dataclass(frozen=True, slots=True)
class Proliferated:
    """A player puts a new cube on a colony space. Rule 31."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A player moves a cube, within an atoll or to another. Rules 36 to 42."""

    player: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class IncomeTaken:
    """A player takes what a factory pays. Rule 43."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class GoodsTaken:
    """A player takes the goods tile of an island. Rule 46."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class GoodsPicked:
    """A player takes a goods tile of any kind from the supply, as a card allows. Rule 95."""

    player: str
    goods: str


@dataclass(frozen=True, slots=True)
class ElectionCalled:
    """A player calls an election on an atoll. Rule 50."""

    player: str
    cell: str


@dataclass(frozen=True, slots=True)
class Voted:
    """A player gives so many of his votes to a candidate. Rule 54, point A6."""

    player: str
    candidate: str
    votes: int


@dataclass(frozen=True, slots=True)
class Abstained:
    """A player gives no more votes. Rule 54."""

    player: str


@dataclass(frozen=True, slots=True)
class GoodsShown:
    """A player turns goods face up as votes for himself. Rules 55 to 57."""

    player: str
    goods: str
    number: int


@dataclass(frozen=True, slots=True)
class KeptBack:
    """A player who is behind shows no goods. Rule 56."""

    player: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The caller says who wins a tie. Rule 59."""

    player: str
    candidate: str


@dataclass(frozen=True, slots=True)
class Crowned:
    """The winner says which of his cubes becomes baron. Rule 60."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class Retreated:
    """The ousted baron goes to a free space of the atoll. Rule 61."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class Discovered:
    """A cube sets out from a place and an atoll is turned up. Rules 63 to 67."""

    player: str
    source: str
    cell: str
    atoll: str


@dataclass(frozen=True, slots=True)
class Landed:
    """The cube that set out comes to a post of the new atoll. Point A10."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class CardBought:
    """A player buys an action card; which one he drew is his own secret. Rules 90 and 91."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A player lays a card of this action face down. Rule 93."""

    player: str


@dataclass(frozen=True, slots=True)
class NoCard:
    """A player plays no card on this action. Rule 93."""

    player: str


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """A card that was laid is turned up. Rules 93 and 94; alone in a solo game, rule 104."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class BoughtAgain:
    """A player pays for the second action that his card allows. Rule 96."""

    player: str


@dataclass(frozen=True, slots=True)
class MoneyGiven:
    """A player gives another money for his votes. Rule 53."""

    player: str
    other: str
    amount: int


@dataclass(frozen=True, slots=True)
class GoodsGiven:
    """A player gives another goods for his votes. Rule 53."""

    player: str
    other: str
    goods: str
    number: int


@dataclass(frozen=True, slots=True)
class Promised:
    """A player has promised another something for his votes. Rule 53."""

    player: str
    other: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player forgoes what is left of his action. Rule 30."""

    player: str


@dataclass(frozen=True, slots=True)
class MoneyCounted:
    """What a player has at the end, where the table keeps its own money. Rule 76."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoneyCorrected:
    """The bank puts money right; ``mends`` is the number of the fact it mends, 0 for none."""

    source: str
    target: str
    amount: int
    mends: int = 0


Deed = (
    Proliferated
    | Moved
    | IncomeTaken
    | GoodsTaken
    | GoodsPicked
    | ElectionCalled
    | Discovered
    | CardBought
)
"""What uses an action up."""
InElection = Voted | Abstained | GoodsShown | KeptBack | Decided | Crowned | Retreated
"""What belongs to an election."""
InDeal = MoneyGiven | GoodsGiven | Promised
"""What players give one another for votes."""
WithCards = CardLaid | NoCard | CardRevealed | BoughtAgain
"""What is done with action cards."""
ByPlayer = (
    HomeChosen
    | Settled
    | DiceThrown
    | CardTurnedUp
    | TokenPlaced
    | Deed
    | InElection
    | InDeal
    | WithCards
    | Landed
    | TurnEnded
    | MoneyCounted
)
"""What a player does or says."""
Event = ByPlayer | MoneyCorrected
