"""Markers by their look: the picture of each kind, found again in any turn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from vision.picture.sampling import Tones
from vision.routes.marker_art import DISC_PX, MARGIN, TURNS, MarkerArt, art_probabilities


def test_the_art_file_gives_one_disc_per_kind(art: MarkerArt) -> None:
    assert art.discs.shape == (5, DISC_PX, DISC_PX, 3)
    differ = np.abs(art.discs[:, None] - art.discs[None]).mean(axis=(2, 3, 4))
    assert (differ[~np.eye(5, dtype=bool)] > 0.05).all()


@pytest.mark.parametrize("px_per_diameter", [10, 16, 24])
@pytest.mark.parametrize("brightness", [0.6, 1.1])
@pytest.mark.parametrize("shift", [(0, 0), (2, -3)], ids=["in place", "a little beside"])
def test_every_kind_is_known_in_every_turn(
    art: MarkerArt, px_per_diameter: float, brightness: float, shift: tuple[int, int]
) -> None:
    turned = art.turned(px_per_diameter)
    seen = turned.reshape(-1, *turned.shape[2:]) * brightness
    down, right = shift
    around = ((MARGIN + down, MARGIN - down), (MARGIN + right, MARGIN - right))
    seen = np.pad(seen, ((0, 0), *around, (0, 0)), mode="edge")
    seen = seen + np.random.default_rng(2).normal(0, 0.02, seen.shape).astype(np.float32)

    likely = art_probabilities(seen, turned)

    kinds = np.repeat(np.arange(len(turned)), TURNS)
    assert (likely.argmax(axis=1) == kinds).mean() > 0.97
    np.testing.assert_allclose(likely.sum(axis=1), 1, rtol=1e-5)


def close_ups_of(turned: Tones) -> Tones:
    edges = ((0, 0), (MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0))
    return np.pad(turned[:, ::4].reshape(-1, *turned.shape[2:]), edges, mode="edge")


@pytest.mark.parametrize("cast", [(0.6, 1.0, 1.4), (1.4, 1.0, 0.65)], ids=["warm", "cold"])
def test_a_cast_that_all_markers_share_changes_no_kind(
    cast: tuple[float, float, float], art: MarkerArt
) -> None:
    turned = art.turned(10)
    seen = close_ups_of(turned) * np.array(cast, np.float32)

    likely = art_probabilities(seen, turned)

    kinds = np.repeat(np.arange(len(turned)), TURNS // 4)
    assert (likely.argmax(axis=1) == kinds).all()


def test_in_a_blurred_photo_kinds_are_told_with_doubt(art: MarkerArt) -> None:
    turned = art.turned(10)
    seen = close_ups_of(turned)

    clear, blurred = (art_probabilities(seen, turned, clear=much) for much in (1.0, 0.2))

    assert (blurred.max(axis=1) < clear.max(axis=1)).all()
    assert (blurred.argmax(axis=1) == clear.argmax(axis=1)).all()


def test_a_missing_picture_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"markers\.png.*no picture"):
        MarkerArt.load(tmp_path / "markers.png", 5)
