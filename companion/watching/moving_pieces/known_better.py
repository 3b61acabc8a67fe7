"""Where somebody knows better than the camera, until it sees something else than it saw then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from companion.watching.moving_pieces.sightings import Sightings


class KnownBetter:
    """The subjects that somebody spoke of, those that are to change, and those that have."""

    def __init__(self) -> None:
        self._held: dict[str, str | None] = {}
        self._late: dict[str, str | None] = {}
        self._changed: frozenset[str] = frozenset()

    @property
    def subjects(self) -> frozenset[str]:
        """The subjects of which nothing is held against the record."""
        return frozenset((*self._held, *self._late))

    def apart(self) -> KnownBetter:
        """Another that knows the same so far."""
        other = copy(self)
        other._held, other._late = dict(self._held), dict(self._late)
        return other

    def hold(self, subjects: Iterable[str], seen: Sightings) -> None:
        """Somebody spoke of these: what is seen of them now counts no more, half seen too."""
        self._held |= {subject: seen.held_for(subject) for subject in subjects}

    def wait_for(self, late: Mapping[str, str]) -> None:
        """These subjects, and no others, are seen so and excused, until another deed is written.

        They are seen as before; or what the deed brought is at once no more by the record.
        """
        self._late = {subject: was for subject, was in late.items() if subject not in self._held}

    def take_in(self, seen: Sightings) -> None:
        """Let go of what is seen otherwise now."""
        before = frozenset(self._held)
        self._held, self._late = (
            {each: was for each, was in known.items() if seen.glimpsed(each) in (None, was)}
            for known in (self._held, self._late)
        )
        self._changed |= before - self._held.keys()

    def come_true(self, lies: Mapping[str, str], seen: Sightings, looks: int) -> frozenset[str]:
        """What somebody spoke of and is seen to have come so, in so many looks; told once."""
        true = frozenset(
            subject
            for subject in self._changed
            if seen.answer(subject) == lies.get(subject) and seen.age(subject) >= looks
        )
        self._changed -= true
        return true
