"""How a rule says what it does not like."""

from __future__ import annotations

from companion.finding import Finding, Severity


def illegal(code: str, rule: str, *places: str, **params: str | int) -> Finding:
    """Against a rule, named by its number in rulebook.md."""
    return Finding(code, Severity.ILLEGAL, rule, places, params, "take-back")


def look(code: str, rule: str, *places: str, **params: str | int) -> Finding:
    """Worth a look: something seems to be missing."""
    return Finding(code, Severity.WARNING, rule, places, params)


def note(code: str, rule: str, *places: str, **params: str | int) -> Finding:
    """Worth knowing."""
    return Finding(code, Severity.NOTE, rule, places, params)
