"""An election that goes on. Rules 48 to 62."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Stage(Enum):
    """Where an election stands."""

    VOTING = "voting"
    GOODS = "goods"
    DECIDING = "deciding"
    CROWNING = "crowning"
    RETREATING = "retreating"


@dataclass(frozen=True, slots=True)
class Election:
    """Who called it where, the votes and goods so far, and what is awaited.

    ``votes`` are, by candidate, the votes he has from each; ``shown`` the goods that each has
    turned up. ``said`` are those who give no more votes, ``kept_back`` those who show no more goods
    as things stand, ``speaker`` who showed some last. ``any_votes`` is for whom all goods count,
    ``extra`` how many votes more a card gives who called it.
    """

    cell: str
    caller: str
    stage: Stage = Stage.VOTING
    votes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    said: frozenset[str] = frozenset()
    shown: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    kept_back: frozenset[str] = frozenset()
    speaker: str = ""
    any_votes: str = ""
    extra: int = 0
    winner: str = ""
    ousted: str = ""
    """Whose cube has lost the baron's seat and lies nowhere yet. Rule 61."""

    @property
    def all_shown(self) -> Counter[str]:
        """The goods that lie open before the players. Rule 62."""
        every = Counter[str]()
        for goods in self.shown.values():
            every.update(goods)
        return every

    def given_by(self, player: str) -> int:
        """How many votes a player has given, to whomever."""
        return sum(given.get(player, 0) for given in self.votes.values())
