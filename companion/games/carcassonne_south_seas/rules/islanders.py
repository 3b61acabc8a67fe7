"""Islanders on the table. Rules 18 to 25."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.carcassonne_south_seas.course.doubts import is_astray
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import MARKET
from companion.games.carcassonne_south_seas.terms.rulings import TakeBack


def from_supply(state: State, event: e.IslanderPlaced) -> Iterator[Finding]:
    """He comes from the player's own supply. Rules 19 and 23."""
    if state.supply(event.player) < 1 and not _is_known(state, event.player):
        yield illegal("no-islander-left", "23", event.place, player=event.player)


def on_the_new_tile(state: State, event: e.IslanderPlaced) -> Iterator[Finding]:
    """He goes onto the tile just laid. Rule 20."""
    if state.game.board.cell_of(event.place) != state.turn.cell:
        yield illegal("not-on-new-tile", "20", event.place, player=event.player)


def on_a_part(state: State, event: e.IslanderPlaced) -> Iterator[Finding]:
    """He stands on a bridge, an island, a market or a sea of the new tile. Rule 21."""
    on_it = state.game.board.cell_of(event.place) == state.turn.cell
    if on_it and state.area(event.place) is None:
        yield illegal("no-such-part", "21", event.place, player=event.player)


def on_a_free_area(state: State, event: e.IslanderPlaced) -> Iterator[Finding]:
    """Nobody stands in the whole connected area, himself included. Rule 22, point A2."""
    area = state.area(event.place)
    there = state.in_area(area) if area else {}
    if area and there and not is_astray(state, event.place):
        at, other = next(iter(there.items()))
        rule = "A2" if area.kind == MARKET else "22"
        yield illegal("area-occupied", rule, event.place, at, player=event.player, other=other)


def his_own(state: State, event: e.IslanderTaken) -> Iterator[Finding]:
    """He takes back one of his own. Rule 24."""
    if state.islanders.get(event.place) != event.player:
        yield illegal("not-his-islander", "24", event.place, player=event.player)


def with_none_left(state: State, event: e.IslanderTaken) -> Iterator[Finding]:
    """Only who has none in supply takes one back, if the table does not rule otherwise. A3.

    Of another's, that is told alone.
    """
    always = state.game.rulings.take_back is TakeBack.ANY_TURN
    left, mine = state.supply(event.player), state.islanders.get(event.place) == event.player
    if left and mine and not always and not _is_known(state, event.player):
        yield illegal("supply-not-empty", "24", event.place, player=event.player, count=left)


def _is_known(state: State, player: str) -> bool:
    """Whether it was told that he has others before him, and a tile may be why."""
    return bool(state.untold.get(player) and state.astray)
