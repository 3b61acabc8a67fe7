"""What colour a stick is seen to have."""

from __future__ import annotations

import numpy as np
import pytest

from vision.routes.sticks import core_colours


def test_a_pale_stick_between_shadows_is_as_pale_as_its_middle() -> None:
    """A ship's shadow on one side, its own on the other: the focus may lie on both, and around."""
    patch = np.full((1, 24, 32, 3), 0.5, np.float32)
    patch[:, 8:16, 8:24] = 0.2
    patch[:, 10:14, 9:23] = 0.9
    focus = np.zeros((1, 12, 16), np.float32)
    focus[:, 4:8, 4:12] = 1
    focus[:, 5:7, 5:11] = 0

    assert core_colours(patch, focus / focus.sum()) == pytest.approx(0.9)
