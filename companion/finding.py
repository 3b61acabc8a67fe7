"""A finding: something about a fact or a position that the rules do not like, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """How much a finding matters: a thing to know, to look at, or against the rules."""

    NOTE = "note"
    WARNING = "warning"
    ILLEGAL = "illegal"


FOLLOWS = "follows-from-slip"
"""The code of what is found because of a slip that was told before: one mistake is told once."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as the rules want it. Words are made where it is shown.

    ``rule`` is the section of the game's rulebook.md; ``places`` are the ids to light up;
    ``repair`` is the code of what would put it right, where there is one.
    """

    code: str
    severity: Severity
    rule: str
    places: tuple[str, ...] = ()
    params: Mapping[str, str | int] = field(default_factory=dict)
    repair: str | None = None


def illegal(code: str, rule: str, *places: str, **params: str | int) -> Finding:
    """Against a rule; what was done may be taken back."""
    return Finding(code, Severity.ILLEGAL, rule, places, params, "take-back")


def look(code: str, rule: str, *places: str, **params: str | int) -> Finding:
    """Worth a look: something seems to be missing."""
    return Finding(code, Severity.WARNING, rule, places, params)


def note(code: str, rule: str, *places: str, **params: str | int) -> Finding:
    """Worth knowing."""
    return Finding(code, Severity.NOTE, rule, places, params)


def finding_json(finding: Finding) -> dict[str, object]:
    """A finding as data."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "rule": finding.rule,
        "places": list(finding.places),
        "params": dict(finding.params),
        "repair": finding.repair,
    }


def found_json(number: int, finding: Finding) -> dict[str, object]:
    """A finding as data, with the number of the fact that it is about."""
    return {"move": number, **finding_json(finding)}
