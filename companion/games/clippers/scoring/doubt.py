"""What hangs on a question: how the totals would change with each other answer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.boards.position_file import Correction, correct_position
from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.scoring.final_score import USUAL, Terms, port_lines
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.questions import Effect, Question
from companion.reading import EMPTY, HIDDEN
from companion.score import total


def effects(
    board: RoutesBoard,
    position: Position,
    players: Sequence[Player],
    asked: Sequence[Question],
    terms: Terms = USUAL,
) -> dict[str, tuple[Effect, ...]]:
    """Per asked place, every likely other answer that alone would change a total.

    An answer that changes nothing alone may still do so together with another.
    """
    now = _ports(board, position, players, terms)
    found: dict[str, tuple[Effect, ...]] = {}
    for question in asked:
        taken = EMPTY if question.taken == HIDDEN else question.taken
        each = []
        for answer in (kind for kind, _ in question.likely if kind != taken):
            other = correct_position(board, position, (Correction(question.place, answer),))
            then = _ports(board, other, players, terms)
            changes = tuple((p, then[p] - now[p]) for p in now if then[p] != now[p])
            if changes:
                each.append(Effect(answer, changes))
        found[question.place] = tuple(each)
    return found


def _ports(
    board: RoutesBoard, position: Position, players: Sequence[Player], terms: Terms
) -> dict[str, int]:
    reached = terms.network(board, position).companies_at
    return {
        player.name: total(port_lines(board, position, player, reached), player.name)
        for player in players
    }
