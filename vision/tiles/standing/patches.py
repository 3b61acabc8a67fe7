"""The samples around all places of a tile, or of the board beside the tiles, over local white."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.lighting import EdgedLight
from vision.tiles.laid.places import Shown, lies_on
from vision.tiles.standing.forms import TRUNK_MM, grid_mm

NEAR_MM = 40.0
"""Places further off share no samples."""
CORE_MM = 5.0
"""So near to the middle of a place its print shows its ink."""
LEAST_USUAL = 0.016
"""No misfit is less usual than this, in tones over local white."""
ODD = 2.0
"""Print is odd, and not bare, from so many usual misfits on."""


@dataclass(frozen=True, eq=False)
class Patch:
    """The samples around a place, n = SIDE x SIDE of them, on the table at ``points_mm`` (n, 2).

    They lie around where the trunk of a piece is seen. ``seen`` and ``expected`` (n, 3) are the
    photo's tones and those of the bare print in its light, over local white; ``counts`` (n,) is 0
    beyond the tile, and where another place is nearer. ``lean_mm`` (2,) is how far a point 1 mm
    high is seen shifted, ``core`` (n,) tells the samples close to the place's own middle.
    """

    points_mm: Floats
    seen: Tones
    expected: Tones
    counts: Tones
    lean_mm: Floats
    core: np.ndarray


def patches_of(
    photo: Image, pose: Pose, faces: Faces, light: EdgedLight, shown: Shown
) -> list[Patch]:
    """The samples around each place of a face."""
    feet = shown.feet_mm
    leans = pose.lean_mm(feet, 10.0) / 10.0
    trunks = feet + TRUNK_MM * leans
    points = trunks[:, None] + grid_mm()
    flat = points.reshape(-1, 2)
    own = shown.placed.on_face(flat)
    tones = faces.at_points(shown.face, own).tones
    white = light.white(flat)
    expected = np.clip(light.expected(tones, flat) / white, 0.0, 1.0 / white)
    seen = sample_tones(photo, pose.project(flat).reshape(points.shape)).reshape(-1, 3) / white
    shape = points.shape[:2]
    counts = _nearest(points, trunks) * lies_on(faces, shown, own).reshape(shape)
    cores = np.hypot(*(points - feet[:, None]).transpose(2, 0, 1)) <= CORE_MM
    both = (tones.reshape(*shape, 3) for tones in (seen, expected))
    return [Patch(*each) for each in zip(points, *both, counts, leans, cores, strict=True)]


def _nearest(points_mm: Floats, trunks_mm: Floats) -> Tones:
    """Which samples (k, n) are nearer to their own place than to another of the same face."""
    counts = np.ones(points_mm.shape[:2], np.float32)
    for nth, (points, trunk) in enumerate(zip(points_mm, trunks_mm, strict=True)):
        near = np.hypot(*(trunks_mm - trunk).T) < NEAR_MM
        near[nth] = False
        own = ((points - trunk) ** 2).sum(axis=1)
        for other in trunks_mm[near]:
            counts[nth] *= own <= ((points - other) ** 2).sum(axis=1)
    return counts
