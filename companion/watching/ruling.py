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
    """A question: what lies on ``place``; or, without one, what somebody did that left no trace.

    ``likely`` are the answers with their probabilities, best first. ``about`` is for the words.
    ``frees`` are the places whose pieces break a rule only if the answer is what is recorded.
    ``parts``: one piece lies on one of these places, the likeliest first, which is ``place``; or
    on none of them, and that is one answer about all.
    """

    likely: tuple[tuple[str, float], ...]
    place: str | None = None
    about: Mapping[str, str | int] = field(default_factory=dict)
    frees: frozenset[str] = frozenset()
    parts: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """All places that an answer may name."""
        return self.parts or (() if self.place is None else (self.place,))

    @property
    def key(self) -> str | None:
        """The same for the same question, whichever of its places is the likeliest now."""
        return min(self.places, default=None)

    def answered(self, lies: Mapping[str, str]) -> tuple[str, str] | None:
        """The place and piece of its true answer where all lies so; None where it names none."""
        at = next((place for place in self.places if lies.get(place, EMPTY) != EMPTY), self.place)
        return None if at is None else (at, lies.get(at, EMPTY))


@dataclass(frozen=True)
class Ruling:
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
