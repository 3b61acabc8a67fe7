"""A game at one moment. Nothing here judges: the rules stand in ``rules/``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.bank import Bank
from companion.boards.tiles_board import Layout, TilesBoard
from companion.games.big_kini.state.atolls import Atoll
from companion.games.big_kini.state.doubts import NOTHING, Shown
from companion.games.big_kini.state.election import Election
from companion.games.big_kini.state.turn import Doing, Turn
from companion.games.big_kini.terms.cards import ActionCard, Bonus
from companion.games.big_kini.terms.goods import GOODS, TILES_OF_A_KIND
from companion.games.big_kini.terms.layouts import HOME, TILES
from companion.games.big_kini.terms.rulings import Rulings

CUBES = 20
"""How many cubes each player has. Rule 2."""
TOKENS = 2
"""How many action tokens each player has. Rule 2."""
BACK = "back"
"""The tile that is any hidden atoll; its discovery token lies on it. Rule 20."""
NEUTRAL = "neutral"
"""Whose tokens block spaces. Rules 86 and 103."""


@dataclass(frozen=True)
class Game:
    """What stays as it is in one game: the table, the rulings, and who plays which colour."""

    board: TilesBoard
    atolls: Mapping[str, Atoll]
    rulings: Rulings
    layout: Layout
    colours: Mapping[str, str]
    """The colour of each player's cubes, in seat order; the first begins."""
    cards: Mapping[str, ActionCard]
    """The action cards of the box, by their ids. Rule 92."""

    @property
    def in_box(self) -> frozenset[int]:
        """The numbers of the atolls that stay in the box. Rules 16 and 105."""
        own = self.layout.in_box
        if own is None:
            return TILES[self.layout.id].out
        return frozenset(self.atolls[tile].number for tile in own)

    @property
    def homes(self) -> tuple[str, ...]:
        """The places for start atolls. Rule 19."""
        return self.layout.with_mark(HOME)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.colours)


class Phase(Enum):
    """Where a game stands."""

    HOMES = "homes"
    SETTLING = "settling"
    BLOCKING = "blocking"
    """Dice or cards name the actions that are blocked this round. Rules 87, 88 and 103."""
    PLAYING = "playing"
    COUNTING = "counting"
    """The last round is over, and the players count the money that they kept themselves."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player has before him: goods face down, cards, and discovery tokens."""

    goods: Mapping[str, int] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    discovered: int = 0

    @property
    def tiles(self) -> int:
        """How many goods tiles they are: that much everybody sees."""
        return sum(self.goods.values())

    def with_goods(self, goods: str, number: int) -> Hand:
        """The same with so many goods tiles of a kind more, or fewer; never fewer than none."""
        has = max(self.goods.get(goods, 0) + number, 0)
        held = {kind: count for kind, count in self.goods.items() if kind != goods}
        return replace(self, goods={**held, goods: has} if has else held)


@dataclass(frozen=True, slots=True)
class State:
    """All of it.

    ``tiles`` are the atolls by their cells as a position has them (``a7/2``), ``cubes`` the players
    by the places where their cubes lie, ``goods`` the tiles on goods places, ``tokens`` who has one
    on which space of the action board. ``used`` are the factories of this round (rule 45), ``held``
    the cells with an election (rule 52). ``placed`` turns of this round are over.
    """

    game: Game
    bank: Bank | None
    phase: Phase = Phase.HOMES
    round: int = 1
    first: int = 0
    placed: int = 0
    homes: Mapping[str, str] = field(default_factory=dict)
    """The cell of each player's start atoll."""
    tiles: Mapping[str, str] = field(default_factory=dict)
    cubes: Mapping[str, str] = field(default_factory=dict)
    goods: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[str, Hand] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, str] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    turned_up: tuple[str, ...] = ()
    """The cards that name what is blocked this round."""
    played: tuple[str, ...] = ()
    """The cards that are out of the players' hands, turned up or played."""
    turn: Turn = field(default_factory=Turn)
    election: Election | None = None
    counted: Mapping[str, int] = field(default_factory=dict)
    facts: int = 0
    shown: Shown = NOTHING

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, in seat order."""
        return tuple(self.game.colours)

    @property
    def over(self) -> bool:
        """Whether the last round is over, and what is hidden has been counted. Rule 73."""
        return self.phase is Phase.OVER

    @property
    def first_player(self) -> str:
        """Who has the first-player marker. Rule 70."""
        return self.players[self.first]

    @property
    def at_turn(self) -> str:
        """Whose token is placed in this turn: clockwise from the first player, twice. Rule 25."""
        return self.players[(self.first + self.placed) % len(self.players)]

    @property
    def doing(self) -> Doing | None:
        """The action at hand: of the board, or of a card."""
        return self.turn.doings[0] if self.turn.doings else None

    def gives(self, doing: Doing | None, bonus: Bonus) -> int:
        """How much of a bonus an action may use now, 0 for none. Rules 95, 97 and 98."""
        if doing is None or not doing.fresh:
            return 0
        card = self.game.cards[doing.card]
        return card.count if card.bonus is bonus else 0

    def hand(self, player: str) -> Hand:
        """What a player has before him."""
        return self.hands.get(player, Hand())

    def money(self, player: str) -> int | None:
        """A player's money; None where the table keeps it and nobody has counted yet."""
        return self.counted.get(player) if self.bank is None else self.bank.balance(player)

    def atoll_at(self, cell: str) -> Atoll | None:
        """The atoll that lies face up on a cell."""
        return self.game.atolls.get(self.tiles.get(cell, "").partition("/")[0])

    def atoll_of(self, place: str) -> Atoll | None:
        """The atoll that a place is on."""
        return self.atoll_at(cell_of(place))

    def kind_of(self, place: str) -> str:
        """What a place on an atoll is; empty where there is none such on the atoll there."""
        atoll = self.atoll_of(place)
        return "" if atoll is None else atoll.kinds.get(spot_of(place), "")

    def places_at(self, cell: str, *kinds: str) -> Iterator[str]:
        """The places of these kinds on the atoll of a cell."""
        atoll = self.atoll_at(cell)
        for spot, kind in atoll.kinds.items() if atoll else ():
            if kind in kinds:
                yield f"{cell}/{spot}"

    def cubes_at(self, cell: str) -> dict[str, str]:
        """The cubes on the atoll of a cell, by their places."""
        return {at: who for at, who in self.cubes.items() if cell_of(at) == cell}

    def cubes_of(self, player: str) -> tuple[str, ...]:
        """The places where a player's cubes lie."""
        return tuple(at for at, who in self.cubes.items() if who == player)

    def supply_of(self, player: str) -> int:
        """How many cubes he has left to put down; markers are not counted. Rule 2."""
        waiting = self.election is not None and self.election.ousted == player
        return CUBES - len(self.cubes_of(player)) - waiting

    @property
    def hidden(self) -> tuple[str, ...]:
        """The cells with an atoll that is not yet discovered."""
        return tuple(cell for cell, lies in self.tiles.items() if lies.startswith(f"{BACK}/"))

    @property
    def supply(self) -> Counter[str]:
        """How many goods tiles of each kind are left beside the table. Rule 6."""
        out = Counter(self.goods.values())
        for hand in self.hands.values():
            out.update(hand.goods)
        if self.election is not None:
            out.update(self.election.all_shown)
        return Counter({kind: TILES_OF_A_KIND - out[kind] for kind in GOODS})

    def with_hand(self, player: str, hand: Hand) -> State:
        """The same with another hand of a player."""
        return replace(self, hands={**self.hands, player: hand})

    def round_from(self, player: str) -> tuple[str, ...]:
        """Everybody clockwise, from one on."""
        at = self.players.index(player)
        return (*self.players[at:], *self.players[:at])


def cell_of(place: str) -> str:
    """The cell of a place on a tile."""
    return "/".join(place.split("/")[:2])


def spot_of(place: str) -> str:
    """A place's own id, as on its tile."""
    return "/".join(place.split("/")[2:])
