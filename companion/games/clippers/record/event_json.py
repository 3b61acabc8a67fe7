"""Facts of Clippers as JSON: in records, and in the plain list of moves other programs hand in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from companion.bank import BANK
from companion.files.fields import Field, shown
from companion.games.clippers.chart.chart import Chart
from companion.games.clippers.state.state import Game
from companion.games.clippers.terms import events as e
from companion.games.clippers.terms.events import Card
from companion.records.facts import Facts, Word
from companion.saying.phrase import Phrase

LARGEST_PAYMENT = 10_000
LARGEST_NUMBER = 10**9
FACTS: Mapping[str, Mapping[str, Word]] = MappingProxyType(
    {
        "marker": {"player": Word.PLAYER, "slot": Word.AT},
        "card": {"player": Word.PLAYER, "card": Word.CHOICE},
        "pass": {"player": Word.PLAYER},
        "ship": {"player": Word.PLAYER, "company": Word.PIECE},
        "stick": {
            "player": Word.PLAYER,
            "company": Word.PIECE,
            "space": Word.AT,
            "alternate": Word.FLAG,
            "start": Word.PLACE,
        },
        "move_marker": {"player": Word.PLAYER, "from": Word.PLACE, "to": Word.AT},
        "done": {"player": Word.PLAYER, "phase": Word.WHOLE},
        "pay": {
            "from": Word.ACCOUNT,
            "to": Word.ACCOUNT,
            "amount": Word.SUM,
            "mends": Word.WHOLE,
        },
        "ship_stood": {"company": Word.PIECE, "place": Word.PLACE},
    }
)
"""The words of each fact, by what it does."""


KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "marker": e.MarkerPlaced,
        "card": e.CardTaken,
        "pass": e.Passed,
        "ship": e.ShipBought,
        "stick": e.StickLaid,
        "move_marker": e.MarkerMoved,
        "done": e.TurnEnded,
        "pay": e.MoneyCorrected,
        "ship_stood": e.ShipStood,
    }
)


def _word(game: Game, said: Field, do: str, word: str) -> object:
    """What a word of the fact says, held against what the table has."""
    match FACTS[do][word]:
        case Word.WHOLE | Word.SUM:
            return _number(said, word)
        case Word.FLAG:
            return _flag(said)
        case Word.AT | Word.PLACE:
            return _place(game.chart, said, do, word)
        case Word.PIECE:
            return said.named(list(game.chart.harbours), Phrase("no-such-company"))
        case Word.CHOICE:
            card = said.one_of([card.value for card in Card])
            return card and Card(card)
    players = [player.name for player in game.players]
    accounts = [BANK, *players] if FACTS[do][word] is Word.ACCOUNT else players
    return said.named(accounts, Phrase("nobody-called-so"))


def _number(said: Field, word: str) -> int:
    match word:
        case "phase":
            return said.whole(1, 3)
        case "mends":
            return said.whole(0, LARGEST_NUMBER) if said.given else 0
    return said.whole(1, LARGEST_PAYMENT)


def _flag(said: Field) -> bool:
    if said.given and not isinstance(said.value, bool):
        said.fault("not-true-or-false", value=shown(said.value))
    return said.value is True


def _place(chart: Chart, said: Field, do: str, word: str) -> str | None:
    """A slot, a space, where a route starts, or where a ship stands."""
    if word == "start" and not said.given:
        return None
    if isinstance(said.value, str) and said.value not in _places(chart, do, word):
        said.fault("no-place-id", value=shown(said.value))
        return ""
    return said.text()


def _places(chart: Chart, do: str, word: str) -> Collection[str]:
    board = chart.board
    match do, word:
        case "stick", "start":
            return chart.ways_from
        case "stick", _:
            return board.spaces
        case "ship_stood", _:
            return {*board.spaces, *board.harbours}
    return board.slots


TOLD: Facts[Game, e.Event] = Facts(FACTS, KINDS, _word)
event_json, parse_event = TOLD.written, TOLD.read
