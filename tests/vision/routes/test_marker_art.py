"""Markers by their look: the picture of each kind, found again in any turn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from vision.routes.marker_art import DISC, DISC_PX, MARGIN, TURNS, MarkerArt, best_matches


def test_the_art_file_gives_one_disc_per_kind(art: MarkerArt) -> None:
    assert art.discs.shape == (5, DISC_PX, DISC_PX, 3)
    differ = np.abs(art.discs[:, None] - art.discs[None]).mean(axis=(2, 3, 4))
    assert (differ[~np.eye(5, dtype=bool)] > 0.05).all()


@pytest.mark.parametrize("shift", [(0, 0), (2, -2), (-4, 0)])
def test_a_marker_is_laid_on_its_art_where_and_as_it_is_turned(
    art: MarkerArt, shift: tuple[int, int]
) -> None:
    turned = art.turned(16)
    kinds, turns = np.divmod(np.arange(0, turned.shape[0] * TURNS, 5), TURNS)
    down, right = shift
    around = ((MARGIN + down, MARGIN - down), (MARGIN + right, MARGIN - right))
    seen = np.pad(turned[kinds, turns], ((0, 0), *around, (0, 0)), mode="edge")

    matches = best_matches(seen, turned)

    rows = np.arange(len(kinds))
    assert (matches.likeness.argmax(axis=1) == kinds).all()
    shown, expected = matches.shifted(seen)[rows, kinds], matches.art(turned)[rows, kinds]
    assert (np.abs(shown - expected)[:, DISC].mean(axis=(1, 2)) < 0.02).mean() > 0.95


def test_a_missing_picture_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"markers\.png.*no picture"):
        MarkerArt.load(tmp_path / "markers.png", 5)
