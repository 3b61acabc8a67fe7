"""A table as somebody sees it: what a game answers about it, each asked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from companion.play.game import Choice, Game
from companion.play.timeline import Event, Moment, State, Step
from companion.play.words import Words
from companion.score import Score
from companion.store.table import View


@dataclass(frozen=True)
class Sight(Generic[State, Event]):
    """A table as somebody sees it: ``viewer`` is a player's name, or None for the table itself.

    ``goes_on``: the turn at hand is about to end by itself.
    """

    game: Game[State, Event]
    table: View[Moment[State, Event]]
    words: Words[State, Event]
    viewer: str | None = None
    goes_on: bool = False

    @cached_property
    def state(self) -> State:
        """Where the game stands, as people see it."""
        return self.game.seen(self.table.last.state)

    @cached_property
    def choices(self) -> Sequence[Choice[Event]]:
        """All that may be done now without breaking a rule."""
        return self.game.choices(self.table.last.state)

    @cached_property
    def allowed(self) -> tuple[Step[State, Event], ...]:
        """The facts of which the table allows something."""
        return allowed_steps(self.table)

    @cached_property
    def score(self) -> Score:
        """The score as it would be if the game stopped here, or the final one."""
        return self.game.score(self.state, self.allowed)

    def step(self, seq: int) -> Step[State, Event] | None:
        """The fact of a number, as it was followed; None where it does not count."""
        return _step(self.table, seq)

    def may_go_on(self, player: str | None) -> bool:
        """Whether a player may act now, by the order of turns."""
        states = self.table.last.state, self.state
        return any(player in self.game.awaited(state) for state in states)


def allowed_steps(table: View[Moment[State, Event]]) -> tuple[Step[State, Event], ...]:
    """The facts of which a table allows something: its score counts what they left behind."""
    steps = (_step(table, seq) for seq in sorted({seq for seq, _ in table.allowed}))
    return tuple(step for step in steps if step is not None)


def _step(table: View[Moment[State, Event]], seq: int) -> Step[State, Event] | None:
    moment = table.moment_of(seq)
    return None if moment is None else moment.step


AnyMoment = Moment[Any, Any]
AnySight = Sight[Any, Any]
"""Of whichever game: for rooms that serve them all."""
