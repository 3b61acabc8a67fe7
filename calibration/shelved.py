"""What a list shows of one thing on a shelf: a tracing, or a board of own tiles."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import Fault


@dataclass(frozen=True)
class Shelved:
    """One thing on a shelf; ``fault`` where it can't be opened."""

    id: str
    name: str
    fault: Fault | None = None
