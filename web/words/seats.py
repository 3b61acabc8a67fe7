"""Who plays, as a form names them: checked, and every slip told in the visitor's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from werkzeug.datastructures import MultiDict

from companion.errors import InputError
from companion.play.game import RESERVED, About, Seat
from companion.records.names import LONGEST_NAME, as_seen, check_apart, may_be_name
from companion.saying.phrase import Phrase
from web.words.numbers import whole_number

MOST_DIGITS = 6
"""So many digits a sum of money may have."""
Row = tuple[str, str, str]
"""A name, what he stands for and, where it is asked for, the money counted."""


def sent_roles(form: MultiDict[str, str]) -> list[str]:
    """What the players of a form stand for, row by row; an older form calls it their nation."""
    return form.getlist("role") or form.getlist("nation")


def beginners(rows: Sequence[Row], roles: Sequence[str], about: About) -> list[Seat]:
    """The players of a game that begins, as many as it is for. Raises InputError."""
    players = [_seat(name, role, roles, about) for name, role, _ in rows]
    if len(players) not in about.players:
        least, most = (
            Phrase(f"number:{number}") for number in (about.players[0], about.players[-1])
        )
        raise InputError("players-many", game=about.name, least=least, most=most)
    for player in players:
        _check_free(player.name)
    _check_apart(players, about)
    return players


def newcomer(row: Row, seated: Sequence[Seat], roles: Sequence[str], about: About) -> Seat:
    """One more player before a game, beside those who sit already. Raises InputError."""
    name, role, _ = row
    if not name:
        raise InputError("name-wanted")
    player = _seat(name, role, roles, about)
    _check_free(name)
    most = about.players[-1]
    if len(seated) >= most:
        sit, next_one = Phrase(f"number:{most}"), Phrase(f"ordinal:{most + 1}")
        raise InputError("seats-taken", number=sit, game=about.name, next_one=next_one)
    _check_apart([*seated, player], about)
    return player


def counters(rows: Sequence[Row], roles: Sequence[str], about: About) -> list[tuple[Seat, int]]:
    """The players of a game that is over, with the money each has counted. Raises InputError.

    Where there is nothing to stand for, each stands for himself.
    """
    for row, (name, _, money) in enumerate(rows, 1):
        if not name:
            raise InputError("money-of-nobody", row=row, money=_shown(money))
    counted = [(_seat(name, role, roles, about), _money(name, money)) for name, role, money in rows]
    if not counted:
        raise InputError("nobody-named")
    _check_apart([seat for seat, _ in counted], about)
    return counted


def _seat(name: str, role: str, roles: Sequence[str], about: About) -> Seat:
    if not may_be_name(name):
        raise InputError("name-unplain", _shown(name))
    if roles and role not in roles:
        raise InputError(f"{about.id}:role-unchosen", _shown(name))
    return Seat(name, role if roles else name)


def _check_free(name: str) -> None:
    if name in RESERVED:
        raise InputError("name-reserved", name=_shown(name))


def _money(name: str, text: str) -> int:
    if not text:
        raise InputError("money-uncounted", _shown(name))
    if (money := whole_number(_without_sign(text), MOST_DIGITS)) is None:
        raise InputError("money-not-whole", _shown(name))
    return money


def _without_sign(money: str) -> str:
    """A sum without the sign of its money, where somebody writes that too: ``12 $``."""
    around = {each for each in money if each.isspace() or unicodedata.category(each) == "Sc"}
    return money.strip("".join(around)) if around else money


def _check_apart(players: Sequence[Seat], about: About) -> None:
    check_apart(player.name for player in players)
    for index, player in enumerate(players):
        for other in players[:index]:
            if other.role == player.role:
                told = {"name": other.name, "other": player.name}
                raise InputError(f"{about.id}:roles-alike", **told)


def _shown(name: str) -> str:
    return as_seen(name)[:LONGEST_NAME]
