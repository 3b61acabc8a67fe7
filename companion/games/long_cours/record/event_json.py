"""Facts as JSON, in the words of ``FACTS``: each word is a field of the fact's own class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from companion.bank import BANK
from companion.files.fields import Field, shown
from companion.games.long_cours.state.state import Game
from companion.games.long_cours.terms import events as e
from companion.games.long_cours.terms.cards import FIGHTS
from companion.play.game import Word
from companion.saying.phrase import AnyOf, Phrase

LARGEST_SUM = 1_000_000
LARGEST_NUMBER = 10**9
CALL: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER, "stop": Word.AT})
FACTS: Mapping[str, Mapping[str, Word]] = MappingProxyType(
    {
        "place": CALL,
        "buy": {"player": Word.PLAYER, "product": Word.CHOICE, "millions": Word.WHOLE},
        "move": CALL,
        "direct": CALL,
        "resell": {"player": Word.PLAYER, "die": Word.WHOLE},
        "storm": {"player": Word.PLAYER, "zone": Word.WHOLE},
        "return": {"player": Word.PLAYER, "die": Word.WHOLE, "stop": Word.AT},
        "fight": {"player": Word.PLAYER, "opponent": Word.OTHER, "card": Word.CHOICE},
        "answer": {"player": Word.PLAYER, "card": Word.CHOICE},
        "give_up": {"player": Word.PLAYER},
        "auction": {"player": Word.PLAYER},
        "bid": {"player": Word.PLAYER, "millions": Word.WHOLE},
        "no_bid": {"player": Word.PLAYER},
        "corsair_enters": {"player": Word.PLAYER, "die": Word.WHOLE, "stop": Word.AT},
        "corsair": CALL,
        "done": {"player": Word.PLAYER},
        "settle": {"player": Word.PLAYER},
        "pay": {
            "from": Word.ACCOUNT,
            "to": Word.ACCOUNT,
            "amount": Word.WHOLE,
            "mends": Word.WHOLE,
        },
    }
)
"""The words of each fact, by what it does."""
KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "place": e.Placed,
        "buy": e.Bought,
        "move": e.Moved,
        "direct": e.DirectMove,
        "resell": e.Resold,
        "storm": e.Storm,
        "return": e.CameBack,
        "fight": e.FightBegun,
        "answer": e.Answered,
        "give_up": e.GaveUp,
        "auction": e.AuctionAsked,
        "bid": e.Bid,
        "no_bid": e.NoBid,
        "corsair_enters": e.CorsairEntered,
        "corsair": e.CorsairMoved,
        "done": e.TurnEnded,
        "settle": e.EndAgreed,
        "pay": e.MoneyCorrected,
    }
)
DEEDS: Mapping[type[Any], str] = MappingProxyType({kind: do for do, kind in KINDS.items()})
WRITTEN: Mapping[str, str] = MappingProxyType({"source": "from", "target": "to"})
"""Words that can be no names in Python."""


def event_json(event: e.Event) -> dict[str, object]:
    """Turn a fact into the JSON that ``parse_event`` reads."""
    told = {WRITTEN.get(each.name, each.name): getattr(event, each.name) for each in fields(event)}
    return {"do": DEEDS[type(event)], **told}


def parse_event(said: Field, game: Game) -> e.Event | None:
    """Read a fact about this table; what can't be one leaves a fault, and None comes back.

    That a fact breaks a rule is no fault: it only has to be about stops, products, cards and
    players that there are, and of sums that can be paid.
    """
    if not said.is_object():
        return None
    earlier = len(said.faults)
    do = said.get("do").one_of(tuple(FACTS))
    if do is None:
        return None
    reader = _Reader(said, game)
    words = [reader.word(word, kind) for word, kind in FACTS[do].items()]
    event: e.Event = KINDS[do](*words)
    return event if len(said.faults) == earlier else None


class _Reader:
    """The words of a fact, each held against what the table has."""

    def __init__(self, said: Field, game: Game) -> None:
        self.said, self.game = said, game

    def word(self, word: str, kind: Word) -> object:
        """What a word of the fact says."""
        said = self.said.get(word)
        match kind:
            case Word.WHOLE:
                return self._number(word, said)
            case Word.AT:
                return _named(said, tuple(self.game.board.stops), Phrase("long_cours:no-stop"))
            case Word.CHOICE if word == "product":
                return said.one_of([each.name for each in self.game.board.products]) or ""
            case Word.CHOICE:
                return said.one_of(FIGHTS) or FIGHTS[0]
        names = (BANK, *self.game.ships) if kind is Word.ACCOUNT else tuple(self.game.ships)
        return _named(said, names, Phrase("nobody-called-so"))

    def _number(self, word: str, said: Field) -> int:
        if word == "die":
            return said.whole(1, 6)
        if word == "zone":
            zones = tuple(self.game.board.zones)
            if type(said.value) is int and said.value not in zones:
                said.fault("long_cours:no-zone", zone=said.value, known=AnyOf(zones))
                return zones[0]
            return said.whole(zones[0], zones[-1])
        if word == "mends":
            return said.whole(0, LARGEST_NUMBER) if said.given else 0
        return said.whole(1, LARGEST_SUM)


def _named(said: Field, names: Sequence[str], missing: Phrase) -> str:
    if isinstance(said.value, str) and said.value not in names:
        said.fault("not-there", value=shown(said.value), missing=missing, known=AnyOf(names))
        return names[0]
    return said.one_of(names) or names[0]
