"""Printed harbours in a rectified photo of an empty board: large rounds of one colour.

Circles come from the Hough transform, in lightness and in both colours of CIELAB. A harbour's
colour is even between the number in its middle and its rim, and its fellows are of its size.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.ghosts.dashes import in_frame
from calibration.ghosts.ghost import Ghost, GhostKind, srgb
from calibration.ghosts.slots import on_dash
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import logistic
from vision.picture.sampling import sample

PX_PER_MM = 1.5
LEAST_RADIUS_MM, MOST_RADIUS_MM = 6.5, 14.0
PERFECT = 0.85
"""How round a circle must be (``HOUGH_GRADIENT_ALT``)."""
EDGE = 150.0
APART_MM = 8.0
EVEN_LAB = 14.0
"""Tones this near to a round's middle tone, in CIELAB in 8 bits, are of its colour."""
EVEN_AT, EVEN_WIDTH = 0.75, 0.06
"""A round with this share of one colour is as likely a harbour as not; how fast that changes."""
FELLOWS, ALONE = 2, 1.5
"""A harbour loses so much (in log odds) for each of so many of its own size that is missing."""
LEAST_SURE = 0.05


def find_harbours(
    rectified: Image, px_per_mm: float, dashes: Sequence[Ghost] = ()
) -> tuple[Ghost, ...]:
    """Large rounds of one colour in a photo (h, w, 3), BGR, off the ``dashes``; surest first."""
    circles = _circles(rectified, px_per_mm)
    if not len(circles):
        return ()
    size_mm = (rectified.shape[1] / px_per_mm, rectified.shape[0] / px_per_mm)
    places, radii = circles[:, :2], circles[:, 2]
    free = ~in_frame(places, np.zeros(len(places)), size_mm) & ~on_dash(places, radii, dashes)
    places, radii = places[free], radii[free]
    if not len(places):
        return ()
    colours, even = _evenness(rectified, px_per_mm, places, radii)
    alike = np.abs(np.log(radii[:, None] / radii[None])) < 0.12
    fellows = (alike & (even > EVEN_AT)[None]).sum(axis=1) - (even > EVEN_AT)
    odds = (even - EVEN_AT) / EVEN_WIDTH - ALONE * np.maximum(0, FELLOWS - fellows)
    sureness = logistic(odds)
    return tuple(
        Ghost(
            GhostKind.HARBOUR,
            float(places[index, 0]),
            float(places[index, 1]),
            0.0,
            float(2 * radii[index]),
            srgb(colours[index]),
            float(sureness[index]),
        )
        for index in np.argsort(-sureness, kind="stable")
        if sureness[index] > LEAST_SURE
    )


def _circles(rectified: Image, px_per_mm: float) -> Floats:
    """Middles and radii of circles, (n, 3) in mm, one for each round."""
    scale = min(1.0, PX_PER_MM / px_per_mm)
    small = cv2.resize(rectified, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    per_mm = px_per_mm * scale
    found = []
    for channel in cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)):
        circles = cv2.HoughCircles(
            cv2.medianBlur(channel, 3),
            cv2.HOUGH_GRADIENT_ALT,
            1.5,
            4 * per_mm,
            param1=EDGE,
            param2=PERFECT,
            minRadius=int(LEAST_RADIUS_MM * per_mm),
            maxRadius=round(MOST_RADIUS_MM * per_mm),
        )
        if circles is not None:
            found.append(circles.reshape(-1, circles.shape[-1])[:, :3].astype(float))
    if not found:
        return np.empty((0, 3))
    every = np.concatenate(found)
    every[:, :2] += 0.5
    return _largest(every / per_mm)


def _largest(circles: Floats) -> Floats:
    """Of circles about one middle the largest, (n, 3): a rim is the harbour's too."""
    kept: list[int] = []
    for index in np.argsort(-circles[:, 2], kind="stable"):
        away = np.linalg.norm(circles[kept, :2] - circles[index, :2], axis=1)
        if (away > APART_MM).all():
            kept.append(int(index))
    return np.asarray(circles[kept])


def _evenness(
    rectified: Image, px_per_mm: float, places_mm: Floats, radii_mm: Floats
) -> tuple[Floats, Floats]:
    """The colour of each round, (n, 3) BGR, and how much of it is of that colour, (n,)."""
    turn = np.arange(24) * 2 * np.pi / 24
    spokes = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    spread = np.concatenate([spokes * share for share in (0.5, 0.6, 0.7)])
    points_mm = places_mm[:, None] + spread[None] * radii_mm[:, None, None]
    tones = sample(rectified, points_mm[:, None] * px_per_mm - 0.5)[:, 0]
    lab = cv2.cvtColor(np.asarray(tones, np.uint8), cv2.COLOR_BGR2LAB).astype(float)
    off = np.linalg.norm(lab - np.median(lab, axis=1, keepdims=True), axis=2)
    return np.median(tones, axis=1).astype(float), np.asarray((off < EVEN_LAB).mean(axis=1))
