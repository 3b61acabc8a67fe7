"""States of Clippers as JSON and back: their parts, and how players and ways are named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.clippers.chart.chart import Way
from companion.games.clippers.state.shown import Leap, Shown
from companion.games.clippers.state.state import Company, Game, GameEnd, Inside, Reason, Seat, State
from companion.games.clippers.terms.events import Card
from companion.games.clippers.terms.players import Player
from companion.position import Position
from companion.records.kept_state import KeptStates


def _names(value: object) -> dict[str, object] | None:
    match value:
        case Player():
            return {"player": value.name, "money": value.money}
        case Way():
            return {"way": value.lane, "from": value.start}
        case Inside():
            return {"inside": value.way, "laid": value.laid}
    return None


def _finds(named: Mapping[str, Any], game: Game) -> object | None:
    match named:
        case {"player": name, "money": money}:
            seated = game.players[game.seat_of(name)]
            return seated if seated.money == money else Player(name, seated.nation, money)
        case {"way": lane, "from": start}:
            return next(way for way in game.chart.ways_from[start] if way.lane == lane)
        case {"inside": way, "laid": laid}:
            return Inside(way, laid)
    return None


KEPT: KeptStates[State] = KeptStates(
    State, Company, Seat, GameEnd, Position, Shown, Leap, Card, Reason, names=_names, finds=_finds
)
