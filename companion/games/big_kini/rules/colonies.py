"""New cubes on colony spaces. Rules 31 to 35 and 95, point A2."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.course.apply import doing_of
from companion.games.big_kini.state.atolls import ADMINISTRATOR, COLONY
from companion.games.big_kini.state.reach import has_influence, rules_over
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms.cards import Bonus
from companion.games.big_kini.terms.events import Proliferated


def on_a_colony(state: State, event: Proliferated) -> Iterator[Finding]:
    """A new cube goes on a free colony space under one's influence. Rules 15, 31 and 95."""
    kind, player = state.kind_of(event.place), event.player
    if kind != COLONY and not _straight_to_a_post(state, event):
        yield illegal("no-colony-space", "31", event.place, player=player)
    elif event.place in state.cubes:
        yield illegal("place-taken", "31", event.place, player=player)
    elif kind == COLONY and not rules_over(state, player, event.place):
        yield illegal("no-influence", "15", event.place, player=player)


def cube_in_supply(state: State, event: Proliferated) -> Iterator[Finding]:
    """Each player has twenty cubes. Rule 2, point A2."""
    if state.supply_of(event.player) < 1:
        yield illegal("no-cube-left", "A2", event.place, player=event.player)


def second_on_same_atoll(state: State, event: Proliferated) -> Iterator[Finding]:
    """The colonist that a card gives besides goes on the same atoll. Rule 95."""
    doing = doing_of(state, event)
    if doing is not None and doing.cell and cell_of(event.place) != doing.cell:
        yield illegal("second-on-same-atoll", "95", event.place, player=event.player)


def _straight_to_a_post(state: State, event: Proliferated) -> bool:
    """Whether a card lets the new cube go to an administrator space. Rule 95."""
    doing, cell = doing_of(state, event), cell_of(event.place)
    atoll = state.atoll_at(cell)
    if atoll is None or not state.gives(doing, Bonus.TO_A_POST):
        return False
    ruled = any(
        has_influence(state, event.player, cell, each) for each in atoll.of_function(COLONY)
    )
    return ruled and state.kind_of(event.place) == ADMINISTRATOR
