"""A measured figure with its target, on the terminal and as JSON: the same for every benchmark."""

from __future__ import annotations

import json
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Bound(Enum):
    """On which side of its target a figure should lie."""

    AT_LEAST = ">="
    AT_MOST = "<="


HOLDS: Mapping[Bound, Callable[[float, float], bool]] = {
    Bound.AT_LEAST: operator.ge,
    Bound.AT_MOST: operator.le,
}


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should reach."""

    bound: Bound
    value: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; None where there was nothing to measure."""

    name: str
    value: float | None
    target: Target | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the target is met; None without a target or a value."""
        if self.target is None or self.value is None:
            return None
        return HOLDS[self.target.bound](self.value, self.target.value)


def at_least(value: float) -> Target:
    """Make a target from below."""
    return Target(Bound.AT_LEAST, value)


def at_most(value: float) -> Target:
    """Make a target from above."""
    return Target(Bound.AT_MOST, value)


def as_json(figures: Iterable[Figure]) -> str:
    """Write ``{figure: {value, target, reached}}``; a target is written ``">= 0.997"``."""
    return json.dumps(
        {
            figure.name: {
                "value": figure.value,
                "target": _target(figure) or None,
                "reached": figure.reached,
            }
            for figure in figures
        },
        indent=1,
    )


def as_text(figures: Iterable[Figure]) -> str:
    """Write one line a figure: its name, value, target and whether it is reached."""
    words = {True: "reached", False: "MISSED", None: ""}
    rows = [("figure", "value", "target", "")]
    rows += [(f.name, number(f.value), _target(f), words[f.reached]) for f in figures]
    return columns(rows)


def columns(rows: Iterable[tuple[str, ...]]) -> str:
    """Line up a table: the first column to the left, the others to the right."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )


def number(value: float | None) -> str:
    """Write a number as short as it can be read, or a dash."""
    return "-" if value is None else f"{value:.5g}"


def peak_memory_mb() -> float | None:
    """Give the most memory this process ever held, in MB; None on Windows, which doesn't say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def memory_mb() -> float | None:
    """Give the memory this process holds now, in MB; None where the system doesn't say."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return None
    pages = int(status.read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _target(figure: Figure) -> str:
    return f"{figure.target.bound.value} {figure.target.value:g}" if figure.target else ""
