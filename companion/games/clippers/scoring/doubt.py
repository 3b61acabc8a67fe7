"""What hangs on a question: what may lie there, and how the totals would change with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.boards.position_file import Correction, correct_position, kinds_at
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
    """Per asked place, every other answer that may be true and alone would change a total.

    An answer that changes nothing alone may still do so together with another.
    """
    reached = terms.network(board, position).companies_at
    now = _ports(board, position, players, reached)
    found: dict[str, tuple[Effect, ...]] = {}
    for question in asked:
        taken = EMPTY if question.taken == HIDDEN else question.taken
        each = []
        for answer in (kind for kind in may_lie(board, question) if kind != taken):
            other = correct_position(board, position, (Correction(question.place, answer),))
            there = reached
            if question.place in board.spaces:
                if not _may_reach_otherwise(board, position, other, question.place, terms):
                    continue
                there = terms.network(board, other).companies_at
            then = _ports(board, other, players, there)
            changes = tuple((p, then[p] - now[p]) for p in now if then[p] != now[p])
            if changes:
                each.append(Effect(answer, changes))
        found[question.place] = tuple(each)
    return found


def may_lie(board: RoutesBoard, question: Question) -> tuple[str, ...]:
    """All that may lie on an asked place, likely answers first; on a hidden one anything."""
    likely = tuple(kind for kind, _ in question.likely)
    if question.taken == HIDDEN:
        return tuple(dict.fromkeys((*likely, *kinds_at(board, question.place))))
    return tuple(dict.fromkeys((question.taken, *likely)))


def _may_reach_otherwise(
    board: RoutesBoard, position: Position, other: Position, space: str, terms: Terms
) -> bool:
    """Whether a company may reach other islands in a position that differs at one space alone.

    That hangs on which lanes are whole, and on where a table let one be begun (``network``). To
    follow every chain for each answer to every hidden place would take seconds.
    """
    if any(place == space for place, _ in terms.granted):
        return True
    return _whole_lanes(board, position, space) != _whole_lanes(board, other, space)


def _whole_lanes(board: RoutesBoard, position: Position, space: str) -> list[str | None]:
    """Whose each lane of a space's route is that has a stick of one company on every space."""
    lanes = board.route_of_space[space].lanes
    laid = [{position.spaces.get(each.id) for each in lane.spaces} for lane in lanes]
    return [next(iter(here)) if len(here) == 1 else None for here in laid]


def _ports(
    board: RoutesBoard,
    position: Position,
    players: Sequence[Player],
    reached: Mapping[str, tuple[str, ...]],
) -> dict[str, int]:
    return {
        player.name: total(port_lines(board, position, player, reached), player.name)
        for player in players
    }
