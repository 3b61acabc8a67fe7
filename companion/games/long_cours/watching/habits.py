"""How the ships of Long Cours move, as far as a camera has to know it."""

from __future__ import annotations

from collections.abc import Hashable

from companion.finding import FOLLOWS, Severity
from companion.games.long_cours.judging.judgement import findings
from companion.games.long_cours.state.lying import lies
from companion.games.long_cours.state.state import CORSAIR, State
from companion.games.long_cours.terms import events as e
from companion.games.long_cours.watching.came_unseen import corsair_sunk_unseen
from companion.games.long_cours.watching.deeds import deeds, ends_before
from companion.games.long_cours.watching.seen_again import no_storm
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import MovingHabits

AGAINST_A_RULE = 8.0
"""What it costs to break a rule, in ordinary moves."""
ONE_MORE = 1.0
"""Each further rule that the same fact breaks."""
MISSING = 1.5
"""Something else seems to be missing, or a slip that was told shows once more."""
PILED_LATER = 0.4
"""Goods are piled, or taken away, only after the ships have gone."""
PILE_ASTRAY = 0.5
"""No goods are seen where some lie, or some where a ship stands: it hides them, or looks so."""
PILED_BY_NOBODY = 1.0
"""Goods are seen where none lie, and no ship."""
TAKEN_FOR_GOODS = 0.3
"""A ship that came onto a white rectangle is seen nowhere, or another that stands there then."""
BEHIND = 1.0
"""A ship is seen nowhere where another has come to lie beside it: it may stand behind that."""
SUNK_LATER = 0.3
"""A ship that was sunk still stands at its stop."""
PUT_DOWN = 0.5
"""A ship was only put down for a moment, and sailed where it lies now."""
MISREAD = 5.0
"""One table was surely read wrongly, which the next one denies."""
PUT_BACK = 3.5
"""The same, and all lies as if nothing had been seen there."""
UNEXPLAINED = 12.0
"""A piece lies where nothing brought it."""


def price(state: State, event: e.Event) -> float:
    """What the rules have against a fact."""
    found = findings(state, event)
    broken = sum(each.severity is Severity.ILLEGAL for each in found)
    looks = sum(each.severity is Severity.WARNING or each.code == FOLLOWS for each in found)
    return looks * MISSING + (AGAINST_A_RULE + ONE_MORE * (broken - 1) if broken else 0.0)


def late(before: State, after: State, subject: str, seen: str) -> float | None:
    """What it costs that a subject is still seen as it was: goods, and ships that were sunk.

    Where goods lie follows from where ships went; a pile by itself tells of no deed. A ship that is
    seen anywhere but where it lay before is afloat. One that came onto a white rectangle may be
    taken for goods there, or not be seen on those that lie there; so may another beside it. One may
    stand behind another that has just come to it.
    """
    was, now = (lies(state).get(subject, EMPTY) for state in (before, after))
    if subject in state_stops(before):
        if was != now:
            return PILED_LATER
        return PILE_ASTRAY if now != EMPTY or subject in lies(after).values() else PILED_BY_NOBODY
    if seen == EMPTY and was != EMPTY and now != EMPTY:
        came = any(stop == now != lies(before)[ship] for ship, stop in lies(after).items())
        if came and now in state_stops(before):
            return TAKEN_FOR_GOODS
        if came and was == now:
            return BEHIND
    stands = subject in sunk_since(before, after) and was == seen
    return SUNK_LATER if stands else None


def state_stops(state: State) -> frozenset[str]:
    """The stranding places, where goods are piled."""
    return frozenset(stop.id for stop in state.game.board.stranding_places.values())


def sunk_since(before: State, after: State) -> frozenset[str]:
    """The ships that were sunk between two states."""
    still = {captain.name for captain in after.afloat}
    return frozenset(
        before.game.ships[captain.name] for captain in before.afloat if captain.name not in still
    )


def in_play(state: State) -> frozenset[str]:
    """The ships that may lie somewhere: of who is not sunk, and a corsair with an owner."""
    ships = {state.game.ships[captain.name] for captain in state.captains if captain.plays}
    return frozenset(ships | ({CORSAIR} if state.corsair.owner is not None else set()))


def meaning(state: State) -> Hashable:
    """What two ways have to differ in to be worth a question: what lies where, and who is sunk."""
    sunk = tuple(captain.name for captain in state.captains if not captain.plays)
    return frozenset(lies(state).items()), sunk


def same(one: e.Event, other: e.Event) -> bool:
    """Whether what somebody says he did may be what the camera took for another deed."""
    sailed = (e.Moved, e.DirectMove, e.CameBack, e.Placed)
    if isinstance(one, sailed) and isinstance(other, sailed):
        return (one.player, one.stop) == (other.player, other.stop)
    if isinstance(one, e.Storm) and isinstance(other, e.Storm):
        return one.zone == other.zone
    corsair = (e.CorsairMoved, e.CorsairEntered)
    return isinstance(one, corsair) and type(one) is type(other) and one.stop == other.stop


HABITS: MovingHabits[State, e.Event] = MovingHabits(
    deeds,
    price=price,
    late=late,
    meaning=meaning,
    same=same,
    ends=ends_before,
    in_play=in_play,
    inferred=frozenset({"done", "no_bid"}),
    unexplained=UNEXPLAINED,
    deepest=12,
    most_tried=300,
    slow_looks=4,
    gone_looks=5,
    told_looks=8,
    moved_on=PUT_DOWN,
    misread=MISREAD,
    put_back=PUT_BACK,
    in_vain=AGAINST_A_RULE,
    takers=frozenset({CORSAIR}),
    instead=no_storm,
    unseen=corsair_sunk_unseen,
)
"""Seconds go by as looks: four within one, then one after two, four and eight seconds more."""
