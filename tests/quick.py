"""The quick answer of ``python -m tests --quick``: of every test that is not slow the first case.

Which are slow is told in ``slow_tests.txt``, a line for each function, or for a file of which every
one is slow: that one is not even read. ``python -m tests.quick`` times the first case of every
function and writes that list anew, to be done once in a while on a quiet machine: the quickest are
kept, as many as there is time for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "slow_tests.txt"
QUICK_S = 30.0
"""So long all quick tests may take in one process, their fixtures with them."""


def first_cases(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Of every test function its first case, in their order."""
    firsts: dict[str, pytest.Item] = {}
    for item in items:
        firsts.setdefault(function_of(item.nodeid), item)
    return list(firsts.values())


def function_of(nodeid: str) -> str:
    """The name of a test without its case."""
    return nodeid.split("[", 1)[0]


@cache
def slow_tests() -> frozenset[str]:
    """The functions, and the files, that take too long for a quick answer."""
    return frozenset(LIST.read_text(encoding="utf-8").split("\n")) - {""}


def slow_of(took_s: Mapping[str, float], quick_s: float) -> list[str]:
    """The functions for which there is no time, the quickest first; a file that is slow whole."""
    left_s = quick_s
    slow = set()
    for name, s in sorted(took_s.items(), key=lambda each: each[1]):
        left_s -= s
        if left_s < 0:
            slow.add(name)
    files = {file_of(name) for name in took_s} - {file_of(name) for name in took_s.keys() - slow}
    return sorted(files | {name for name in slow if file_of(name) not in files})


def file_of(nodeid: str) -> str:
    """The file of a test, as its name tells it."""
    return nodeid.split("::", 1)[0]


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
    slow = slow_of(watch.took_s, QUICK_S)
    LIST.write_text("".join(f"{name}\n" for name in slow), encoding="utf-8")
    quick = {n: s for n, s in watch.took_s.items() if not {n, file_of(n)} & {*slow}}
    print(f"{len(quick)} of {len(watch.took_s)} are quick: {sum(quick.values()):.0f} s")
    for name, s in sorted(watch.took_s.items(), key=lambda each: -each[1])[:400]:
        print(f"{s:.2f} {name}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
