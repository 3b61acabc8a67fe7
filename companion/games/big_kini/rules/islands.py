"""Income and goods. Rules 15 and 43 to 46, points A5 and A11."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.course.apply import doing_of
from companion.games.big_kini.state.atolls import FACTORY, STORE
from companion.games.big_kini.state.reach import represented, rules_over
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms.cards import Bonus
from companion.games.big_kini.terms.events import GoodsPicked, GoodsTaken, IncomeTaken


def from_a_factory(state: State, event: IncomeTaken) -> Iterator[Finding]:
    """A factory under one's influence pays. Rules 15 and 43."""
    if state.kind_of(event.place) != FACTORY:
        yield illegal("no-factory", "43", event.place, player=event.player)
    elif not rules_over(state, event.player, event.place):
        yield illegal("no-influence", "15", event.place, player=event.player)


def once_a_round(state: State, event: IncomeTaken) -> Iterator[Finding]:
    """Each factory pays once a round, one player only. Rule 45."""
    doing, user = doing_of(state, event), state.used.get(event.place)
    if user is not None and not state.gives(doing, Bonus.USED_FACTORY):
        yield illegal("factory-used", "45", event.place, player=event.player, other=user)


def from_an_island(state: State, event: GoodsTaken) -> Iterator[Finding]:
    """A goods tile that lies on an island under one's influence. Rules 15 and 46, point A5."""
    player, place = event.player, event.place
    if state.kind_of(place) != STORE:
        yield illegal("no-goods-space", "46", place, player=player)
    elif place not in state.goods:
        yield illegal("no-goods-there", "A5", place, player=player)
    elif not rules_over(state, player, place) and not _from_abroad(state, event):
        yield illegal("no-influence", "15", place, player=player)


def picked_by_a_card(state: State, event: GoodsPicked) -> Iterator[Finding]:
    """Only a card lets somebody take goods of any kind. Rule 95."""
    if not state.gives(doing_of(state, event), Bonus.ANY_GOODS):
        yield illegal("no-such-bonus", "95", player=event.player)


def goods_in_supply(state: State, event: GoodsPicked) -> Iterator[Finding]:
    """There are fifteen of each kind. Rule 6, point A11."""
    if state.supply[event.goods] < 1:
        yield illegal("supply-empty", "A11", player=event.player)


def _from_abroad(state: State, event: GoodsTaken) -> bool:
    """Whether a card lets him take goods of an atoll on which he has any cube. Rule 95."""
    there = represented(state, cell_of(event.place))
    abroad = state.gives(doing_of(state, event), Bonus.GOODS_ABROAD) > 0
    return abroad and event.player in there
