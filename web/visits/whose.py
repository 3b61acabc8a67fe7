"""Of which game a page is, and of whose door.

An open page says so with what it asks of its game, and with all that it sends to be written or
set there. Another game may have begun since, while its
phone slept; another door may have been opened in its browser. Then nothing of it is meant for what
is here now, and it goes to where its browser leads today.
"""

from __future__ import annotations

from flask import request

from companion.play.sight import GameTable
from companion.store.schema import mark_of
from web.visits.visit import table, visit
from web.words.errors import RefusedError

MARK_LETTERS = 16
BETWEEN = "-"
"""What stands between the mark of the game and that of the door."""


def whose() -> str:
    """What a page that is shown now is told of itself; a new code for the same door is the same."""
    return _whose(table())


def has_strayed(said: str | None, served: GameTable) -> bool:
    """Whether a page is of another game than this one, or of another door than its browser's.

    ``said`` is what it was told of itself; None where it says nothing, and that is no reason.
    """
    return said not in (None, _whose(served))


def check_whose(said: str | None, served: GameTable) -> None:
    """Refuse what was sent by a page that has strayed."""
    if said is None or not has_strayed(said, served):
        return
    if said.partition(BETWEEN)[0] != _game_mark(served):
        raise RefusedError(
            410, "other-game", "Another game has begun since; this was not written into it."
        )
    raise RefusedError(
        410,
        "other-door",
        "Another code was opened in this browser since; this was not written down.",
    )


def table_meant() -> GameTable:
    """The table that is served, for a form that is about it; refused where its page has strayed."""
    served = table()
    check_whose(request.form.get("whose"), served)
    return served


def _whose(served: GameTable) -> str:
    return BETWEEN.join((_game_mark(served), _door_mark()))


def _game_mark(served: GameTable) -> str:
    return mark_of(served.number, served.begun)[:MARK_LETTERS]


def _door_mark() -> str:
    door = visit().door
    return mark_of(door and (door.role, door.player))[:MARK_LETTERS]
