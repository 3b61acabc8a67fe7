"""What is told when its turn is over: a ship, or a fish group, that was left to choose.

That nobody chose was told once; who says it later is right.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e


def is_late(state: State, event: e.Event) -> bool:
    """Whether a fact makes up for what an earlier evaluation left open. Rules 9, 34, 38 and 46.

    So does a ship that makes four again: nothing takes one away before the evaluation.
    """
    match event:
        case e.ShipTaken(player, _):
            return player not in state.turn.merchants and state.top_owed(player) is not None
        case e.Covered(_, place):
            due = (*state.turn.covers, state.turn.alone)
            return _is_among(place, state.supposed) and not _is_among(place, due)
        case e.ShipTurnedUp():
            return state.may_turn_up
    return False


def left_open(state: State) -> State:
    """A turn is left with what its evaluation left to choose: it may be told later.

    A merchant may still take his ship. Of equal fish groups the first stands for any.
    """
    top = max((state.game.ships[ship].points for ship in state.display), default=0)
    owed = tuple((player, top) for player in state.waiting)
    return replace(
        state,
        covered=(*state.covered, *(places[0] for places in state.turn.covers)),
        supposed=(*state.supposed, *state.turn.covers),
        owed=(*state.owed, *owed),
        turn=replace(state.turn, covers=(), merchants=()),
    )


def taken_late(state: State, player: str) -> State:
    """The ship that was still to come to a player is the one that he takes."""
    owed = [*state.owed]
    owed.remove(next(each for each in owed if each[0] == player))
    return replace(state, owed=tuple(owed))


def covered_late(state: State, place: str) -> State:
    """It was this group of several that was covered, not the first."""
    group = next(places for places in state.supposed if place in places)
    others = tuple(each for each in state.covered if each not in (group[0], place))
    supposed = tuple(places for places in state.supposed if places is not group)
    return replace(state, covered=(*others, place), supposed=supposed)


def _is_among(place: str, groups: tuple[tuple[str, ...], ...]) -> bool:
    return any(place in places for places in groups)
