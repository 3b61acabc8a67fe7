"""The photo of the empty board, placed: where its corners lie, through which lens it was taken.

All that is read later is read against it. One that shows nothing is refused; one that shows less
than it could is used, and what is wrong with it is said (``doubts_about``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from calibration.board_pose.corners import LEAST_SPACES, find_homography, settle, through
from calibration.board_pose.lens_fit import Fitted, fit_pose
from calibration.board_pose.outline import outline_pose
from calibration.board_pose.print_match import printed_spaces
from calibration.board_pose.quads import homographies_to
from calibration.board_pose.stops_match import find_by_stops
from calibration.photo_faults import FaultCode, PhotoFault, photo_faults, too_dark
from companion.boards.board import Board
from companion.boards.routes_board import stick_of
from companion.boards.stops_board import StopsBoard
from companion.boards.tiles_board import TilesBoard
from companion.errors import Fault, InputError
from companion.saying.phrase import Phrase
from vision.alignment.align import is_too_bent
from vision.alignment.corner_markers import find_markers
from vision.alignment.pose import Pose, pose_from_points
from vision.alignment.reference import Reference
from vision.photometry.colourless import has_no_colours
from vision.picture.arrays import Floats, Image
from vision.picture.quads import FILE_PX, rectangle, turns
from vision.tiles.bare.sheet import place_sheet

LEAST_SHARE = 0.45
"""So many spaces must show where the pose puts them; a wrong pose reaches 0.25."""
LEAST_MARKERS = 3
MARKER_PX = 0.004
"""Markers farther than this share of the picture's width from where a pose puts them were moved."""
BLOWN_OUT = 0.4
"""A spot washed out over more than this share of the board's shorter side leaves too little."""
USUAL_STICK_MM = 20.0
SAME_CORNERS = 0.05
"""Corners given and corners fitted may differ by this share of the board's longer side."""


class OtherBoardError(InputError):
    """Nothing is printed where the board's spaces should be."""


class UnfitPhotoError(InputError):
    """A photo of the empty board that shows too little of it: another one is needed."""


def find_reference(
    photo: Image, board: Board, corners_px: Floats | None = None, *, has_to_show: bool = False
) -> Reference:
    """Place the empty board in its photo (h, w, 3), BGR.

    ``corners_px`` (4, 2) are TL, TR, BR, BL of the printed board as a person marked them: they
    are where the fit begins, and stand as given where no print can be made out; where the print
    ``has_to_show``, OtherBoardError is raised then. Without corners the board is found by its
    corner markers, where the file tells of any, or by its spaces, or by its outline and stops.
    Of a table of tiles the photo is that of its sheet (``vision.tiles.bare.sheet``), and its
    corners are the middles of the sheet's corner cells.
    Raises InputError when it isn't found, and UnfitPhotoError where not all of it is in the photo,
    or where that is black or washed out.
    """
    _check_brightness(photo)
    if isinstance(board, TilesBoard):
        if corners_px is not None:
            _check_corners(np.asarray(corners_px, float))
        return place_sheet(photo, board, corners_px)
    if corners_px is None:
        pose = _found(photo, board)
    else:
        pose = pose_at_corners(photo, board, corners_px, has_to_show=has_to_show)
    _check_in_view(photo, pose, board, is_marked=corners_px is not None)
    _refuse(_faults(photo, pose, board), board)
    return Reference(photo, pose)


def is_found_alone(board: Board) -> bool:
    """Whether a board is found in its photo by itself; of a sheet of tiles a person marks it."""
    return not isinstance(board, TilesBoard)


def doubts_about(
    reference: Reference, board: Board, *, is_marked: bool = False
) -> tuple[Fault, ...]:
    """What is wrong with a photo of the empty board that can be used: a line each, the worst.

    ``is_marked``: a person marked its corners, which may be wrong.
    """
    faults = _faults(reference.photo, reference.pose, board)
    said = {fault.code: _doubt(fault) for fault in reversed(faults)}
    doubts = [doubt for code in FaultCode if (doubt := said.get(code)) is not None]
    if has_no_colours(reference.photo):
        doubts.insert(0, Fault("empty-board-grey"))
    if is_marked and not _shows_print(reference.photo, reference.pose, board):
        doubts.insert(0, Fault("corners-without-print"))
    return tuple(doubts)


def _shows_print(photo: Image, pose: Pose, board: Board) -> bool:
    """Whether the board's spaces are printed where the pose puts them, where it has enough."""
    spaces = printed_spaces(board)
    if spaces is None or len(spaces.centres_mm) < LEAST_SPACES:
        return True
    return _fitted(photo, board, pose.project) is not None


def pose_at_corners(
    photo: Image, board: Board, corners_px: Floats, *, has_to_show: bool = False
) -> Pose:
    """Where the board lies in a photo (h, w, 3), BGR, in which a person marked its corners.

    As for ``find_reference``, whatever lies on the board and however little of it is seen. Whoever
    begins at another corner than the printed top left means the same board, where its print shows.
    Raises InputError for corners that no board has, OtherBoardError where the print does not show.
    """
    corners_px = np.asarray(corners_px, float)
    _check_corners(corners_px)
    for begun_at in range(4):
        pose = _fitted_at(photo, board, np.roll(corners_px, -begun_at, axis=0))
        if pose is not None:
            return pose
    if has_to_show:
        raise OtherBoardError("other-board-printed", board=board.name)
    size_px = (photo.shape[1], photo.shape[0])
    try:
        pose = pose_from_points(rectangle(board.width_mm, board.height_mm), corners_px, size_px)
    except ValueError:
        pose = None
    if pose is None or is_too_bent(pose):
        raise InputError("corners-no-camera", "--corners", board=board.name)
    return pose


def _fitted_at(photo: Image, board: Board, corners_px: Floats) -> Pose | None:
    """The pose at these corners, made exact by the print; None where that does not show there."""
    homography = homographies_to(corners_px[None], board.width_mm, board.height_mm)[0]
    fitted = _fitted(photo, board, partial(through, settle(photo, homography, board)))
    agrees = fitted is not None and _agree(fitted.pose, corners_px, board)
    return fitted.pose if fitted is not None and agrees else None


def _check_brightness(photo: Image) -> None:
    """In a black photo no board is looked for."""
    dark = too_dark(photo)
    if dark is not None:
        raise UnfitPhotoError.of(_too_dark(dark))


def _faults(photo: Image, pose: Pose, board: Board) -> tuple[PhotoFault, ...]:
    size_mm = (board.width_mm, board.height_mm)
    stick = stick_of(board)
    stick_mm = stick.length_mm if stick else USUAL_STICK_MM
    return photo_faults(photo, pose.corners_px(*size_mm), size_mm, stick_mm)


def _refuse(faults: tuple[PhotoFault, ...], board: Board) -> None:
    """Raise UnfitPhotoError where a photo shows too little of the empty board."""
    most_mm = BLOWN_OUT * min(board.width_mm, board.height_mm)
    for fault in faults:
        if fault.code is FaultCode.DARK:
            raise UnfitPhotoError.of(_too_dark(fault))
        if fault.code is FaultCode.GLARE and fault.figures["across_mm"] > most_mm:
            raise UnfitPhotoError(
                "empty-board-washed-out",
                across=f"{fault.figures['across_mm']:.0f}",
                where=_around(fault),
            )


def _too_dark(fault: PhotoFault) -> Fault:
    brightest, least = (round(fault.figures[figure]) for figure in ("brightest", "least"))
    return Fault("empty-board-dark", brightest=brightest, least=least)


def _doubt(fault: PhotoFault) -> Fault | None:
    """What to say of a fault that is no reason to refuse a photo; nothing of a cut-off corner."""
    figures = fault.figures
    match fault.code:
        case FaultCode.BLURRED:
            blur, most = (f"{figures[figure]:.1f}" for figure in ("blur_mm", "most_mm"))
            return Fault("empty-board-blurred", where=_around(fault), blur=blur, most=most)
        case FaultCode.GLARE:
            across = f"{figures['across_mm']:.0f}"
            return Fault("empty-board-lamp", across=across, where=_around(fault))
        case FaultCode.TOO_SMALL:
            length, least = (f"{figures[figure]:.0f}" for figure in ("px_per_stick", "least"))
            return Fault("empty-board-far", length=length, least=least)
    return None


def _around(fault: PhotoFault) -> Phrase:
    if fault.at_px is None:
        return Phrase("all-over")
    x_px, y_px = (round(value + FILE_PX) for value in fault.at_px)
    return Phrase("around-pixel", x=x_px, y=y_px)


def _found(photo: Image, board: Board) -> Pose:
    pose = _by_markers(photo, board)
    if pose is not None:
        fitted = _fitted(photo, board, pose.project)
        return pose if fitted is None else fitted.pose
    if isinstance(board, StopsBoard):
        size_mm = (board.width_mm, board.height_mm)
        return outline_pose(photo, find_by_stops(photo, board), *size_mm)
    fitted = _fitted(photo, board, partial(through, find_homography(photo, board)))
    if fitted is None:
        raise InputError("board-unsure-in-photo", board=board.name)
    return fitted.pose


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
    if printed_spaces(board) is None:
        return None
    try:
        fitted = fit_pose(photo, board, to_px)
    except ValueError:
        return None
    return fitted if fitted.share >= LEAST_SHARE else None


def _agree(pose: Pose, corners_px: Floats, board: Board) -> bool:
    off_mm = np.linalg.norm(
        pose.to_board(corners_px) - rectangle(board.width_mm, board.height_mm), axis=1
    )
    return bool(off_mm.max() < SAME_CORNERS * max(board.width_mm, board.height_mm))


def _check_corners(corners_px: Floats) -> None:
    """Four corners in turn, clockwise: a mirrored or crossed board is a slip of the hand."""
    if not (turns(corners_px) > 0).all():
        raise InputError("corners-not-clockwise", "--corners")


def _check_in_view(photo: Image, pose: Pose, board: Board, *, is_marked: bool) -> None:
    """Every place must be in the photo: a piece is told by what its place looks like empty.

    Where a person marked the corners and no print shows there, it is those that are wrong.
    """
    places = list(board.places.values())
    if not places:
        return
    seen = pose.project(np.array([(place.x_mm, place.y_mm) for place in places]))
    outside = ((seen < 0) | (seen > np.array(pose.size_px) - 1)).any(axis=1)
    cut_off = [places[index].id for index in np.flatnonzero(outside)]
    if cut_off and is_marked and not _shows_print(photo, pose, board):
        raise InputError("corners-put-outside", "--corners", lost=len(cut_off), all=len(places))
    if cut_off:
        raise UnfitPhotoError(
            "empty-board-cut-off",
            lost=len(cut_off),
            all=len(places),
            first=", ".join(cut_off[:3]),
            dots=", ..." if len(cut_off) > 3 else "",
        )
