"""The slip that the demo shows: a stick where the rules expect none, in the middle of the board."""

from __future__ import annotations

import math

from companion.boards.routes_board import Route
from companion.games.clippers.course.allowance import most_sticks
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terms.events import StickLaid

CODE = "not-from-end"
"""The slip that everybody understands at once: the stick continues no route."""
LEAST_LAID = 3
"""So many sticks lie there before; who sees his first slip should have seen how it is done."""


def is_time_for_slip(state: State) -> bool:
    """Whether somebody is in the middle of his turn: then it is clear to all whose stick it is."""
    if state.phase == MARKET or len(state.spaces) < LEAST_LAID:
        return False
    laid = state.seat.laid_in(state.phase)
    return 0 < laid < most_sticks(state.seat, state.phase)


def a_slip(state: State) -> StickLaid | None:
    """A stick of who is at turn that breaks one rule, as near to the board's middle as can be."""
    board, player = state.game.chart.board, state.seat.player.name
    begun = {board.route_of_space[space].id for space in state.spaces}
    middle = (board.width_mm / 2, board.height_mm / 2)
    homes = {harbour.island for harbour in board.harbours.values() if harbour.island}
    free = [s for s in board.spaces.values() if _is_apart(board.route_of_space[s.id], begun, homes)]
    free.sort(key=lambda space: math.dist((space.x_mm, space.y_mm), middle))
    company = max(state.companies, key=lambda name: state.companies[name].sticks)
    for space in free:
        slip = StickLaid(player, company, space.id)
        if [found.code for found in findings(state, slip)] == [CODE]:
            return slip
    return None


def _is_apart(route: Route, begun: set[str], homes: set[str]) -> bool:
    """Whether nothing lies on a route, and no company lives at its ends."""
    return route.id not in begun and not homes & {route.a, route.b}
