"""The lattice laid over the tiles that are known: fitted to their edges, to a part of a millimetre.

Each tile lies a little askew on its cell. Fitted to the edges of all, the lattice lies as they do
on the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.sampling import Floats, Image, sample

REACHES_MM = (4.0, 2.5, 2.5)
"""How far off edges are looked for, round by round."""
LONE_REACHES_MM = (1.5, 1.5)
"""As far for one tile alone: what is beyond its outline are the edges of the table."""
STEP_MM = 0.2
ALONG = (-0.34, -0.24, -0.14, 0.14, 0.24, 0.34)
"""Where along a side it is looked at: two halves of three points each."""
PLAIN = 2.2
"""An edge stands out so much from what else changes along its profile."""


def snapped(photo: Image, pose: Pose, board: TilesBoard, cells: Sequence[Cell]) -> Pose:
    """The pose by which the edges of these cells lie where tiles' edges are seen in a photo."""
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.uint8)
    prior = ANY_LENS.near(pose.hfov_deg, *pose.distortion.tolist()) if len(cells) < 6 else ANY_LENS
    for reach_mm in LONE_REACHES_MM if len(cells) == 1 else REACHES_MM:
        points_mm, ways_mm = _halves(board, cells)
        off_mm, trust = _edges(smooth, pose, points_mm, ways_mm, reach_mm)
        middle = points_mm[:, 1]
        here = pose.project(middle)
        shift = pose.project(middle + off_mm[:, None] * ways_mm) - here
        good = trust > 0
        if good.sum() < 6:
            return pose
        pose = pose_from_points(
            middle[good],
            here[good] + shift[good],
            pose.size_px,
            weights=trust[good],
            prior=prior,
            start=pose,
            sigma_px=0.5 * pose.px_per_mm,
        )
    return pose


def _halves(board: TilesBoard, cells: Sequence[Cell]) -> tuple[Floats, Floats]:
    """Three points of each half of each side, (n, 3, 2), and the way out over it, (n, 2)."""
    half = board.lattice.apart_mm / 2
    points, ways = [], []
    for cell in cells:
        for side in range(4):
            angle = np.radians(board.lattice.turned_deg + 90 * side)
            out = np.array([np.cos(angle), np.sin(angle)])
            along = np.array([-out[1], out[0]])
            at = [
                np.array([cell.x_mm, cell.y_mm]) + out * half + along * 2 * half * share
                for share in ALONG
            ]
            points += [np.array(at[:3]), np.array(at[3:])]
            ways += [out, out]
    return np.array(points), np.array(ways)


def _edges(
    grey: Image, pose: Pose, points_mm: Floats, ways_mm: Floats, reach_mm: float
) -> tuple[Floats, Floats]:
    """How far out an edge is seen beside each half of a side (n,), and how plainly (n,)."""
    steps = np.arange(-reach_mm, reach_mm + STEP_MM / 2, STEP_MM)
    at_mm = points_mm[:, :, None] + steps[:, None] * ways_mm[:, None, None]
    at_px = pose.project(at_mm.reshape(-1, 2)).reshape(at_mm.shape)
    profile = sample(grey, at_px).astype(float).mean(axis=1)
    change = np.abs(profile[:, 4:] - profile[:, :-4])
    middle = steps[2:-2]
    # What lies nearer to where it is expected is likelier the edge.
    said = change * np.exp(-((middle / reach_mm) ** 2))
    best = said.argmax(axis=1)
    rows = np.arange(len(said))
    strength = change[rows, best] / np.maximum(np.median(change, axis=1), 1.5)
    weight = np.clip(said, 0, None) ** 2 * (np.abs(middle[None] - middle[best][:, None]) < 0.7)
    off = (weight * middle).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-9)
    seen = pose.sees(points_mm[:, 1])
    return off, np.where((strength > PLAIN) & seen, np.minimum(strength, 8.0), 0.0)
