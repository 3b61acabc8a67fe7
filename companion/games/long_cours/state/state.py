"""A game at one moment. Nothing here judges: the rules stand in ``rules/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.bank import Bank
from companion.boards.stops_board import StopsBoard
from companion.games.long_cours.state.goods import Goods
from companion.games.long_cours.state.shown import NOTHING, Shown
from companion.games.long_cours.terms.cards import Dealt, dealt
from companion.games.long_cours.terms.rulings import Rulings

CORSAIR = "black"
"""The kind of ship that the corsair is."""


@dataclass(frozen=True)
class Game:
    """What stays as it is in one game: the board, the rulings, and who plays which ship."""

    board: StopsBoard
    rulings: Rulings
    ships: Mapping[str, str]
    """The colour of each player's ship, in seat order."""

    @property
    def cards(self) -> Dealt:
        """The cards that were dealt."""
        return dealt(self.rulings.deck, len(self.ships))

    def zone_of_die(self, die: int) -> int:
        """The zone that a throw names: the first zone for a 1. Rules 46 and 62."""
        return tuple(self.board.zones)[die - 1]

    def first_zone(self, player: str) -> int:
        """The zone in which a player places his ship. Rule 16, point A2."""
        zones = tuple(self.board.zones)
        return zones[tuple(self.ships).index(player) % len(zones)]

    def product_of_die(self, die: int) -> str:
        """The product that a throw names, as the border of the board prints it. Rule 35."""
        return self.board.products[die - 1].name


class Phase(Enum):
    """Where a game stands. Rules 16 to 18."""

    PLACING = "placing"
    FIRST_BUYS = "first_buys"
    SAILING = "sailing"


@dataclass(frozen=True, slots=True)
class Captain:
    """One player's ship and hand. ``at`` is None before it is placed, and while it is wrecked.

    ``cards`` are how many he holds, ``sunk`` the number of the fact by which the corsair sank him.
    """

    name: str
    at: str | None = None
    cards: int = 0
    sunk: int | None = None
    sunk_by: str | None = None
    credit: int = 0
    """How much more he has than the record says, as the table has shown, in millions."""
    late: bool = False
    """Whether something that he did when he played no more was told."""

    @property
    def plays(self) -> bool:
        """Whether he is still in the game."""
        return self.sunk is None


@dataclass(frozen=True, slots=True)
class Turn:
    """What has been used in the turn at hand: what is done in which order is free (rule 20)."""

    moved: bool = False
    directs: int = 0
    thrown: bool = False
    auctioned: bool = False
    wrecked: bool = False
    """Whether this player's ship was wrecked in this very turn: then it comes back in the next."""
    entered: bool = False
    """Whether his corsair entered in this turn."""
    steps: int = 0
    """How many steps his corsair has made."""


@dataclass(frozen=True, slots=True)
class Corsair:
    """The black ship: whose it is, and where it lies; nobody's at first.

    ``turn`` is the number of the turn in which it was bought.
    """

    owner: str | None = None
    at: str | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight that goes on: the card played last, who has to answer, and who has played it."""

    answers: str
    struck: str
    card: str


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction that goes on: who may still bid, the one to speak first; the highest bid.

    ``unable`` are passed over, as they can't bid more: until money that is put right lets them.
    """

    bidders: tuple[str, ...]
    millions: int = 0
    bidder: str | None = None
    unable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """The cards that have left the game (rule 33): how many, and which fights."""

    storms: int = 0
    directs: int = 0
    fights: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class State:
    """All of it. ``seat`` is whose turn it is; ``turns`` how many there have been."""

    game: Game
    captains: tuple[Captain, ...]
    bank: Bank
    goods: Goods = field(default_factory=Goods)
    phase: Phase = Phase.PLACING
    round: int = 1
    seat: int = 0
    turns: int = 0
    turn: Turn = Turn()
    corsair: Corsair = Corsair()
    fight: Fight | None = None
    auction: Auction | None = None
    played: Played = Played()
    settled: bool = False
    """Whether the table agreed to end on wealth."""
    shown: Shown = NOTHING
    facts: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, in seat order."""
        return tuple(captain.name for captain in self.captains)

    @property
    def afloat(self) -> tuple[Captain, ...]:
        """Who is still in the game, wrecked or not."""
        return tuple(captain for captain in self.captains if captain.plays)

    @property
    def over(self) -> bool:
        """Whether one alone is left (rule 76), or the table has ended it."""
        return self.settled or len(self.afloat) < 2

    @property
    def at_turn(self) -> Captain:
        """Whose turn it is."""
        return self.captains[self.seat]

    def captain(self, name: str) -> Captain:
        """A player by his name."""
        return next(captain for captain in self.captains if captain.name == name)

    def cash(self, player: str) -> int:
        """A player's money in notes, in millions."""
        return self.bank.balance(player)

    def means(self, player: str) -> int:
        """What a player can pay, in millions: his cash, and what the table has shown besides."""
        return self.cash(player) + self.captain(player).credit

    def wealth(self, player: str) -> int:
        """A player's money, and what his cargo was bought for."""
        return self.cash(player) + self.goods.value(player)

    def lying_at(self, stop: str | None) -> tuple[Captain, ...]:
        """The players whose ships lie at a stop."""
        return tuple(each for each in self.afloat if each.at is not None and each.at == stop)

    def in_zone(self, zone: int) -> tuple[Captain, ...]:
        """The players whose ships lie in a zone, on its stranding place too. Point A4."""
        stops = {stop.id for stop in self.game.board.zones.get(zone, ())}
        return tuple(captain for captain in self.afloat if captain.at in stops)

    def with_captain(self, name: str, **changes: object) -> State:
        """The same with one player changed."""
        captains = tuple(
            replace(each, **changes) if each.name == name else each  # type: ignore[arg-type]
            for each in self.captains
        )
        return replace(self, captains=captains)
