"""Reselling, and coming back after a storm: what a throw of the die decides. Rules 34, 46, 47."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import CameBack, Resold


def one_throw(state: State, event: Resold) -> Iterator[Finding]:
    """The die is thrown once a turn to resell. Rule 34."""
    if state.turn.thrown:
        yield illegal("second-throw", "34", player=event.player)


def was_wrecked(state: State, event: CameBack) -> Iterator[Finding]:
    """Only a wrecked ship comes back, in its captain's next turn. Rule 46, point A6."""
    at = state.captain(event.player).at
    if at is not None:
        yield illegal("still-afloat", "46", at, player=event.player)
    elif state.turn.wrecked:
        yield illegal("comes-back-next-turn", "A6", event.stop, player=event.player)


def back_where_the_die_says(state: State, event: CameBack) -> Iterator[Finding]:
    """A 1 leads to zone 11, a 2 to zone 22, and so on. Rule 46."""
    zone = state.game.zone_of_die(event.die)
    if state.game.board.stops[event.stop].zone != zone:
        yield illegal(
            "back-in-other-zone", "46", event.stop, player=event.player, die=event.die, zone=zone
        )


def back_on_a_port(state: State, event: CameBack) -> Iterator[Finding]:
    """A ship comes back on a port, not on the white rectangle. Rule 47."""
    if not state.game.board.stops[event.stop].is_port:
        yield illegal("back-on-rectangle", "47", event.stop, player=event.player)
