"""The samples around all places of a tile, or of the board beside the tiles, over local white."""

from __future__ import annotations

import numpy as np

from vision.alignment.pose import Pose
from vision.picture.sampling import Floats, Image, Tones, sample_tones
from vision.tiles.bare.faces import Faces
from vision.tiles.laid.lighting import Lit
from vision.tiles.laid.places import Shown, lies_on
from vision.tiles.standing.best_box import Patch
from vision.tiles.standing.boxes import grid_mm

OFF_MM = 0.4
"""A tile is placed so well: where its print changes, so much the misfit is larger."""
NOISE = 0.008
NEAR_MM = 40.0
"""Places further off share no samples."""
TRUNK_MM = 4.0
"""What stands on a place is seen around its middle at this height."""


def patches_of(photo: Image, pose: Pose, faces: Faces, light: Lit, shown: Shown) -> list[Patch]:
    """The samples around each place of a face."""
    feet = shown.feet_mm
    points = feet[:, None] + grid_mm()
    flat = points.reshape(-1, 2)
    own = shown.placed.on_face(flat)
    face = faces.at_points(shown.face, own)
    white = light.white(flat)
    expected = np.clip(light.expected(face.tones, flat) / white, 0.0, 1.0 / white)
    seen = sample_tones(photo, pose.project(flat).reshape(points.shape)).reshape(-1, 3) / white
    slopes = np.sqrt((face.slopes**2).mean(axis=1).sum(axis=1))
    dim = white.mean(axis=1)
    shape = points.shape[:2]
    uneven = np.log(dim).reshape(shape).std(axis=1).repeat(shape[1]) * expected.mean(axis=1)
    noise = (shown.placed.spread**2 + NOISE**2) / dim**2
    usual = np.sqrt(noise + (OFF_MM * slopes) ** 2 + uneven**2)
    counts = _counts(points, feet, pose) * lies_on(faces, shown, own).reshape(shape)
    leans = pose.lean_mm(feet, 10.0) / 10.0
    return [
        Patch(*each)
        for each in zip(
            points,
            seen.reshape(*shape, 3),
            expected.reshape(*shape, 3),
            usual.reshape(shape),
            counts,
            leans,
            strict=True,
        )
    ]


def _counts(points_mm: Floats, feet_mm: Floats, pose: Pose) -> Tones:
    """Which samples (k, n) are nearer to their own place than to another of the same face."""
    trunks = feet_mm + TRUNK_MM * pose.lean_mm(feet_mm, 10.0) / 10.0
    counts = np.ones(points_mm.shape[:2], np.float32)
    for nth, (points, trunk) in enumerate(zip(points_mm, trunks, strict=True)):
        near = np.hypot(*(trunks - trunk).T) < NEAR_MM
        near[nth] = False
        own = ((points - trunk) ** 2).sum(axis=1)
        for other in trunks[near]:
            counts[nth] *= own <= ((points - other) ** 2).sum(axis=1)
    return counts
