"""Who plays, as a form names them: checked, and every slip told in the visitor's language."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import InputError
from companion.play.game import LONGEST_NAME, RESERVED, Seat
from web.language import gettext

MOST_DIGITS = 6
"""So many digits a sum of money may have."""
Row = tuple[str, str, str]
"""A name, a nation and, where it is asked for, the money counted."""


def beginners(rows: Sequence[Row], nations: Sequence[str], many: range) -> list[Seat]:
    """The players of a game that begins, as many as it is for. Raises InputError."""
    players = [_seat(name, nation, nations) for name, nation, _ in rows]
    if len(players) not in many:
        raise InputError(gettext("Clippers is for two to five players; give each a name."))
    for player in players:
        _check_free(player.name)
    _check_apart(players)
    return players


def newcomer(row: Row, seated: Sequence[Seat], nations: Sequence[str], most: int) -> Seat:
    """One more player before a game, beside those who sit already. Raises InputError."""
    name, nation, _ = row
    if not name:
        raise InputError(gettext("Give your name, please."))
    player = _seat(name, nation, nations)
    _check_free(name)
    if len(seated) >= most:
        raise InputError(gettext("Five sit already, and Clippers has no sixth."))
    _check_apart([*seated, player])
    return player


def counters(rows: Sequence[Row], nations: Sequence[str]) -> list[tuple[Seat, int]]:
    """The players of a game that is over, with the money each has counted. Raises InputError."""
    counted = [(_seat(name, nation, nations), _money(name, money)) for name, nation, money in rows]
    if not counted:
        raise InputError(gettext("Nobody plays; give a name to each player."))
    _check_apart([seat for seat, _ in counted])
    return counted


def _seat(name: str, nation: str, nations: Sequence[str]) -> Seat:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise _slip(gettext("%(name)s: give a shorter name, in plain letters."), name)
    if nation not in nations:
        raise _slip(gettext("%(name)s: choose a nation."), name)
    return Seat(name, nation)


def _check_free(name: str) -> None:
    if name in RESERVED:
        raise _slip(gettext("Nobody can be called %(name)s here; choose another."), name)


def _money(name: str, text: str) -> int:
    if not text:
        raise _slip(gettext("%(name)s: count the money, and give it too."), name)
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise _slip(gettext("%(name)s: give the money in whole dollars, 0 or more."), name)
    return int(text)


def _check_apart(players: Sequence[Seat]) -> None:
    for index, player in enumerate(players):
        for other in players[:index]:
            if other.name == player.name:
                raise _slip(
                    gettext("Two players are called %(name)s; tell them apart."), other.name
                )
            if other.role == player.role:
                said = gettext("%(name)s and %(other)s play the same nation; change one of them.")
                raise InputError(said % {"name": other.name, "other": player.name})


def _slip(said: str, name: str) -> InputError:
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST_NAME])
    return InputError(said % {"name": shown})
