"""Printed spaces in a rectified photo of an empty board: dashes of stick size.

Oblongs are looked for everywhere, then each is measured closely. What tells a board's spaces from
a stray oblong is that they are many and alike: all have one printed size, which is found first.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_pose.print_match import Print, measure
from calibration.ghosts.ghost import Ghost, GhostKind, srgb
from calibration.ghosts.search import Sightings, search_oblongs, shrunk
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import logistic, vertex
from vision.picture.sampling import sample

Box = tuple[tuple[float, float], tuple[float, float], float]

WIDTH_PX = 7.0
"""So many pixels across a stick are enough to find where one may be."""
PRINTED = 0.97
MOST = 800
SIZE_FROM, CLEAR_SHARE = 60, 0.75
"""The size of the print is told by so many of the clearest, none much less clear than the first."""
LENGTHS = (0.75, 0.85, 0.95, 1.05, 1.13)
WIDTHS = (0.7, 0.8, 0.9, 1.0, 1.12)
NEAR_DEG = (-6.0, 0.0, 6.0)
CLEAR_RANK = 8
"""A board's prints are alike: each dash is held against the one of this rank."""
LEAST_CLEAR = 0.55
"""Where none explains so much, none is clear."""
SURE_AT, SURE_WIDTH = 0.68, 0.04
"""A dash that explains this share of what the clear ones do is as likely a space as not; and how
fast that changes."""
COMPANY = 1.0
"""How much (in log odds) a dash gains that goes on in another, and one that stands alone loses."""
LEAST_SURE = 1e-4
GOES_ON = 0.8
"""A dash ends: half its length on, less than this share of what it explains is explained."""
OVERLAP = 0.12
"""Of two dashes that share more of their area than this one is none."""
FRAME_MM = 22.0
FRAME_COUNT = 6
"""So many oblongs in one line along an edge are its frame."""
FRAME_LINE_MM, FRAME_DEG = 1.6, 8.0


def find_dashes(
    rectified: Image, px_per_mm: float, length_mm: float, width_mm: float
) -> tuple[Ghost, ...]:
    """Dashes of about this size in a rectified photo (h, w, 3), BGR, surest first."""
    tones, coarse = shrunk(rectified, px_per_mm, WIDTH_PX / width_mm)
    seen = search_oblongs(tones, coarse, PRINTED * length_mm, PRINTED * width_mm)
    seen = _apart(seen, length_mm, width_mm)
    size_mm = (rectified.shape[1] / px_per_mm, rectified.shape[0] / px_per_mm)
    seen = seen.take(~in_frame(seen.places_mm, seen.angles_deg, size_mm))
    if not len(seen.explained):
        return ()
    length, width = _printed_size(rectified, px_per_mm, seen, length_mm, width_mm)
    seen = _closely(rectified, px_per_mm, seen, length, width).best_first()
    seen = _not_overlapping(_apart(seen, length_mm, width_mm), length, width)
    seen = seen.take(~_goes_on(rectified, px_per_mm, seen, length, width))
    if not len(seen.explained):
        return ()
    sureness = _sureness(seen, length_mm, width_mm)
    seen, sureness = seen.take(sureness > LEAST_SURE), sureness[sureness > LEAST_SURE]
    if not len(sureness):
        return ()
    colours = _colours(rectified, px_per_mm, seen, length, width)
    return tuple(
        Ghost(GhostKind.DASH, float(x), float(y), float(angle) % 180, length, colour, float(sure))
        for (x, y), angle, colour, sure in zip(
            seen.places_mm, seen.angles_deg, colours, sureness, strict=True
        )
    )


def turn_between(a_deg: Floats | float, b_deg: Floats | float) -> Floats:
    """How far two undirected lines are turned against each other, 0..90."""
    return np.asarray(np.abs((np.asarray(a_deg) - b_deg + 90) % 180 - 90))


def in_frame(
    places_mm: Floats, angles_deg: Floats, size_mm: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which shapes (n,) stand in a row along an edge: a frame's blocks, a track's cells."""
    framed = np.zeros(len(places_mm), bool)
    x, y = places_mm.T
    for off, along, angle, side in (
        (x, y, 90.0, size_mm[1]),
        (size_mm[0] - x, y, 90.0, size_mm[1]),
        (y, x, 0.0, size_mm[0]),
        (size_mm[1] - y, x, 0.0, size_mm[0]),
    ):
        level = turn_between(angles_deg, angle)
        near = (off < FRAME_MM) & (np.minimum(level, 90 - level) < FRAME_DEG)
        for index in np.flatnonzero(near):
            row = near & (np.abs(off - off[index]) < FRAME_LINE_MM)
            if row.sum() >= FRAME_COUNT and np.ptp(along[row]) > 0.4 * side:
                framed |= row
    return framed


def _apart(seen: Sightings, length_mm: float, width_mm: float) -> Sightings:
    """The best of those that could not lie there together; ``seen`` is best first."""
    free = np.ones(len(seen.explained), bool)
    kept: list[int] = []
    for index in range(len(free)):
        if not free[index]:
            continue
        kept.append(index)
        if len(kept) == MOST:
            break
        away = seen.places_mm - seen.places_mm[index]
        angle = np.radians(seen.angles_deg[index])
        along = np.abs(away @ [np.cos(angle), np.sin(angle)])
        across = np.abs(away @ [-np.sin(angle), np.cos(angle)])
        alike = turn_between(seen.angles_deg, seen.angles_deg[index]) < 31
        free &= ~(alike & (along < 0.4 * length_mm) & (across < 0.55 * width_mm))
        free &= np.hypot(along, across) > 0.4 * width_mm
    return seen.take(np.array(kept, np.intp))


def _not_overlapping(seen: Sightings, length_mm: float, width_mm: float) -> Sightings:
    """The better of any two that lie on each other; ``seen`` is best first."""
    boxes = [
        ((float(x), float(y)), (length_mm, width_mm), float(angle))
        for (x, y), angle in zip(seen.places_mm, seen.angles_deg, strict=True)
    ]
    kept: list[int] = []
    for index, box in enumerate(boxes):
        away = np.linalg.norm(seen.places_mm[kept] - seen.places_mm[index], axis=1)
        near = [kept[k] for k in np.flatnonzero(away < length_mm)]
        if all(_shared(box, boxes[other]) < OVERLAP for other in near):
            kept.append(index)
    return seen.take(np.array(kept, np.intp))


def _shared(one: Box, other: Box) -> float:
    """The share of their area that two boxes of one size have in common."""
    _, corners = cv2.rotatedRectangleIntersection(one, other)
    if corners is None or len(corners) < 3:
        return 0.0
    return float(cv2.contourArea(cv2.convexHull(corners))) / (one[1][0] * one[1][1])


def _sureness(seen: Sightings, length_mm: float, width_mm: float) -> Floats:
    """How likely each is a space (n,): by how clear it is beside the others, and by its company."""
    clear = seen.explained[min(CLEAR_RANK, len(seen.explained)) - 1]
    share = seen.explained / max(clear, LEAST_CLEAR)
    odds = (share - SURE_AT) / SURE_WIDTH
    odds += np.where(_in_company(seen, share, length_mm, width_mm), COMPANY, -COMPANY)
    return np.asarray(logistic(odds))


def _in_company(
    seen: Sightings, share: Floats, length_mm: float, width_mm: float
) -> NDArray[np.bool_]:
    """Which (n,) go on in another dash, or lie beside one: routes are rows, lanes are pairs."""
    angles = np.radians(seen.angles_deg)
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    away = seen.places_mm[None] - seen.places_mm[:, None]
    u = np.abs((away * along[:, None]).sum(axis=2))
    v = np.abs(away[..., 0] * along[:, None, 1] - away[..., 1] * along[:, None, 0])
    turned = turn_between(seen.angles_deg[:, None], seen.angles_deg[None])
    goes_on = (u > 0.95 * length_mm) & (u < 1.9 * length_mm) & (v < 0.35 * u) & (turned < 25)
    beside = (u < 0.3 * length_mm) & (v > 0.8 * width_mm) & (v < 2.4 * width_mm) & (turned < 10)
    return np.asarray(((goes_on | beside) & (share > SURE_AT)[None]).any(axis=1))


def _printed_size(
    rectified: Image, px_per_mm: float, seen: Sightings, length_mm: float, width_mm: float
) -> tuple[float, float]:
    """Length and width at which the clearest explain most."""
    clearest = seen.take(seen.explained > CLEAR_SHARE * seen.explained[0])
    clearest = clearest.take(np.arange(min(SIZE_FROM, len(clearest.explained))))
    best, size = -1.0, (length_mm, width_mm)
    for length, width in product(LENGTHS, WIDTHS):
        tried = (length * length_mm, width * width_mm)
        explained = float(
            np.median(_closely(rectified, px_per_mm, clearest, *tried, turns=(0.0,)).explained)
        )
        if explained > best:
            best, size = explained, tried
    return size


def _closely(
    rectified: Image,
    px_per_mm: float,
    seen: Sightings,
    length_mm: float,
    width_mm: float,
    turns: tuple[float, ...] = NEAR_DEG,
) -> Sightings:
    """Each sighting moved and turned to where it explains most."""
    reach, step = 1.5, 0.5
    tried = []
    for turn in turns:
        shape = _shapes(seen.places_mm, seen.angles_deg + turn, length_mm, width_mm)
        tried.append(measure(rectified, lambda mm: mm * px_per_mm - 0.5, shape, reach, step))
    explained = np.stack([one.quality for one in tried])
    best = explained.argmax(axis=0)
    n = np.arange(len(best))
    shift = np.stack([one.shift_mm for one in tried])[best, n]
    turned = np.array(turns)[best] + _between(explained, turns)
    return Sightings(seen.places_mm + shift, seen.angles_deg + turned, explained[best, n])


def _between(explained: Floats, turns: tuple[float, ...]) -> Floats:
    """How far beside the best of three turns the summit of a parabola through them lies, (n,)."""
    if len(turns) != 3:
        return np.zeros(explained.shape[1])
    summit = vertex(*explained) * (turns[2] - turns[1])
    return np.where(explained.argmax(axis=0) == 1, summit, 0.0)


def _goes_on(
    rectified: Image, px_per_mm: float, seen: Sightings, length_mm: float, width_mm: float
) -> NDArray[np.bool_]:
    """Which (n,) are no dash but a part of a line: half a length on, just as much is explained."""
    on = np.zeros(len(seen.explained))
    angles = np.radians(seen.angles_deg)
    half = np.column_stack([np.cos(angles), np.sin(angles)]) * length_mm / 2
    for way in (-1, 1):
        shape = _shapes(seen.places_mm + way * half, seen.angles_deg, length_mm, width_mm)
        there = measure(rectified, lambda mm: mm * px_per_mm - 0.5, shape, 0.5, 0.5)
        on = np.maximum(on, there.quality)
    return np.asarray(on > GOES_ON * seen.explained)


def _shapes(places_mm: Floats, angles_deg: Floats, length_mm: float, width_mm: float) -> Print:
    angles = np.radians(angles_deg)
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    return Print(places_mm, along, length_mm, width_mm)


def _colours(
    rectified: Image, px_per_mm: float, seen: Sightings, length_mm: float, width_mm: float
) -> list[tuple[int, int, int]]:
    """The middle tone of each dash's inside, sRGB."""
    shape = _shapes(seen.places_mm, seen.angles_deg, length_mm, width_mm)
    u = np.linspace(-0.35, 0.35, 9) * length_mm
    v = np.linspace(-0.25, 0.25, 5) * width_mm
    points_mm = (
        shape.centres_mm[:, None, None]
        + u[None, None, :, None] * shape.along[:, None, None]
        + v[None, :, None, None] * shape.across[:, None, None]
    )
    tones = sample(rectified, points_mm * px_per_mm - 0.5).reshape(len(points_mm), -1, 3)
    return [srgb(tone) for tone in np.median(tones, axis=1)]
