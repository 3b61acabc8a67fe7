"""Ships that stood still and are gone, told from the pictures themselves.

A reader misses a ship now and then, and some for as long as the light stays: that one is not seen
says nothing. But where it stood the picture looks as it did then, or as the empty board does; held
against the bare board around it, that shows in any light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.board import Board, ShipType
from companion.reading import ShipSeen
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image
from vision.picture.sampling import sample

INNER_MM, OUTER_MM = np.array([6.0, 6.0]), np.array([8.0, 11.0])
"""The light is told by what lies between two boxes, so much longer and wider than a ship."""
STEP_MM = 1.0
SAME_MM = 10.0
"""A ship of a colour seen so near to where one stood is the same."""
NEAR_MM = 20.0
"""A ship of any colour seen so near to where one stood stands in its place."""
STEADY = 4
"""One seen in fewer looks may have been something else."""
BARE = 10.0
"""The bare board is no further than this, in sRGB codes, from how it should look in this light."""
NEARER = 2.0
"""The bare board is so many times nearer to how it should look than to the ship.

On 142 drawn pictures in all lights, half of them with the ship, 90 % of those without were told,
and none of the others, the nearest of which was 16 from the bare board.
"""
LEAST_SEEN = 2 / 3
"""So much of a ship's place must lie within the picture; medians tell what it looks like."""
MOST = 40
"""The last so many are kept in mind."""


@dataclass(frozen=True, eq=False)
class _Look:
    """A ship's place: codes (n, 3) of its base and half-way up, and (3,) of the board around it."""

    base: Floats
    half_way: Floats
    around: Floats


@dataclass(frozen=True, eq=False)
class _Berth:
    """Where on a ship's place to look: points (n, 2) around its middle, in its own axes.

    What is compared is its hull, at the base and at half of its height.
    """

    hull_mm: Floats
    around_mm: Floats
    half_way_mm: float

    @classmethod
    def of(cls, kind: ShipType) -> _Berth:
        """The berth of a ship of this size."""
        size_mm = np.array([kind.length_mm, kind.width_mm])
        lines = [
            np.arange(-side / 2, side / 2 + STEP_MM / 2, STEP_MM) for side in size_mm + OUTER_MM
        ]
        at_mm = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
        return cls(
            at_mm[_box(size_mm, at_mm)],
            at_mm[~_box(size_mm + INNER_MM, at_mm)],
            kind.height_mm / 2,
        )

    def look(self, photo: Image, pose: Pose, ship: ShipSeen) -> _Look:
        """What a photo shows where a ship stands, or stood."""
        hull_mm, around_mm = self._places_mm(ship)
        return _Look(
            _codes(photo, pose, hull_mm, 0.0),
            _codes(photo, pose, hull_mm, self.half_way_mm),
            np.median(_codes(photo, pose, around_mm, 0.0), axis=0) + 1.0,
        )

    def is_seen(self, pose: Pose, ship: ShipSeen) -> bool:
        """Whether enough of that lies within a picture: beyond its edge the last pixels go on."""
        hull_mm, around_mm = self._places_mm(ship)
        parts = ((hull_mm, 0.0), (hull_mm, self.half_way_mm), (around_mm, 0.0))
        return all(pose.sees(at_mm, height_mm).mean() >= LEAST_SEEN for at_mm, height_mm in parts)

    def _places_mm(self, ship: ShipSeen) -> tuple[Floats, Floats]:
        """Where the hull and what is around it lie on the board, where a ship stands."""
        angle = np.radians(ship.angle_deg)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        at_mm = np.array([ship.x_mm, ship.y_mm])
        return self.hull_mm @ turn + at_mm, self.around_mm @ turn + at_mm


@dataclass(frozen=True, eq=False)
class _Mooring:
    """A ship, how it looked when it was seen last, in how many looks; and whether it is gone."""

    ship: ShipSeen
    then: _Look
    empty: _Look
    looks: int = 1
    gone: bool = False


class Moored:
    """Follows the ships on one board."""

    def __init__(self, kind: ShipType, empty: Reference) -> None:
        """``kind``: what the board's ships are like; ``empty``: how the empty board looks."""
        self._empty, self._berth = empty, _Berth.of(kind)
        self._moorings: list[_Mooring] = []

    @classmethod
    def on(cls, board: Board, empty: Reference | None) -> Moored | None:
        """The same for a board, where it has ships and there is a photo of it empty."""
        return None if board.ship is None or empty is None else cls(board.ship, empty)

    def look(self, photo: Image, pose: Pose, ships: Sequence[ShipSeen]) -> tuple[ShipSeen, ...]:
        """The ships in whose place the bare board is seen; ``ships`` are those in this picture."""
        before, kept, bare = self._moorings, [], []
        for old in before:
            if any(_apart_mm(old.ship, ship) < NEAR_MM for ship in ships):
                continue
            is_bare = self._is_bare(old, photo, pose)
            kept.append(replace(old, gone=True) if is_bare else old)
            bare += kept[-1:] if is_bare else []
        for ship in ships:
            then = self._berth.look(photo, pose, ship)
            looks = [old.looks for old in before if _is_same(old.ship, ship)]
            if not looks:
                _forget_last_gone(kept, ship.colour)
            empty = self._berth.look(self._empty.photo, self._empty.pose, ship)
            kept.append(_Mooring(ship, then, empty, max(looks, default=0) + 1))
        self._moorings = kept[-MOST:]
        return tuple(each.ship for each in bare if each in self._moorings)

    def _is_bare(self, old: _Mooring, photo: Image, pose: Pose) -> bool:
        """Whether the bare board is seen where a ship stood."""
        poses = (pose, self._empty.pose)
        if old.looks < STEADY or not all(self._berth.is_seen(each, old.ship) for each in poses):
            return False
        return _looks_bare(old, self._berth.look(photo, pose, old.ship))


def _forget_last_gone(moorings: list[_Mooring], colour: str) -> None:
    """A ship has come to stand somewhere: it is the one of its colour that went last."""
    went = [each for each in moorings if each.gone and each.ship.colour == colour]
    if went:
        moorings.remove(went[-1])


def _looks_bare(mooring: _Mooring, now: _Look) -> bool:
    """Whether the place of a ship looks as the empty board does, and not as the ship did."""
    ship, empty = mooring.then, mooring.empty
    off = _unlike(now.half_way, now.around, ship.half_way, ship.around)
    bare = _unlike(now.base, now.around, empty.base, empty.around)
    return bare <= BARE and off + 1 >= NEARER * (bare + 1)


def _unlike(codes: Floats, around: Floats, model: Floats, model_around: Floats) -> float:
    """How far codes (n, 3) are from a model's as it would look in this light.

    By the median: part of the place may be under a stick beside it.
    """
    off = codes - model * (around / model_around)
    return float(np.median(np.sqrt(np.mean(off**2, axis=1))))


def _is_same(one: ShipSeen, other: ShipSeen) -> bool:
    return one.colour == other.colour and _apart_mm(one, other) < SAME_MM


def _apart_mm(one: ShipSeen, other: ShipSeen) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))


def _box(box_mm: Floats, at_mm: Floats) -> NDArray[np.bool_]:
    """Which of some points (n, 2) lie within a box around the origin."""
    return np.asarray((np.abs(at_mm) <= box_mm / 2).all(axis=1))


def _codes(photo: Image, pose: Pose, at_mm: Floats, height_mm: float) -> Floats:
    """A photo's codes (n, 3) at points (n, 2) of the board."""
    at_px = pose.project(at_mm, height_mm)
    sigma_px = max(1.0, STEP_MM * pose.px_per_mm / 2)
    margin = int(np.ceil(3 * sigma_px)) + 1
    limit = np.array(photo.shape[1::-1])
    low = np.clip(np.floor(at_px.min(axis=0)).astype(int) - margin, 0, limit - 1)
    high = np.clip(np.ceil(at_px.max(axis=0)).astype(int) + margin, low + 1, limit)
    part = cv2.GaussianBlur(photo[low[1] : high[1], low[0] : high[0]], (0, 0), sigma_px)
    return np.asarray(sample(part, (at_px - low)[None]).reshape(-1, 3), np.float64)
