"""The lattice laid over the tiles that are known: fitted to their edges, to a part of a millimetre.

Each tile lies a little askew on its cell. Fitted to the edges of all, the lattice lies as they do
on the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.tiles_board import Cell, TilesBoard
from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image
from vision.picture.sampling import sample
from vision.squares.lattice.cloth import Cloth

REACHES_MM = (4.0, 2.5, 2.5)
"""How far off edges are looked for, round by round."""
LONE_REACHES_MM = (1.5, 1.5)
"""As far for one tile alone: what is beyond its outline are the edges of the table."""
FEW = 6
"""Of fewer tiles the lens is not told: it is kept as it was."""
FEWEST = 3
"""Of fewer tiles it is not told from which side they are seen: it is kept as it was."""
OUTLINE_MM = 12.0
COLOUR_REACHES_MM = (OUTLINE_MM, 6.0, 3.0, 2.5)
"""As far where colours tell what is tile and what is table: no other edge is taken for theirs. The
first round is for the outline alone: what is printed beside an edge between tiles is nearer, and
would hold back a camera that was fitted to a few tiles from those that come further off."""
SOFT = 1.0
"""An edge so far off its reach, in shares of it, is still the tiles'."""
STEP_MM = 0.2
ALONG = (-0.34, -0.24, -0.14, 0.14, 0.24, 0.34)
"""Where along a side it is looked at: two halves of three points each."""
APART = 0.3
"""Where the table's colours and the tiles' are so far apart, they tell where tiles end."""
TONES = 20.0
"""Log odds of colours are worth so many tones of grey."""
PLAIN = 2.2
"""An edge stands out so much from what else changes along its profile."""


def snapped(
    photo: Image, pose: Pose, board: TilesBoard, cells: Sequence[Cell], cloth: Cloth | None = None
) -> Pose:
    """The pose by which the edges of these cells lie where tiles' edges are seen in a photo.

    Where a ``cloth`` tells the table by its colours, the outline is where the tiles' colours end.
    """
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.uint8)
    prior = (
        ANY_LENS.near(pose.hfov_deg, *pose.distortion.tolist()) if len(cells) < FEW else ANY_LENS
    )
    told_apart = cloth is not None and cloth.apart > APART
    alone = LONE_REACHES_MM if len(cells) == 1 else REACHES_MM
    coloured = COLOUR_REACHES_MM if len(cells) >= FEW else COLOUR_REACHES_MM[1:]
    # A few tiles look much the same from the other side; from there no fit comes back.
    is_anew = told_apart and len(cells) >= FEWEST
    for reach_mm in coloured if told_apart else alone:
        points_mm, ways_mm, outer = _halves(board, cells)
        profiles = _profiles(smooth, pose, points_mm, ways_mm, reach_mm)
        change = np.abs(profiles[:, 4:] - profiles[:, :-4])
        if cloth is not None and told_apart:
            ends = _ends(photo, cloth, pose, points_mm[outer], ways_mm[outer], reach_mm)
            change[outer] = ends
        off_mm, trust = _edges(change, reach_mm)
        is_told = outer | (reach_mm < OUTLINE_MM)
        trust = np.where(pose.sees(points_mm[:, 1]) & is_told, trust, 0.0)
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
            start=None if is_anew else pose,
            sigma_px=max(0.5, SOFT * reach_mm) * pose.px_per_mm,
        )
    return pose


def _halves(board: TilesBoard, cells: Sequence[Cell]) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Three points of each half of each side, (n, 3, 2), the way out over it, (n, 2).

    And whether none of the cells is beyond it, (n,).
    """
    half = board.lattice.apart_mm / 2
    known = {cell.at for cell in cells}
    points, ways, outer = [], [], []
    for cell in cells:
        for side, beyond in enumerate(board.lattice.beside(cell.at)):
            angle = np.radians(board.lattice.turned_deg + 90 * side)
            out = np.array([np.cos(angle), np.sin(angle)])
            along = np.array([-out[1], out[0]])
            at = [
                np.array([cell.x_mm, cell.y_mm]) + out * half + along * 2 * half * share
                for share in ALONG
            ]
            points += [np.array(at[:3]), np.array(at[3:])]
            ways += [out, out]
            outer += [beyond not in known] * 2
    return np.array(points), np.array(ways), np.array(outer)


def _across(pose: Pose, points_mm: Floats, ways_mm: Floats, reach_mm: float) -> Floats:
    """Where profiles across edges are seen, (n, 3, steps, 2) in px."""
    steps = np.arange(-reach_mm, reach_mm + STEP_MM / 2, STEP_MM)
    at_mm = points_mm[:, :, None] + steps[:, None] * ways_mm[:, None, None]
    return pose.project(at_mm.reshape(-1, 2)).reshape(at_mm.shape)


def _profiles(
    grey: Image, pose: Pose, points_mm: Floats, ways_mm: Floats, reach_mm: float
) -> Floats:
    """The tones across each half of a side, (n, steps)."""
    seen = sample(grey, _across(pose, points_mm, ways_mm, reach_mm))
    return np.asarray(seen.astype(float).mean(axis=1))


def _ends(
    photo: Image,
    cloth: Cloth,
    pose: Pose,
    points_mm: Floats,
    ways_mm: Floats,
    reach_mm: float,
) -> Floats:
    """How plainly the tiles' colours end and the table's begin at each step out, (n, steps - 4)."""
    told = cloth.of(photo, _across(pose, points_mm, ways_mm, reach_mm)).mean(axis=1)
    return np.asarray(np.maximum(told[:, :-4] - told[:, 4:], 0) * TONES, float)


def _edges(change: Floats, reach_mm: float) -> tuple[Floats, Floats]:
    """How far out an edge is by how much changes (n, steps), (n,), and how plainly (n,)."""
    middle = np.arange(-reach_mm, reach_mm + STEP_MM / 2, STEP_MM)[2:-2]
    # What lies nearer to where it is expected is likelier the edge.
    said = change * np.exp(-((middle / reach_mm) ** 2))
    best = said.argmax(axis=1)
    rows = np.arange(len(said))
    strength = change[rows, best] / np.maximum(np.median(change, axis=1), 1.5)
    weight = np.clip(said, 0, None) ** 2 * (np.abs(middle[None] - middle[best][:, None]) < 0.7)
    off = (weight * middle).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-9)
    return off, np.where(strength > PLAIN, np.minimum(strength, 8.0), 0.0)
