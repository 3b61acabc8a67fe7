"""Where a fact leads from a state, and what the rules have against it: worked out once.

In one look a record is told anew in many ways, and from look to look in the same ones; nearly all
of them begin alike. So what was worked out last is kept, state by state.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from companion.files.fields import Field
from companion.play.game import Game
from companion.play.timeline import Event, State
from companion.records.record import Fact

KEPT = 3_000
"""So many of the last steps are kept, and up to twice as many."""


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Event]):
    """A fact in a ``state`` (None where the game knows none such), where it leads, its price."""

    state: State
    event: Event | None
    after: State
    price: float


class Steps(Generic[State, Event]):
    """Keeps the steps that were asked for last.

    States are told apart by which object they are: one that is reached by the same steps is.
    """

    def __init__(
        self, game: Game[State, Event], price: Callable[[State, Event], float], kept: int = KEPT
    ) -> None:
        """``price`` is what the rules have against an event in a state."""
        self._game, self._price, self._most = game, price, kept
        self._young: dict[tuple[int, str], Step[State, Event]] = {}
        self._old: dict[tuple[int, str], Step[State, Event]] = {}

    def by(self, state: State, event: Event) -> Step[State, Event]:
        """The step from a state by an event."""
        key = id(state), written(self._game.fact(event))
        return self._kept(key) or self._keep(key, state, event)

    def told(self, state: State, fact: Fact) -> Step[State, Event]:
        """The step from a state by a fact."""
        key = id(state), written(fact)
        return self._kept(key) or self._keep(key, state, self._game.parse(Field(fact), state))

    def _kept(self, key: tuple[int, str]) -> Step[State, Event] | None:
        known = self._young.get(key)
        if known is None and (known := self._old.get(key)) is not None:
            self._take_in(key, known)
        return known

    def _keep(self, key: tuple[int, str], state: State, event: Event | None) -> Step[State, Event]:
        if event is None:
            step = Step[State, Event](state, None, state, 0.0)
        else:
            after = self._game.apply(state, event)
            step = Step(state, event, after, self._price(state, event))
        self._take_in(key, step)
        return step

    def _take_in(self, key: tuple[int, str], step: Step[State, Event]) -> None:
        """Keep it; of those kept, the ones that nobody asked for lately are forgotten."""
        if len(self._young) >= self._most:
            self._old, self._young = self._young, {}
        self._young[key] = step


def written(fact: Fact) -> str:
    """A fact as one line, the same for the same fact."""
    return json.dumps(fact, sort_keys=True, ensure_ascii=False)
