"""What comes of a fact told in a state, worked out once.

A search tries the same facts from the same states over and over: each piece of a look is weighed
with others and without. States are never edited, so what came of a fact comes of it again.
``companion.watching.steps`` does the same for records that are told anew; here most facts are only
asked how many rules forbid them.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from companion.finding import Severity
from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.rounds import InTurn, in_turn
from companion.games.clippers.judging.judgement import is_legal, judged
from companion.games.clippers.state.growth import starting_spaces
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Event

KEPT = 2048
"""So many are kept, more than most looks try. Each holds a state of some kilobytes."""


class ToldFact:
    """A fact in a state; each thing about it is worked out when it is first asked."""

    def __init__(self, state: State, event: Event) -> None:
        self._state, self._event = state, event

    @cached_property
    def now(self) -> InTurn:
        """The fact in its turn."""
        return in_turn(self._state, self._event)

    @cached_property
    def illegal(self) -> int:
        """How many rules forbid it; who watches does not excuse what follows from a slip."""
        said = judged(self._state, self._event, self.now)
        return sum(found.severity is Severity.ILLEGAL for found in said.findings) + said.follows

    @cached_property
    def is_legal(self) -> bool:
        """Whether no rule forbids it, and nothing before it has to be taken as said."""
        return is_legal(self._state, self._event)

    @cached_property
    def after(self) -> State:
        """The state it leads to."""
        return apply(self._state, self._event, self.now)


def told(state: State, event: Event) -> ToldFact:
    """A fact told in this state."""
    return _told(_This(state), event)


def starts(state: State, company: str) -> frozenset[str]:
    """The spaces on which a further route of the company may begin."""
    return _starts(_This(state), company)


class _This:
    """A state that equals itself alone: to compare two takes longer than to ask anew."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


@lru_cache(KEPT)
def _told(this: _This, event: Event) -> ToldFact:
    return ToldFact(this.state, event)


@lru_cache(KEPT)
def _starts(this: _This, company: str) -> frozenset[str]:
    return frozenset(starting_spaces(this.state, company))
