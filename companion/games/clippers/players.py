"""Who plays Clippers: a name, a nation and, at the end, money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import InputError
from companion.play.game import LONGEST_NAME

MARKERS_OF_A_NATION = 12
MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Player:
    """One at the table; ``money`` is in $."""

    name: str
    nation: str
    money: int


def parse_player(text: str, nations: Sequence[str]) -> Player:
    """Read ``NAME=NATION:MONEY``, as a person types it; raise InputError on anything else."""
    who, colon, money = text.rpartition(":")
    name, equals, nation = who.rpartition("=")
    if not (equals and colon and name.strip() and nation.strip() and money.strip()):
        raise InputError(
            f"player '{text}': this is not NAME=NATION:MONEY; write it like Pauline=japanese:9"
        )
    player = _player(name, nation, nations)
    return replace(player, money=_money(player.name, money.strip()))


def _player(name: str, nation: str, nations: Sequence[str]) -> Player:
    name, nation = name.strip(), nation.strip().lower()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(
            f"player '{name[:LONGEST_NAME]}': the name is too long or has letters that can't be "
            f"printed; give one of at most {LONGEST_NAME} letters"
        )
    if nation not in nations:
        raise InputError(
            f"player '{name}': the board knows no nation '{nation}'; give one of "
            f"{', '.join(nations)}"
        )
    return Player(name, nation, 0)


def check_players(players: Sequence[Player]) -> None:
    """Raise InputError when nobody plays, or a name or nation is there twice."""
    if not players:
        raise InputError("nobody plays; give each player as --player NAME=NATION:MONEY")
    for index, player in enumerate(players):
        for other in players[:index]:
            if other.name == player.name:
                raise InputError(
                    f"player '{player.name}': this name is given twice; name each player once"
                )
            if other.nation == player.nation:
                raise InputError(
                    f"players '{other.name}' and '{player.name}': both play the "
                    f"{player.nation}; give each player a nation of their own"
                )


def _money(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        raise InputError(
            f"player '{name}': '{text}' is no sum of money; give whole dollars, like {name}=...:9"
        )
    if text.startswith("-") and int(digits):
        raise InputError(
            f"player '{name}': {text} $ is less than nothing; give the money counted, 0 or more"
        )
    return int(digits)
