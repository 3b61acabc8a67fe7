"""What a camera can see of a state: where each ship lies, and what is piled where.

Several ships may lie at one stop, so each ship is a question of its own, by its colour; the corsair
is the black one. A stranding place holds goods, or nothing.
"""

from __future__ import annotations

from collections.abc import Hashable

from companion.games.long_cours.state.state import CORSAIR, State
from companion.reading import EMPTY

GOODS = "goods"
"""What lies on a stranding place."""


def lies(state: State) -> dict[str, str]:
    """The stop of each ship, and what lies on each stranding place."""
    ships = {
        state.game.ships[captain.name]: captain.at or EMPTY if captain.plays else EMPTY
        for captain in state.captains
    }
    piled = {
        stop.id: GOODS if state.goods.cargo(stop.id) else EMPTY
        for stop in state.game.board.stranding_places.values()
    }
    return {**ships, CORSAIR: state.corsair.at or EMPTY, **piled}


def in_play(state: State) -> frozenset[str]:
    """The ships that may lie somewhere: of who is not sunk, and a corsair with an owner."""
    ships = {state.game.ships[captain.name] for captain in state.captains if captain.plays}
    return frozenset(ships | ({CORSAIR} if state.corsair.owner is not None else set()))


def meaning(state: State) -> Hashable:
    """What two ways have to differ in to be worth a question: what lies where, and who is sunk."""
    sunk = tuple(captain.name for captain in state.captains if not captain.plays)
    return frozenset(lies(state).items()), sunk
