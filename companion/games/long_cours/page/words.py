"""What Long Cours says, in a language of the table: its catalogue is ``locale/``."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from companion.boards.board import Board
from companion.boards.stops_board import StopsBoard
from companion.games.long_cours.judging.judgement import as_it_was
from companion.games.long_cours.judging.notes import SEPARATOR
from companion.games.long_cours.record.event_json import event_json
from companion.games.long_cours.state.goods import Cargo
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event, GaveUp, MoneyCorrected
from companion.money.pieces import Pieces
from companion.play import words
from companion.play.words import NAME, PIECE, PLACE, Manner, Param

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "long_cours"
PRODUCT, CARD, SHIP = "product", "card", "ship"
PARAMS: Mapping[str, Param] = MappingProxyType(
    {
        "product": Param(PRODUCT),
        "sold": Param(PRODUCT),
        "card": Param(CARD),
        "last": Param(CARD),
        "stop": Param(PLACE),
        "origin": Param(PLACE),
        "rectangle": Param(PLACE),
        "players": Param(NAME, SEPARATOR),
    }
)
SUMS = frozenset({"amount", "price", "cash", "least", "bid"})
"""Parameters that are millions."""


class Words(words.Words[State, Event]):
    """The sentences of one language, about one board."""

    def __init__(self, language: str, board: Board) -> None:
        """Read the catalogue of a language."""
        own = gettext.translation(DOMAIN, LOCALE, [language])
        super().__init__(language, own, Manner(PARAMS, counts=("cards",)))
        self._stops = board.stops if isinstance(board, StopsBoard) else {}

    def param(self, key: str, value: str | int) -> str:
        """Say what a parameter names; sums with their unit."""
        return self.money(int(value)) if key in SUMS else super().param(key, value)

    def place(self, place: str) -> str:
        """Name a stop; goods that were paid for."""
        if place in self._stops:
            return self._stops[place].name
        return self.named(PRODUCT, place) if self.has(f"{PRODUCT}:{place}") else place

    def piece(self, kind: str, _: str) -> str:
        """Name a ship by its colour, or goods."""
        return self.named(SHIP, kind) if self.has(f"{SHIP}:{kind}") else self.named(PIECE, kind)

    def earner(self, name: str) -> str:
        """Whom one has outlived: a player, by his name."""
        return name

    def event(self, event: Event) -> str:
        """Say what happened."""
        if isinstance(event, MoneyCorrected):
            return self._correction(event)
        fact = event_json(event)
        told = {key: self._told(key, value) for key, value in fact.items() if key != "do"}
        return self.say(f"event:{fact['do']}", told)

    def happened(self, before: State, event: Event) -> str:
        """Say what happened; who is robbed, and what a throw was worth, the state tells."""
        seen = as_it_was(before, event)
        if isinstance(event, GaveUp) and seen.fight:
            other = {seen.fight.struck, seen.fight.answers} - {event.player}
            return self.say("event:give_up:to", player=event.player, other="".join(other))
        return self.event(event)

    def cargo(self, cargo: Cargo) -> str:
        """What somebody has loaded: ``5 M of gold and 1 M of wood``."""
        named = ((self.named(PRODUCT, product), millions) for product, millions in cargo.items())
        return self.listed(
            [
                self.say("cargo:part", amount=self.money(millions), product=product)
                for product, millions in sorted(named)
            ]
        )

    def tickets(self, pieces: Pieces) -> str:
        """So many tickets of each value: ``2 x 50, 1 x 10``; no line ends amid one of them."""
        times = "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}"
        return ", ".join(f"{count}{times}{value}" for value, count in pieces)

    def _told(self, key: str, value: object) -> str:
        if key == "millions":
            return self.money(int(str(value)))
        return self.param(key, str(value))

    def _correction(self, event: MoneyCorrected) -> str:
        told = {
            "source": self.account("source", event.source),
            "target": self.account("target", event.target),
            "amount": self.money(event.amount),
            "mends": event.mends,
        }
        return self.say("event:pay" if event.mends else "event:pay:alone", told)
