"""The quick answer of ``python -m tests --quick``: of every test that is not slow the first case.

Which are slow is told in ``slow_tests.txt``, a line for each function. ``python -m tests.quick``
times the first case of every one and writes that list anew: to be done once in a while, on any
machine, as only those are left out that take many times as long as the usual test.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "slow_tests.txt"
SLOW_TIMES = 12.0
"""A test is slow that takes so many times as long as the median test, its fixtures with it."""


def first_cases(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Of every test function its first case, in their order."""
    firsts: dict[str, pytest.Item] = {}
    for item in items:
        firsts.setdefault(function_of(item.nodeid), item)
    return list(firsts.values())


def function_of(nodeid: str) -> str:
    """The name of a test without its case."""
    return nodeid.split("[", 1)[0]


def slow_tests() -> frozenset[str]:
    """The functions that take too long for a quick answer."""
    return frozenset(LIST.read_text(encoding="utf-8").split("\n")) - {""}


class Stopwatch:
    """Times the first case of every test."""

    def __init__(self) -> None:
        self.took_s: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = first_cases(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = function_of(report.nodeid)
        self.took_s[name] = self.took_s.get(name, 0.0) + report.duration


def main() -> int:
    """Time every test, and write down the slow ones."""
    watch = Stopwatch()
    failed = pytest.main(["-q", *sys.argv[1:]], plugins=[watch])
    median_s = sorted(watch.took_s.values())[len(watch.took_s) // 2]
    slow = sorted(name for name, s in watch.took_s.items() if s > SLOW_TIMES * median_s)
    LIST.write_text("".join(f"{name}\n" for name in slow), encoding="utf-8")
    quick_s = sum(s for name, s in watch.took_s.items() if name not in slow)
    print(f"{len(slow)} of {len(watch.took_s)} are slow; the others took {quick_s:.0f} s")
    for name, s in sorted(watch.took_s.items(), key=lambda each: -each[1])[:400]:
        print(f"{s:.2f} {name}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
