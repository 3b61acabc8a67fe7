"""Who plays Clippers: a name, a nation and, at the end, money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.errors import InputError
from companion.records.names import LONGEST_NAME, may_be_name, typed_name

MARKERS_OF_A_NATION = 12
MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Player:
    """One at the table; ``money`` is in $."""

    name: str
    nation: str
    money: int


def parse_player(
    text: str, nations: Sequence[str], meant: Callable[[str], str] = str.lower
) -> Player:
    """Read ``NAME=NATION:MONEY``, as a person types it; raise InputError on anything else.

    ``meant`` makes a nation of what he calls it.
    """
    who, colon, money = text.rpartition(":")
    name, equals, nation = who.rpartition("=")
    if not (equals and colon and name.strip() and nation.strip() and money.strip()):
        raise InputError("clippers:counted-player-form", text=text)
    player = _player(name, meant(nation.strip()), nations)
    return replace(player, money=_money(player.name, money.strip()))


def _player(name: str, nation: str, nations: Sequence[str]) -> Player:
    name = typed_name(name)
    if not may_be_name(name):
        raise InputError("player-name", name=name[:LONGEST_NAME], most=LONGEST_NAME)
    if nation not in nations:
        raise InputError(
            "clippers:unknown-nation", name=name, nation=nation, known=", ".join(nations)
        )
    return Player(name, nation, 0)


def check_players(players: Sequence[Player]) -> None:
    """Raise InputError when nobody plays, or a name or nation is there twice."""
    if not players:
        raise InputError("clippers:nobody-plays")
    for index, player in enumerate(players):
        for other in players[:index]:
            if other.name == player.name:
                raise InputError("clippers:player-twice", name=player.name)
            if other.nation == player.nation:
                raise InputError(
                    "clippers:nation-twice",
                    other=other.name,
                    name=player.name,
                    nation=player.nation,
                )


def _money(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise InputError("clippers:no-sum", name=name, text=text)
    if text.startswith("-") and digits.strip("0"):
        raise InputError("clippers:less-than-nothing", name=name, text=text)
    if len(digits) > MOST_DIGITS:
        raise InputError("clippers:sum-too-large", name=name, most=MOST_DIGITS)
    return int(digits)
