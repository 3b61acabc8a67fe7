"""The points: ships, and one for every three goods left. Rules 52 to 55."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.carcassonne_south_seas.course.evaluation import at_the_end
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.goods import GOODS_OF_POINT, PAYS
from companion.score import Score, ScoreLine, ranked

SHIP_POINTS, GOODS_POINTS = "ships", "goods"
SCORED = (SHIP_POINTS, GOODS_POINTS)
FACTORS = ("points", "threes")
PAID_LAST = "last"
"""What earned goods, with the kind and the number: the last evaluation."""


def score(state: State) -> Score:
    """Everybody's points, if it ended now where it is not over; a tie is a shared victory. A12."""
    state = state if state.over else at_the_end(state)
    lines = [line for player in state.players for line in _lines(state, player)]
    return Score(tuple(lines), ranked(state.players, lines))


def _lines(state: State, player: str) -> Iterator[ScoreLine]:
    for ship in state.ships.get(player, ()):
        points = state.game.ships[ship].points
        yield ScoreLine(player, SHIP_POINTS, points, "54", None, (("points", points),), (ship,))
    goods = sum(state.held(player).values())
    threes = goods // GOODS_OF_POINT
    brought, places = _paid_last(state, player)
    because = (str(goods), *(f"{PAID_LAST}:{kind}:{number}" for kind, number in brought.items()))
    factors = (("threes", threes),)
    yield ScoreLine(player, GOODS_POINTS, threes, "54", None, factors, because, places)


def _paid_last(state: State, player: str) -> tuple[Counter[str], tuple[str, ...]]:
    """The goods that the last evaluation brings a player, and where they lay. Rule 52."""
    brought: Counter[str] = Counter()
    places: tuple[str, ...] = ()
    for payment in state.last:
        if player in payment.to and payment.amount:
            brought[PAYS[payment.kind]] += payment.amount
            places += payment.home
    return brought, places
