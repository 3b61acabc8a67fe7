"""Whether a figure stands or lies, by its outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.carcassonne_south_seas.game import GAME
from vision.squares.figures import figure_form
from vision.squares.posture import FINE_MM, _drawn, _lying, _standing, lying_odds

FORM = figure_form(GAME.shipped_board())
STEP_MM = 1.5


@pytest.mark.parametrize("narrower_mm", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("lean", [(0.2, 0.1), (0.0, 0.5), (-0.6, 0.4)])
@pytest.mark.parametrize("angle_deg", [0, 40, 75])
@pytest.mark.parametrize("lies", [False, True])
def test_a_figure_of_which_too_little_is_seen_lies_or_stands_as_it_does(
    lean: tuple[float, float], narrower_mm: float, angle_deg: float, *, lies: bool
) -> None:
    """One that lies right below the camera is no larger so than one that stands."""
    assert FORM is not None
    parts = (_lying if lies else _standing)(FORM.length_mm, FORM.height_mm, angle_deg)
    whole = _drawn(parts, np.array(lean), 96)
    around = np.ones((3, 3), np.uint8)
    seen = cv2.erode(whole, around, iterations=round(narrower_mm / FINE_MM))
    every = round(STEP_MM / FINE_MM)
    mask = np.asarray(seen[::every, ::every], np.uint8)

    odds = lying_odds(mask, STEP_MM, np.array(lean), FORM)

    assert (odds > 0) == lies
