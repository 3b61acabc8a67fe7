"""A game of Clippers at one moment: what lies where, who has what, whose turn it is.

A state is never edited; ``course.apply`` makes the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from companion.bank import Bank
from companion.games.clippers.chart.chart import Chart, Way
from companion.games.clippers.state.shown import NOTHING, Shown
from companion.games.clippers.terms.editions import PurpleOpens, Rulings
from companion.games.clippers.terms.events import Card
from companion.games.clippers.terms.players import Player
from companion.position import Position

MARKET, FIRST_LAYING, SECOND_LAYING = 1, 2, 3
"""The phases in which players act; phase 4 acts by itself."""


class Inside(NamedTuple):
    """A route's end in mid-lane: so many spaces of the way are behind it."""

    way: Way
    laid: int


End = str | Inside
Fleet = tuple[End, ...]
"""Where the routes of a company end: at places (by id) or inside lanes."""


@dataclass(frozen=True, slots=True)
class Company:
    """A company's affairs.

    ``sticks`` and ``ships`` are those beside the board. ``reached`` are the places its chain has
    come to, its home among them. ``fleets`` are the readings of where its routes end: a stick in a
    lane of one space may have come from either side, so every reading that fits is kept until a
    later stick decides. ``loose`` are the spaces of sticks in doubt: they lay there before any of
    its routes had come to them, or are another's and may be its own.
    """

    sticks: int
    ships: int
    reached: frozenset[str]
    fleets: tuple[Fleet, ...]
    loose: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table. All but ``markers`` is of this round.

    ``markers`` are those still in front of him; ``acted`` says that he placed a marker, took a card
    or passed; ``ship`` is the company whose ship he bought and has not used yet; ``laid`` are the
    sticks laid in phase 2 and in phase 3. ``stranded`` says, once his last laying turn has shown
    it, whether that ship could open no route (ruling C8). ``ported`` is the phase in which a moved
    marker stood for his stick, 0 for none (ruling C25). ``doubted`` says what was told against the
    rules when he got it, and may have been another: his card, his ship.
    """

    player: Player
    markers: int
    acted: bool = False
    card: Card | None = None
    bought: bool = False
    ship: str | None = None
    laid: tuple[int, int] = (0, 0)
    stranded: bool | None = None
    ported: int = 0
    doubted: frozenset[str] = frozenset()

    def laid_in(self, phase: int) -> int:
        """The sticks laid in a phase of this round."""
        return self.laid[phase - FIRST_LAYING] if phase >= FIRST_LAYING else 0


CARD, SHIP = "card", "ship"
"""What of a seat may be doubted."""


class Reason(Enum):
    """Why a game is over."""

    ALL_STICKS = "all_sticks"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """Why and when a game was over: after how many facts, in which round and phase.

    ``player`` is who could lay nothing; ``yet_to_lay`` names, in turn order, those whose laying
    turn of that phase had not been (ruling A1).
    """

    reason: Reason
    after: int
    round: int
    phase: int
    player: str | None
    yet_to_lay: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Game:
    """What stays the same all evening: the board, the rulings, and who plays, in seat order."""

    chart: Chart
    rulings: Rulings
    players: tuple[Player, ...]

    def seat_of(self, player: str) -> int:
        """The index of a player's seat."""
        return self._seats[player]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_seats", {p.name: i for i, p in enumerate(self.players)})

    _seats: Mapping[str, int] = field(init=False, repr=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    ``first`` is the seat with the grappling hook; ``turns_done`` counts the turns that are over in
    this phase, so seat ``first + turns_done`` is at turn. ``cards`` are those beside the board.
    ``facts`` counts the facts applied so far. ``opened`` tells in which turn purple opened.
    ``final`` is what lay on the board when the game was over: what came later lies there too, and
    does not count. ``shown`` is what the table has shown to be otherwise than the record says.
    """

    game: Game
    spaces: Mapping[str, str]
    slots: Mapping[str, str]
    companies: Mapping[str, Company]
    seats: tuple[Seat, ...]
    cards: Mapping[Card, int]
    bank: Bank
    round: int = 1
    phase: int = MARKET
    first: int = 0
    turns_done: int = 0
    facts: int = 0
    opened: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    end: GameEnd | None = None
    final: Position | None = None
    shown: Shown = NOTHING

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in seat order."""
        return tuple(player.name for player in self.game.players)

    @property
    def turn(self) -> tuple[int, int, int]:
        """Round, phase and turns done: the same all through one turn, and growing."""
        return self.round, self.phase, self.turns_done

    @property
    def seat_index(self) -> int:
        """The seat at turn."""
        return (self.first + self.turns_done) % len(self.seats)

    @property
    def seat(self) -> Seat:
        """Who is at turn."""
        return self.seats[self.seat_index]

    @property
    def next_seat(self) -> Seat:
        """Who sits to the left of the one at turn."""
        return self.seats[(self.seat_index + 1) % len(self.seats)]

    @property
    def awaited_seat(self) -> Seat:
        """Whose act comes next: the left neighbour's once a turn of phase 1 has its act (3.2)."""
        return self.next_seat if self.phase == MARKET and self.seat.acted else self.seat

    @property
    def over(self) -> bool:
        """Whether nothing counts any more: the end has come, and the round with it if need be."""
        if self.end is None:
            return False
        return not self.game.rulings.finish_round or self.round > self.end.round

    @property
    def position(self) -> Position:
        """What lies on the board."""
        return Position(self.spaces, self.slots)

    @property
    def counted(self) -> Position:
        """What the score is made of: what lies on the board, or lay there at the end (9.3)."""
        return self.final or self.position

    def seat_of(self, player: str) -> Seat:
        """The seat of a player."""
        return self.seats[self.game.seat_of(player)]

    def money(self, player: str) -> int:
        """What a player has."""
        return self.bank.balance(player)

    def companies_at(self, island: str) -> tuple[str, ...]:
        """The companies that came to an island; one at home there has come nowhere."""
        homes = self.game.chart.homes
        return tuple(
            name
            for name, company in self.companies.items()
            if island in company.reached and homes[name] != island
        )

    def is_open(self, company: str) -> bool:
        """Whether a company may lay: purple only when two others came to its island (7.1)."""
        if company not in self.game.chart.island_companies:
            return True
        since = self.opened.get(company)
        if since is None:
            return False
        return self.game.rulings.purple_opens is PurpleOpens.AT_ONCE or self.turn > since

    def is_in_use(self, company: str) -> bool:
        """Whether a company may lay now or from the next turn on, or has been laid all the same.

        What lies there before it opened may have been right: a stick that opened it was forgotten.
        """
        return self.is_open(company) or company in self.opened or company in self.spaces.values()
