"""Facts as JSON, in the words of ``FACTS``: each word is a field of the fact's own class."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.bank import BANK
from companion.files.fields import Field
from companion.games.long_cours.state.state import Game
from companion.games.long_cours.terms import events as e
from companion.games.long_cours.terms.cards import FIGHTS
from companion.records.facts import Facts, Word
from companion.saying.phrase import AnyOf, Phrase

LARGEST_SUM = 1_000_000
LARGEST_NUMBER = 10**9
CALL: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER, "stop": Word.AT})
FACTS: Mapping[str, Mapping[str, Word]] = MappingProxyType(
    {
        "place": CALL,
        "buy": {"player": Word.PLAYER, "product": Word.CHOICE, "millions": Word.SUM},
        "move": CALL,
        "direct": CALL,
        "resell": {"player": Word.PLAYER, "die": Word.WHOLE},
        "storm": {"player": Word.PLAYER, "zone": Word.WHOLE},
        "return": {"player": Word.PLAYER, "die": Word.WHOLE, "stop": Word.AT},
        "fight": {"player": Word.PLAYER, "opponent": Word.OTHER, "card": Word.CHOICE},
        "answer": {"player": Word.PLAYER, "card": Word.CHOICE},
        "give_up": {"player": Word.PLAYER},
        "auction": {"player": Word.PLAYER},
        "bid": {"player": Word.PLAYER, "millions": Word.SUM},
        "no_bid": {"player": Word.PLAYER},
        "corsair_enters": {"player": Word.PLAYER, "die": Word.WHOLE, "stop": Word.AT},
        "corsair": CALL,
        "done": {"player": Word.PLAYER},
        "settle": {"player": Word.PLAYER},
        "pay": {
            "from": Word.ACCOUNT,
            "to": Word.ACCOUNT,
            "amount": Word.SUM,
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


def _word(game: Game, said: Field, do: str, word: str) -> object:
    """What a word of the fact says, held against what the table has."""
    match FACTS[do][word]:
        case Word.WHOLE | Word.SUM:
            return _number(game, said, word)
        case Word.AT:
            return said.named(tuple(game.board.stops), Phrase("long_cours:no-stop"))
        case Word.CHOICE if word == "product":
            return said.one_of([each.name for each in game.board.products])
        case Word.CHOICE:
            return said.one_of(FIGHTS)
        case Word.ACCOUNT:
            return said.named((BANK, *game.ships), Phrase("nobody-called-so"))
    return said.named(tuple(game.ships), Phrase("nobody-called-so"))


def _number(game: Game, said: Field, word: str) -> int:
    if word == "die":
        return said.whole(1, 6)
    if word == "zone":
        zones = tuple(game.board.zones)
        if type(said.value) is int and said.value not in zones:
            said.fault("long_cours:no-zone", zone=said.value, known=AnyOf(zones))
            return zones[0]
        return said.whole(zones[0], zones[-1])
    if word == "mends":
        return said.whole(0, LARGEST_NUMBER) if said.given else 0
    return said.whole(1, LARGEST_SUM)


TOLD: Facts[Game, e.Event] = Facts(FACTS, KINDS, _word)
event_json, parse_event = TOLD.written, TOLD.read
