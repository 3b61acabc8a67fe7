"""How far the tops of pieces are seen from their feet.

In a picture taken from above, whatever stands on the board leans away from the point straight below
the camera; photogrammetry calls this relief displacement (Wolf, Elements of Photogrammetry, ch. 6).
How much, hangs on where the camera stood, and a flat print tells that badly: of a picture that was
cropped, zoomed or straightened nobody can tell from how near it was taken. The pieces can.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.picture.arrays import Floats
from vision.picture.numbers import median_length

FEWEST = 8
"""Fewer pieces than this lie too untidily to tell anything."""
CAMERA_COUNTS = 4.0
"""What the camera says of the lean weighs as much as so many pieces."""
UNTIDY_MM = 1.0
"""At least so far beside the middle of its place a piece usually lies, along each axis."""
REACH = 2.0
"""Pieces further beside their places than this many scales lose their say: they lie askew."""
ROUNDS = 12
LESS_MISFIT = 10.0
"""Tops are believed where they explain themselves so much better, in log likelihood."""


@dataclass(frozen=True)
class Leaning:
    """The top of a piece of height h with its foot at p is seen over ``p + h (per_mm p + shift)``.

    ``per_mm`` is 1 / mm, ``shift`` (x, y) has no unit. A camera straight above p = -shift / per_mm
    and 1 / per_mm high sees it so, as long as pieces are far lower than it stands.
    """

    per_mm: float
    shift: tuple[float, float]

    def over(self, feet_mm: Floats, height_mm: Floats | float) -> Floats:
        """Where on the board's face the tops over some feet (n, 2) are seen, (n, 2)."""
        height = np.reshape(height_mm, (-1, 1))
        return np.asarray(feet_mm + height * (self.per_mm * feet_mm + np.array(self.shift)))

    def under(self, seen_mm: Floats, height_mm: float) -> Floats:
        """Over which feet (n, 2) tops lie that are seen over these points (n, 2)."""
        shifted = seen_mm - height_mm * np.array(self.shift)
        return np.asarray(shifted / (1 + height_mm * self.per_mm))


def leaning_of(
    feet_mm: Floats, seen_mm: Floats, usual_mm: Floats, height_mm: Floats | float
) -> Leaning | None:
    """The lean that explains where tops are seen, or None where the camera's own does as well.

    ``feet_mm`` (n, 2) are the middles of n pieces' places, ``seen_mm`` (n, 2) where over the
    board's face their tops are seen, ``usual_mm`` (n, 2) where the camera would have them;
    ``height_mm`` is that of all pieces, or of each (n,).
    """
    n, heights = len(feet_mm), np.asarray(height_mm, float)
    if n < FEWEST or (heights <= 0).any():
        return None
    terms = np.zeros((n, 2, 3))
    terms[:, :, 0] = feet_mm
    terms[:, 0, 1] = terms[:, 1, 2] = 1
    terms *= heights.reshape(-1, 1, 1)
    seen, usual = seen_mm - feet_mm, usual_mm - feet_mm
    scale = max(UNTIDY_MM, 0.7 * median_length(seen - usual))
    camera = _solved(terms, usual, np.ones(n))
    said = camera
    for _ in range(ROUNDS):
        off = seen - terms @ said
        weight = 1 / (1 + (off**2).sum(axis=1) / (REACH * scale) ** 2)
        share = weight + CAMERA_COUNTS / n
        both = (weight[:, None] * seen + CAMERA_COUNTS / n * usual) / share[:, None]
        said = _solved(terms, both, share)
        scale = max(UNTIDY_MM, 0.85 * median_length(seen - terms @ said))
    gained = _misfit(seen - terms @ camera, scale) - _misfit(seen - terms @ said, scale)
    if gained < LESS_MISFIT:
        return None
    return Leaning(float(said[0]), (float(said[1]), float(said[2])))


def _solved(terms: Floats, shifts_mm: Floats, weight: Floats) -> Floats:
    """Weighted least squares: the lean (3,) whose ``terms`` (n, 2, 3) come nearest to shifts."""
    normal = np.einsum("n,nij,nik->jk", weight, terms, terms)
    right = np.einsum("n,nij,ni->j", weight, terms, shifts_mm)
    return np.asarray(np.linalg.lstsq(normal, right, rcond=None)[0])


def _misfit(off_mm: Floats, scale: float) -> float:
    reach2 = (REACH * scale) ** 2
    return float(reach2 * np.log1p((off_mm**2).sum(axis=1) / reach2).sum() / (2 * scale**2))
