"""What lies on the demo's table: pieces on places, and pieces that stand beside them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import game_of
from companion.play.game import AnyGame
from companion.play.sight import GameTable
from companion.play.timeline import GameState
from companion.position import Position


@dataclass(frozen=True)
class Lies:
    """``standing`` are the pieces beside places, or at stops: each with its kind and the place."""

    position: Position
    standing: tuple[tuple[str, str], ...] = ()

    @property
    def answers(self) -> dict[str, str]:
        """What the camera is told where it asks: what lies on a place, or where a ship lies."""
        return {**dict(self.standing), **self.position.places}


def lying_in(game: AnyGame, state: GameState) -> Lies:
    """What lies on the table in a state."""
    return Lies(game.face.position(state), tuple(game.face.standing(state)))


def lying_on(table: GameTable) -> Lies:
    """What lies on a table by its record."""
    return lying_in(game_of(table.view.record), table.view.last.state)
