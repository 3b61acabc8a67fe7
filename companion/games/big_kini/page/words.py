"""What Big Kini says, in a language of the table: its catalogue is ``locale/``."""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from copy import copy
from pathlib import Path
from types import MappingProxyType
from typing import Self

from companion.boards.board import Board
from companion.boards.tiles_board import TilesBoard
from companion.cards.card_form import Doing
from companion.games.big_kini.page.place_names import (
    at_this_moment,
    seat_on,
    without_state,
)
from companion.games.big_kini.record.event_json import event_json
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.cards import CARDS, ActionCard
from companion.games.big_kini.terms.events import Event, MoneyCorrected
from companion.games.big_kini.terms.own_cards import cards_of
from companion.play import words
from companion.play.words import PIECE, PLACE, Manner, Param

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "big_kini"
ACTION, CARD, BONUS = "action", "card", "bonus"
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
COUNTS = ("votes",)
"""Where this is 1, the sentence about one is said."""


class Words(words.Words[State, Event]):
    """The sentences of one language, about one board."""

    def __init__(self, language: str, board: Board) -> None:
        """Read the catalogue of a language."""
        own = gettext.translation(DOMAIN, LOCALE, [language])
        super().__init__(language, own, Manner(PARAMS, counts=COUNTS))
        self._board = board if isinstance(board, TilesBoard) else None
        self._cells = self._board.names if self._board else {}
        self._cards = cards_of(self._board) if self._board else CARDS
        self._lies: State | None = None

    def param(self, key: str, value: str | int) -> str:
        """Say what a parameter names; sums with their unit, cards with all that is on them."""
        if key == "amount":
            return self.money(int(value))
        return self.card(str(value)) if key == "card" else super().param(key, value)

    def card(self, card: str) -> str:
        """An action card: its action, its number, its bonus, whether it goes again for 2."""
        its = self._cards.get(card)
        if its is None:
            return card
        told = {"action": self.named(ACTION, its.action.value), "number": str(its.number)}
        gives = [*self._bonus(its), *((self.plain("card:again"),) if its.second else ())]
        return self.say("card:said" if gives else "card:plain", told, gives=", ".join(gives))

    def _bonus(self, card: ActionCard) -> Iterator[str]:
        if card.bonus is not None:
            code = self._for_one(f"{BONUS}:{card.bonus.value}", card.count == 1)
            yield self.say(code, number=card.count)

    def doing(self, doing: Doing) -> str:
        """Say what an action card may do: its action, and what it gives besides."""
        action, *bonus = doing.signs
        besides = self.plain(f"does:{bonus[0] if bonus else 'nothing'}")
        return self.say("doing:said", action=self.named("doings", action), besides=besides)

    def place(self, place: str) -> str:
        """Name a place: as the table lies where that is known, else by its cell; or a card."""
        if place in self._cards:
            return self.card(place)
        if self._lies is not None:
            return self.at(self._lies, place)
        return without_state(self, self._cells, place)

    def when(self, state: State) -> Self:
        """The same words for a table that lies so: findings name atolls by their numbers."""
        there = copy(self)
        there._lies = state
        return there

    def at(self, state: State, place: str) -> str:
        """Name a place on the table as it lies: atolls by their numbers, posts by their islands."""
        return at_this_moment(self, self._cells, state, place)

    def piece(self, kind: str, _: str) -> str:
        """Name a piece by its colour, or an atoll by its number."""
        tile = kind.partition("/")[0]
        known = self._board.tiles.get(tile) if self._board else None
        return self.named(PIECE, kind) if known is None else known.printed or tile

    def _turned(self, atoll: str) -> str:
        """An atoll by its number, and how it lies: with that alone it may have been another."""
        number, name = self.piece(atoll, ""), atoll.partition("/")[0]
        known = self._board.tiles.get(name) if self._board else None
        if self._board is None or known is None or known.turns == 1:
            return number
        ways = [*map(str, self._board.ways_to_lie(name))]
        return self.say("atoll:turned", atoll=number, turn=ways.index(atoll) + 1)

    def earner(self, name: str) -> str:
        """The money that earned points, or a post by its atoll."""
        if name.isdecimal():
            return self.say("money:eights", amount=self.money(int(name)))
        atoll, _, post = name.partition("/")
        tile = self._board.tiles.get(atoll) if self._board else None
        return seat_on(self, tile, post) if tile else name

    def event(self, event: Event) -> str:
        """Say what happened, of an atoll also how it lies."""
        return self._said(event, None)

    def happened(self, before: State, event: Event) -> str:
        """Say what happened, on which atoll."""
        return self._said(event, before)

    def _said(self, event: Event, state: State | None) -> str:
        if isinstance(event, MoneyCorrected):
            return self._correction(event)
        fact = event_json(event)
        told = {key: self._told(key, value, state) for key, value in fact.items() if key != "do"}
        one = any(fact.get(word) == 1 for word in COUNTS)
        return self.say(self._for_one(f"event:{fact['do']}", one), told)

    def _told(self, key: str, value: object, state: State | None) -> str:
        if key == "atoll":
            return self._turned(str(value)) if state is None else self.piece(str(value), "")
        if state is not None and key in PARAMS and PARAMS[key].kind == PLACE:
            return self.at(state, str(value))
        return self.param(key, str(value))

    def _correction(self, event: MoneyCorrected) -> str:
        told = {
            "source": self.account("source", event.source),
            "target": self.account("target", event.target),
            "amount": self.money(event.amount),
            "mends": event.mends,
        }
        return self.say("event:pay" if event.mends else "event:pay:alone", told)
