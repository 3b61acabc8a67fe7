"""A printed shape looked for everywhere in a rectified picture, whatever it is printed in.

As in ``print_match``, a shape is an inside, a rim and a surround; where it is printed, the three
explain most of the tones' variance (1 = all of it). A dash that is filled, light, dark or coloured,
and one that is only outlined, answer alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_pose.print_match import NOISE_TONES, RIM_MM
from vision.picture.arrays import Floats, Image

Maps = NDArray[np.float32]
Sums = Callable[[Maps, float], tuple[Maps, float]]
"""Sums of the maps over the shape around each pixel, grown by so many mm; and its area, px."""

TURNS = 15
"""Directions tried in half a turn: sticks are some four times as long as wide."""
LEAST_EXPLAINED = 0.12
MOST_PER_MAP = 500


@dataclass(frozen=True, eq=False)
class Sightings:
    """Where a shape may be: ``places_mm`` (n, 2), ``angles_deg`` (n,), ``explained`` (n,) 0..1."""

    places_mm: Floats
    angles_deg: Floats
    explained: Floats

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Sightings:
        """Some of them, in that order."""
        return Sightings(self.places_mm[which], self.angles_deg[which], self.explained[which])

    def best_first(self) -> Sightings:
        """The same, those that explain most first."""
        return self.take(np.argsort(-self.explained, kind="stable"))


def shrunk(rectified: Image, px_per_mm: float, wanted_px_per_mm: float) -> tuple[Maps, float]:
    """Tones about 0 at a coarser scale, (h, w, 3), and their scale in px/mm."""
    scale = min(1.0, wanted_px_per_mm / px_per_mm)
    small = cv2.resize(rectified, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) - np.float32(128), px_per_mm * scale


def search_oblongs(tones: Maps, px_per_mm: float, length_mm: float, width_mm: float) -> Sightings:
    """Places and directions of oblongs of this size in a picture (h, w, 3), best first."""
    found = []
    margin_mm = float(np.clip(0.4 * width_mm, 1.2, 3.0))
    for angle_deg in np.arange(TURNS) * 180.0 / TURNS:
        way, back, size = _turn(tones.shape[:2], float(angle_deg))
        turned = cv2.warpAffine(tones, way, size, borderMode=cv2.BORDER_REPLICATE)

        def boxes(maps: Maps, grow_mm: float) -> tuple[Maps, float]:
            columns, rows = (
                _odd((side + 2 * grow_mm) * px_per_mm) for side in (length_mm, width_mm)
            )
            box = cv2.boxFilter(
                maps, -1, (columns, rows), normalize=False, borderType=cv2.BORDER_REPLICATE
            )
            return np.asarray(box), float(columns * rows)

        explained = _explained(np.asarray(turned, np.float32), boxes, margin_mm)
        at_px, heights = _summits(explained, 0.35 * width_mm * px_per_mm)
        at_px = at_px @ back[:, :2].T + back[:, 2]
        inside = ((at_px > 0) & (at_px < [tones.shape[1], tones.shape[0]])).all(axis=1)
        places_mm = (at_px[inside] + 0.5) / px_per_mm
        found.append(Sightings(places_mm, np.full(len(places_mm), angle_deg), heights[inside]))
    return _joined(found).best_first()


def search_rounds(tones: Maps, px_per_mm: float, diameter_mm: float) -> Sightings:
    """Places of discs or circles of this size in a picture (h, w, 3), best first."""
    margin_mm = float(np.clip(0.2 * diameter_mm, 1.2, 3.0))

    def discs(maps: Maps, grow_mm: float) -> tuple[Maps, float]:
        disc = _disc((diameter_mm / 2 + grow_mm) * px_per_mm)
        return np.asarray(
            cv2.filter2D(maps, -1, disc, borderType=cv2.BORDER_REPLICATE)
        ), float(disc.sum())  # fmt: skip

    explained = _explained(tones, discs, margin_mm)
    at_px, heights = _summits(explained, 0.35 * diameter_mm * px_per_mm)
    return Sightings((at_px + 0.5) / px_per_mm, np.zeros(len(at_px)), heights)


def _explained(tones: Maps, sums: Sums, margin_mm: float) -> Maps:
    """The share of variance that inside, rim and surround explain around each pixel, (h, w)."""
    channels = tones.shape[2]
    maps = np.dstack([tones, (tones**2).sum(axis=2)]).astype(np.float32)
    inside, inside_px = sums(maps, -RIM_MM)
    filled, filled_px = sums(maps, RIM_MM)
    whole, whole_px = sums(maps, margin_mm)
    flat = _square(whole) / whole_px
    total = whole[..., channels] - flat + whole_px * channels * NOISE_TONES**2
    between = _square(inside) / inside_px - flat
    between += _square(filled - inside) / max(filled_px - inside_px, 1.0)
    between += _square(whole - filled) / max(whole_px - filled_px, 1.0)
    return np.asarray(between / total, np.float32)


def _square(sums: Maps) -> Maps:
    blue, green, red = sums[..., 0], sums[..., 1], sums[..., 2]
    return np.asarray(blue**2 + green**2 + red**2, np.float32)


def _turn(shape: tuple[int, ...], angle_deg: float) -> tuple[Floats, Floats, tuple[int, int]]:
    """The way (2, 3) to a picture in which what lay along the angle lies level; back; its size."""
    height, width = shape
    cos, sin = abs(np.cos(np.radians(angle_deg))), abs(np.sin(np.radians(angle_deg)))
    size = (int(np.ceil(width * cos + height * sin)), int(np.ceil(width * sin + height * cos)))
    way = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle_deg, 1.0)
    way[0, 2] += (size[0] - width) / 2
    way[1, 2] += (size[1] - height) / 2
    return np.asarray(way), np.asarray(cv2.invertAffineTransform(way)), size


def _summits(explained: Maps, apart_px: float) -> tuple[Floats, Floats]:
    """Local summits: x and y (n, 2) in px and their heights (n,), the highest first."""
    reach = 2 * max(1, round(apart_px)) + 1
    highest = cv2.dilate(explained, np.ones((reach, reach), np.uint8))
    y, x = np.nonzero((explained >= highest) & (explained > LEAST_EXPLAINED))
    order = np.argsort(-explained[y, x], kind="stable")[:MOST_PER_MAP]
    x, y = x[order], y[order]
    return np.column_stack([x, y]).astype(float), explained[y, x].astype(float)


def _joined(parts: list[Sightings]) -> Sightings:
    return Sightings(
        np.concatenate([part.places_mm for part in parts]),
        np.concatenate([part.angles_deg for part in parts]),
        np.concatenate([part.explained for part in parts]),
    )


def _disc(radius_px: float) -> Maps:
    """Ones in a disc, (n, n), its edge in shades."""
    half = int(np.ceil(radius_px))
    away = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1])
    return np.asarray(np.clip(radius_px - away + 0.5, 0, 1), np.float32)


def _odd(size_px: float) -> int:
    return 2 * max(0, round((size_px - 1) / 2)) + 1
