"""The photo of the empty board, placed: where its corners lie, through which lens it was taken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from calibration.corners import WAY_OUT, find_homography, settle, through
from calibration.lens_fit import Fitted, fit_pose
from calibration.quads import homographies_to
from companion.board import Board, Slot, Space
from companion.errors import InputError
from vision.corner_markers import find_markers
from vision.pose import Pose, pose_from_points
from vision.reference import Reference
from vision.sampling import Floats, Image

LEAST_SHARE = 0.45
"""So many spaces must show where the pose puts them; a wrong pose reaches 0.25."""
LEAST_MARKERS = 3
MARKER_PX = 0.004
"""Markers farther than this share of the picture's width from where a pose puts them were moved."""
SAME_CORNERS = 0.05
"""Corners given and corners fitted may differ by this share of the board's longer side."""


def find_reference(photo: Image, board: Board, corners_px: Floats | None = None) -> Reference:
    """Place the empty board in its photo (h, w, 3), BGR.

    ``corners_px`` (4, 2) are TL, TR, BR, BL of the printed board as a person marked them: they
    are where the fit begins, and stand as given where no print can be made out. Without them the
    board is found by its corner markers, where the file
    tells of any, or by its spaces. Raises InputError when it isn't found, or not all in the photo.
    """
    if corners_px is None:
        pose = _found(photo, board)
    else:
        pose = _marked(photo, board, np.asarray(corners_px, float))
    _check_in_view(pose, board)
    return Reference(photo, pose)


def _found(photo: Image, board: Board) -> Pose:
    pose = _by_markers(photo, board)
    if pose is not None:
        fitted = _fitted(photo, board, pose.project)
        return pose if fitted is None else fitted.pose
    fitted = _fitted(photo, board, partial(through, find_homography(photo, board)))
    if fitted is None:
        raise InputError(
            f"the board '{board.name}' was not found for sure in the photo of the empty board; "
            + WAY_OUT
        )
    return fitted.pose


def _marked(photo: Image, board: Board, corners_px: Floats) -> Pose:
    _check_corners(corners_px)
    homography = homographies_to(corners_px[None], board.width_mm, board.height_mm)[0]
    settled = settle(photo, homography, board)
    fitted = _fitted(photo, board, partial(through, settled))
    if fitted is not None and _agree(fitted.pose, corners_px, board):
        return fitted.pose
    size_px = (photo.shape[1], photo.shape[0])
    try:
        return pose_from_points(_outline_mm(board), corners_px, size_px)
    except ValueError:
        raise InputError(
            f"--corners: no camera sees '{board.name}' like this; are they top left, top right, "
            "bottom right, bottom left as printed, in pixels of the empty board's photo?"
        ) from None


def _by_markers(photo: Image, board: Board) -> Pose | None:
    """The pose from the printed markers beside the board, when enough of them are seen."""
    markers = board.corner_markers
    if markers is None:
        return None
    grey = np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), np.uint8)
    points_mm, points_px = find_markers(grey, markers)
    if len(points_mm) < 4 * LEAST_MARKERS:
        return None
    size_px = (photo.shape[1], photo.shape[0])
    try:
        pose = pose_from_points(points_mm, points_px, size_px, markers.z_mm)
    except ValueError:
        return None
    off_px = np.linalg.norm(pose.project(points_mm, markers.z_mm) - points_px, axis=1)
    return pose if off_px.max() < MARKER_PX * size_px[0] else None


def _fitted(photo: Image, board: Board, to_px: Callable[[Floats], Floats]) -> Fitted | None:
    """The pose from the print, when enough of it is where the pose says."""
    if not board.spaces or board.stick is None:
        return None
    try:
        fitted = fit_pose(photo, board, to_px)
    except ValueError:
        return None
    return fitted if fitted.share >= LEAST_SHARE else None


def _agree(pose: Pose, corners_px: Floats, board: Board) -> bool:
    off_mm = np.linalg.norm(pose.to_board(corners_px) - _outline_mm(board), axis=1)
    return bool(off_mm.max() < SAME_CORNERS * max(board.width_mm, board.height_mm))


def _check_corners(corners_px: Floats) -> None:
    """Four corners in turn, clockwise: a mirrored or crossed board is a slip of the hand."""
    side = np.roll(corners_px, -1, axis=0) - corners_px
    following = np.roll(side, -1, axis=0)
    if not (side[:, 0] * following[:, 1] - side[:, 1] * following[:, 0] > 0).all():
        raise InputError(
            "--corners: they don't go round the board clockwise; give top left, top right, "
            "bottom right, bottom left as printed"
        )


def _check_in_view(pose: Pose, board: Board) -> None:
    """Every place must be in the photo: a piece is told by what its place looks like empty."""
    places: list[Space | Slot] = [*board.spaces.values(), *board.slots.values()]
    if not places:
        return
    seen = pose.project(np.array([(place.x_mm, place.y_mm) for place in places]))
    outside = ((seen < 0) | (seen > np.array(pose.size_px) - 1)).any(axis=1)
    cut_off = [places[index].id for index in np.flatnonzero(outside)]
    if cut_off:
        raise InputError(
            f"the photo of the empty board cuts off {len(cut_off)} of its {len(places)} places "
            f"({', '.join(cut_off[:3])}{', ...' if len(cut_off) > 3 else ''}); take one that shows "
            "the whole board"
        )


def _outline_mm(board: Board) -> Floats:
    """TL, TR, BR, BL of the printed board, (4, 2)."""
    width, height = board.width_mm, board.height_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]])
