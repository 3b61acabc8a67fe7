"""What came of a look at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.reading import EMPTY
from companion.records.record import Record
from companion.watching.drift import Drift


@dataclass(frozen=True, slots=True)
class Piece:
    """A change on the board: a piece that lies there now, or (``gone``) lies there no more.

    ``sureness`` is how surely it was seen; ``age`` counts the looks since it was first seen.
    ``unseen``: its place was hidden before, so it may have lain there longer. ``there`` counts the
    looks since something was seen there, taken for this kind or another.
    """

    place: str
    kind: str
    sureness: float = 1.0
    gone: bool = False
    age: int = 0
    unseen: bool = False
    there: int = 0


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question about ``subject``; or, without one, what somebody did that left no trace.

    It asks what lies on a place, or where a piece lies that ``moves``. ``likely`` are the answers
    with their probabilities, best first. ``about`` is for the words. ``frees`` are the places whose
    pieces break a rule only if the answer is what is recorded. ``parts``: one piece lies on one of
    these places, the likeliest first, which is ``subject``; or on none of them, and that is one
    answer about all.
    """

    likely: tuple[tuple[str, float], ...]
    subject: str | None = None
    about: Mapping[str, str | int] = field(default_factory=dict)
    frees: frozenset[str] = frozenset()
    parts: tuple[str, ...] = ()
    moves: bool = False

    @property
    def subjects(self) -> tuple[str, ...]:
        """All that one answer may be about."""
        return self.parts or (() if self.subject is None else (self.subject,))

    @property
    def key(self) -> str | None:
        """The same for the same question, whichever of its parts is the likeliest now."""
        return min(self.subjects, default=None)

    def answered(self, lies: Mapping[str, str]) -> tuple[str, str] | None:
        """The subject of its true answer and that, where all lies so; None where it has none."""
        lying = (each for each in self.subjects if lies.get(each, EMPTY) != EMPTY)
        subject = next(lying, self.subject)
        return None if subject is None else (subject, lies.get(subject, EMPTY))


@dataclass(frozen=True)
class Outcome:
    """What came of a look: the record after it, what is open, and what lies against a rule.

    ``unexplained`` are pieces that no hypothesis explains: too much has changed at once.
    ``disturbed``: so many pieces are gone that this is no play, and nothing is recorded until they
    are back. ``cut_short``: there was too much to think through; the rest waits for another look.
    """

    record: Record
    doubts: tuple[Doubt, ...] = ()
    drift: tuple[Drift, ...] = ()
    broken: tuple[str, ...] = ()
    unexplained: tuple[Piece, ...] = ()
    disturbed: bool = False
    cut_short: bool = False

    @property
    def told(self) -> tuple[str, ...]:
        """Those of ``broken`` that hang on no open question: whose answer may put them right."""
        hanging = frozenset[str]().union(*(doubt.frees for doubt in self.doubts))
        return tuple(place for place in self.broken if place not in hanging)
