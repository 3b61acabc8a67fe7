"""How a reading is held against a table's truth.

A place is visible when the truth says what lies there, all of it in view and not washed out by
glare. A visible place is right when the reading names its piece; "hidden" there is abstained,
neither right nor wrong. In a frame that was not aligned all visible places are abstained. A whole
board is exact when every visible space and slot is right.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.reading import EMPTY, HIDDEN, Reading, Seen

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class FrameTruth:
    """What lies in one frame.

    ``unseen`` are the places that are not wholly in view. Those of them that are hidden or washed
    out stand in ``under`` with what lies there, or None where the truth doesn't say.
    """

    name: str
    spaces: Mapping[str, str]
    slots: Mapping[str, str]
    unseen: frozenset[str]
    under: Mapping[str, str | None]
    corners_px: Points


@dataclass(frozen=True)
class TableTruth:
    """A table: its frames in order, and the board's corners in its reference photo."""

    name: str
    frames: tuple[FrameTruth, ...]
    reference_corners_px: Points


@dataclass(frozen=True, slots=True)
class Wrong:
    """One place that was named wrongly; ``what`` is missed piece, false piece or wrong kind."""

    table: str
    frame: str
    place: str
    true: str
    read: str
    confidence: float

    @property
    def what(self) -> str:
        """Name the kind of error."""
        if self.true == EMPTY:
            return "false piece"
        return "missed piece" if self.read == EMPTY else "wrong kind"


@dataclass
class Tally:
    """Counts over the visible places of one kind: spaces or slots."""

    visible: Counter[str] = field(default_factory=Counter)
    """How many places each piece lies on; ``empty`` is one of them."""
    right: Counter[str] = field(default_factory=Counter)
    """How many of them were read right."""
    wrong: Counter[str] = field(default_factory=Counter)
    """How many errors of each kind (``Wrong.what``) there were."""
    abstained: int = 0

    @property
    def share_right(self) -> float | None:
        """Right among visible."""
        return share(self.right.total(), self.visible.total())

    @property
    def false_per_10000(self) -> float | None:
        """False pieces per 10,000 visible empty places."""
        false = share(self.wrong["false piece"], self.visible[EMPTY])
        return None if false is None else 1e4 * false

    def share_of_pieces(self, what: str) -> float | None:
        """Errors of one kind among the visible pieces."""
        return share(self.wrong[what], self.visible.total() - self.visible[EMPTY])


@dataclass
class Accuracy:
    """All that was counted over some frames; two of them add up."""

    spaces: Tally = field(default_factory=Tally)
    slots: Tally = field(default_factory=Tally)
    wrong: list[Wrong] = field(default_factory=list)
    corner_errors_mm: list[float] = field(default_factory=list)
    frames: int = 0
    exact: int = 0
    refused: int = 0
    hidden: int = 0
    hidden_right: int = 0
    """Hidden places that were called hidden, or what lies there, as an earlier frame may tell."""

    def hold(self, table: str, truth: FrameTruth, reading: Reading | None) -> None:
        """Count one frame; ``reading`` is None where the board was not found."""
        self.frames += 1
        self.refused += reading is None
        before = len(self.wrong), self.spaces.abstained + self.slots.abstained
        spaces = reading.spaces if reading else {}
        slots = reading.slots if reading else {}
        self._hold_kind(self.spaces, table, truth, truth.spaces, spaces)
        self._hold_kind(self.slots, table, truth, truth.slots, slots)
        self.exact += before == (len(self.wrong), self.spaces.abstained + self.slots.abstained)
        places = reading.places if reading else {}
        for place, under in truth.under.items():
            got = places[place].answer if place in places else HIDDEN
            self.hidden += 1
            self.hidden_right += got in (HIDDEN, under)

    def add(self, other: Accuracy) -> None:
        """Take in what was counted elsewhere."""
        for mine, theirs in ((self.spaces, other.spaces), (self.slots, other.slots)):
            mine.visible += theirs.visible
            mine.right += theirs.right
            mine.wrong += theirs.wrong
            mine.abstained += theirs.abstained
        self.wrong += other.wrong
        self.corner_errors_mm += other.corner_errors_mm
        self.frames += other.frames
        self.exact += other.exact
        self.refused += other.refused
        self.hidden += other.hidden
        self.hidden_right += other.hidden_right

    @property
    def share_hidden_right(self) -> float | None:
        """Hidden places that were not taken for something else."""
        return share(self.hidden_right, self.hidden)

    def share_of_errors_below(self, threshold: float) -> float | None:
        """Errors whose confidence was below the threshold, among all errors."""
        below = sum(error.confidence < threshold for error in self.wrong)
        return share(below, len(self.wrong))

    def _hold_kind(
        self,
        tally: Tally,
        table: str,
        truth: FrameTruth,
        true_pieces: Mapping[str, str],
        seen: Mapping[str, Seen],
    ) -> None:
        for place, true in true_pieces.items():
            if place in truth.unseen:
                continue
            tally.visible[true] += 1
            got = seen.get(place, Seen(HIDDEN, 1.0))
            if got.answer == HIDDEN:
                tally.abstained += 1
            elif got.answer == true:
                tally.right[true] += 1
            else:
                error = Wrong(table, truth.name, place, true, got.answer, got.confidence)
                tally.wrong[error.what] += 1
                self.wrong.append(error)


def read_truth(folder: Path) -> TableTruth:
    """Read a table's ``truth.json``."""
    data = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    frames = tuple(_frame_truth(name, frame) for name, frame in data["frames"].items())
    return TableTruth(folder.name, frames, _points(data["reference_corners_px"]))


def corner_error_mm(true_px: Points, found_px: Points, outline_mm: float) -> float:
    """Give the worst corner's distance on the board, by its mean scale; ``outline_mm`` is round."""
    outline_px = sum(math.dist(true_px[i], true_px[(i + 1) % 4]) for i in range(4))
    worst_px = max(math.dist(a, b) for a, b in zip(true_px, found_px, strict=True))
    return worst_px * outline_mm / outline_px


def share(part: float, whole: float) -> float | None:
    """Divide; None where there is nothing to divide by."""
    return part / whole if whole else None


def _frame_truth(name: str, frame: Mapping[str, Any]) -> FrameTruth:
    places = {**frame["spaces"], **frame["slots"]}
    hidden = {place for place, piece in places.items() if piece == HIDDEN}
    washed = set(frame.get("washed", ()))
    under = {place: frame.get("under", {}).get(place) for place in hidden}
    under |= {place: places[place] for place in washed - hidden}
    return FrameTruth(
        name,
        frame["spaces"],
        frame["slots"],
        frozenset(hidden | washed | set(frame.get("partial", ()))),
        under,
        _points(frame["corners_px"]),
    )


def _points(rows: Sequence[Sequence[float]]) -> Points:
    return [(float(x), float(y)) for x, y in rows]
