"""All that may be done now without breaking a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.carcassonne_south_seas.course.apply import as_it_was
from companion.games.carcassonne_south_seas.course.evaluation import is_due, occupied
from companion.games.carcassonne_south_seas.course.placing import ways
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be done now; there is no money to earn."""

    event: e.Event
    earns: int = 0


def awaited(state: State) -> tuple[str, ...]:
    """Who may act now: a merchant's owner, or who is at turn."""
    if state.over:
        return ()
    waiting = state.waiting
    return waiting[:1] if waiting and not state.turns_up else (state.at_turn,)


def choices(state: State) -> tuple[Choice, ...]:
    """All of it."""
    if state.over:
        return ()
    return tuple(Choice(event) for event in thinkable(state) if not findings(state, event))


def thinkable(state: State) -> Iterator[e.Event]:
    """What belongs to this step of the turn, legal or not."""
    player, turn = state.at_turn, state.turn
    if state.turns_up:
        yield from (e.ShipTurnedUp(player, ship) for ship in state.ships_hidden)
    elif state.waiting:
        yield from (e.ShipTaken(state.waiting[0], ship) for ship in state.display)
    elif turn.covers:
        yield from (e.Covered(player, place) for place in turn.covers[0])
    elif not turn.has_tile:
        yield from _tiles(state, player)
    else:
        yield from _islanders(state, player)
        yield from _deliveries(state, player)
        yield e.TurnEnded(player)


def _tiles(state: State, player: str) -> Iterator[e.Event]:
    """Every tile that may still be drawn; one that is drawn at every place where it fits."""
    drawn = state.turn.drawn
    if not drawn:
        yield from (e.TileDrawn(player, tile) for tile, left in state.left.items() if left > 0)
        return
    yield from (e.TileLaid(player, cell, way) for cell, way in ways(state, drawn))
    yield e.TileUnfit(player, drawn)


def _islanders(state: State, player: str) -> Iterator[e.Event]:
    turn, board = state.turn, state.game.board
    if turn.evaluated:
        return
    lies = board.read(state.tiles.get(turn.cell, ""))
    for part in parts_of(board.tiles[lies.tile]) if lies else ():
        yield e.IslanderPlaced(player, f"{turn.cell}/{part.spot}")
    yield from (e.IslanderTaken(player, at) for at, who in state.islanders.items() if who == player)
    if any(is_due(state, area) for area in occupied(state)):
        yield e.Evaluated(player)


def _deliveries(state: State, player: str) -> Iterator[e.Event]:
    """Every way to pay each ship, with the goods of this turn's evaluation. Point A10."""
    if state.turn.delivered:
        return
    held = as_it_was(state, e.TurnEnded(player)).held(player)
    for ship in state.display:
        yield from (e.Delivered(player, ship, **way) for way in state.game.ships[ship].ways(held))
