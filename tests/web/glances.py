"""A camera that has just looked."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.play.sight import GameTable
from companion.store.table import Request
from companion.watching.answers import Answer
from web.watching.watch import Glance


@dataclass
class Watched:
    """A camera that has just looked: what came of it, and what is answered."""

    glance: Glance
    camera: None = None
    said: list[Answer] = field(default_factory=list)

    def foresee(self, *_: object) -> None:
        """Nobody can tell."""

    def foresee_act(self, *_: object) -> None:
        """It is just what it says."""

    def answer(self, _: object, answer: Answer) -> None:
        self.said.append(answer)

    def act(self, table: GameTable, request: Request) -> int:
        return table.act(request)
