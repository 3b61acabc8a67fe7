"""A game as it went: the state after each fact, and what the rules say about the fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from companion.bank import Bank, Transfer
from companion.errors import Fault
from companion.finding import Finding, Severity

if TYPE_CHECKING:
    from companion.play.game import Rules


class GameState(Protocol):
    """What every game's state tells, whatever else it holds."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in seat order."""

    @property
    def facts(self) -> int:
        """How many facts led here."""

    @property
    def round(self) -> int:
        """Which round it is, from 1; a game without rounds counts its turns."""

    @property
    def over(self) -> bool:
        """Whether nothing counts any more."""

    @property
    def bank(self) -> Bank | None:
        """The books; None where there is no money in the game."""


State = TypeVar("State", bound=GameState)
Event = TypeVar("Event")


@dataclass(frozen=True)
class Step(Generic[State, Event]):
    """One fact: its number in the record, the states around it, and what is found about it.

    ``allowed`` are the codes of findings that the table allows; ``paid`` is the money it moved.
    """

    number: int
    event: Event
    before: State
    after: State
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    allowed: frozenset[str]
    paid: tuple[Transfer, ...] = ()

    @property
    def open_findings(self) -> tuple[Finding, ...]:
        """The findings that the table has not allowed."""
        return tuple(finding for finding in self.findings if finding.code not in self.allowed)

    @property
    def is_illegal(self) -> bool:
        """Whether it breaks a rule that the table has not allowed to be broken."""
        return any(found.severity is Severity.ILLEGAL for found in self.open_findings)


@dataclass(frozen=True)
class Moment(Generic[State, Event]):
    """The state after a fact, and what the rules say about the fact; None where it is set aside.

    ``fault`` says why a fact is set aside.
    """

    state: State
    step: Step[State, Event] | None = None
    fault: Fault | None = None


def step(
    rules: Rules[State, Event], before: State, numbered: tuple[int, Event], allowed: frozenset[str]
) -> Step[State, Event]:
    """Go on by one fact; ``allowed`` are the codes of what the table allows of it."""
    number, event = numbered
    after = rules.after(before, event, allowed)
    findings, notes = rules.findings(before, event), rules.notes(before, event, after)
    paid = _paid(before.bank, after.bank)
    return Step(number, event, before, after, findings, notes, allowed, paid)


def follow(
    rules: Rules[State, Event],
    start: State,
    facts: Iterable[tuple[int, Event]],
    allowed: frozenset[tuple[int, str]] = frozenset(),
) -> Iterator[Step[State, Event]]:
    """Follow a game from its start by its numbered facts."""
    state = start
    for number, event in facts:
        told = step(rules, state, (number, event), codes_for(number, allowed))
        yield told
        state = told.after


def codes_for(number: int, allowed: frozenset[tuple[int, str]]) -> frozenset[str]:
    """What a table allows of the fact of a number."""
    return frozenset(code for seq, code in allowed if seq == number)


def _paid(before: Bank | None, after: Bank | None) -> tuple[Transfer, ...]:
    if after is None:
        return ()
    return after.transfers[0 if before is None else len(before.transfers) :]
