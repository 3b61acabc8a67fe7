"""The networks answer for each patch alone, however many are shown."""

from __future__ import annotations

import numpy as np
import pytest

from vision.routes.networks import AT_ONCE, look_at_slots, look_at_sticks

MANY = 2 * AT_ONCE + 3


@pytest.mark.parametrize(
    ("look", "shape"), [(look_at_sticks, (9, 24, 32)), (look_at_slots, (7, 24, 24))]
)
def test_a_patch_among_many_is_told_as_it_is_alone(look: object, shape: tuple[int, ...]) -> None:
    patches = np.random.default_rng(2).random((MANY, *shape)).astype(np.float32)

    together = look(patches)  # type: ignore[operator]

    for row in (0, AT_ONCE - 1, AT_ONCE, MANY - 1):
        alone = look(patches[row : row + 1])  # type: ignore[operator]
        for all_, one in zip(together, alone, strict=True):
            assert len(all_) == MANY
            assert all_[row] == pytest.approx(one[0], abs=1e-5)
