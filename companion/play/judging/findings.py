"""What rules find about a fact, and each mistake once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from companion.finding import Finding

State = TypeVar("State")
Event = TypeVar("Event")


def found_by(
    rules: Iterable[Callable[[State, Event], Iterable[Finding]]], state: State, event: Event
) -> Iterator[Finding]:
    """All that these rules have against a fact in a state, in their order."""
    return (found for rule in rules for found in rule(state, event))


def each_once(found: Sequence[Finding], implied: Mapping[str, frozenset[str]]) -> list[Finding]:
    """Each mistake once, of all that is found about one fact.

    ``implied`` are, by the code of a finding, the codes of those that are the same mistake.
    """
    known = frozenset[str]().union(*(implied.get(each.code, ()) for each in found))
    return [each for each in found if each.code not in known]
