"""What the host has set for a game: how much the companion helps, and what it keeps to itself."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import Enum
from functools import lru_cache

MOST_READ = 1000
"""So many texts are remembered: of thousands of evenings most are set alike."""


class Help(Enum):
    """How much the companion says: nothing, afterwards, at once, or everything it knows."""

    OFF = "off"
    AUDIT = "audit"
    WARN = "warn"
    BANK = "bank"

    @property
    def audits(self) -> bool:
        """Whether findings are shown to the bank."""
        return self is not Help.OFF

    @property
    def warns(self) -> bool:
        """Whether findings are shown while playing."""
        return self in (Help.WARN, Help.BANK)

    @property
    def offers(self) -> bool:
        """Whether useful places are lit, with what they earn."""
        return self is Help.BANK


@dataclass(frozen=True, slots=True)
class Settings:
    """The host's choices, with what holds until he makes them.

    ``by_hand``: no turn ends by itself, even where nothing is left to do in it.
    ``known``: everybody knows the game, and no phase of the first round is explained.
    ``opened`` says that this game was taken up again: when so many games were in the file, and as
    which since then (``web.host.evenings.on_the_table``).
    ``deleted`` says since when it lies in the bin (ISO 8601), None where it does not.
    ``pictures``: a picture of each turn is kept, where a camera watches; None until somebody says.
    """

    help: Help = Help.BANK
    hide_standings: bool = False
    by_hand: bool = False
    known: bool = False
    opened: tuple[int, int] = (0, 0)
    pictures: bool | None = None
    deleted: str | None = None

    def to_json(self) -> str:
        """Write them down."""
        return json.dumps({**asdict(self), "help": self.help.value})


@lru_cache(MOST_READ)
def read_settings(text: str) -> Settings:
    """Read what ``to_json`` wrote; an unknown value is taken for the usual one."""
    data = json.loads(text)
    levels = {level.value: level for level in Help}
    return Settings(
        levels.get(data.get("help"), Help.BANK),
        data.get("hide_standings") is True,
        data.get("by_hand") is True,
        data.get("known") is True,
        _opened(data.get("opened")),
        _said(data.get("pictures")),
        _when(data.get("deleted")),
    )


def _said(said: object) -> bool | None:
    return said if isinstance(said, bool) else None


def _when(said: object) -> str | None:
    try:
        return datetime.fromisoformat(said).isoformat() if isinstance(said, str) else None
    except ValueError:
        return None


def _opened(said: object) -> tuple[int, int]:
    match said:
        case [int(games), int(turn)]:
            return games, turn
    return 0, 0
