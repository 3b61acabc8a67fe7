"""What the camera wrote last, and whether it may still be told otherwise.

A piece was put down for a moment only, or nobody said whose deed it was. Once somebody has said
anything since, it stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.watching.moving_pieces.sightings import Sightings
from companion.watching.moving_pieces.tellings import Told, Wrote

MEND_FOR = 3
"""A piece that lay for so many looks may be moved on without it being another move."""


class Lately:
    """Remembers the facts that the camera wrote last, with the looks since."""

    def __init__(self, seen: Sightings, wrote: Wrote | None = None) -> None:
        self._seen, self._wrote = seen, wrote or Wrote()

    def apart(self, seen: Sightings) -> Lately:
        """Another who remembers the same."""
        return Lately(seen, self._wrote)

    def look(self) -> None:
        """Count one more look."""
        self._wrote = replace(self._wrote, looks=self._wrote.looks + 1)

    def forget(self) -> None:
        """Nothing of what was written last may be told otherwise."""
        self._wrote = Wrote()

    def write(self, wrote: Wrote) -> None:
        """Remember these facts, and what came to lie where by them."""
        seen = max((self._seen.age(subject) for subject in wrote.changed), default=0)
        self._wrote = replace(wrote, seen=seen)

    def unsaid(self, told: Told[Any]) -> Wrote:
        """What was written last, if these are the last facts and nobody has said them since."""
        wrote = self._wrote
        fits = wrote.ended == len(told.facts) and wrote.ended - wrote.begun <= len(told.before)
        return wrote if fits and told.said <= wrote.begun < wrote.ended else Wrote()

    def to_take_back(
        self,
        told: Told[Any],
        seen: Mapping[str, str],
        lies: Mapping[str, str],
        kept: Collection[str],
    ) -> Wrote:
        """The same, if it may be told otherwise by what is ``seen``.

        A piece lay there for a moment only; or all lies as it was written, and somebody else may
        have done it. ``lies``: where all lies by the record; ``kept``: what is seen there tells
        nothing.
        """
        wrote = self.unsaid(told)
        lasts = all(seen.get(subject) == answer for subject, answer in wrote.changed.items())
        if not lasts and self._lay(lies, lies.keys() - kept) > MEND_FOR:
            return Wrote()
        put_down = self._lay(lies, wrote.changed) + wrote.seen <= MEND_FOR
        return replace(wrote, put_down=put_down)

    def _lay(self, lies: Mapping[str, str], subjects: Iterable[str]) -> int:
        """In how many looks since it was written all lay so, until one is seen otherwise."""
        leans = {subject: self._seen.leans(subject) for subject in subjects}
        new = (looks for s, (answer, looks) in leans.items() if answer not in ("", lies[s]))
        return self._wrote.looks - max(new, default=0)
