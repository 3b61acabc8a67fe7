"""Whose turn it is, and how it goes on to the next. Rules 16 to 19."""

from __future__ import annotations

from dataclasses import replace

from companion.games.long_cours.state.shown import LeftTurn, Subject
from companion.games.long_cours.state.state import Phase, State, Turn
from companion.games.long_cours.terms.events import Placed


def next_seat(state: State) -> int:
    """The next seat, round the table, of somebody who is still in the game."""
    count = len(state.captains)
    seats = ((state.seat + step) % count for step in range(1, count + 1))
    return next((seat for seat in seats if state.captains[seat].plays), state.seat)


def between(state: State, player: str) -> tuple[str, ...]:
    """Who is still in the game from the one at turn on, round the table, before a player."""
    count, names = len(state.captains), list[str]()
    for step in range(count):
        captain = state.captains[(state.seat + step) % count]
        if captain.name == player:
            break
        names += [captain.name] if captain.plays else []
    return tuple(names)


def passed_on(state: State) -> State:
    """The next player's turn; after the last one's another round begins. Rule 18."""
    seat = next_seat(state)
    wrapped = seat <= state.seat
    state = replace(state, seat=seat, turns=state.turns + 1, turn=Turn(), fight=None, auction=None)
    if not wrapped or state.phase is Phase.PLACING:
        return state
    return replace(state, round=state.round + 1, phase=Phase.SAILING)


def placed_on(before: State, state: State, placed: Placed) -> State:
    """After a ship was placed: the next who has none yet, or the first purchases. Rules 16, 17.

    A port of another's zone is that of the one at turn, who was meant. Who places in his own zone
    once more has tapped twice, or tells now where his ship really lies.
    """
    waiting, seat, game = _unplaced(state), state.seat, state.game
    if not waiting:
        return first_buys(state)
    if game.board.stops[placed.stop].zone == game.first_zone(placed.player):
        if before.captain(placed.player).at is not None:
            return state
        seat = state.players.index(placed.player)
    later = [each for each in waiting if each > seat]
    return replace(
        state, phase=Phase.PLACING, seat=(later or waiting)[0], turns=state.turns + 1, turn=Turn()
    )


def first_buys(state: State) -> State:
    """The first purchases begin; a ship that nobody told of lies on the board. Rules 16 and 17."""
    names = [state.captains[seat].name for seat in _unplaced(state)]
    unknown = Subject.UNPLACED, Subject.SHIP, Subject.WRECK
    shown = state.shown.settling((Subject.TURN, name) for name in names)
    shown = shown.doubting((each, name) for name in names for each in unknown)
    return replace(
        state, phase=Phase.FIRST_BUYS, seat=0, turns=state.turns + 1, turn=Turn(), shown=shown
    )


def _unplaced(state: State) -> list[int]:
    """The seats whose ships have not been placed, while nobody can be wrecked yet."""
    return [seat for seat, captain in enumerate(state.captains) if captain.at is None]


def left_for_next(state: State) -> State:
    """The next player's turn, though nobody said that the one at hand is over."""
    left = LeftTurn(state.seat, state.turns, state.round, state.phase, state.turn)
    state = passed_on(state)
    return replace(state, shown=replace(state.shown, left=left))


def gone_back_to(state: State, left: LeftTurn) -> State:
    """A turn that was left goes on: it was not over."""
    return replace(
        state,
        seat=left.seat,
        turns=left.turns,
        round=left.round,
        phase=left.phase,
        turn=left.turn,
        fight=None,
        auction=None,
        shown=replace(state.shown, left=None),
    )


def only_taken_for_over(left: LeftTurn, state: State) -> bool:
    """Whether a turn that was left may not have been over: nobody has sailed in it yet.

    The next player has done something and ended his turn, and since then nobody has sailed: so he
    told late what he had done in his turn before.
    """
    return left.turn == state.turn == Turn() and state.turns == left.turns + 2


def come_round_to(state: State, player: str) -> State:
    """A player's turn: those of all before him are over."""
    for _ in state.captains:
        if state.at_turn.name == player:
            break
        state = passed_on(state)
    return state
