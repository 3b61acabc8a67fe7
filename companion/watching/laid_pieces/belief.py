"""How far to believe what was seen: the camera's confidence times what the rules make likely.

This is the one place where the two meet. docs/watching.md has the formula and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import exp, log

from companion.reading import EMPTY, HIDDEN, Seen


class Plausible(Enum):
    """How much likelier a change is than a reader thinks who knows no rules: factors of odds."""

    LEGAL = 20.0
    """The rules allow it now: of hundreds of places, few are open to the player at turn. It falls
    with what the explanation asks to be believed besides (``of_legal``)."""
    ILLEGAL = 0.2
    """It breaks a rule: that happens, but not often."""
    TAKEN_BACK = 10.0
    """A piece that lay against a rule is gone: just what was asked for."""
    MISREAD = 0.05
    """The camera named a piece wrongly, or its place, when it was laid."""
    STRANGER = 0.01
    """A piece nobody plays with."""


@dataclass(frozen=True, slots=True)
class TakingHabits:
    """What people do with the pieces of a game.

    ``gone_odds`` is how much likelier than a reader thinks it is, as a factor of odds, that a piece
    which lay rightly was taken off; ``most_gone`` is how many are taken off at once in play: more
    at once is no play.
    """

    gone_odds: float
    most_gone: int


TAKE = 0.95
"""What is believed so surely is recorded, or reported."""
ASK = 0.3
"""What is believed less than that, but so much, is asked."""
TELL = 0.8
"""A difference between table and record that is believed so surely is named."""
NOTICED = 0.4
"""A change that was seen less surely than this, as a probability, is never asked about."""
FAINT = 0.15
"""A change that was seen less surely than this, as a probability, was not seen."""
NEEDED = 3.0
"""A piece that makes the rest this much cheaper to explain, in nats, is needed: more counts as so
much."""
AT_ONCE = 0.98
"""What breaks a rule and was seen less surely is looked at once more before it is believed."""
BEYOND_DOUBT = 0.995
"""What was seen so surely, and is legal, needs no weighing."""
LEAST = 1e-4
"""Nothing is ever less likely: no reader is that sure."""


class Verdict(Enum):
    """What to do about something that was seen."""

    TAKE = "take"
    ASK = "ask"
    WAIT = "wait"
    LEAVE = "leave"


def of_legal(cost: float) -> float:
    """The factor of a change that the rules allow, if what explains it costs so many nats more.

    A negative cost: the rest is cheaper to explain with it.
    """
    return Plausible.LEGAL.value * exp(-max(cost, -NEEDED))


def believed(seen: float, factor: Plausible | float) -> float:
    """The probability of a change that was seen with probability ``seen``.

    Odds of the change = odds of what was seen x factor.
    """
    weight = (factor.value if isinstance(factor, Plausible) else factor) * max(seen, LEAST)
    return weight / (weight + max(1 - seen, LEAST))


def judge(seen: float, belief: float, *, at_once: bool) -> Verdict:
    """Take it, ask, wait for another look, or leave all as it is.

    ``at_once``: there was an earlier look, or none is needed.
    """
    if seen < FAINT or belief < (ASK if seen >= NOTICED else TAKE):
        return Verdict.LEAVE
    if not at_once:
        return Verdict.WAIT
    return Verdict.TAKE if belief >= TAKE else Verdict.ASK


@dataclass(frozen=True, slots=True)
class Suspect:
    """A place that looks different from the record: the chances of each piece there.

    ``age`` counts the looks since it first did so, ``there`` those since something was seen there,
    whatever it looked like. ``unseen``: it was hidden before that.
    """

    place: str
    recorded: str
    chances: Mapping[str, float]
    age: int = 0
    unseen: bool = False
    there: int = 0

    @property
    def best(self) -> str:
        """What it looks most like."""
        return max(self.chances, key=lambda kind: self.chances[kind])

    def chance(self, kind: str) -> float:
        """How likely a kind is."""
        return self.chances.get(kind, 0.0)

    @property
    def empty(self) -> float:
        """How likely nothing lies there."""
        return self.chance(EMPTY)


def suspect(
    place: str, recorded: str, seen: Seen, before: Suspect | None, *, unseen: bool = False
) -> Suspect | None:
    """What a look says about a place, if it differs from the record.

    What is hidden stays what was known. Looks at the same thing are averaged: their geometric mean,
    since what misleads a camera once misleads it again. Where a look leaves no doubt after others
    did, what misled them is gone, and may have hidden what is seen now.
    """
    chances = dict(seen.likely) or {seen.answer: seen.confidence}
    chances[recorded] = chances.get(recorded, 0.0) + chances.pop(HIDDEN, 0.0)
    chances = _shared_out(chances)
    if 1 - chances[recorded] < (FAINT if recorded == EMPTY else NOTICED):
        return None
    now = Suspect(place, recorded, chances, unseen=unseen)
    if before is None or before.recorded != recorded:
        return now
    if EMPTY not in (before.best, now.best):
        now = replace(now, there=before.there + 1)
    if before.best != now.best:
        return now
    if now.chance(now.best) >= BEYOND_DOUBT and before.chance(now.best) < TAKE:
        return replace(now, unseen=True)
    age = before.age + 1
    averaged = _averaged(before.chances, chances, age)
    return replace(now, chances=averaged, age=age, unseen=before.unseen)


def _averaged(
    before: Mapping[str, float], now: Mapping[str, float], looks: int
) -> dict[str, float]:
    share = 1 / (looks + 1)
    return _shared_out(
        {
            kind: exp(
                (1 - share) * log(max(before.get(kind, 0.0), LEAST))
                + share * log(max(now.get(kind, 0.0), LEAST))
            )
            for kind in {**before, **now}
        }
    )


def _shared_out(weights: Mapping[str, float]) -> dict[str, float]:
    whole = sum(weights.values())
    return {kind: weight / whole for kind, weight in weights.items()}
