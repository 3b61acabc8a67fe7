"""Cargo ships move. Rules 21 and 28 to 32, point A6."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.state.state import Phase, State
from companion.games.long_cours.terms.events import Bought, DirectMove, FightBegun, Moved


def has_ship(state: State, event: Bought | Moved | DirectMove | FightBegun) -> Iterator[Finding]:
    """Who is wrecked has no ship until he comes back. Point A6."""
    if state.phase is not Phase.PLACING and state.captain(event.player).at is None:
        yield illegal("no-ship", "A6", player=event.player)


def along_a_line(state: State, event: Moved) -> Iterator[Finding]:
    """An ordinary move leads to a stop next along a dotted line. Rule 28."""
    at = state.captain(event.player).at
    twice = state.turn.moved and at == event.stop
    if at is not None and not twice and event.stop not in state.game.board.beside[at]:
        yield illegal(
            "no-line", "28", at, event.stop, player=event.player, origin=at, stop=event.stop
        )


def one_ordinary_move(state: State, event: Moved) -> Iterator[Finding]:
    """There is one ordinary move a turn. Rule 28."""
    if state.turn.moved:
        yield illegal("second-move", "28", event.stop, player=event.player)


def ordinary_or_direct(state: State, event: Moved | DirectMove) -> Iterator[Finding]:
    """Direct moves stand instead of the ordinary one. Rules 29 and 31."""
    both = state.turn.directs if isinstance(event, Moved) else state.turn.moved
    if both:
        yield illegal("ordinary-and-direct", "31", event.stop, player=event.player)


def direct_to_a_port(state: State, event: DirectMove) -> Iterator[Finding]:
    """A direct move never ends on a white rectangle. Rule 30."""
    if not state.game.board.stops[event.stop].is_port:
        yield illegal("direct-to-rectangle", "30", event.stop, player=event.player)
