"""What was no storm: a ship is seen again, and the goods are gone that it had looked like.

A ship that sails onto the white rectangle of its own zone, and is read as goods there, looks as if
a storm had struck it. When it sails on, it comes into sight next to that rectangle, and at once no
goods lie there any more, though nobody came for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e
from companion.reading import EMPTY
from companion.watching.moving_pieces.ways import Instead


def no_storm(
    state: State, was: e.Event, since: Sequence[e.Event], came: Mapping[str, str]
) -> Instead[e.Event] | None:
    """The way of a ship instead of a storm before it; ``came``: what has just come into sight."""
    if not isinstance(was, e.Storm):
        return None
    board = state.game.board
    struck = [c for c in state.afloat if c.at is not None and board.stops[c.at].zone == was.zone]
    if len(struck) != 1 or struck[0].at is None:
        return None
    name, rectangle = struck[0].name, board.stranding_places[was.zone].id
    ways = [
        (at, each)
        for at, each in enumerate(since)
        if isinstance(each, (e.CameBack, e.Moved, e.DirectMove)) and each.player == name
    ]
    if not ways or not isinstance(ways[0][1], e.CameBack) or ways[-1][0] != len(since) - 1:
        return None
    stop = ways[-1][1].stop
    is_bare = came.get(rectangle) == EMPTY and not state.goods.cargo(rectangle)
    if is_bare and rectangle in board.beside[struck[0].at] and rectangle in board.beside[stop]:
        told = frozenset(at for at, _ in ways)
        return Instead(e.Moved(name, rectangle), told, e.Moved(name, stop))
    return None
