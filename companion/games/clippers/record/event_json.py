"""Facts of Clippers as JSON: in records, and in the plain list of moves other programs hand in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.bank import BANK
from companion.boards.routes_board import RoutesBoard
from companion.files.fields import Field, shown
from companion.games.clippers.chart.chart import Chart
from companion.games.clippers.state.state import Game
from companion.games.clippers.terms.events import (
    Card,
    CardTaken,
    Event,
    MarkerMoved,
    MarkerPlaced,
    MoneyCorrected,
    Passed,
    ShipBought,
    ShipStood,
    StickLaid,
    TurnEnded,
)
from companion.play.game import Word
from companion.saying.phrase import AnyOf, Phrase

LARGEST_PAYMENT = 10_000
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
            "amount": Word.WHOLE,
            "mends": Word.WHOLE,
        },
        "ship_stood": {"company": Word.PIECE, "place": Word.PLACE},
    }
)
"""The words of each fact, by what it does."""


def event_json(event: Event) -> dict[str, object]:
    """Turn a fact into the JSON that ``parse_event`` reads."""
    match event:
        case MarkerPlaced(player, slot):
            return {"do": "marker", "player": player, "slot": slot}
        case CardTaken(player, card):
            return {"do": "card", "player": player, "card": card.value}
        case Passed(player):
            return {"do": "pass", "player": player}
        case ShipBought(player, company):
            return {"do": "ship", "player": player, "company": company}
        case StickLaid():
            return _stick_json(event)
        case MarkerMoved(player, origin, target):
            return {"do": "move_marker", "player": player, "from": origin, "to": target}
        case TurnEnded(player, phase):
            return {"do": "done", "player": player, "phase": phase}
        case MoneyCorrected(source, target, amount, mends):
            return {"do": "pay", "from": source, "to": target, "amount": amount, "mends": mends}
        case ShipStood(company, place):
            return {"do": "ship_stood", "company": company, "place": place}


def parse_event(said: Field, game: Game) -> Event | None:
    """Read a fact about this table; what can't be one leaves a fault, and None comes back.

    That a fact breaks a rule is no fault: it only has to be about places, pieces and players that
    there are.
    """
    if not said.is_object():
        return None
    earlier = len(said.faults)
    event = _event(_Reader(said, game))
    return event if len(said.faults) == earlier else None


class _Reader:
    """The fields of a fact, each held against what the table has."""

    def __init__(self, said: Field, game: Game) -> None:
        self.said = said
        self.chart: Chart = game.chart
        self.board: RoutesBoard = game.chart.board
        self.players = [player.name for player in game.players]

    def doing(self) -> str | None:
        return self.said.get("do").one_of(tuple(FACTS))

    def player(self) -> str:
        return self._named("player", self.players, Phrase("nobody-called-so"))

    def account(self, key: str) -> str:
        return self._named(key, [BANK, *self.players], Phrase("nobody-called-so"))

    def company(self) -> str:
        return self._named("company", list(self.chart.harbours), Phrase("no-such-company"))

    def slot(self, key: str) -> str:
        return self._place(key, self.board.slots)

    def space(self) -> str:
        return self._place("space", self.board.spaces)

    def start(self) -> str | None:
        if not self.said.get("start").given:
            return None
        return self._place("start", self.chart.ways_from)

    def stand(self) -> str:
        return self._place("place", {**self.board.spaces, **self.board.harbours})

    def card(self) -> Card:
        value = self.said.get("card").one_of([card.value for card in Card])
        return Card(value) if value else Card.TWO_X

    def flag(self, key: str) -> bool:
        field = self.said.get(key)
        if field.given and not isinstance(field.value, bool):
            field.fault("not-true-or-false", value=shown(field.value))
        return field.value is True

    def number(self, key: str, low: int, high: int) -> int:
        return self.said.get(key).whole(low, high)

    def _named(self, key: str, names: list[str], missing: Phrase) -> str:
        field = self.said.get(key)
        if isinstance(field.value, str) and field.value not in names:
            field.fault("not-there", value=shown(field.value), missing=missing, known=AnyOf(names))
            return ""
        return field.one_of(names) or ""

    def _place(self, key: str, places: object) -> str:
        field = self.said.get(key)
        if isinstance(field.value, str) and field.value not in places:  # type: ignore[operator]
            field.fault("no-place-id", value=shown(field.value))
            return ""
        return field.text()


def _event(reader: _Reader) -> Event | None:
    match reader.doing():
        case "marker":
            return MarkerPlaced(reader.player(), reader.slot("slot"))
        case "card":
            return CardTaken(reader.player(), reader.card())
        case "pass":
            return Passed(reader.player())
        case "ship":
            return ShipBought(reader.player(), reader.company())
        case "stick":
            player, company, space = reader.player(), reader.company(), reader.space()
            return StickLaid(player, company, space, reader.flag("alternate"), reader.start())
        case "move_marker":
            return MarkerMoved(reader.player(), reader.slot("from"), reader.slot("to"))
        case "done":
            return TurnEnded(reader.player(), reader.number("phase", 1, 3))
        case "pay":
            return _payment(reader)
        case "ship_stood":
            return ShipStood(reader.company(), reader.stand())
    return None


def _payment(reader: _Reader) -> MoneyCorrected:
    return MoneyCorrected(
        reader.account("from"),
        reader.account("to"),
        reader.number("amount", 1, LARGEST_PAYMENT),
        reader.number("mends", 0, 10**9) if reader.said.get("mends").given else 0,
    )


def _stick_json(stick: StickLaid) -> dict[str, object]:
    came_from = {} if stick.start is None else {"start": stick.start}
    return {
        "do": "stick",
        "player": stick.player,
        "company": stick.company,
        "space": stick.space,
        "alternate": stick.alternate,
        **came_from,
    }
