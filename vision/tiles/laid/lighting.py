"""The light over a table of tiles: told by all bare print at once, as that of a printed board.

Beside the smooth light there are edges: of a patch of sun, of a shadow. They are told by how bright
the bare print is around each point, in the median, which keeps edges and sees no piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards.tiles_board import TilesBoard
from vision.alignment.pose import Pose, smooth_for
from vision.photometry.light import Light, fit_light, sample_grid_mm
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample, sample_tones
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.places import Shown, lies_on

STEP_MM = 1.5
"""The photo is smoothed for samples so far apart."""
FINE_MM = 2.0
"""Edges of light are looked for on a grid as fine as this."""
WINDOW = 15
"""The median is that of a square of so many points a side: most of it is bare print."""
MOST = 1.2
"""No edge is stronger than this, as a log."""
FLOOR = 0.03


@dataclass(frozen=True, eq=False)
class EdgedLight:
    """The light of a photo: smooth, and how much brighter each point of a grid is, as a log."""

    light: Light
    edges: Tones
    step_mm: Floats

    def brighter(self, points_mm: Floats) -> Tones:
        """How much brighter it is at points (n, 2) than the smooth light is, (n, 1)."""
        at = np.asarray(points_mm / self.step_mm - 0.5, np.float32)
        return np.asarray(np.exp(sample(self.edges, at[None]).reshape(-1, 1)))

    def expected(self, tones: Tones, points_mm: Floats) -> Tones:
        """What the photo should show of bare print (n, 3) at points on the table (n, 2)."""
        smooth = self.light.expected(tones[:, None, None], points_mm)[:, 0, 0]
        lit = (smooth + FLOOR) * self.brighter(points_mm) - FLOOR
        return np.asarray(np.clip(lit, 0.0, 1.0), np.float32)

    def white(self, points_mm: Floats) -> Tones:
        """What white print would look like at points (n, 2), (n, 3)."""
        return np.asarray(self.light.white(points_mm) * self.brighter(points_mm), np.float32)


def light_over(
    board: TilesBoard, photo: Image, pose: Pose, faces: Faces, shown: Sequence[Shown]
) -> EdgedLight:
    """Fit the light to all faces that are shown; wherever none lies nothing is known."""
    size_mm = (board.width_mm, board.height_mm)
    smooth = smooth_for(photo, pose, STEP_MM)
    grid_mm = sample_grid_mm(*size_mm)
    known, usable = _known(grid_mm, pose, faces, shown)
    light = fit_light(_seen(smooth, pose, grid_mm), known, usable, size_mm)
    columns, rows = (round(side / FINE_MM) for side in size_mm)
    step_mm = np.array([size_mm[0] / columns, size_mm[1] / rows])
    lines = [
        (np.arange(count) + 0.5) * step
        for count, step in zip((columns, rows), step_mm, strict=True)
    ]
    fine_mm = np.stack(np.meshgrid(*lines), axis=-1)
    known, usable = _known(fine_mm, pose, faces, shown)
    return EdgedLight(
        light, _edges(light, _seen(smooth, pose, fine_mm), known, usable, fine_mm), step_mm
    )


def _known(
    grid_mm: Floats, pose: Pose, faces: Faces, shown: Sequence[Shown]
) -> tuple[Tones, Tones]:
    """The bare print at the points of a grid (rows, columns, 2), and where it is known and seen."""
    known = np.zeros((*grid_mm.shape[:2], 3), np.float32)
    usable = np.zeros(grid_mm.shape[:2], np.float32)
    for each in shown:
        rows, columns = _near(grid_mm, each, faces)
        own_mm = each.placed.on_face(grid_mm[rows, columns])
        here = lies_on(faces, each, own_mm)
        if here.any():
            known[rows, columns][here] = faces.at_points(each.face, own_mm[here]).tones
            usable[rows, columns][here] = 1.0
    flat = grid_mm.reshape(-1, 2)
    return known, usable * pose.sees(flat).reshape(usable.shape)


def _near(grid_mm: Floats, shown: Shown, faces: Faces) -> tuple[slice, slice]:
    """The rows and columns of a grid in which a face lies."""
    reach = np.hypot(*np.abs(faces.named(shown.face).points_mm).max(axis=0)) + 2.0
    low, high = shown.placed.at_mm - reach, shown.placed.at_mm + reach
    columns = np.searchsorted(grid_mm[0, :, 0], [low[0], high[0]])
    rows = np.searchsorted(grid_mm[:, 0, 1], [low[1], high[1]])
    return slice(*rows.tolist()), slice(*columns.tolist())


def _seen(photo: Image, pose: Pose, grid_mm: Floats) -> Tones:
    px = pose.project(grid_mm.reshape(-1, 2)).reshape(grid_mm.shape)
    return sample_tones(photo, px)


def _edges(light: Light, seen: Tones, known: Tones, usable: Tones, grid_mm: Floats) -> Tones:
    """How much brighter than the smooth light it is around each point, as a log."""
    here = usable > 0
    smooth = light.expected(known[here][:, None, None], grid_mm[here])[:, 0, 0]
    off = np.zeros(usable.shape, np.float32)
    ratio = np.log(seen[here].mean(axis=1) + FLOOR) - np.log(
        np.clip(smooth, 0, 1).mean(axis=1) + FLOOR
    )
    off[here] = np.clip(ratio, -MOST, MOST)
    share = cv2.boxFilter(usable, -1, (WINDOW, WINDOW))
    mean = cv2.boxFilter(off, -1, (WINDOW, WINDOW)) / np.maximum(share, 1e-3)
    filled = np.where(here, off, mean)
    codes = np.round((filled / MOST + 1) * 127.5).astype(np.uint8)
    middle = cv2.medianBlur(codes, WINDOW).astype(np.float32)
    return np.asarray(cv2.GaussianBlur((middle / 127.5 - 1) * MOST, (0, 0), 0.8), np.float32)
