"""Cubes move, and discover. Rules 35 to 42, 48 and 63 to 67, points A3, A4, A9 and A10."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.big_kini.course.apply import doing_of
from companion.games.big_kini.course.deeds import (
    cost_of_discovery,
    cost_of_move,
    supposed_landing,
)
from companion.games.big_kini.course.money import can_pay
from companion.games.big_kini.state.atolls import BARON, COLONY, SEATS
from companion.games.big_kini.state.reach import distance, port_level
from companion.games.big_kini.state.state import State, cell_of
from companion.games.big_kini.terms.cards import Bonus
from companion.games.big_kini.terms.events import Discovered, Landed, Moved
from companion.games.big_kini.terms.layouts import TILES, may_be_found


def own_cube(state: State, event: Moved | Discovered) -> Iterator[Finding]:
    """A player moves his own cubes. Rule 38."""
    if state.cubes.get(event.source) != event.player:
        yield illegal("no-cube-there", "38", event.source, player=event.player)


def to_a_free_post(state: State, event: Moved) -> Iterator[Finding]:
    """To a free post of a discovered atoll; the baron's takes an election. Rules 35, 37, 48, A3."""
    about, place = {"player": event.player}, event.target
    kind = state.kind_of(place)
    if state.atoll_of(place) is None:
        yield illegal("not-discovered", "37", cell_of(place), **about)
    elif kind == BARON:
        yield illegal("baron-by-election", "48", place, **about)
    elif kind == COLONY:
        yield illegal("colony-by-proliferation", "35", place, **about)
    elif kind not in SEATS:
        yield illegal("no-post", "A3", place, **about)
    elif place in state.cubes:
        yield illegal("place-taken", "A3", place, **about)


def by_the_port(state: State, event: Moved | Discovered) -> Iterator[Finding]:
    """Between atolls with influence on the port, as far as its level. Rules 37, 39 and 42."""
    start = cell_of(event.source)
    end = cell_of(event.target) if isinstance(event, Moved) else event.cell
    if start == end or state.cubes.get(event.source) != event.player:
        return
    level = port_level(state, event.player, start)
    if not level:
        yield illegal("no-port", "37", event.source, player=event.player)
        return
    level += state.gives(doing_of(state, event), Bonus.FARTHER)
    away = distance(state, start, end)
    if away is None or away > level:
        yield illegal("too-far", "39", event.source, end, player=event.player, level=level)


def move_paid(state: State, event: Moved) -> Iterator[Finding]:
    """One for each atoll of distance. Rule 40."""
    cost = cost_of_move(state, event.source, event.target, doing_of(state, event))
    if not can_pay(state, event.player, cost):
        yield illegal("no-money", "40", event.target, player=event.player, amount=cost)


def still_hidden(state: State, event: Discovered) -> Iterator[Finding]:
    """Only a hidden atoll can be discovered. Rule 63."""
    if event.cell not in state.hidden:
        code = "discovered-already" if event.cell in state.tiles else "no-atoll-there"
        yield illegal(code, "63", event.cell, player=event.player)


def an_atoll_in_play(state: State, event: Discovered) -> Iterator[Finding]:
    """What is turned up takes part and lies nowhere else. Rules 16, 17, 80 to 85 and 105."""
    name = event.atoll.partition("/")[0]
    number, layout = state.game.atolls[name].number, state.game.layout.id
    about: dict[str, str | int] = {"player": event.player, "atoll": number}
    if name in (lies.partition("/")[0] for lies in state.tiles.values()):
        yield illegal("atoll-elsewhere", "20", event.cell, **about)
    elif not may_be_found(layout, number, state.game.in_box) or _is_taken_out(state, name):
        yield illegal("atoll-not-in-play", TILES[layout].rule, event.cell, **about)


def _is_taken_out(state: State, name: str) -> bool:
    """Whether it is a start atoll, and all of those that were left in lie open. Rules 80 to 85."""
    atolls = state.game.atolls
    lies_open = [lies.partition("/")[0] for lies in state.tiles.values()]
    starts = [atolls[each].is_start for each in lies_open if each in atolls].count(True)
    left_in = sum(atoll.is_start for atoll in atolls.values())
    left_in -= TILES[state.game.layout.id].starts_out
    return atolls[name].is_start and starts >= left_in


def discovery_paid(state: State, event: Discovered) -> Iterator[Finding]:
    """Without the money there is no discovery. Rules 64 and 65."""
    cost = cost_of_discovery(state, event.source, event.cell, doing_of(state, event))
    if not can_pay(state, event.player, cost):
        yield illegal("no-money", "65", event.cell, player=event.player, amount=cost)


def lands_on_a_post(state: State, event: Landed) -> Iterator[Finding]:
    """The cube that set out comes to a free post of the new atoll. Point A10.

    So does one that was taken to have landed there, when it is told later.
    """
    landing, place = state.turn.landing, event.place
    supposed = ""
    if landing is None or landing.cell != cell_of(place):
        supposed = supposed_landing(state, event.player, place)
    cell = cell_of(supposed) if supposed else landing.cell if landing else ""
    if not supposed and (landing is None or landing.player != event.player):
        yield illegal("nothing-to-land", "A10", place, player=event.player)
    elif cell_of(place) != cell or state.kind_of(place) not in SEATS:
        yield illegal("lands-elsewhere", "A10", place, cell, player=event.player)
    elif place in state.cubes and place != supposed:
        yield illegal("place-taken", "A10", place, player=event.player)
