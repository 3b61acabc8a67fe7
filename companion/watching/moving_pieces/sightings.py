"""What is seen of each subject, and in how many looks it was so."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from copy import copy

from companion.reading import EMPTY, HIDDEN, Reading, Seen

SURE = 0.95
"""What is seen so surely must be what lies there, as a probability."""
LIKELY = 0.5
"""What is seen so surely is more likely than all else together, as a probability."""
BACK = 0.8
"""So surely a piece must be seen that lay nowhere: it may be no piece at all. And so sure must be,
where it lay somewhere, that it lies at the new stop rather than there."""
ASKED = 0.3
"""What is seen so surely, and less than ``SURE``, is asked, as a probability."""
A_WORD = 1.0
"""So sure is what somebody said: no picture is held against it."""


class Sightings:
    """The last look, and how long each subject has looked so."""

    def __init__(self) -> None:
        self.subjects: Mapping[str, Seen] = {}
        self._moving = frozenset[str]()
        self._ages: dict[str, tuple[str, int]] = {}
        self._leans: dict[str, tuple[str, int]] = {}
        self._half_seen: dict[str, tuple[str, int, int]] = {}
        self._last: dict[str, tuple[str, int]] = {}
        self._there: dict[str, str] = {}
        self._prior: dict[str, str] = {}
        self.table = 0
        """The number of the table that is seen: it is another once anything surely lies
        otherwise. What is seen wrongly on one table is seen so as long as it lies so."""

    def apart(self) -> Sightings:
        """Others that have seen the same so far."""
        other = copy(self)
        other._ages, other._leans = dict(self._ages), dict(self._leans)
        other._last, other._there = dict(self._last), dict(self._there)
        other._prior = dict(self._prior)
        return other

    def take_in(self, reading: Reading) -> None:
        """Count in how many looks each subject was surely seen as it is."""
        self.subjects, self._moving = reading.subjects, frozenset(reading.pieces)
        sure = self.surely(())
        is_other = any(self._last.get(s, (answer, 0))[0] != answer for s, answer in sure.items())
        self.table += is_other
        self._there |= {subject: answer for subject, answer in sure.items() if answer != EMPTY}
        was = self._last
        self._prior |= {
            s: was[s][0] for s, answer in sure.items() if s in was and was[s][0] != answer
        }
        self._last = was | {
            s: was[s] if was.get(s, ("", 0))[0] == answer else (answer, self.table)
            for s, answer in sure.items()
        }
        for subject, seen in self.subjects.items():
            answer = self.answer(subject)
            if answer is not None:
                self._ages[subject] = _one_more(self._ages.get(subject), answer)
            if seen.answer != HIDDEN:
                leaning = seen.answer if seen.confidence >= LIKELY else ""
                self._leans[subject] = _one_more(self._leans.get(subject), leaning)
                if self._ages.get(subject, (leaning, 0))[0] != leaning:
                    del self._ages[subject]

    def moves(self, subject: str) -> bool:
        """Whether a subject is a piece that moves, of which it is told where it lies."""
        return subject in self._moving

    def answer(self, subject: str) -> str | None:
        """What is surely seen of a subject; None where nothing is."""
        one = self.subjects.get(subject)
        return one.answer if one and one.answer != HIDDEN and one.confidence >= SURE else None

    def is_said(self, lies: Mapping[str, str]) -> bool:
        """Whether somebody said of anything that it lies as here."""
        seen = ((self.subjects.get(subject), answer) for subject, answer in lies.items())
        return any(one and one.answer == s and one.confidence >= A_WORD for one, s in seen)

    def age(self, subject: str) -> int:
        """In how many looks it was as it is surely seen, if only likely in the first of them.

        What is hidden counts for none.
        """
        answer, looks = self._ages.get(subject, ("", 0))
        leaning, likely = self.leans(subject)
        return max(looks, likely) if leaning == answer else looks

    def prior(self, subject: str) -> str | None:
        """What was surely seen of a subject before what last was; None: nothing else ever."""
        return self._prior.get(subject)

    def left(self, lies: Mapping[str, str]) -> frozenset[str]:
        """The pieces that were surely seen last where they lie, and surely are seen nowhere now."""
        gone = (subject for subject, at in self._there.items() if lies.get(subject, EMPTY) == at)
        return frozenset(subject for subject in gone if self.answer(subject) == EMPTY)

    def tables(self, subject: str) -> int:
        """On how many tables, one after the other, a subject was surely seen as it last was."""
        return self.table - self._last[subject][1] + 1 if subject in self._last else 0

    def glimpsed(self, subject: str) -> str | None:
        """What is surely seen of a subject, or lies there likely; None: nothing does."""
        answer, (leaning, _) = self.answer(subject), self.leans(subject)
        return leaning if answer is None and leaning not in ("", EMPTY) else answer

    def held_for(self, subject: str) -> str | None:
        """What a subject is held for, ``EMPTY`` too, sure or only likely; None: nothing is."""
        return self.glimpsed(subject) or self.leans(subject)[0] or None

    def otherwise(
        self, before: Mapping[str, str], after: Mapping[str, str], but: Container[str], looks: int
    ) -> dict[str, str]:
        """What is surely seen otherwise than it lies ``after`` something was done, not only just.

        What has only just come into sight is another deed's.
        """
        seen = ((at, self.answer(at)) for at in {*before, *after} if at not in but)
        return {
            at: answer
            for at, answer in seen
            if answer not in (None, after.get(at, EMPTY)) and self.age(at) >= looks
        }

    def surely(self, but: Container[str]) -> dict[str, str]:
        """All that is surely seen, but for some subjects."""
        seen = ((subject, self.answer(subject)) for subject in self.subjects if subject not in but)
        return {subject: answer for subject, answer in seen if answer is not None}

    def came(self, with_: Collection[str], looks: int) -> dict[str, str]:
        """What came into sight when this did, or so many looks before."""
        newest = min((self.age(subject) for subject in with_), default=0)
        return {s: answer for s, answer in self.surely(()).items() if self.age(s) <= newest + looks}

    def likely(self, lies: Mapping[str, str], but: Container[str], looks: int) -> dict[str, str]:
        """What likely lies where something else did, in so many looks up to the last.

        A piece that is not seen is not gone: nothing is ever likely not to lie somewhere. Of
        the two stops the new one must be the likelier by far.
        """
        likely = {}
        for subject, lay in lies.items():
            seen = self.subjects.get(subject)
            if seen is None or subject in but or seen.answer in (EMPTY, HIDDEN, lay):
                continue
            least, still = BACK if lay == EMPTY else LIKELY, dict(seen.likely).get(lay, 0.0)
            has_left = lay == EMPTY or seen.confidence >= BACK * (seen.confidence + still)
            is_likely = least <= seen.confidence < SURE and has_left
            if is_likely and self._leans[subject][1] >= looks:
                likely[subject] = seen.answer
        return likely

    def leans(self, subject: str) -> tuple[str, int]:
        """What is likely of a subject, surely or not ("": nobody knows), and for how many looks."""
        return self._leans.get(subject, ("", 0))

    def stirs(self, lies: Mapping[str, str], but: Container[str], looks: int) -> bool:
        """Whether a piece is half seen where it did not lie, and not for so many looks yet."""
        return any(
            subject not in but
            and seen.answer not in (EMPTY, HIDDEN, lies.get(subject, seen.answer))
            and ASKED <= seen.confidence < SURE
            and self._leans[subject][1] < looks
            for subject, seen in self.subjects.items()
        )

    def half_seen(self, lies: Mapping[str, str], but: Container[str]) -> Iterator[tuple[str, int]]:
        """The subjects that look otherwise, and not surely; each with its looks, this one counted.

        Those count in which it looked the same, or half of all: it may never look twice the same.
        """
        before, self._half_seen = self._half_seen, {}
        for subject, seen in self.subjects.items():
            is_other = subject not in but and seen.answer not in (HIDDEN, lies.get(subject, EMPTY))
            if is_other and ASKED <= seen.confidence < SURE:
                answer, looks, in_all = before.get(subject, (seen.answer, 0, 0))
                alike = looks + 1 if answer == seen.answer else 1
                self._half_seen[subject] = seen.answer, alike, in_all + 1
        for subject, (_, alike, in_all) in self._half_seen.items():
            yield subject, max(alike, in_all // 2)


def _one_more(before: tuple[str, int] | None, answer: str) -> tuple[str, int]:
    """An answer, and in how many looks it was so."""
    return (answer, before[1] + 1) if before and before[0] == answer else (answer, 1)
