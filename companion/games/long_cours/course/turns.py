"""Whose turn it is, and how it goes on to the next. Rules 16 to 19."""

from __future__ import annotations

from dataclasses import replace

from companion.games.long_cours.state.shown import LeftTurn
from companion.games.long_cours.state.state import Phase, State, Turn


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


def placed_on(state: State) -> State:
    """After a ship was placed: the next who has none yet, or the first purchases. Rules 16, 17."""
    waiting = [seat for seat, captain in enumerate(state.captains) if captain.at is None]
    if not waiting:
        return replace(state, phase=Phase.FIRST_BUYS, seat=0, turns=state.turns + 1, turn=Turn())
    later = [seat for seat in waiting if seat > state.seat]
    return replace(state, seat=(later or waiting)[0], turns=state.turns + 1)


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


def come_round_to(state: State, player: str) -> State:
    """A player's turn: those of all before him are over."""
    for _ in state.captains:
        if state.at_turn.name == player:
            break
        state = passed_on(state)
    return state
