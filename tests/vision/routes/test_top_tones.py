"""What tones a stick's top is seen to show."""

from __future__ import annotations

import numpy as np
import pytest

from vision.alignment.patches import block_means
from vision.routes.top_tones import core_tones, outer_quarters


def test_a_pale_stick_between_shadows_is_as_pale_as_its_middle() -> None:
    """A ship's shadow on one side, its own on the other: the focus may lie on both, and around."""
    patch = np.full((1, 24, 32, 3), 0.5, np.float32)
    patch[:, 8:16, 8:24] = 0.2
    patch[:, 10:14, 9:23] = 0.9
    focus = np.zeros((1, 12, 16), np.float32)
    focus[:, 4:8, 4:12] = 1
    focus[:, 5:7, 5:11] = 0

    tone = core_tones(block_means(patch, 2), focus / focus.sum())

    assert tone == pytest.approx(0.9)


def test_the_darkest_and_the_lightest_quarter_are_told_by_weight() -> None:
    """Half a block of 0.1 and half of 0.2 are the darkest quarter; 0.8 alone is the lightest."""
    blocks = np.repeat([[[0.8], [0.2], [0.1], [0.5], [0.9]]], 3, axis=2).astype(np.float32)
    weights = np.array([[1, 1, 0.5, 1.5, 0]], np.float32)

    darkest, lightest = outer_quarters(blocks, weights)

    assert darkest == pytest.approx(0.15)
    assert lightest == pytest.approx(0.8)
