"""Which part of the board holds what hides it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.between.cover import Cover

CELLS, SAMPLES = (40, 60), (81, 120)
CELL_MM = np.array([4.0, 4.05])


@pytest.mark.parametrize(
    ("hidden", "rows", "columns"),
    [
        (np.s_[10:20, 30:41], (14, 47), (54, 88)),
        (np.s_[0:5, 0:7], (0, 17), (0, 20)),
        (np.s_[38:40, 59:60], (70, 81), (112, 120)),
        (np.s_[:, :], (0, 81), (0, 120)),
    ],
    ids=["inside", "in a corner", "in the other corner", "everywhere"],
)
def test_the_box_holds_all_that_is_hidden_and_what_is_around(
    hidden: tuple[slice, slice], rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    mask = np.zeros(CELLS, np.uint8)
    mask[hidden] = 1
    cover = Cover(mask, CELL_MM)

    box = np.zeros(SAMPLES, bool)
    box[cover.box(12.0, SAMPLES)] = True

    assert np.flatnonzero(box.any(axis=1))[[0, -1]].tolist() == [rows[0], rows[1] - 1]
    assert np.flatnonzero(box.any(axis=0))[[0, -1]].tolist() == [columns[0], columns[1] - 1]
    assert box[cover.near(8.0, SAMPLES)].all()
