"""Whole numbers that come from forms and addresses as text."""

from __future__ import annotations

MOST_DIGITS = 9
"""Of the numbers of games and events; more than any table has."""


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """A number of so many digits at most; None for any other text."""
    is_one = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if is_one else None
