"""Where a piece may lie at all: leaving aside who laid it, when, and with whose ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.finding import Severity
from companion.games.clippers.course.apply import apply
from companion.games.clippers.judging.judgement import PLACEMENT
from companion.games.clippers.rules.sticks import Laying, alternate_route_has_a_ship
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import StickLaid
from companion.watching.outcome import Piece


def is_stick(state: State, piece: Piece) -> bool:
    """Whether a piece lies on a space, not on a slot."""
    return piece.place in state.game.chart.ways_through


def hopeless(state: State, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The sticks that no order makes right, whatever ships were bought."""
    name = state.seat.player.name
    left = [piece for piece in pieces if not piece.gone and is_stick(state, piece)]
    progress = True
    while left and progress:
        progress = False
        for piece in list(left):
            stick = StickLaid(name, piece.kind, piece.place)
            for event in (stick, replace(stick, alternate=True)):
                if _may_lie(state, event):
                    state, progress = apply(state, event), True
                    left.remove(piece)
                    break
    return tuple(left)


def _may_lie(state: State, stick: StickLaid) -> bool:
    laying = Laying(state, stick)
    return not any(
        found.severity is Severity.ILLEGAL
        for rule in PLACEMENT
        if rule is not alternate_route_has_a_ship and (found := rule(laying)) is not None
    )
