"""Markers by their look: the picture of each kind, found again in any turn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from vision import marker_art
from vision.marker_art import DISC_PX, MARGIN, TURNS, MarkerArt, art_probabilities


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


@pytest.mark.parametrize(
    ("px_per_diameter", "trusted"),
    [pytest.param(16, True, id="sharp"), pytest.param(4, False, id="soft")],
)
def test_in_a_sharp_picture_likeness_counts_beside_the_network(
    px_per_diameter: float, trusted: bool, art: MarkerArt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network that is always a little for the wrong kind errs in soft pictures only."""
    turned = art.turned(px_per_diameter)
    kinds = np.arange(len(turned))
    edges = ((0, 0), (MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0))
    seen = np.pad(turned[:, 0], edges, mode="edge")
    monkeypatch.setattr(marker_art, "WORTH_COMPARING", np.inf)
    monkeypatch.setattr(
        marker_art, "compare_with_art", lambda *_: 2 * np.roll(np.eye(len(kinds)), 1, 1).ravel()
    )

    likely = art_probabilities(seen, turned)

    assert ((likely.argmax(axis=1) == kinds).mean() > 0.7) == trusted


def test_a_missing_picture_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"markers\.png.*no picture"):
        MarkerArt.load(tmp_path / "markers.png", 5)
