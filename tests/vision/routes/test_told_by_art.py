"""Which kind a marker is, told by the board's art: in any turn, light and photo."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.arrays import Tones
from vision.routes.marker_art import MARGIN, TURNS, MarkerArt, directions_of
from vision.routes.told_by_art import kinds_by_art


def told(seen: Tones, turned: Tones, px: float, clear: float = 1.0, white: float = 9.0) -> Tones:
    """What is said of markers in a photo that shows nothing lighter than ``white``."""
    clipped = (seen.max(axis=-1, keepdims=True) >= white).astype(np.float32)
    shown = np.minimum(seen, white).astype(np.float32)
    return kinds_by_art(shown, clipped, turned, directions_of(turned), px, clear)


def in_every_turn(turned: Tones, every: int = 1, shift: tuple[int, int] = (0, 0)) -> Tones:
    """Markers as they are cut from a photo, a little beside their middle or not."""
    down, right = shift
    around = ((MARGIN + down, MARGIN - down), (MARGIN + right, MARGIN - right))
    flat = turned[:, ::every].reshape(-1, *turned.shape[2:])
    return np.pad(flat, ((0, 0), *around, (0, 0)), mode="edge")


def right(likely: Tones, every: int = 1) -> Tones:
    kinds = np.repeat(np.arange(likely.shape[1]), TURNS // every)
    return np.asarray(likely.argmax(axis=1) == kinds)


@pytest.mark.parametrize("px_per_diameter", [10, 16, 24])
@pytest.mark.parametrize("brightness", [0.6, 1.1])
@pytest.mark.parametrize("shift", [(0, 0), (2, -3)], ids=["in place", "a little beside"])
def test_every_kind_is_known_in_every_turn(
    art: MarkerArt, px_per_diameter: float, brightness: float, shift: tuple[int, int]
) -> None:
    turned = art.turned(px_per_diameter)
    seen = in_every_turn(turned, 2, shift) * brightness
    seen = seen + np.random.default_rng(2).normal(0, 0.02, seen.shape).astype(np.float32)

    likely = told(seen, turned, px_per_diameter)

    assert right(likely, 2).mean() > 0.97
    np.testing.assert_allclose(likely.sum(axis=1), 1, rtol=1e-5)


@pytest.mark.parametrize("cast", [(0.6, 1.0, 1.4), (1.4, 1.0, 0.65)], ids=["warm", "cold"])
def test_a_cast_that_all_markers_share_changes_no_kind(
    cast: tuple[float, float, float], art: MarkerArt
) -> None:
    turned = art.turned(10)
    seen = in_every_turn(turned, 4) * np.array(cast, np.float32)

    assert right(told(seen, turned, 10), 4).all()


@pytest.mark.parametrize(
    ("gain", "veil"), [(0.55, 0.4), (1.5, 0.0), (0.2, 0.02)], ids=["hazy", "clipped", "dark"]
)
def test_haze_darkness_and_too_much_light_change_hardly_a_kind(
    gain: float, veil: float, art: MarkerArt
) -> None:
    turned = art.turned(10)
    seen = in_every_turn(turned, 4) * np.float32(gain) + np.float32(veil)

    assert right(told(seen, turned, 10, white=1.0), 4).mean() > 0.9


def test_in_a_blurred_photo_kinds_are_told_with_doubt(art: MarkerArt) -> None:
    turned = art.turned(10)
    seen = in_every_turn(turned, 4)

    clear, blurred = (told(seen, turned, 10, much) for much in (1.0, 0.2))

    assert (blurred.max(axis=1) < clear.max(axis=1)).mean() > 0.95
    assert (blurred.argmax(axis=1) == clear.argmax(axis=1)).all()
