"""South Seas, as it plays itself: legal facts by lot, as people with some sense would choose."""

from __future__ import annotations

from random import Random

from companion.games.carcassonne_south_seas.course.placing import ways
from companion.games.carcassonne_south_seas.judging.choices import choices
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.offered.self_play import SelfPlay

USUAL: dict[type[object], float] = {
    e.IslanderPlaced: 4,
    e.IslanderTaken: 0.5,
    e.Evaluated: 3,
    e.Delivered: 5,
    e.TurnEnded: 1,
}
"""How willing the players are to do each."""


def drawn(state: State, random: Random) -> e.Event | None:
    """What somebody does next; None when the game is over."""
    if state.over:
        return None
    if not (state.turn.has_tile or state.ships_to_turn_up):
        return _tile(state, random)
    offered = [choice.event for choice in choices(state)]
    kinds = list(dict.fromkeys(map(type, offered)))
    [kind] = random.choices(kinds, [USUAL.get(kind, 1) for kind in kinds])
    return random.choice([event for event in offered if type(event) is kind])


def _tile(state: State, random: Random) -> e.Event:
    """A tile from the pile, where it fits: better beside several tiles."""
    tile = state.turn.drawn
    if not tile:
        kinds = [each for each, left in state.left.items() if left > 0]
        [tile] = random.choices(kinds, [state.left[each] for each in kinds])
        return e.TileDrawn(state.at_turn, tile)
    there = list(ways(state, tile))
    if not there:
        return e.TileUnfit(state.at_turn, tile)
    beside = state.game.board.beside
    weights = [4 ** sum(other in state.tiles for other in beside(cell)) for cell, _ in there]
    [(cell, way)] = random.choices(there, weights)
    return e.TileLaid(state.at_turn, cell, way)


def a_slip(state: State) -> e.IslanderPlaced | None:
    """An islander on an area where somebody stands already. Rule 22."""
    for place in state.areas:
        if place.rpartition("/")[0] == state.turn.cell:
            slip = e.IslanderPlaced(state.at_turn, place)
            if [found.code for found in findings(state, slip)] == ["area-occupied"]:
                return slip
    return None


def is_time_for_slip(state: State) -> bool:
    """From the third round, when a tile has just been laid."""
    return state.round > 2 and bool(state.turn.cell) and not state.turn.evaluated


SELF_PLAY = SelfPlay(drawn, a_slip, is_time_for_slip)
