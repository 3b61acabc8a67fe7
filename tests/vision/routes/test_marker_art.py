"""Markers by their look: the picture of each kind, found again in any turn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.boards.board import Kind
from companion.boards.routes_board import MarkerType
from companion.errors import InputError
from vision.picture.encoding import encoded
from vision.routes.marker_art import DISC, DISC_PX, MARGIN, TURNS, MarkerArt, best_matches
from vision.simulator.printed.flags import marker_art


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


@pytest.mark.parametrize("size_px", [(1, 1), (3, 4)])
def test_a_picture_narrower_than_its_kinds_is_said_in_one_line(
    size_px: tuple[int, int], tmp_path: Path
) -> None:
    path, (height, width) = tmp_path / "markers.png", size_px
    path.write_bytes(encoded(np.zeros((height, width, 3), np.uint8), ".png"))
    marker = MarkerType(12, 4, tuple(Kind(name) for name in "abcde"), path)

    for read in (lambda: MarkerArt.load(path, 5), lambda: marker_art(marker)):
        with pytest.raises(InputError, match=rf"markers\.png: {width} x {height} .* 5 kinds"):
            read()


def test_a_column_for_each_kind_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "markers.png"
    path.write_bytes(encoded(np.zeros((2, 5, 3), np.uint8), ".png"))

    assert len(MarkerArt.load(path, 5).discs) == 5
