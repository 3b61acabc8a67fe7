"""Where the board lies now, when the frame before is known: still, nudged, or moved a little."""

from __future__ import annotations

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from vision.alignment.lens import ANY_LENS
from vision.alignment.pose import Pose, pose_from_points
from vision.alignment.reference import Print, Spots
from vision.alignment.spots import Look, look_for, match
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import median_length

STILL_PX = 0.35
"""A board whose spots moved less than this, in the median, lies still."""
REACH_PX = 3
"""Spots are looked for so far from where they were. Both hold for photos of working size."""
ALIKE = 0.75
"""So much a spot must look like the print to have a say."""
NUDGE_ROUNDS = 4
GLANCED_AT = 3
"""Every third of the few spots tells whether anything moved."""
LEAST_FEW_SPOTS = 15


def glance(photo: Image, print_: Print, hint: Pose, finer: float) -> Pose | None:
    """The pose as a glance at a few spots finds it: the hint itself where nothing moved.

    Most frames are settled here, so the photo is neither shrunk nor made grey for it: it is
    ``finer`` than one of working size by this factor. A hand over too many of the spots, or more
    than a nudge, leaves the question open: None.
    """
    anchor = _anchors.get(hint)
    if anchor is None or anchor.print_ is not print_:
        anchor = _anchors[hint] = _Anchor.at(hint, print_)
    matches = match(photo, anchor.look, round(REACH_PX * finer))
    good = matches.likeness > ALIKE
    if good.sum() < LEAST_FEW_SPOTS:
        return None
    points_mm, seen_px = matches.points_mm[good], matches.seen_px[good]
    if median_length(seen_px - hint.project(points_mm)) < STILL_PX * finer:
        return hint
    nudged = anchor.pose.nudged(*_nudge(matches.expected_px[good], seen_px, matches.trust[good]))
    _anchors[nudged] = anchor
    return nudged if median_length(seen_px - nudged.project(points_mm)) < STILL_PX * finer else None


@dataclass(frozen=True)
class _Anchor:
    """A pose and what a photo shows under it; nudges are told from it, lest they add up."""

    print_: Print
    pose: Pose
    look: Look

    @classmethod
    def at(cls, pose: Pose, print_: Print) -> _Anchor:
        few = _in_view(print_, pose)
        sample = Spots(few.points_mm[::GLANCED_AT], few.trust[::GLANCED_AT])
        # A copy, because a value that holds its own key would never be let go.
        return cls(print_, replace(pose), look_for(print_, pose, sample))


_anchors: WeakKeyDictionary[Pose, _Anchor] = WeakKeyDictionary()
"""Kept for each pose, because a glance must be quick."""


def _nudge(before_px: Floats, after_px: Floats, trust: Floats) -> tuple[complex, complex]:
    """The turn and shift that take points (n, 2) nearest to others, few of which may mislead.

    Points are complex numbers here, x + iy, and ``after = turn * before + shift``.
    """
    before, after = before_px @ [1, 1j], after_px @ [1, 1j]
    weight = trust
    for _ in range(NUDGE_ROUNDS):
        middle, to = (np.average(points, weights=weight) for points in (before, after))
        arm, arm_after = before - middle, after - to
        turn = complex((weight * arm.conj() * arm_after).sum() / (weight * abs(arm) ** 2).sum())
        miss_px = abs(arm_after - turn * arm)
        weight = trust / (1 + (miss_px / STILL_PX) ** 2) ** 2
    return turn, complex(to - turn * middle)


@dataclass(frozen=True)
class Tracked:
    """How a board lies against the frame before: ``still``, or the pose after a small move.

    Neither is given where the spots agree on no such move.
    """

    still: bool
    followed: Pose | None = None


def tracked(grey: Image, print_: Print, here: Pose) -> Tracked | None:
    """Look where a sample of spots is now; None where too few are seen.

    ``here`` is the pose of the frame before, for a picture of the size of ``grey`` (h, w).
    """
    matches = match(grey, look_for(print_, here, _in_view(print_, here)), reach_px=REACH_PX)
    good = matches.likeness > ALIKE
    if good.sum() < LEAST_FEW_SPOTS:
        return None
    if median_length((matches.seen_px - matches.expected_px)[good]) < STILL_PX:
        return Tracked(still=True)
    moved = pose_from_points(
        matches.points_mm[good],
        matches.seen_px[good],
        here.size_px,
        weights=matches.trust[good],
        prior=ANY_LENS.near(here.hfov_deg, *here.distortion.tolist()),
        start=here,
        sigma_px=0.3,
        relief=here.relief,
    )
    left_px = (moved.project(matches.points_mm) - matches.seen_px)[good]
    return Tracked(still=False, followed=moved if median_length(left_px) < STILL_PX else None)


def _in_view(print_: Print, pose: Pose) -> Spots:
    """A sample of the spots that a pose sees, as large as where it sees them all."""
    few = print_.few_spots
    if pose.sees(few.points_mm).all():
        return few
    spots = print_.spots
    seen = np.flatnonzero(pose.sees(spots.points_mm))
    seen = seen[:: max(1, len(seen) // len(few.trust))]
    return Spots(spots.points_mm[seen], spots.trust[seen])
