"""The points, with their working, and who wins. Rules 74 to 78 and 101."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.games.big_kini.state.atolls import ADMINISTRATOR, BARON, COLONY, MINISTER
from companion.games.big_kini.state.state import State, spot_of
from companion.games.big_kini.terms.goods import GOODS
from companion.score import Score, ScoreLine, ranked

POINTS_OF_POST: Mapping[str, int] = MappingProxyType({BARON: 5, MINISTER: 2, ADMINISTRATOR: 1})
"""Points for each cube there; colonists have none. Rule 74."""
POINTS_OF_SET, MONEY_OF_POINT, POINTS_OF_TOKEN = 3, 8, 2
"""Rules 75, 76 and 77."""
SETS, MONEY, DISCOVERIES = "sets", "money", "discoveries"
SCORED = (*POINTS_OF_POST, SETS, MONEY, DISCOVERIES)
"""The kinds of points, in the order of the rules."""
FACTORS = ("cubes", "sets", "eights", "tokens", "points")
"""What multiplies in them."""
GOAL_ALONE = 56
"""What has to be reached in a solo game. Rule 101."""


def score(state: State) -> Score:
    """Everybody's points; a tie is broken by colonists, then by the money left over. Rule 78."""
    lines = [line for player in state.players for line in _lines(state, player)]
    colonists = [len(_cubes_on(state, player, COLONY)) for player in state.players]
    rest = [max(state.money(player) or 0, 0) % MONEY_OF_POINT for player in state.players]
    aim = GOAL_ALONE if len(state.players) == 1 else None
    return Score(
        tuple(lines), ranked(state.players, lines, {"colonists": colonists, "rest": rest}), aim=aim
    )


def sets_of(goods: Mapping[str, int]) -> int:
    """How many sets of three different goods. Rule 75."""
    return min(goods.get(kind, 0) for kind in GOODS)


def _lines(state: State, player: str) -> Iterator[ScoreLine]:
    for post, points in POINTS_OF_POST.items():
        cubes = _cubes_on(state, player, post)
        line = _line(player, post, "74", ("cubes", len(cubes)), points, cubes)
        yield replace(line, because=tuple(_seat(state, place) for place in cubes))
    hand = state.hand(player)
    yield _line(player, SETS, "75", ("sets", sets_of(hand.goods)), POINTS_OF_SET)
    money = max(state.money(player) or 0, 0)
    eights = _line(player, MONEY, "76", ("eights", money // MONEY_OF_POINT), 1)
    yield replace(eights, because=(str(money),))
    yield _line(player, DISCOVERIES, "77", ("tokens", hand.discovered), POINTS_OF_TOKEN)


def _line(
    player: str,
    what: str,
    rule: str,
    counted: tuple[str, int],
    points: int,
    places: tuple[str, ...] = (),
) -> ScoreLine:
    factors = (counted, ("points", points))
    return ScoreLine(player, what, counted[1] * points, rule, None, factors, places=places)


def _seat(state: State, place: str) -> str:
    """A post by its atoll, wherever that lies: ``a7/minister-1``."""
    atoll = state.atoll_of(place)
    return f"{atoll.id}/{spot_of(place)}" if atoll else place


def _cubes_on(state: State, player: str, kind: str) -> tuple[str, ...]:
    return tuple(at for at in state.cubes_of(player) if state.kind_of(at) == kind)
