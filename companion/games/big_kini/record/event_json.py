"""Facts as JSON, in the words of ``FACTS``: each word is a field of the fact's own class."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.bank import BANK
from companion.boards.tiles_board import CELL
from companion.files.fields import Field, shown
from companion.games.big_kini.state.atolls import COLONY, FACTORY, POSTS, STORE
from companion.games.big_kini.state.state import Game
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.terms.goods import GOODS
from companion.records.facts import Facts, Word
from companion.saying.phrase import Phrase

LARGEST_SUM = 10_000
LARGEST_NUMBER = 10**9
MOST_VOTES = 100
PLAYER: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER})
AT: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER, "place": Word.AT})
CARD: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER, "card": Word.CHOICE})
CANDIDATE: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER, "candidate": Word.OTHER})
DEAL: Mapping[str, Word] = MappingProxyType({"player": Word.PLAYER, "other": Word.OTHER})
FACTS: Mapping[str, Mapping[str, Word]] = MappingProxyType(
    {
        "home": {"player": Word.PLAYER, "cell": Word.AT, "atoll": Word.CHOICE},
        "settle": AT,
        "dice": {"player": Word.PLAYER, "first": Word.WHOLE, "second": Word.WHOLE},
        "turn_up": CARD,
        "token": {"player": Word.PLAYER, "space": Word.AT},
        "proliferate": AT,
        "move": {"player": Word.PLAYER, "from": Word.PLACE, "to": Word.AT},
        "income": AT,
        "take": {"player": Word.PLAYER, "place": Word.PLACE},
        "pick": {"player": Word.PLAYER, "goods": Word.PIECE},
        "call": {"player": Word.PLAYER, "cell": Word.PLACE},
        "vote": {**CANDIDATE, "votes": Word.WHOLE},
        "abstain": PLAYER,
        "show": {"player": Word.PLAYER, "goods": Word.PIECE, "number": Word.WHOLE},
        "keep_back": PLAYER,
        "decide": CANDIDATE,
        "crown": {"player": Word.PLAYER, "place": Word.PLACE},
        "retreat": AT,
        "discover": {
            "player": Word.PLAYER,
            "from": Word.PLACE,
            "cell": Word.AT,
            "atoll": Word.CHOICE,
        },
        "land": AT,
        "buy": CARD,
        "play": PLAYER,
        "no_card": PLAYER,
        "reveal": CARD,
        "again": PLAYER,
        "give": {**DEAL, "amount": Word.SUM},
        "give_goods": {**DEAL, "goods": Word.PIECE, "number": Word.WHOLE},
        "promise": DEAL,
        "done": PLAYER,
        "count": {"player": Word.PLAYER, "amount": Word.SUM},
        "pay": {
            "from": Word.ACCOUNT,
            "to": Word.ACCOUNT,
            "amount": Word.SUM,
            "mends": Word.WHOLE,
        },
    }
)
"""The words of each fact, by what it does."""
PRIVATE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "buy": frozenset({"card"}),
        "pick": frozenset({"goods"}),
        "give": frozenset({"amount"}),
        "give_goods": frozenset({"goods"}),
        "pay": frozenset({"amount"}),
    }
)
"""What is told to the player alone until the end. Rule 23."""
KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "home": e.HomeChosen,
        "settle": e.Settled,
        "dice": e.DiceThrown,
        "turn_up": e.CardTurnedUp,
        "token": e.TokenPlaced,
        "proliferate": e.Proliferated,
        "move": e.Moved,
        "income": e.IncomeTaken,
        "take": e.GoodsTaken,
        "pick": e.GoodsPicked,
        "call": e.ElectionCalled,
        "vote": e.Voted,
        "abstain": e.Abstained,
        "show": e.GoodsShown,
        "keep_back": e.KeptBack,
        "decide": e.Decided,
        "crown": e.Crowned,
        "retreat": e.Retreated,
        "discover": e.Discovered,
        "land": e.Landed,
        "buy": e.CardBought,
        "play": e.CardLaid,
        "no_card": e.NoCard,
        "reveal": e.CardRevealed,
        "again": e.BoughtAgain,
        "give": e.MoneyGiven,
        "give_goods": e.GoodsGiven,
        "promise": e.Promised,
        "done": e.TurnEnded,
        "count": e.MoneyCounted,
        "pay": e.MoneyCorrected,
    }
)
ON_ATOLLS = frozenset({*POSTS, COLONY, FACTORY, STORE})
KINDS_FOR: Mapping[str, frozenset[str]] = MappingProxyType(
    {"cell": frozenset({CELL}), "space": frozenset({"action"})}
)
"""The kinds of places that a word may name; any other word names one on an atoll."""


def _word(game: Game, said: Field, do: str, word: str) -> object:
    """What a word of the fact says, held against what the table has."""
    match FACTS[do][word]:
        case Word.WHOLE | Word.SUM:
            return _number(said, do, word)
        case Word.AT | Word.PLACE:
            return _place(game, said, word)
        case Word.PIECE:
            return said.one_of(GOODS)
        case Word.CHOICE if word == "card":
            return said.one_of(tuple(game.cards))
        case Word.CHOICE:
            return _atoll(game, said)
        case Word.ACCOUNT:
            return said.named((BANK, *game.colours), Phrase("nobody-called-so"))
    return said.named(tuple(game.colours), Phrase("nobody-called-so"))


def _place(game: Game, said: Field, word: str) -> str:
    known = game.board.kind_of_place
    kinds = KINDS_FOR.get(word, ON_ATOLLS)
    if isinstance(said.value, str) and known.get(said.value) in kinds:
        return said.value
    said.fault("big_kini:no-such-place", value=shown(said.value))
    return ""


def _atoll(game: Game, said: Field) -> str:
    lies = game.board.read(said.value) if isinstance(said.value, str) else None
    if lies is None or lies.tile not in game.atolls:
        said.fault("big_kini:no-such-atoll", value=shown(said.value))
        return ""
    return str(lies)


def _number(said: Field, do: str, word: str) -> int:
    match word:
        case "first" | "second":
            return said.whole(1, 6)
        case "mends":
            return said.whole(0, LARGEST_NUMBER) if said.given else 0
        case "votes" | "number":
            return said.whole(1, MOST_VOTES)
        case "amount" if do == "count":
            return said.whole(0, LARGEST_SUM)
    return said.whole(1, LARGEST_SUM)


TOLD: Facts[Game, e.Event] = Facts(FACTS, KINDS, _word)
event_json, parse_event = TOLD.written, TOLD.read
