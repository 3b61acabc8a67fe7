"""What came of watching, for who reads it afterwards: each thing once, with when it began."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.watching.drift import Drift
from companion.watching.outcome import Doubt, Outcome


@dataclass
class Log:
    """What was asked and told, by subject and episode, each with the look in which it began."""

    asked: list[tuple[str, Doubt]] = field(default_factory=list)
    drifted: list[tuple[str, Drift]] = field(default_factory=list)
    reported: list[tuple[str, str]] = field(default_factory=list)
    """Looks and places of pieces that were told as lying against a rule."""
    unexplained: list[tuple[str, str]] = field(default_factory=list)
    """Looks and places of pieces that nobody can have laid, by all that is known."""
    cut_short: list[str] = field(default_factory=list)
    """Looks in which there was too much to think through at once."""
    _open: dict[str, frozenset[str]] = field(default_factory=dict)

    def note(self, look: str, outcome: Outcome) -> None:
        """Write down what is new in an outcome."""
        self.cut_short += [look] if outcome.cut_short else []
        doubts = {doubt.key: doubt for doubt in outcome.doubts if doubt.key is not None}
        self.asked += [(look, doubts[key]) for key in self._begun("asked", doubts)]
        drift = {one.subject: one for one in outcome.drift}
        self.drifted += [(look, drift[subject]) for subject in self._begun("drifted", drift)]
        told = {*outcome.told, *(self._open.get("reported", frozenset()) & {*outcome.broken})}
        reported = dict.fromkeys(sorted(told))
        self.reported += [(look, place) for place in self._begun("reported", reported)]
        left = {piece.place: piece for piece in outcome.unexplained}
        self.unexplained += [(look, place) for place in self._begun("unexplained", left)]

    def _begun(self, what: str, now: Mapping[str, object]) -> Sequence[str]:
        """Those of which something began with this look."""
        before = self._open.get(what, frozenset())
        self._open[what] = frozenset(now)
        return [each for each in now if each not in before]
