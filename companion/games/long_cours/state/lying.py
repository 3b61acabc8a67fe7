"""What a state has on the board: where each ship lies, and what is piled where.

Several ships may lie at one stop, so each ship is a question of its own, by its colour; the corsair
is the black one. A stranding place holds goods, or nothing.
"""

from __future__ import annotations

from companion.games.long_cours.state.state import CORSAIR, State
from companion.reading import EMPTY

GOODS = "goods"
"""What lies on a stranding place."""


def lies(state: State) -> dict[str, str]:
    """The stop of each ship that is played with, and what lies on each stranding place."""
    return {**ships(state), **piles(state)}


def ships(state: State) -> dict[str, str]:
    """The stop of each ship that is played with, the corsair last; ``EMPTY`` for one at none."""
    own = {
        state.game.ships[captain.name]: captain.at or EMPTY if captain.plays else EMPTY
        for captain in state.captains
    }
    return {**own, CORSAIR: state.corsair.at or EMPTY}


def piles(state: State) -> dict[str, str]:
    """What lies on each stranding place: goods, or ``EMPTY``."""
    return {
        stop.id: GOODS if state.goods.cargo(stop.id) else EMPTY
        for stop in state.game.board.stranding_places.values()
    }
