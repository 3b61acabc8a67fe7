"""Where the board lies in a photo: found by its features, then placed to a fraction of a pixel.

Three steps. SIFT features of the print found again in the photo give a homography (USAC_MAGSAC).
A camera with a lens is fitted to the points that agree. Then many small spots of the print are
matched where that camera expects them, and the camera is fitted once more. The last step is also
the proof: a board that isn't there has no spots that look like it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board
from companion.errors import InputError
from companion.reading import Side
from companion.saying.phrase import AllOf, Phrase
from vision.alignment.corner_markers import find_markers
from vision.alignment.features import SIFT_FEATURES, agreeing, ratio_matches, sift
from vision.alignment.framing import Framing, move_words
from vision.alignment.lens import ANY_LENS, LensPrior
from vision.alignment.pose import Pose, pose_from_points, within
from vision.alignment.reference import Print, Reference
from vision.alignment.relief import Relief
from vision.alignment.spots import Matches, look_for, match
from vision.alignment.tracking import glance, tracked
from vision.picture.arrays import Floats, Image
from vision.picture.resizing import smaller

LEAST_MARKERS = 3
DARK, BRIGHT = 20, 235
"""A photo is black where nearly all of it is below, white where it is above."""
MOST_BEND, LITTLE_BEND = 0.45, 0.1
"""No lens that shows a table bends it more (k1); a fit that asks for it has gone astray, unless it
comes to less than that share in the picture's corners: there the middle tells nothing of k1."""
CORNERS = tuple(
    Phrase(f"corner:{corner}")
    for corner in ("top-left", "top-right", "bottom-right", "bottom-left")
)


class NotAligned(InputError):  # noqa: N818  (it is a refusal, not a fault)
    """The board was not found in a photo; the message says why, in one line.

    ``outside``: the sides beyond which it goes on, where it was found and too little is in view.
    """

    def __init__(self, code: str, outside: tuple[Side, ...] = (), **params: object) -> None:
        super().__init__(code, **params)
        self.outside = outside


class UnfitFrame(NotAligned):
    """A photo that shows too little, whatever board lies in it: another one is needed."""


@dataclass(frozen=True)
class AlignSettings:
    """What is demanded before a pose is believed."""

    searches: tuple[tuple[int, int], ...] = ((540, SIFT_FEATURES), (1000, SIFT_FEATURES))
    """The photo is searched at this length of its shorter side, in px, by so many features, one
    search after the other until the board is found."""
    working_px: int = 1200
    """Photos are shrunk to this length of their shorter side: finer pixels tell no more."""
    least_px: int = 100
    """Photos smaller than this show no board."""
    reach_px: float = 4.0
    """Features this near the homography agree with it: a lens bends straight lines by as much."""
    least_points: int = 20
    least_cells: int = 6
    """Of the board's 4 x 4 cells, so many must hold agreeing features."""
    fewest_points: int = 20
    """Where no size of the print has that many, so many do that the spots bear out as one that was
    followed: most of what lies there may look alike, and tells no place."""
    certain_points: int = 60
    certain_cells: int = 12
    certain_px: float = 3.0
    """So many features, most of them this near to where the pose puts them, are believed even if
    the spots don't bear them out (a blurred photo)."""
    least_spots: int = 16
    least_share: float = 0.15
    """The share of all spots that must look as printed,"""
    followed_share: float = 0.35
    """and where the board was followed, or few features told where it is."""
    least_in_view: float = 0.4
    """The share of the board that must lie in the picture."""
    whole: bool = False
    """Whether all of the board must lie in the picture."""
    outside_share: float = 0.04
    """A corner of a board that must be in view whole may lie outside by this share of its side."""


DEFAULTS = AlignSettings()
WHOLE = AlignSettings(whole=True)
"""For photos from which something is learned of all the board."""


def align(
    photo: Image,
    reference: Reference,
    board: Board,
    hint: Pose | None = None,
    settings: AlignSettings = DEFAULTS,
) -> Pose:
    """The pose of the board in ``photo`` (h, w, 3), BGR.

    ``hint`` is the pose in the frame before: it is returned itself when nothing moved. Raises
    NotAligned where the board isn't found with certainty.
    """
    full_px = (photo.shape[1], photo.shape[0])
    if min(full_px) < settings.least_px:
        raise UnfitFrame("frame-too-small", width=full_px[0], height=full_px[1])
    print_ = reference.print_of(board)
    hint = hint if hint is not None and hint.size_px == full_px else None
    finer = max(1.0, min(full_px) / settings.working_px)
    if hint is not None and (seen := glance(photo, print_, hint, finer)) is not None:
        return hint if seen is hint else _checked(seen, print_, settings)
    grey = _working_size(photo, settings)
    size_px = (grey.shape[1], grey.shape[0])
    prior = ANY_LENS
    if hint is not None:
        prior = ANY_LENS.near(hint.hfov_deg, *hint.distortion.tolist())
        here = hint.resized(size_px)
        near = tracked(grey, print_, here)
        if near is not None and near.still:
            return hint
        followed = (near and near.followed) or _follow(grey, print_, here, prior)
        if followed is not None:
            return _checked(followed.resized(full_px), print_, settings)
    pose = _by_markers(grey, print_, prior, settings) or _by_print(grey, print_, prior, settings)
    return _checked(pose.resized(full_px), print_, settings)


def _working_size(photo: Image, settings: AlignSettings) -> Image:
    """The photo in grey, no larger than helps."""
    small = smaller(photo, shortest_px=settings.working_px).picture
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


@dataclass(frozen=True)
class Found:
    """A first pose, whether so many features speak for it that it may stand alone, or few do."""

    pose: Pose
    certain: bool
    few: bool


@dataclass(frozen=True, eq=False)
class _Agreed:
    """Features that agree: ``print_mm`` (n, 2), ``seen_px`` (n, 2) in the photo that was shrunk."""

    print_mm: Floats
    seen_px: Floats
    shrink: float
    cells: int

    def found(self, size_px: tuple[int, int], prior: LensPrior, settings: AlignSettings) -> Found:
        """The pose that they tell."""
        sigma_px = 1 / self.shrink
        pose = pose_from_points(
            self.print_mm, self.seen_px, size_px, prior=prior, sigma_px=sigma_px
        )
        off_px = np.linalg.norm(pose.project(self.print_mm) - self.seen_px, axis=1)
        certain = (
            len(self.print_mm) >= settings.certain_points
            and self.cells >= settings.certain_cells
            and float(np.median(off_px)) * self.shrink < settings.certain_px
        )
        return Found(pose, certain, few=len(self.print_mm) < settings.least_points)


def find(grey: Image, print_: Print, prior: LensPrior, settings: AlignSettings) -> Found:
    """A first pose from SIFT features; raises NotAligned."""
    size_px, most = (grey.shape[1], grey.shape[0]), 0
    few: _Agreed | None = None
    for short_px, most_features in settings.searches:
        small = smaller(grey, shortest_px=short_px)
        points_px, descriptors = sift(small.picture, most_features)
        for long_px in _sizes(min(small.picture.shape)):
            features = print_.features(long_px)
            pairs = ratio_matches(descriptors, features.descriptors)
            there, seen_px = features.points_mm[pairs[:, 1]], points_px[pairs[:, 0]]
            agree = agreeing(there, seen_px, settings.reach_px)
            there, seen_px = there[agree], (seen_px[agree] + 0.5) / small.shrink - 0.5
            cells = _cells(there, print_)
            agreed = _Agreed(there, seen_px, small.shrink, cells)
            if len(there) >= settings.least_points and cells >= settings.least_cells:
                return agreed.found(size_px, prior, settings)
            if (
                len(there) >= max(settings.fewest_points, most + 1)
                and cells >= settings.least_cells
            ):
                few = agreed
            most = max(most, len(there))
    if few is not None:
        return few.found(size_px, prior, settings)
    raise _not_found(grey, most)


def _not_found(grey: Image, most: int) -> NotAligned:
    if float(np.percentile(grey, 99)) < DARK:
        return UnfitFrame("too-black")
    if float(np.percentile(grey, 1)) > BRIGHT:
        return UnfitFrame("too-white")
    return NotAligned("too-few-points", most=most)


def _by_print(grey: Image, print_: Print, prior: LensPrior, settings: AlignSettings) -> Pose:
    """The pose from what is printed; raises NotAligned."""
    found = find(grey, print_, prior, settings)
    share = settings.followed_share if found.few else settings.least_share
    try:
        return polish(grey, print_, found.pose, prior, replace(settings, least_share=share))
    except NotAligned:
        if found.certain:
            return found.pose
        raise


def _by_markers(
    grey: Image, print_: Print, prior: LensPrior, settings: AlignSettings
) -> Pose | None:
    """The pose from the printed markers around the board, where three or more are seen."""
    markers = print_.board.corner_markers
    if markers is None:
        return None
    on_board, in_photo = find_markers(grey, markers)
    if len(on_board) < 4 * LEAST_MARKERS:
        return None
    size_px = (grey.shape[1], grey.shape[0])
    pose = pose_from_points(on_board, in_photo, size_px, markers.z_mm, prior=prior)
    try:
        return polish(grey, print_, pose, prior, settings)
    except NotAligned:
        return pose if print_.plain else None


def polish(
    grey: Image, print_: Print, pose: Pose, prior: LensPrior, settings: AlignSettings
) -> Pose:
    """The pose placed by matching spots near where it expects them; raises NotAligned."""
    for reach_px in (8, 3):
        matches = match(grey, look_for(print_, pose, print_.spots), reach_px)
        good = matches.likeness > 0.6
        enough = max(settings.least_spots, settings.least_share * len(good))
        if good.sum() < enough:
            raise NotAligned("places-look-otherwise", good=int(good.sum()), all=len(good))
        pose = _fit(matches, good, pose, prior, print_)
    return pose


def _follow(grey: Image, print_: Print, hint: Pose, prior: LensPrior) -> Pose | None:
    """The pose after a small bump, or None."""
    try:
        return polish(grey, print_, hint, prior, AlignSettings(least_share=DEFAULTS.followed_share))
    except NotAligned:
        return None


def _fit(
    matches: Matches, good: NDArray[np.bool_], pose: Pose, prior: LensPrior, print_: Print
) -> Pose:
    relief = pose.relief or Relief.level(print_.size_mm, print_.reference.pose.camera_mm)
    return pose_from_points(
        matches.points_mm[good],
        matches.seen_px[good],
        pose.size_px,
        weights=matches.trust[good],
        prior=prior,
        start=pose,
        sigma_px=0.3,
        relief=relief,
        free_relief=True,
    )


def _sizes(short_px: int) -> list[int]:
    """Sizes of the print to try: a board that fills the picture first."""
    first = 0.85 * short_px
    return [round(first * factor) for factor in (1.0, 0.7, 1.4, 0.5)]


def _cells(points_mm: Floats, print_: Print) -> int:
    """How many of the board's 4 x 4 cells hold points."""
    cells = np.clip((points_mm / print_.size_mm * 4).astype(int), 0, 3)
    return len(np.unique(cells @ [1, 4]))


def _checked(pose: Pose, print_: Print, settings: AlignSettings) -> Pose:
    """The pose, if a camera could see the board so, and enough of it lies in the picture."""
    low = pose.camera_mm[2] < 0.2 * print_.size_mm.min()
    if low or is_too_bent(pose) or not _faces_the_camera(pose, print_):
        raise NotAligned("pose-impossible")
    framing = Framing.of(print_.board, pose)
    if framing.share < settings.least_in_view:
        percent, move = f"{100 * framing.share:.0f}", move_words(framing.outside)
        raise UnfitFrame("too-little-in-view", framing.outside, percent=percent, move=move)
    if settings.whole:
        _check_whole(pose, print_, settings)
    return pose


def is_too_bent(pose: Pose) -> bool:
    """Whether no lens bends lines as this pose's would."""
    return abs(pose.distortion[0]) > MOST_BEND and pose.corner_bend > LITTLE_BEND


def _faces_the_camera(pose: Pose, print_: Print) -> bool:
    """Whether no part of the board that lies in the picture is seen from behind."""
    lines = [np.linspace(0, side, 6) for side in print_.size_mm]
    points_mm = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
    here, right, down = (pose.project(points_mm + step) for step in ((0, 0), (1, 0), (0, 1)))
    (x, y), (u, v) = (right - here).T, (down - here).T
    return bool((x * v - y * u)[within(here, pose.size_px)].min(initial=1.0) > 0)


def _check_whole(pose: Pose, print_: Print, settings: AlignSettings) -> None:
    """Raise NotAligned where more than a corner's tip of the board lies outside the picture."""
    corners = pose.corners_px(*print_.size_mm)
    sides = np.roll(corners, -1, axis=0) - corners
    slack = settings.outside_share * float(np.linalg.norm(sides, axis=1).mean())
    outside = np.maximum(-corners, corners - (np.array(pose.size_px) - 1)).max(axis=1)
    cut = [name for name, miss in zip(CORNERS, outside, strict=True) if miss > slack]
    if cut:
        raise NotAligned("corners-outside", count=len(cut), corners=AllOf(cut))
    lost = int((~pose.sees(print_.places_mm)).sum())
    if lost:
        raise NotAligned("places-outside", lost=lost, all=len(print_.places_mm))
