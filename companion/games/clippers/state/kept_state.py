"""A state of a game as JSON and back, the very same: for what is kept of a long evening.

Whatever a state holds is written by its kind and its fields, so that a new field is written too.
The game itself, its players and its ways are named and not written; the bank's transfers are
written apart, by whoever keeps several states of one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from companion.bank import Bank, Ledger
from companion.games.clippers.chart.chart import Way
from companion.games.clippers.state.shown import Leap, Shown
from companion.games.clippers.state.state import Company, Game, GameEnd, Inside, Reason, Seat, State
from companion.games.clippers.terms.events import Card
from companion.games.clippers.terms.players import Player
from companion.position import Position

KINDS: dict[str, Any] = {
    each.__name__: each for each in (State, Company, Seat, GameEnd, Position, Shown, Leap)
}
WORDS: dict[str, Any] = {each.__name__: each for each in (Card, Reason)}


def state_json(state: State) -> object:
    """Write a state, but for its bank's transfers; raise TypeError where it holds anything new."""
    return _written(state)


def parse_state(data: object, game: Game, transfers: Ledger) -> State:
    """Read what ``state_json`` wrote of a state of this game, whose bank had these transfers.

    Raises ValueError where it is none.
    """
    try:
        state = _Reader(game, transfers).read(data)
    except (LookupError, TypeError, AttributeError, StopIteration) as error:
        raise ValueError(f"no state: {error}") from None
    if not isinstance(state, State):
        raise ValueError("no state")
    return state


def _written(value: object) -> object:
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, Enum)):
        return value
    if (named := _named(value)) is not None:
        return named
    match value:
        case frozenset():
            return {"set": sorted(_written(each) for each in value)}  # type: ignore[type-var]
        case tuple():
            return {"row": [_written(each) for each in value]}
        case Mapping():
            return {"map": [[_written(key), _written(each)] for key, each in value.items()]}
    kind = type(value).__name__
    if is_dataclass(value) and KINDS.get(kind) is type(value):
        parts = {part.name: _written(getattr(value, part.name)) for part in fields(value)}
        return {"kind": kind, "of": parts}
    raise TypeError(f"a state holds {kind}")


def _named(value: object) -> object | None:
    """What is written by a name, or in a way of its own."""
    match value:
        case Game():
            return {"game": 0}
        case Player():
            return {"player": value.name, "money": value.money}
        case Way():
            return {"way": value.lane, "from": value.start}
        case Bank():
            return {"bank": dict(value._balances), "count": len(value.transfers)}
        case Enum():
            return {"word": type(value).__name__, "of": value.value}
        case Inside():
            return {"inside": _written(value.way), "laid": value.laid}
    return None


class _Reader:
    """Reads what was written of one game."""

    def __init__(self, game: Game, transfers: Ledger) -> None:
        self.game, self.transfers = game, transfers

    def read(self, data: Any) -> Any:
        """Read anything that was written."""
        if not isinstance(data, dict):
            return data
        match data:
            case {"set": values}:
                return frozenset(map(self.read, values))
            case {"row": values}:
                return tuple(map(self.read, values))
            case {"map": pairs}:
                return {self.read(key): self.read(value) for key, value in pairs}
            case {"kind": kind, "of": values}:
                return KINDS[kind](**{name: self.read(each) for name, each in values.items()})
        return self._named(data)

    def _named(self, data: dict[str, Any]) -> Any:
        match data:
            case {"game": _}:
                return self.game
            case {"player": name, "money": money}:
                seated = self.game.players[self.game.seat_of(name)]
                return seated if seated.money == money else Player(name, seated.nation, money)
            case {"way": lane, "from": start}:
                return next(w for w in self.game.chart.ways_from[start] if w.lane == lane)
            case {"bank": balances, "count": count} if count == len(self.transfers):
                return Bank(self.transfers, dict(balances))
            case {"word": kind, "of": value}:
                return WORDS[kind](value)
            case {"inside": way, "laid": laid}:
                return Inside(self.read(way), laid)
        raise ValueError("nothing that is known")
