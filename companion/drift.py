"""Where the table differs from the record: shown until one of them is put right, never recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.belief import TELL, Plausible, Suspect, believed
from companion.reading import EMPTY


class Differs(Enum):
    """How the table differs from the record."""

    MISSING = "missing"
    OTHER = "other"
    STRANGER = "stranger"
    ASTRAY = "astray"
    GONE = "gone"

    @property
    def of_a_ship(self) -> bool:
        """Whether it is about a ship, and not about a piece on its place."""
        return self in (Differs.ASTRAY, Differs.GONE)


@dataclass(frozen=True, slots=True)
class Drift:
    """A place where the table differs from the record, until one of them is put right.

    ``ASTRAY``: the ship of the company ``recorded`` should stand at ``place``, and stands at the
    place ``seen``. ``GONE``: it stood at ``place``, as it should, and is seen nowhere.
    """

    place: str
    differs: Differs
    recorded: str
    seen: str
    sureness: float


def drift_of(
    suspects: Iterable[Suspect], recorded: Mapping[str, str], in_play: Collection[str]
) -> Iterator[Drift]:
    """The places that still differ from what is recorded after all that was written."""
    for one in suspects:
        known, seen = recorded.get(one.place, EMPTY), one.best
        if seen == known or not one.age:
            continue
        if known != EMPTY and seen == EMPTY:
            differs, plausible = Differs.MISSING, Plausible.GONE
        elif known != EMPTY:
            differs, plausible = Differs.OTHER, Plausible.MISREAD
        elif seen not in in_play:
            differs, plausible = Differs.STRANGER, Plausible.STRANGER
        else:
            continue
        if believed(one.chance(seen), plausible) >= TELL:
            yield Drift(one.place, differs, known, seen, one.chance(seen))
