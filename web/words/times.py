"""Times of a record as people read them; one that is none is left out, whoever wrote it down."""

from __future__ import annotations

from datetime import UTC, datetime

from web.words.language import gettext


def time_of(text: str | None) -> datetime | None:
    """A time as records have it (ISO 8601), in UTC; one without a zone is of this machine's.

    None for what is no time, or one that no calendar of this machine shows.
    """
    try:
        time = datetime.fromisoformat(text or "")
        time.astimezone()
        return time.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def local_time(text: str | None) -> str:
    """A time as the clock of this machine has it: ``2026-11-21 20:10``; or that it is unknown."""
    time = time_of(text)
    if time is None:
        return gettext("time unknown")
    return f"{_day_of(time, '%Y-%m-%d')} {time.astimezone():%H:%M}"


def local_day(text: str | None) -> str:
    """The day of a time, where this machine stands, as the reader's language writes it."""
    time = time_of(text)
    return gettext("time unknown") if time is None else _day_of(time, gettext("%Y-%m-%d"))


def _day_of(time: datetime, form: str) -> str:
    """A day; a year of fewer digits is filled up, which not every system does."""
    local = time.astimezone()
    return local.strftime(form.replace("%Y", f"{local.year:04}"))
