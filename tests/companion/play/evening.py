"""An evening of the toy game, on a file."""

from __future__ import annotations

from pathlib import Path

from companion.play.at_table import AtTable
from companion.play.sight import Sight
from companion.play.timeline import Moment
from companion.records.record import SYSTEM, Act, Record
from companion.store import Store
from companion.store.table import Request, Table
from tests.toys.toy_game import GAME, HEADER, Call, Sea

NOW = "2026-11-21T20:00:00+00:00"
BOARD = GAME.shipped_board()


class Evening:
    """A table of the toy game on a file."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path)
        number = self.store.last_game() or self.store.begin(Record(HEADER), NOW)
        self.table: Table[Moment[Sea, Call]] = Table(
            AtTable(GAME, HEADER, BOARD), self.store, number
        )

    def act(self, *acts: Act) -> None:
        for act in acts:
            self.table.act(Request(act, self.table.view.revision, SYSTEM, NOW))

    @property
    def afloat(self) -> dict[str, str]:
        return dict(self.table.view.last.state.at)

    @property
    def sight(self) -> Sight[Sea, Call]:
        return Sight(GAME, self.table.view, GAME.words("en", BOARD))

    @property
    def found(self) -> list[str]:
        step = self.table.view.last.step
        return [each.code for each in step.open_findings] if step else []
