"""What a list shows of one thing on a shelf: a tracing, or a board of own tiles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import Fault


@dataclass(frozen=True)
class Shelved:
    """One thing on a shelf; ``fault`` where it can't be opened.

    ``changed`` is when (ISO 8601, UTC): two that were begun alike have the same name.
    """

    id: str
    name: str
    changed: str
    fault: Fault | None = None


def changed_in(folder: Path) -> str:
    """When a file of a folder was last written."""
    return datetime.fromtimestamp(folder.stat().st_mtime, UTC).isoformat(timespec="seconds")
