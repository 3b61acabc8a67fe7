"""What the players at turn may do now, with the bonus each stick would earn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.clippers.course.bonuses import Bonus, bonuses_of
from companion.games.clippers.course.rounds import passed_on
from companion.games.clippers.judging.judgement import is_legal
from companion.games.clippers.state.growth import extending_spaces, starting_spaces
from companion.games.clippers.state.state import FIRST_LAYING, MARKET, State
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
    TurnEnded,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a player may do now, and what it would earn."""

    event: PlayersAct
    bonuses: tuple[Bonus, ...] = ()

    @property
    def earns(self) -> int:
        """The dollars it would earn."""
        return sum(bonus.amount for bonus in self.bonuses)


def options(state: State) -> tuple[Choice, ...]:
    """Everything that may be done now without breaking a rule.

    Who has acted in phase 1 may still buy a ship, while the next player may already act; so the
    choices may be of two players. There are none when the game is over.
    """
    return tuple(
        Choice(event, bonuses_of(moment, event) if isinstance(event, StickLaid) else ())
        for moment in _moments(state)
        if not moment.over
        for event in _acts_of_turn(moment)
        if is_legal(moment, event)
    )


def _moments(state: State) -> Iterator[State]:
    """The turns that may be played now: this one, and the next where this one may be done."""
    yield state
    if state.phase == MARKET and state.seat.acted:
        yield passed_on(state)


def _acts_of_turn(state: State) -> Iterator[PlayersAct]:
    """What is worth asking the rules about: at least all that they allow."""
    player = state.seat.player.name
    if state.phase >= FIRST_LAYING:
        yield from _sticks(state, player)
        yield from _moves(state, player)
    else:
        yield from _market_actions(state, player)
        yield from (ShipBought(player, company) for company in state.companies)
    yield TurnEnded(player, state.phase)


def _market_actions(state: State, player: str) -> Iterator[PlayersAct]:
    if state.seat.acted:
        return
    yield Passed(player)
    yield from (CardTaken(player, card) for card in Card)
    for slot in state.game.chart.board.slots:
        if slot not in state.slots:
            yield MarkerPlaced(player, slot)


def _sticks(state: State, player: str) -> Iterator[StickLaid]:
    for company in state.companies:
        for space in sorted(set(extending_spaces(state, company))):
            yield StickLaid(player, company, space)
    ship = state.seat.ship
    if ship is not None:
        for space in sorted(set(starting_spaces(state, ship))):
            yield StickLaid(player, ship, space, alternate=True)


def _moves(state: State, player: str) -> Iterator[MarkerMoved]:
    if state.seat.card is not Card.PORT:
        return
    nation = state.seat.player.nation
    own = [slot for slot, piece in state.slots.items() if piece == nation]
    for target in state.game.chart.board.slots:
        if target not in state.slots:
            yield from (MarkerMoved(player, origin, target) for origin in own)
