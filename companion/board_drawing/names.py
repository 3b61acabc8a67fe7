"""Where a name is written: in one line or two, on the side where it covers least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.board_drawing.crowd import Box, Crowd
from companion.drawing.svg import Point, around, group, text

LETTER = 0.5
"""The usual width of a letter, as a share of the height of the writing."""
LINE = 1.0
SIDES = (90, 270, 0, 180, 45, 135, 315, 225, 68, 112, 248, 292, 22, 158, 202, 338)
"""Angles from the place to its name, the nicest first."""


@dataclass(frozen=True, slots=True)
class Written:
    """Lines of a name and the box they fill."""

    lines: tuple[str, ...]
    box: Box

    def svg(self, size: float) -> str:
        """Draw the name, in letters of that height."""
        middle = (self.box.left + self.box.right) / 2
        high = (self.box.bottom - self.box.top) / len(self.lines)
        return group(
            "name",
            (
                text(line, middle, self.box.top + high * (index + 0.78), font_size=size)
                for index, line in enumerate(self.lines)
            ),
        )


def write(name: str, at: Point, away: float, size: float, crowd: Crowd, face: Box) -> Written:
    """Choose the place for a name around ``at``, ``away`` from it, and take it."""
    options = list(_options(name, at, away, size))
    costs = [
        crowd.pressed(option.box)
        + 2 * crowd.written_over(option.box)
        + 50 * _outside(option.box, face)
        + 0.15 * rank
        for rank, option in enumerate(options)
    ]
    best = options[costs.index(min(costs))]
    crowd.add_name(best.box)
    return best


def _outside(box: Box, face: Box) -> float:
    over = (face.left - box.left, face.top - box.top, box.right - face.right)
    return sum(max(each, 0.0) for each in (*over, box.bottom - face.bottom))


def _options(name: str, at: Point, away: float, size: float) -> Iterator[Written]:
    for further in (0.0, 0.35, 0.8):
        for lines in _foldings(name):
            wide = max(map(len, lines)) * size * LETTER
            high = len(lines) * size * LINE
            for angle in SIDES:
                x, y = around(at, away + further * size, angle)
                # The edge of the writing touches the circle, not its middle.
                east, south = around((0, 0), 1, angle)
                x, y = x + east * wide / 2, y + south * high / 2
                box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                yield Written(lines, box)


def _foldings(name: str) -> list[tuple[str, ...]]:
    """Return the name in one line, and where it has several words also in two."""
    parts = name.split()
    if len(parts) < 2:
        return [(name,)]
    folds = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    return [(name,), min(folds, key=lambda fold: max(map(len, fold)))]
