"""What may have been done, given what is seen: a tile laid, an islander put, taken or gone home.

A tile that comes into sight when one was laid already is the next player's: his turn has begun.
Goods, ships and deliveries change nothing between the tiles: they are tapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.carcassonne_south_seas.course.evaluation import boat_comes, is_due, occupied
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import BOAT
from companion.games.carcassonne_south_seas.watching.lying import lies
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import Deed

DONE = 1.0
"""What an ordinary deed costs; all costs are in deeds."""
WENT_HOME = 0.5
"""What is complete is evaluated, as it must be."""
CAME_AND_WENT = 1.5
"""An islander whom nobody saw was put into a sea that a boat evaluates, and went home."""
TAKEN_BACK = 2.0
"""An islander is taken back: few do, and only with none left."""
COVERED = 0.3


def deeds(state: State, seen: Mapping[str, str]) -> Iterator[Deed[e.Event]]:
    """All that leads nearer to what is seen."""
    if state.over:
        return
    lay = lies(state)
    new = {place: piece for place, piece in seen.items() if piece != lay.get(place, EMPTY)}
    players = {colour: name for name, colour in state.game.colours.items()}
    cells = state.game.board.cells
    if any(piece == EMPTY and place in state.islanders for place, piece in new.items()):
        yield from _went_home(state)
    for place, piece in new.items():
        if place in cells:
            if piece != EMPTY and place not in state.tiles:
                yield Deed((e.TileLaid(_who_lays(state), place, piece),), DONE)
        elif piece == BOAT:
            yield Deed((e.Covered(state.at_turn, place),), COVERED)
            yield from _came_and_went(state, place)
        elif piece in players:
            yield Deed((e.IslanderPlaced(players[piece], place),), DONE)
        elif place in state.islanders:
            yield Deed((e.IslanderTaken(state.islanders[place], place),), TAKEN_BACK)


def _who_lays(state: State) -> str:
    """Whose tile it is: the next player's, where one was laid already."""
    players = state.players
    return players[(state.turns + 1) % len(players)] if state.turn.has_tile else state.at_turn


def _went_home(state: State) -> Iterator[Deed[e.Event]]:
    """Islanders of what is complete are taken home: it was evaluated. Rules 12 and 43."""
    waits = state.turn.has_tile and not state.turn.evaluated
    if waits and any(is_due(state, area) for area in occupied(state)):
        yield Deed((e.Evaluated(state.at_turn),), WENT_HOME)


def _came_and_went(state: State, fish: str) -> Iterator[Deed[e.Event]]:
    """Fish are covered in a sea where nobody was: he came with the boat. Rules 20, 32 and 36."""
    turn, board = state.turn, state.game.board
    if turn.moved or turn.evaluated:
        return
    for area in {area.places: area for area in state.areas.values()}.values():
        if fish in dict(area.fish) and boat_comes(state, area) and not state.in_area(area):
            sea = next(place for place in area.places if board.cell_of(place) == turn.cell)
            yield Deed((e.IslanderPlaced(state.at_turn, sea),), CAME_AND_WENT)
