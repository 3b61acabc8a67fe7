"""Where print is seen through a lamp's reflection, and where something hides it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.between.haze import under_haze
from vision.picture.arrays import Tones

STEP_MM = np.array([2.0, 2.0])
ROWS, COLUMNS = 80, 120


@pytest.fixture(scope="module")
def print_tones() -> Tones:
    """A blue sea with a pale dash every 16 mm."""
    tones = np.full((ROWS, COLUMNS, 3), (0.4, 0.28, 0.16), np.float32)
    tones[4::8, :, :] = (0.8, 0.8, 0.78)
    tones[4::8, ::4, :] = (0.4, 0.28, 0.16)
    return tones


@pytest.mark.parametrize("added", [0.08, 0.3])
def test_print_is_seen_through_a_reflection(print_tones: Tones, added: float) -> None:
    far_mm = np.hypot(*((np.mgrid[:ROWS, :COLUMNS].T - (40, 100)) * STEP_MM).T)
    haze = added * np.exp(-((far_mm / 60) ** 2))[..., None]
    seen = np.sqrt(print_tones**2 + haze).astype(np.float32)

    assert under_haze(seen, print_tones, STEP_MM)[far_mm < 40].mean() > 0.9


@pytest.mark.parametrize(
    "tone",
    [
        pytest.param((0.55, 0.65, 0.85), id="a hand"),
        pytest.param((0.95, 0.95, 0.95), id="paper"),
        pytest.param((0.1, 0.1, 0.5), id="a sleeve"),
    ],
)
def test_no_print_is_seen_through_what_hides_it(
    print_tones: Tones, tone: tuple[float, ...]
) -> None:
    rng = np.random.default_rng(4)
    seen = print_tones.copy()
    seen[20:60, 30:90] = tone + rng.normal(0, 0.02, (40, 60, 3))

    assert not under_haze(seen, print_tones, STEP_MM)[28:52, 38:82].any()
