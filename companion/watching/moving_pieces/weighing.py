"""What is seen less than surely, weighed by what it would mean.

What has been likely for some looks is believed as far as it is usual. Of what a rule forbids the
picture must speak much louder than of all that is allowed; else it is left out, and what is allowed
shares its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Generic

from companion.play.timeline import Event, State
from companion.reading import EMPTY, HIDDEN, Seen
from companion.watching.moving_pieces.sightings import BACK, LIKELY, SURE, Sightings
from companion.watching.moving_pieces.tellings import USUAL, Telling

UNUSUAL = 4.0
"""A way that costs so much breaks a rule, or leaves something unexplained, in moves."""
LOUDER = 20.0
"""What a rule forbids is thought of where it is so much likelier than all that is allowed."""
GLIMPSED = 0.02
"""What is seen with less than this is not thought of, as a probability."""
THERE = 0.1
"""A piece that is seen nowhere may lie where it is seen with this, as a probability."""
RIVAL = 0.5
"""What is seen with more than this share of the likeliest may be right as well."""

Best = Callable[[Mapping[str, str]], Telling[State, Event]]
"""The best telling of what is seen."""


@dataclass(frozen=True)
class Weighed:
    """Of some subjects what lies anew, as far as it is believed, and which lie as they did.

    Of those ``in_vain`` a rule forbids what is seen, and nothing allowed is seen instead.
    """

    believed: Mapping[str, str]
    stay: frozenset[str] = frozenset()
    in_vain: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Weighing(Generic[State, Event]):
    """Weighs what is half seen against the rules; ``looks`` are waited for."""

    seen: Sightings
    best: Best[State, Event]
    lies: Mapping[str, str]
    kept: frozenset[str]
    looks: int

    def weighed(self, steady: Mapping[str, str]) -> Weighed:
        """What is believed besides what is ``steady``, being surely seen."""
        likely = self.seen.likely(self.lies, self.kept, self.looks)
        usual = likely and self._is_usual(likely, steady)
        believed, stay, in_vain = dict(likely if usual else {}), set[str](), set[str]()
        for subject in self._doubtful():
            if subject in believed:
                continue
            shares, lay = _shares(self.seen.subjects[subject]), self.lies[subject]
            allowed = self._allowed(subject, shares, {**steady, **believed})
            forbidden = sum(shares.values()) - sum(allowed[answer][0] for answer in allowed)
            if forbidden > LOUDER * (sum(shares.values()) - forbidden):
                continue
            answer = self._likeliest(subject, allowed, 1 - forbidden)
            if answer == lay:
                stay.add(subject)
            elif answer is not None and self._is_plain({subject: answer}, {**steady, **believed}):
                believed[subject] = answer
            elif forbidden and not allowed.keys() - {EMPTY}:
                in_vain.add(subject)
        return Weighed(believed, frozenset(stay), frozenset(in_vain))

    def _is_usual(self, likely: Mapping[str, str], steady: Mapping[str, str]) -> bool:
        """Whether all that is likely may be believed at once.

        What means a card wants surer eyes than an ordinary move; what breaks a rule, sure ones.
        """
        seen = {subject: self.seen.subjects[subject] for subject in likely}
        if any(self._has_rival(subject, _shares(one)) for subject, one in seen.items()):
            return False
        least = min(one.confidence for one in seen.values())
        return self._is_plain(likely, steady) and _believes(least, self._more(likely, steady))

    def _has_rival(self, subject: str, shares: Mapping[str, float]) -> bool:
        """Whether another new answer is nearly as likely."""
        old = (EMPTY, self.lies[subject])
        new = (share for answer, share in shares.items() if answer not in old)
        first, second, *_ = (*sorted(new, reverse=True), 0.0, 0.0)
        return second > RIVAL * first

    def _more(
        self, likely: Mapping[str, str], steady: Mapping[str, str], *, takes_back: bool = True
    ) -> float:
        """What it costs more to explain these pieces too; infinite where nothing does."""
        telling = self.best({**steady, **likely})
        ways = telling.ways.found
        is_wrong = telling.dropped and not takes_back
        if not ways or is_wrong or ways[0].left & likely.keys():
            return inf
        return telling.cost - self.best(steady).cost

    def _is_plain(self, likely: Mapping[str, str], steady: Mapping[str, str]) -> bool:
        """Whether one way alone leads there."""
        return len(self.best({**steady, **likely}).ways.found) == 1

    def _doubtful(self) -> Iterator[str]:
        """The subjects that have looked otherwise for some looks, and not surely."""
        for subject, lay in self.lies.items():
            seen = self.seen.subjects.get(subject)
            if seen is None or subject in self.kept or seen.answer in (HIDDEN, lay):
                continue
            if seen.confidence < SURE and self.seen.leans(subject)[1] >= self.looks:
                yield subject

    def _allowed(
        self, subject: str, shares: Mapping[str, float], steady: Mapping[str, str]
    ) -> dict[str, tuple[float, float]]:
        """Of all that may lie there what the rules allow: how likely, and what it costs."""
        allowed = {}
        for answer, share in shares.items():
            stays = answer == self.lies[subject]
            cost = 0.0 if stays else self._more({subject: answer}, steady, takes_back=False)
            if cost < UNUSUAL:
                allowed[answer] = share, cost
        return allowed

    def _likeliest(
        self, subject: str, allowed: Mapping[str, tuple[float, float]], whole: float
    ) -> str | None:
        """What lies there; None where nobody can tell. A piece that is not seen is not gone."""
        lay = self.lies[subject]
        shares = {answer: share for answer, (share, _) in allowed.items()}
        unseen = shares.pop(EMPTY, 0.0) if lay != EMPTY else 0.0
        if not shares:
            return None
        answer = max(shares, key=lambda each: shares[each])
        share, cost = allowed[answer]
        if answer == lay:
            return answer if share >= THERE and share >= LIKELY * sum(shares.values()) else None
        if share < THERE or cost > USUAL:
            unseen = 0.0
        has_left = share >= BACK * (share + shares.get(lay, 0.0))
        if not has_left or self._has_rival(subject, shares):
            return None
        share /= whole - unseen
        sure = share >= (BACK if lay == EMPTY else LIKELY)
        return answer if sure and _believes(share, cost) else None


def _shares(seen: Seen) -> dict[str, float]:
    likely = seen.likely or ((seen.answer, seen.confidence),)
    return {answer: share for answer, share in likely if share >= GLIMPSED}


def _believes(share: float, cost: float) -> bool:
    return (share >= LIKELY and cost <= USUAL) or (share >= BACK and cost < UNUSUAL)
