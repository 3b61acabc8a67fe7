"""The board's outline in a photo of it, from nothing but the board's size; and the camera behind.

For a board that nobody has traced yet, there is no print to go by. Of all outlines that may be a
rectangle of this shape, the likeliest is the one whose four sides part two colours all along. Its
sides are straight on the board; how they bend in the photo tells the lens.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.board_pose.quads import WORK_PX, candidate_quads, rectangle_misfit
from calibration.board_pose.side_curves import LOOSE_MM, side_points
from companion.errors import InputError
from vision.alignment.pose import Pose, pose_from_points
from vision.picture.arrays import Floats, Image
from vision.picture.quads import areas, rectangle, turns
from vision.picture.resizing import smaller
from vision.picture.sampling import sample

MISFIT, MISFIT_SCALE = 0.12, 0.03
"""Outlines farther than the first from a rectangle are no board; the second weighs the others."""
ASIDE_PX = 3.0
"""So far inside and outside of a side the colours are compared."""
MOST_PARTED = 40.0
"""A side that parts black from white is no likelier than one that parts two colours this well, as
distance in CIELAB in OpenCV's 8 bits."""
LEAST_PARTED, LEAST_EVEN = 8.0, 14.0
"""The least of it that an outline has; and when it is averaged over stretches of its sides."""
ON_ITS_SIDE = 0.7
"""How likely a board is to lie on its side, against upright."""
LEAST_SHARE = 0.01
"""A board is no smaller a part of the photo."""
PER_SIDE, STRETCHES = 48, 8
ROUNDS, TIMES = 6, 3
FOUND, GIVEN = 0.05, 10.0
"""How much corners count beside one edge point: found ones little, a person's a lot."""
GIVEN_LOOSE_MM = 0.5
"""A person has put the corners within this: a frame's edge farther off is not the board's."""
LEAST_FOUND = 0.4


def find_corners(photo: Image, width_mm: float, height_mm: float) -> Floats:
    """Where the board's corners lie in a photo of it, (4, 2) in px, the one at the top left first.

    The photo (h, w, 3) is BGR and taken to be upright. Raises InputError where no outline is clear.
    """
    small = smaller(photo, longest_px=WORK_PX)
    work = small.picture
    quads = _upright(candidate_quads(work))
    quads = np.concatenate([quads, np.roll(quads, -1, axis=1)])  # a board may lie on its side
    misfit = rectangle_misfit(quads, width_mm, height_mm, (work.shape[1], work.shape[0]))
    upright = np.arange(len(quads)) < len(quads) // 2
    fits = misfit < MISFIT
    quads, misfit, upright = quads[fits], misfit[fits], upright[fits]
    if not len(quads):
        raise InputError("no-clear-outline")
    parted = _parted(work, quads)
    likely = parted * np.abs(areas(quads)) * np.exp(-misfit / MISFIT_SCALE)
    likely[~upright] *= ON_ITS_SIDE
    best = int(np.argmax(likely))
    if parted[best] < LEAST_PARTED or _evenly_parted(work, quads[best]) < LEAST_EVEN:
        raise InputError("no-clear-outline")
    corners_px = small.to_full(quads[best])
    for _ in range(TIMES):
        pose = _pose(photo, corners_px, width_mm, height_mm, FOUND)
        corners_px = pose.corners_px(width_mm, height_mm)
    return corners_px


def outline_pose(photo: Image, corners_px: Floats, width_mm: float, height_mm: float) -> Pose:
    """The camera that sees a board's corners (4, 2) there, its lens told by the sides' bend.

    Raises InputError where no camera sees a board like this.
    """
    _check(corners_px, photo)
    return _pose(photo, corners_px, width_mm, height_mm, GIVEN)


def _pose(
    photo: Image, corners_px: Floats, width_mm: float, height_mm: float, trust: float
) -> Pose:
    size_px = (photo.shape[1], photo.shape[0])
    outline_mm = rectangle(width_mm, height_mm)
    try:
        pose = pose_from_points(outline_mm, corners_px, size_px)
        return _bent(photo, pose, outline_mm, corners_px, trust)
    except (ValueError, cv2.error):
        raise InputError("no-camera-sees-it") from None


def _check(corners_px: Floats, photo: Image) -> None:
    """Four corners in turn, clockwise, that enclose some of the photo."""
    least = LEAST_SHARE * photo.shape[0] * photo.shape[1]
    if not (turns(corners_px) > 0).all() or areas(corners_px) < least:
        raise InputError("no-camera-sees-it")


def _upright(quads: Floats) -> Floats:
    """Each outline begun at the corner that is nearest to the picture's top left."""
    first = quads.sum(axis=2).argmin(axis=1)
    turned = (np.arange(4)[None] + first[:, None]) % 4
    return np.take_along_axis(quads, turned[..., None], axis=1)


def _parted(work: Image, quads: Floats) -> Floats:
    """How well the sides of each outline (n, 4, 2) part two colours, (n,)."""
    differs = np.minimum(np.linalg.norm(_beside(work, quads), axis=3), MOST_PARTED)
    return np.asarray(differs.mean(axis=(1, 2)))


def _evenly_parted(work: Image, quad: Floats) -> float:
    """How well each stretch of an outline's sides parts two colours: noise does so by no more."""
    stretches = _beside(work, quad[None])[0].reshape(4, STRETCHES, -1, 3).mean(axis=2)
    return float(np.linalg.norm(stretches, axis=2).mean())


def _beside(work: Image, quads: Floats) -> Floats:
    """Colour just outside less colour just inside, along each side: (n, 4, PER_SIDE, 3)."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(work, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    along = np.linspace(0.03, 0.97, PER_SIDE)[None, None, :, None]
    start, end = quads[:, :, None], np.roll(quads, -1, axis=1)[:, :, None]
    points = start + (end - start) * along
    way = (end - start) / np.maximum(np.linalg.norm(end - start, axis=3, keepdims=True), 1e-9)
    aside = ASIDE_PX * np.stack([way[..., 1], -way[..., 0]], axis=-1)
    outside, inside = (sample(smooth, points + sign * aside).astype(float) for sign in (1, -1))
    return np.asarray(outside - inside)


def _bent(photo: Image, pose: Pose, outline_mm: Floats, corners_px: Floats, trust: float) -> Pose:
    """The pose fitted again to the sides' edges, as far as they can be made out near the corners'.

    An edge point's place along its side is where the pose sees it, so each round brings it nearer.
    """
    loose_mm = GIVEN_LOOSE_MM if trust >= GIVEN else LOOSE_MM
    for _ in range(ROUNDS):
        points_mm, points_px = side_points(photo, pose, outline_mm, loose_mm)
        if len(points_mm) < LEAST_FOUND * 4 * PER_SIDE:
            return pose
        all_mm = np.concatenate([outline_mm, points_mm])
        all_px = np.concatenate([corners_px, points_px])
        weights = np.concatenate([np.full(4, trust), np.ones(len(points_mm))])
        pose = pose_from_points(all_mm, all_px, pose.size_px, weights=weights, start=pose)
    return pose
