"""What is trained on, and what is only measured on."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from vision.training.dataset import material
from vision.training.dataset.material import faces_from_folders, from_drawings, from_folders
from vision.training.dataset.metrics import Figures
from vision.training.dataset.tables import drawn_table, folder_table

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"
LIKENESS = 8
"""The channel that says how alike a marker and a kind's art are."""


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        from_folders([tmp_path / "nowhere"], print)


def test_drawn_tables_are_cut_once_a_frame_and_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "drawn_table", partial(drawn_table, frames=2))
    said: list[str] = []

    frames = from_drawings([3], said.append)

    assert {frame.table for frame in frames} == {"drawn-3"}
    assert len(frames) == 2
    assert len(said) == 1


def test_each_marker_in_plain_sight_is_shown_beside_the_art_of_all_kinds() -> None:
    table, said = folder_table(SMOKE), list[str]()
    assert table.board.marker
    kinds = [kind.name for kind in table.board.marker.kinds]
    seen = [
        kinds.index(piece)
        for frame in table.frames()
        for place, piece in frame.pieces.items()
        if piece in kinds and place in table.board.slots and place not in frame.unclear
    ]

    frames = faces_from_folders([SMOKE], said.append)

    told = np.concatenate([frame.kinds for frame in frames])
    likest = np.concatenate([frame.pairs[:, :, LIKENESS, 0, 0].argmax(axis=1) for frame in frames])
    assert sorted(told.tolist()) == sorted(seen)
    assert (likest == told).mean() > 0.7
    assert len(said) == 1


def test_figures_say_what_was_right_of_how_many() -> None:
    figures = Figures()
    figures.count("spaces", np.array([True, True]))
    figures.count("spaces", np.array([False, True]))
    figures.count("hidden", np.array([], bool))
    figures.measure("off", np.array([0.1, 0.1]))

    assert figures.share("spaces") == 0.75
    assert np.isnan(figures.share("hidden"))
    assert figures.lines() == [
        "spaces: 75.00% of 4",
        "off: 50 % within 0.100, 90 % within 0.100, 98 % within 0.100 of 2",
    ]
