"""How people play South Seas at a table, as far as a camera has to know it."""

from __future__ import annotations

from companion.finding import Severity
from companion.games.carcassonne_south_seas.judging.judgement import findings
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import BOAT
from companion.games.carcassonne_south_seas.watching.deeds import deeds
from companion.games.carcassonne_south_seas.watching.lying import lies, meaning
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import MovingHabits

AGAINST_A_RULE, ONE_MORE = 8.0, 1.0
"""What it costs to break a rule, in ordinary deeds, and each further one."""
NOWHERE = 6.0
"""No islander comes before his tile has: that is no slip of a player."""
STILL_THERE = 0.1
"""An islander that is to go home still stands there, or a token is still to be put."""
UNEXPLAINED = 12.0
"""A piece lies where nothing brought it."""


def price(state: State, event: e.Event) -> float:
    """What the rules have against a fact; what is still to be tapped beside the tiles is none."""
    found = [each for each in findings(state, event) if each.severity is Severity.ILLEGAL]
    against = AGAINST_A_RULE + ONE_MORE * (len(found) - 1) if found else 0.0
    is_nowhere = isinstance(event, e.IslanderPlaced) and _cell(event.place) not in state.tiles
    return against + NOWHERE * is_nowhere


def late(before: State, after: State, place: str, seen: str) -> float | None:
    """What it costs that a place is still seen as it was."""
    lay = lies(after).get(place, EMPTY)
    if lay == BOAT and seen == EMPTY:
        return STILL_THERE
    home = {at for payment in after.turn.paid for at in payment.home}
    colours = after.game.colours.values()
    if lay == EMPTY and seen in colours and (place in home or place in before.islanders):
        return STILL_THERE
    return None


def same(one: e.Event, other: e.Event) -> bool:
    """Whether what somebody says he did may be what the camera took for another deed."""
    if type(one) is not type(other):
        return False
    match one, other:
        case e.TileLaid(), e.TileLaid():
            return one.player == other.player and one.cell == other.cell
        case e.IslanderPlaced(), e.IslanderPlaced():
            return one.player == other.player and _cell(one.place) == _cell(other.place)
        case _:
            return one == other


def _cell(place: str) -> str:
    return place.rpartition("/")[0]


HABITS: MovingHabits[State, e.Event] = MovingHabits(
    deeds,
    price=price,
    late=late,
    meaning=meaning,
    same=same,
    inferred=frozenset({"evaluate", "done"}),
    unexplained=UNEXPLAINED,
    deepest=6,
    most_tried=300,
    slow_looks=3,
    gone_looks=3,
    told_looks=8,
    in_vain=AGAINST_A_RULE,
)
"""Seconds go by as looks: four within one, then one after two, four and eight seconds more."""
