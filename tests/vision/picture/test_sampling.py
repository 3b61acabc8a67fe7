"""Pictures sampled at any number of points at once."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.sampling import sample


@pytest.mark.parametrize("shape", [(1, 70_000), (70_000, 1), (2, 40_000), (3, 5)])
def test_a_picture_is_sampled_at_any_number_of_points(shape: tuple[int, int]) -> None:
    """OpenCV takes no more than 32,767 in one row or one column."""
    picture = np.random.default_rng(1).integers(0, 255, (40, 50, 3), np.uint8)
    at_px = np.random.default_rng(2).integers(0, 40, (*shape, 2))

    seen = sample(picture, at_px)

    assert seen.shape == (*shape, 3)
    assert (seen == picture[at_px[..., 1], at_px[..., 0]]).all()
