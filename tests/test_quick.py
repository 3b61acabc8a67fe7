"""The list of slow tests: what is left out of a quick answer, and what is not."""

from __future__ import annotations

import pytest

from tests.quick import slow_of

TOOK_S = {"a.py::quick": 0.5, "a.py::slow": 3.0, "b.py::slow": 4.0, "b.py::slower": 5.0}


@pytest.mark.parametrize(
    ("quick_s", "slow"),
    [
        (20.0, []),
        (8.0, ["b.py::slower"]),
        (4.0, ["b.py"]),
        (1.0, ["a.py::slow", "b.py"]),
        (0.0, ["a.py", "b.py"]),
    ],
)
def test_the_quickest_are_kept_and_a_file_that_is_slow_whole_is_not_read(
    quick_s: float, slow: list[str]
) -> None:
    assert slow_of(TOOK_S, quick_s) == slow
