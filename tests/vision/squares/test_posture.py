"""Whether a figure stands or lies, by its outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.carcassonne_south_seas.game import GAME
from vision.picture.arrays import Image, Mask
from vision.simulator import camera_at
from vision.squares.figures import figure_form
from vision.squares.mosaic import INNER, Mosaic
from vision.squares.posture import FINE_MM, Outlines, _drawn, _lying, _standing, lying_odds

BOARD = GAME.shipped_board()
FORM = figure_form(BOARD)
STEP_MM = 1.5
AT = BOARD.cells["cell/15,15"]
POSE = camera_at((AT.x_mm, AT.y_mm), size_px=(640, 480), distance_mm=430, tilt_deg=14).pose
SEA, PAINT = (150, 140, 40), (40, 90, 30)


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


def pictured(whole: Mask) -> Image:
    """A photo of the sea of one tile, in whose middle a figure covers a mask at fine samples."""
    reach_mm = len(whole) * FINE_MM / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach_mm + [AT.x_mm, AT.y_mm]
    ends = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * len(whole) - 0.5
    way = cv2.getPerspectiveTransform(
        ends.astype(np.float32), POSE.project(corners).astype(np.float32)
    )
    shown = cv2.warpPerspective(255 * whole, way, POSE.size_px) / 255
    shaded = np.linspace(0.7, 1.1, POSE.size_px[0])[None, :, None]
    photo = shown[..., None] * PAINT * shaded + (1 - shown[..., None]) * SEA
    noise = np.random.default_rng(3).normal(0, 3, photo.shape)
    return np.asarray((photo + noise).clip(0, 255), np.uint8)


@pytest.mark.parametrize("angle_deg", [0, 75, 220])
@pytest.mark.parametrize("lies", [False, True])
def test_the_paint_of_a_figure_tells_the_outline_that_the_networks_miss(
    angle_deg: int, *, lies: bool
) -> None:
    """They see it 1 mm too narrow and a sample beside where it is: a head is lost so."""
    assert FORM is not None
    lean = POSE.lean_mm(np.array([[AT.x_mm, AT.y_mm]]), FORM.height_mm)[0] / FORM.height_mm
    parts = (_lying if lies else _standing)(FORM.length_mm, FORM.height_mm, angle_deg)
    whole = _drawn(parts, lean, 90)
    seen = cv2.erode(whole, np.ones((5, 5), np.uint8))
    own = np.zeros((INNER, INNER), bool)
    own[1:, 1:] = seen[1::3, 1::3][:-1, :-1] > 0
    nothing = np.zeros((INNER, INNER), np.float32)
    mosaic = Mosaic(BOARD, AT.at, nothing[..., None], nothing, own, own, nothing)

    outline = Outlines().of(pictured(whole), POSE, mosaic, own)

    ours, reach = outline[1:-1, 1:-1], len(outline)
    true = cv2.resize(whole, (90, 90))
    rows, columns = np.nonzero(own)
    middle_mm = (np.array([columns.mean(), rows.mean()]) + 0.5) * STEP_MM - 45 / 2
    shift = np.round(middle_mm / FINE_MM).astype(int)
    first = 45 - reach // 2 + shift + 1
    beside = true[first[1] : first[1] + len(ours), first[0] : first[0] + len(ours)]
    assert (ours & beside).sum() > 0.85 * (ours | beside).sum()
    assert (lying_odds(outline, FINE_MM, lean, FORM) > 0) == lies
