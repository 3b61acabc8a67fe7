"""A stick lies on one space: no two spaces hold the same one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vision.routes.networks import CLASS_EMPTY, CLASS_PIECE
from vision.routes.one_space import on_one_space

CASES = {
    "seen by two, the surer has it": (0.0, (0.99, 0.85), (0.8, 0.8), (True, False)),
    "as sure, the nearer has it": (0.0, (0.95, 0.95), (0.6, 1.2), (True, False)),
    "hardly less sure, and far nearer": (0.1, (0.85, 0.9), (0.5, 1.2), (True, False)),
    "side by side they are two": (0.95, (0.99, 0.85), (0.8, 0.8), (True, True)),
    "pushed together, each seen a little amiss": (0.7, (0.99, 0.8), (0.8, 0.8), (True, True)),
    "none is likely at all": (0.0, (0.3, 0.2), (0.8, 0.8), (False, False)),
}
"""How far apart two spaces see a stick, how surely, how far beside each; which hold one."""


def two_spaces(there: tuple[float, float]) -> np.ndarray:
    return np.array([[1 - each - 0.001, each, 0.001] for each in there], np.float32)


@pytest.mark.parametrize("case", CASES)
def test_two_spaces_that_see_a_stick(case: str) -> None:
    apart, there, beside, holds = CASES[case]
    tops = np.array([[40.0, 30.0], [40.0, 30.0 + apart]])

    told = on_one_space(two_spaces(there), tops, np.array([[0.0, off] for off in beside]))

    assert tuple(told[:, CLASS_PIECE] > 0.5) == holds


def test_what_is_no_stick_of_a_space_leaves_it_empty() -> None:
    seen = two_spaces((0.99, 0.8))

    told = on_one_space(seen, np.zeros((2, 2)), np.zeros((2, 2)))

    assert told[1, CLASS_EMPTY] > 0.9
    assert told[:, 2] == pytest.approx(seen[:, 2])


@given(
    arrays.arrays(np.float64, st.integers(0, 6), elements=st.floats(0, 1)),
    st.integers(0, 2**32 - 1),
)
def test_chances_stay_chances_and_none_grows(there: np.ndarray, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = len(there)
    hidden = rng.uniform(0, 1, n) * (1 - there)
    seen = np.column_stack([1 - there - hidden, there, hidden])

    told = on_one_space(seen, rng.uniform(0, 2, (n, 2)), rng.normal(0, 0.6, (n, 2)))

    assert (told >= -1e-9).all()
    assert told.sum(axis=1) == pytest.approx(np.ones(n))
    assert (told[:, CLASS_PIECE] <= there + 1e-9).all()


def test_spaces_far_from_one_another_say_what_they_said() -> None:
    seen = two_spaces((0.9, 0.6))

    assert on_one_space(seen, np.array([[0.0, 0], [5, 0]]), np.zeros((2, 2))) is seen
