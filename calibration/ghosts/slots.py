"""Printed slots for markers in a rectified photo of an empty board.

Discs and circles are looked for at some sizes. Slots are many and printed alike, which tells them
from the islands' numbers and other rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.ghosts.dashes import in_frame
from calibration.ghosts.ghost import Ghost, GhostKind, srgb
from calibration.ghosts.search import Sightings, search_rounds, shrunk
from vision.picture.arrays import Floats, Image
from vision.picture.numbers import logistic
from vision.picture.sampling import sample

SLOT_PRINTED = (0.86, 1.0, 1.14)
"""The diameters of printed slots that are tried, as shares of the marker's."""
SLOT_PX, LEAST_PX_PER_MM = 7.0, 1.2
LIKE_LAB = 14.0
"""Rounds whose insides differ less than this, in CIELAB in 8 bits, may be printed alike."""
SLOT_AT, SLOT_WIDTH = 0.42, 0.06
FAMILY_AT, FAMILY_WIDTH = 0.45, 0.12
"""A round with so large a share of the largest family's members is as likely a slot as not."""
LEAST_SURE = 0.05


@dataclass(frozen=True, eq=False)
class Rounds:
    """Rounds of several sizes: ``seen`` (n), ``diameters_mm`` (n,), ``colours`` (n, 3) BGR."""

    seen: Sightings
    diameters_mm: Floats
    colours: Floats


def find_slots(
    rectified: Image, px_per_mm: float, marker_mm: float, dashes: Sequence[Ghost] = ()
) -> tuple[Ghost, ...]:
    """Slots for markers of this diameter in a rectified photo (h, w, 3), BGR, surest first.

    A round on one of the ``dashes`` is a part of it.
    """
    sizes = [share * marker_mm for share in SLOT_PRINTED]
    wanted = max(SLOT_PX / marker_mm, LEAST_PX_PER_MM)
    rounds = _free(_rounds(rectified, px_per_mm, sizes, wanted), rectified, px_per_mm, dashes)
    if not len(rounds.diameters_mm):
        return ()
    clear = rounds.seen.explained > SLOT_AT
    family = _family(rounds, clear)
    odds = (rounds.seen.explained - SLOT_AT) / SLOT_WIDTH
    odds = np.minimum(odds, 3.0) + (family - FAMILY_AT) / FAMILY_WIDTH
    return _ghosts(rounds, odds)


def _free(rounds: Rounds, rectified: Image, px_per_mm: float, dashes: Sequence[Ghost]) -> Rounds:
    """Those that are neither on a dash nor in the board's frame."""
    places = rounds.seen.places_mm
    size_mm = (rectified.shape[1] / px_per_mm, rectified.shape[0] / px_per_mm)
    taken = in_frame(places, rounds.seen.angles_deg, size_mm) | on_dash(
        places, 0.3 * rounds.diameters_mm, dashes
    )
    free = ~taken
    return Rounds(rounds.seen.take(free), rounds.diameters_mm[free], rounds.colours[free])


def on_dash(places_mm: Floats, slack_mm: Floats, dashes: Sequence[Ghost]) -> NDArray[np.bool_]:
    """Which places (n, 2) lie on a dash, or beside it by no more than ``slack_mm`` (n,)."""
    taken = np.zeros(len(places_mm), bool)
    for dash in dashes:
        angle = np.radians(dash.angle_deg)
        away = places_mm - [dash.x_mm, dash.y_mm]
        along = np.abs(away @ [np.cos(angle), np.sin(angle)])
        across = np.abs(away @ [-np.sin(angle), np.cos(angle)])
        taken |= (along < 0.55 * dash.length_mm) & (across < slack_mm)
    return taken


def _same_size(rounds: Rounds) -> NDArray[np.bool_]:
    """Which (n, n) are of one size."""
    ratio = rounds.diameters_mm[:, None] / rounds.diameters_mm[None]
    return np.asarray(np.abs(np.log(ratio)) < 0.1)


def _rounds(
    rectified: Image, px_per_mm: float, sizes_mm: Sequence[float], wanted_px_per_mm: float
) -> Rounds:
    """The best rounds of these sizes, none within another."""
    tones, coarse = shrunk(rectified, px_per_mm, wanted_px_per_mm)
    found = [search_rounds(tones, coarse, size) for size in sizes_mm]
    seen = Sightings(
        np.concatenate([one.places_mm for one in found]),
        np.concatenate([one.angles_deg for one in found]),
        np.concatenate([one.explained for one in found]),
    )
    diameters = np.repeat(sizes_mm, [len(one.explained) for one in found])
    kept = _apart(seen, diameters)
    seen, diameters = seen.take(kept), diameters[kept]
    return Rounds(seen, diameters, _colours(rectified, px_per_mm, seen.places_mm, diameters))


def _apart(seen: Sightings, diameters_mm: Floats) -> NDArray[np.intp]:
    """Which (m,) are better than all that lie on them, best first."""
    kept: list[int] = []
    for index in np.argsort(-seen.explained, kind="stable"):
        away = np.linalg.norm(seen.places_mm[kept] - seen.places_mm[index], axis=1)
        if (away > 0.4 * (diameters_mm[kept] + diameters_mm[index])).all():
            kept.append(int(index))
    return np.array(kept, np.intp)


def _colours(rectified: Image, px_per_mm: float, places_mm: Floats, across_mm: Floats) -> Floats:
    """The middle tone of each round's inside, (n, 3) BGR: what is written there is less."""
    turn = np.arange(12) * 2 * np.pi / 12
    spokes = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    spread = np.concatenate([spokes * 0.18, spokes * 0.3])
    points_mm = places_mm[:, None] + spread[None] * across_mm[:, None, None]
    if not len(points_mm):
        return np.empty((0, 3))
    tones = sample(rectified, points_mm[:, None] * px_per_mm - 0.5)
    return np.asarray(np.median(tones.reshape(len(points_mm), -1, 3), axis=1), np.float64)


def _family(rounds: Rounds, clear: NDArray[np.bool_]) -> Floats:
    """How many clear rounds are printed like each, as a share of the most that are alike, (n,)."""
    codes = rounds.colours[None].clip(0, 255).astype(np.uint8)
    lab = cv2.cvtColor(codes, cv2.COLOR_BGR2LAB)[0].astype(float)
    alike = np.linalg.norm(lab[:, None] - lab[None], axis=2) < LIKE_LAB
    alike &= _same_size(rounds)
    members = (alike & clear[None]).sum(axis=1)
    return np.asarray(members / max(1, int(members.max())))


def _ghosts(rounds: Rounds, odds: Floats) -> tuple[Ghost, ...]:
    sureness = logistic(odds)
    return tuple(
        Ghost(
            GhostKind.SLOT,
            float(rounds.seen.places_mm[index, 0]),
            float(rounds.seen.places_mm[index, 1]),
            0.0,
            float(rounds.diameters_mm[index]),
            srgb(rounds.colours[index]),
            float(sureness[index]),
        )
        for index in np.argsort(-sureness, kind="stable")
        if sureness[index] > LEAST_SURE
    )
