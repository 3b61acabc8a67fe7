"""What a reading leaves open: a person is asked where it is less sure than a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.reading import HIDDEN, Reading, Seen

ASK_BELOW = 0.95
"""Below this confidence a place is asked about."""
LEAST_LIKELY = 0.01
MOST_ANSWERS = 3


@dataclass(frozen=True, slots=True)
class Question:
    """A place to look at, what was taken to lie there, and the likely answers, best first."""

    place: str
    taken: str
    confidence: float
    likely: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """An answer other than what was taken, and whose total it would change, by how much."""

    answer: str
    changes: tuple[tuple[str, int], ...]


def worth_naming(likely: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """The few answers (kind, share) that are likely enough to be named first; best first."""
    return tuple((kind, share) for kind, share in likely if share >= LEAST_LIKELY)[:MOST_ANSWERS]


def is_sure(seen: Seen) -> bool:
    """Whether nobody need be asked what lies there: it is seen, and surely."""
    return seen.answer != HIDDEN and seen.confidence >= ASK_BELOW


def questions(reading: Reading, threshold: float = ASK_BELOW) -> tuple[Question, ...]:
    """Every place read less surely than ``threshold``, and every hidden one; doubtful ones first.

    A hidden place counts as empty until somebody says what lies there, however surely it is hidden.
    """
    asked = [
        Question(
            place,
            seen.answer,
            seen.confidence,
            worth_naming([(k, p) for k, p in seen.likely if k != HIDDEN]),
        )
        for place, seen in reading.places.items()
        if seen.answer == HIDDEN or seen.confidence < threshold
    ]
    return tuple(sorted(asked, key=lambda q: (q.taken == HIDDEN, q.confidence)))
