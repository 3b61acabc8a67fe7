"""Where the table differs from the record: shown until one of them is put right, never recorded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Differs(Enum):
    """How the table differs from the record."""

    MISSING = "missing"
    OTHER = "other"
    STRANGER = "stranger"
    UNWRITTEN = "unwritten"
    ASTRAY = "astray"
    GONE = "gone"

    @property
    def is_beside(self) -> bool:
        """Whether it is about a piece that stands beside the places, and not on one."""
        return self in (Differs.ASTRAY, Differs.GONE)


@dataclass(frozen=True, slots=True)
class Drift:
    """A subject of which the table differs from the record, until one of them is put right.

    ``recorded`` and ``seen`` are answers: what lies on a place, or where a piece lies that
    ``moves``. ``UNWRITTEN``: somebody took back the piece of a place, or moved it, and one lies
    there still. ``ASTRAY``: what of the kind ``recorded`` should stand beside the place ``subject``
    stands at the place ``seen``. ``GONE``: it stood there, as it should, and is seen nowhere.
    """

    subject: str
    differs: Differs
    recorded: str
    seen: str
    sureness: float
    moves: bool = False
