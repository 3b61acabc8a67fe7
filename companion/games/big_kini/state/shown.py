"""What lies on the table at one moment, as a position has it."""

from __future__ import annotations

from companion.games.big_kini.state.state import BACK, NEUTRAL, Phase, State
from companion.position import Position

ROUND_MARKER = "round_marker"
TRACK = "board/round/{}"


def position(state: State) -> Position:
    """The atolls on their cells; cubes, goods, factory markers, tokens and the round marker."""
    colours, tiles = state.game.colours, _tiles(state)
    places = state.game.board.lying(Position(tiles)).places
    pieces = {at: colours[who] for at, who in {**state.used, **state.cubes}.items()}
    tokens = {at: colours.get(who, NEUTRAL) for at, who in state.tokens.items()}
    track = TRACK.format(state.round)
    marker = {track: ROUND_MARKER} if track in places else {}
    lies = {**pieces, **state.goods, **tokens, **marker}
    return Position(tiles, {at: kind for at, kind in lies.items() if at in places})


def _tiles(state: State) -> dict[str, str]:
    """The atolls; while homes are chosen, hidden ones lie on all other places of the layout."""
    if state.phase is not Phase.HOMES:
        return dict(state.tiles)
    others = (cell for cell in state.game.layout.cells if cell not in state.game.homes)
    return {**dict.fromkeys(others, f"{BACK}/0"), **state.tiles}
