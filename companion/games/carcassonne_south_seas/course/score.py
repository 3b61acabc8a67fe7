"""The points: ships, and one for every three goods left. Rules 54 and 55."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.goods import GOODS_OF_POINT
from companion.score import Score, ScoreLine, ranked

SHIP_POINTS, GOODS_POINTS = "ships", "goods"
SCORED = (SHIP_POINTS, GOODS_POINTS)
FACTORS = ("points", "threes")


def score(state: State) -> Score:
    """Everybody's points; a tie is a shared victory. Point A12."""
    lines = [line for player in state.players for line in _lines(state, player)]
    return Score(tuple(lines), ranked(state.players, lines))


def _lines(state: State, player: str) -> Iterator[ScoreLine]:
    for ship in state.ships.get(player, ()):
        points = state.game.ships[ship].points
        yield ScoreLine(player, SHIP_POINTS, points, "54", None, (("points", points),), (ship,))
    goods = sum(state.held(player).values())
    threes = goods // GOODS_OF_POINT
    yield ScoreLine(player, GOODS_POINTS, threes, "54", None, (("threes", threes),), (str(goods),))
