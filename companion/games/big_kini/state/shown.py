"""What lies on the table at one moment, as a position has it."""

from __future__ import annotations

from companion.games.big_kini.state.state import NEUTRAL, State
from companion.position import Position

ROUND_MARKER = "round_marker"
TRACK = "board/round/{}"


def position(state: State) -> Position:
    """The atolls on their cells; cubes, goods, factory markers, tokens and the round marker."""
    colours = state.game.colours
    places = state.game.board.lying(Position(dict(state.tiles))).places
    pieces = {at: colours[who] for at, who in {**state.used, **state.cubes}.items()}
    tokens = {at: colours.get(who, NEUTRAL) for at, who in state.tokens.items()}
    track = TRACK.format(state.round)
    marker = {track: ROUND_MARKER} if track in places else {}
    lies = {**pieces, **state.goods, **tokens, **marker}
    return Position(dict(state.tiles), {at: kind for at, kind in lies.items() if at in places})
