"""What Big Kini says, in a language of the table: its catalogue is ``locale/``."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from companion.boards.board import Board
from companion.boards.tiles_board import TilesBoard
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Event, MoneyCorrected
from companion.play import words
from companion.play.words import PIECE, PLACE, Manner, Param

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "big_kini"
ACTION, CARD, COLUMN, SPOT = "action", "card", "column", "spot"
PARAMS: Mapping[str, Param] = MappingProxyType(
    {
        "cell": Param(PLACE),
        "place": Param(PLACE),
        "space": Param(PLACE),
        "from": Param(PLACE),
        "to": Param(PLACE),
        "goods": Param(PIECE),
        "action": Param(ACTION),
        "done": Param(ACTION),
        "card": Param(CARD),
    }
)


class Words(words.Words[State, Event]):
    """The sentences of one language, about one board."""

    def __init__(self, language: str, board: Board) -> None:
        """Read the catalogue of a language."""
        own = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)
        super().__init__(language, own, Manner(PARAMS))
        self._board = board if isinstance(board, TilesBoard) else None

    def place(self, place: str) -> str:
        """Name a cell by its numbers, a place on an atoll, or a space of the action board."""
        kind, _, rest = place.partition("/")
        if kind == "board":
            row, _, column = rest.partition("/")
            return f"{self.named(ACTION, row)}, {self.named(COLUMN, column)}"
        cell, _, spot = rest.partition("/")
        return f"{cell} {self.named(SPOT, spot)}" if spot else cell

    def piece(self, kind: str, _: str) -> str:
        """Name a piece by its colour, or an atoll by its number."""
        tile = kind.partition("/")[0]
        known = self._board.tiles.get(tile) if self._board else None
        return self.named(PIECE, kind) if known is None else known.printed or tile

    def event(self, event: Event) -> str:
        """Say what happened."""
        fact = event_json(event)
        if isinstance(event, MoneyCorrected):
            told = {
                "source": self.account("source", event.source),
                "target": self.account("target", event.target),
                "amount": self.money(event.amount),
                "mends": event.mends,
            }
            return self.say("event:pay" if event.mends else "event:pay:alone", told)
        told = {key: self._told(key, value) for key, value in fact.items() if key != "do"}
        return self.say(f"event:{fact['do']}", told)

    def _told(self, key: str, value: object) -> str:
        if key == "amount":
            return self.money(int(str(value)))
        return self.piece(str(value), "") if key == "atoll" else self.param(key, str(value))
