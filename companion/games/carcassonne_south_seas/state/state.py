"""A moment of the game: what lies on the table and before the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.boards.tiles_board import TilesBoard
from companion.games.carcassonne_south_seas.state.areas import Area, areas_of
from companion.games.carcassonne_south_seas.terms.goods import (
    EACH_ISLANDERS,
    FACE_UP,
    GOODS,
)
from companion.games.carcassonne_south_seas.terms.rulings import Rulings
from companion.games.carcassonne_south_seas.terms.ships import Ship, ships_of
from companion.position import Position


@dataclass(frozen=True)
class Game:
    """Who plays on which table, by which rulings; ``colours`` are the players' in turn order."""

    board: TilesBoard
    rulings: Rulings
    colours: Mapping[str, str]

    @property
    def players(self) -> tuple[str, ...]:
        """In turn order."""
        return tuple(self.colours)

    @cached_property
    def ships(self) -> Mapping[str, Ship]:
        """The ships of the box, by their ids. Rule 2."""
        return ships_of(self.board)


@dataclass(frozen=True, slots=True)
class Payment:
    """An area that was evaluated: what it paid, to whom; of a market the ship is still to take.

    ``home`` are the islanders that went back, by their places. ``cell`` is that of the fishing boat
    that caused it, where one did.
    """

    kind: str
    place: str
    amount: int
    to: tuple[str, ...]
    home: tuple[str, ...]
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn at hand.

    ``drawn``: the tile that is to be laid. ``by``: who was said to have drawn it, out of turn.
    ``left``: the turn before this one, where it was said to be over without a tile, until somebody
    draws. ``cell``: where it was laid, ``without``: there is none
    to lay (point A1). ``moved``: an islander was placed or taken back. ``covers`` are, for each
    fish group to cover, the places to choose from; ``alone`` what was covered without a choice.
    ``merchants`` are the players who are to take a ship, in order, ``paid`` is what the evaluation
    brought.
    """

    drawn: str = ""
    by: str = ""
    left: Turn | None = None
    cell: str = ""
    without: bool = False
    moved: bool = False
    evaluated: bool = False
    covers: tuple[tuple[str, ...], ...] = ()
    alone: tuple[str, ...] = ()
    merchants: tuple[str, ...] = ()
    delivered: bool = False
    paid: tuple[Payment, ...] = ()

    @property
    def has_tile(self) -> bool:
        """Whether the first step is done. Rule 13."""
        return bool(self.cell) or self.without


@dataclass(frozen=True)
class State:
    """The table. ``tiles`` and ``islanders`` are by their places, in the order they came.

    ``face_up`` ships lie face up: four, until it was told that one more or less does. ``untold``:
    so many islanders more, or fewer, a player has before him than what was told leaves him.
    ``doubted``: whose goods are known to be others than what was told leaves him. ``astray``: the
    cells where a tile was told to lie that can't. ``owed``: whose merchants were not told to take
    a ship when their turn ended, with the points of the best that lay there. ``supposed``: the fish
    groups of which the first stands for the one that was covered, as nobody said which.
    """

    game: Game
    tiles: Mapping[str, str]
    islanders: Mapping[str, str] = field(default_factory=dict)
    covered: tuple[str, ...] = ()
    goods: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    ships: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    display: tuple[str, ...] = ()
    face_up: int = FACE_UP
    untold: Mapping[str, int] = field(default_factory=dict)
    doubted: tuple[str, ...] = ()
    astray: tuple[str, ...] = ()
    owed: tuple[tuple[str, int], ...] = ()
    supposed: tuple[tuple[str, ...], ...] = ()
    out: tuple[str, ...] = ()
    turn: Turn = Turn()
    turns: int = 0
    over: bool = False
    last: tuple[Payment, ...] = ()
    facts: int = 0
    bank: None = None

    @property
    def players(self) -> tuple[str, ...]:
        """In turn order."""
        return self.game.players

    @property
    def round(self) -> int:
        """Counted from 1: once round the table."""
        return self.turns // len(self.players) + 1

    @property
    def at_turn(self) -> str:
        """Whose turn it is. Rule 11."""
        return self.players[self.turns % len(self.players)]

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """Every area, by each of its places: from the tiles alone."""
        return areas_of(self.game.board, self.tiles)

    @cached_property
    def left(self) -> Mapping[str, int]:
        """How many of each tile are still to be drawn."""
        gone = Counter(lies.partition("/")[0] for lies in (*self.tiles.values(), *self.out))
        return {tile.id: tile.count - gone[tile.id] for tile in self.game.board.tiles.values()}

    @property
    def tiles_left(self) -> int:
        """How many tiles are still to be drawn; one that was told for another is gone too."""
        return max(sum(self.left.values()), 0)

    @property
    def ships_gone(self) -> tuple[str, ...]:
        """The ships that players have."""
        return tuple(ship for ships in self.ships.values() for ship in ships)

    @property
    def ships_hidden(self) -> tuple[str, ...]:
        """The ships that nobody has seen yet."""
        known = {*self.display, *self.ships_gone}
        return tuple(ship for ship in self.game.ships if ship not in known)

    @property
    def ships_to_turn_up(self) -> int:
        """How many ships are to be turned up, to make four again. Rules 9, 38 and 46."""
        return max(min(self.face_up - len(self.display), len(self.ships_hidden)), 0)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The merchants who are to take a ship, in order, while there is one. Rules 38 and 39."""
        return self.turn.merchants if self.display or self.ships_hidden else ()

    def top_owed(self, player: str) -> int | None:
        """What a ship that is still to come to a player is worth at most; None where none is."""
        return next((top for name, top in self.owed if name == player), None)

    @property
    def turns_up(self) -> bool:
        """Whether a ship comes first: to make four again, or because a merchant needs one."""
        return bool(self.ships_to_turn_up or (self.waiting and not self.display))

    @property
    def may_turn_up(self) -> bool:
        """Whether there is room for a ship, were it one that was forgotten before."""
        return len(self.display) < max(self.face_up, FACE_UP)

    def supply(self, player: str) -> int:
        """How many islanders a player has before him. Rule 10."""
        return EACH_ISLANDERS - self.on_table(player) + self.untold.get(player, 0)

    def on_table(self, player: str) -> int:
        """How many islanders of a player were told to stand on the table."""
        return [*self.islanders.values()].count(player)

    def held(self, player: str) -> dict[str, int]:
        """A player's goods by kind."""
        return {kind: self.goods.get(player, {}).get(kind, 0) for kind in GOODS}

    def area(self, place: str) -> Area | None:
        """The area of a place; None where no tile has it."""
        return self.areas.get(place)

    def in_area(self, area: Area) -> dict[str, str]:
        """The islanders of an area, by their places."""
        return {at: self.islanders[at] for at in area.places if at in self.islanders}

    def fish_in(self, area: Area) -> tuple[tuple[str, int], ...]:
        """The fish groups of a sea that are not covered. Rule 35."""
        return tuple((place, n) for place, n in area.fish if place not in self.covered)

    def position(self) -> Position:
        """What lies where: tiles, islanders in their colours, boat tokens."""
        colours = self.game.colours
        pieces = {at: colours[who] for at, who in self.islanders.items()}
        return Position(dict(self.tiles), {**pieces, **dict.fromkeys(self.covered, "boat")})
