"""Ships: turned up, taken by merchants, and delivered to; and the fish that boats cover."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal, look
from companion.games.carcassonne_south_seas.course.doubts import is_astray
from companion.games.carcassonne_south_seas.course.told_late import is_late
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import GOODS


def still_hidden(state: State, event: e.ShipTurnedUp) -> Iterator[Finding]:
    """Each ship is there once. Rule 2."""
    if event.ship not in state.ships_hidden:
        yield illegal("ship-known", "2", player=event.player, ship=event.ship)


def makes_four(state: State, event: e.ShipTurnedUp) -> Iterator[Finding]:
    """Ships are turned up until four lie there. Rules 9, 38 and 46."""
    if not state.may_turn_up:
        yield illegal("four-face-up", "46", player=event.player, ship=event.ship)


def face_up(state: State, event: e.ShipTaken | e.Delivered) -> Iterator[Finding]:
    """It is one of those that lie face up. Rules 38 and 45."""
    if event.ship not in state.display:
        rule = "45" if isinstance(event, e.Delivered) else "38"
        yield illegal("not-face-up", rule, player=event.player, ship=event.ship)


def merchant_waits(state: State, event: e.ShipTaken) -> Iterator[Finding]:
    """A market of his has just been completed, or its ship is still his. Rules 37 and 38."""
    if event.player not in state.turn.merchants and not is_late(state, event):
        yield illegal("no-market", "38", player=event.player, ship=event.ship)


def refilled_first(state: State, event: e.ShipTaken) -> Iterator[Finding]:
    """After each market four ships lie there again before the next merchant takes. Rule 39."""
    count = state.ships_to_turn_up
    if count and event.player in state.turn.merchants:
        yield look("turn-up-first", "39", player=event.player, count=count)


def in_turn_order(state: State, event: e.ShipTaken) -> Iterator[Finding]:
    """Of several, each takes in turn order from the active player on. Rule 39."""
    waits = state.turn.merchants
    if event.player in waits and waits[0] != event.player:
        yield illegal("other-merchant-first", "39", player=event.player, other=waits[0])


def of_highest_value(state: State, event: e.ShipTaken) -> Iterator[Finding]:
    """He takes one of the highest value. Rule 38. Told late, of those that lay there then."""
    top = max((state.game.ships[ship].points for ship in state.display), default=0)
    then = state.top_owed(event.player)
    if then is not None and is_late(state, event):
        top = min(top, then)
    if event.ship in state.display and state.game.ships[event.ship].points < top:
        yield illegal("not-highest", "38", player=event.player, ship=event.ship, top=top)


def once_a_turn(state: State, event: e.Delivered) -> Iterator[Finding]:
    """Goods are delivered to one ship in a turn. Rule 45."""
    if state.turn.delivered:
        yield illegal("second-delivery", "45", player=event.player, ship=event.ship)


def in_hand(state: State, event: e.Delivered) -> Iterator[Finding]:
    """He has the goods. Rule 46. Told once: what he lacks shows that his others are wrong."""
    held = state.held(event.player)
    for kind in GOODS if event.player not in state.doubted else ():
        if event.goods[kind] > held[kind]:
            yield illegal("goods-not-held", "46", player=event.player, goods=kind, count=held[kind])


def as_asked(state: State, event: e.Delivered) -> Iterator[Finding]:
    """Just what is on the sail, no more. Rules 47 and 48, point A10."""
    if not state.game.ships[event.ship].takes(event.goods):
        yield illegal("other-goods-asked", "47", player=event.player, ship=event.ship)


def to_be_covered(state: State, event: e.Covered) -> Iterator[Finding]:
    """A boat has just evaluated that sea, and this is one of its largest groups. Rule 34, A6.

    Where there was only one, this boat has covered it already, and that may be told besides.
    """
    groups = (*state.turn.covers, state.turn.alone)
    is_due = any(event.place in places for places in groups) or is_late(state, event)
    if is_due or is_astray(state, event.place):
        return
    yield illegal("not-to-be-covered", "34", event.place, player=event.player)
