"""A state of a game as JSON and back, the very same: for what is kept of a long evening.

Whatever a state holds is written by its class and its fields, so that a new field is written too.
What never changes in a game is named and not written; the bank's transfers are written apart, by
whoever keeps several states of one game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from companion.bank import Bank, Ledger


class _HasGame(Protocol):
    @property
    def game(self) -> Any:
        """What never changes while it is played."""


State = TypeVar("State", bound=_HasGame)
Names = Callable[[object], dict[str, object] | None]
Finds = Callable[[Mapping[str, Any], Any], object | None]


def no_name(_: object) -> None:
    """Nothing is named but the game itself."""


def nothing_found(_: Mapping[str, Any], __: Any) -> None:
    """Nothing has a name but the game itself."""


class KeptStates(Generic[State]):
    """The states of one game: the dataclasses and enums that they are made of.

    ``names`` gives the name of a part of the game that a state points to, as an object with keys of
    its own; ``finds`` the part of a game that has that name. Each gives None of anything else.
    """

    def __init__(
        self, *kinds: type[Any], names: Names = no_name, finds: Finds = nothing_found
    ) -> None:
        self.kinds = {kind.__name__: kind for kind in kinds}
        self.names, self.finds = names, finds

    def written(self, state: State) -> object:
        """A state, but for its bank's transfers; raise TypeError where it holds anything new."""
        return self._plain(state, state.game)

    def read(self, kept: object, start: State, transfers: Ledger) -> State:
        """Read what was ``written`` of a game with this start, whose bank had these transfers.

        Raises ValueError where it is none.
        """
        try:
            state: State = _Reader(self, start.game, transfers).value(kept)
        except (LookupError, TypeError, AttributeError, StopIteration) as error:
            raise ValueError(f"no state: {error}") from None
        if type(state) is not type(start):
            raise ValueError("no state")
        return state

    def _plain(self, value: object, game: object) -> object:
        if value is game:
            return {"game": 0}
        if (named := self.names(value)) is not None:
            return {name: self._plain(part, game) for name, part in named.items()}
        if isinstance(value, Bank):
            return {"bank": dict(value.balances), "count": len(value.transfers)}
        if value is None or type(value) in (bool, int, str):
            return value
        if type(value) is tuple:
            return {"row": self._each(value, game)}
        if isinstance(value, frozenset):
            return {"set": sorted(self._each(value, game), key=json.dumps)}
        if isinstance(value, Mapping):
            return {"map": [self._each(pair, game) for pair in value.items()]}
        kind = type(value).__name__
        if self.kinds.get(kind) is not type(value):
            raise TypeError(f"a state holds {kind}")
        if isinstance(value, Enum):
            return {"word": kind, "of": value.value}
        assert is_dataclass(value)
        of = {part.name: self._plain(getattr(value, part.name), game) for part in fields(value)}
        return {"kind": kind, "of": of}

    def _each(self, values: Iterable[object], game: object) -> list[object]:
        return [self._plain(each, game) for each in values]


class _Reader:
    """Reads what was written of one game."""

    def __init__(self, states: KeptStates[Any], game: object, transfers: Ledger) -> None:
        self.states, self.game, self.transfers = states, game, transfers

    def value(self, kept: Any) -> Any:
        """Anything that was written."""
        if not isinstance(kept, dict):
            return kept
        match kept:
            case {"game": _}:
                return self.game
            case {"bank": balances, "count": count} if count == len(self.transfers):
                return Bank(self.transfers, dict(balances))
            case {"row": values}:
                return tuple(map(self.value, values))
            case {"set": values}:
                return frozenset(map(self.value, values))
            case {"map": pairs}:
                return {self.value(key): self.value(value) for key, value in pairs}
            case {"word": kind, "of": value}:
                return self.states.kinds[kind](value)
            case {"kind": kind, "of": values}:
                return self.states.kinds[kind](**self._values(values))
        found = self.states.finds(self._values(kept), self.game)
        if found is None:
            raise ValueError("nothing that is known")
        return found

    def _values(self, kept: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self.value(each) for name, each in kept.items()}
