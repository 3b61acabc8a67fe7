"""A closer look at a few places of a board, in steps half as long as the board's.

What lies on a stranding place is small and lies close together: a ship on tickets, tickets between
ships. In steps of the whole board a ship on a ticket is no more than what may be printed on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.alignment.pose import smooth_for
from vision.alignment.reference import Reference
from vision.between.ground import Ground, GroundLight
from vision.between.outlook import Outlook
from vision.photometry.light import Light
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.networks import run, softmax
from vision.picture.numbers import logistic
from vision.picture.sampling import Move, moved, sample, sample_tones
from vision.stops.network import Things, channels

FINER = 2
"""So many samples for one of the board's, along each side."""
SIDE = 48
"""A place is a square of so many of the board's samples."""
FINE = FINER * SIDE
EDGE = 8
"""So near to its edge a place is not told: too little is seen around."""


@dataclass(frozen=True, eq=False)
class Place:
    """One square of a board in fine steps, under one pose.

    ``rows`` and ``columns`` are its samples on the board. ``frame_px`` (s, s, 2), ``print_``
    (s, s, 3) and ``in_view`` (s, s) as ``Ground`` has them; ``lean`` (s, s, 2).
    """

    rows: slice
    columns: slice
    frame_px: Tones
    print_: Tones
    in_view: Tones
    lean: Tones

    @property
    def inner(self) -> tuple[slice, slice]:
        """The rows and columns of the board that are told."""
        return (
            slice(self.rows.start + EDGE, self.rows.stop - EDGE),
            slice(self.columns.start + EDGE, self.columns.stop - EDGE),
        )


def lay_places(
    ground: Ground, reference: Reference, lean: Tones, centres_mm: Floats, side: int = SIDE
) -> list[Place]:
    """Squares of ``side`` samples of a board around points (n, 2), inside the board.

    ``lean`` (rows, columns, 2) is that of the board. A board smaller than a square has none.
    """
    if min(ground.shape) < side:
        return []
    return [_place(ground, reference, lean, at_mm, side) for at_mm in centres_mm]


def _place(ground: Ground, reference: Reference, lean: Tones, at_mm: Floats, side: int) -> Place:
    highest = np.maximum(np.array(ground.shape[::-1]) - side, 0)
    left, top = np.clip((at_mm / ground.step_mm - side / 2).round(), 0, highest).astype(int)
    rows, columns = slice(top, top + side), slice(left, left + side)
    fine_mm = ground.step_mm / FINER
    lines = [
        (first * FINER + np.arange(side * FINER) + 0.5) * step
        for first, step in zip((left, top), fine_mm, strict=True)
    ]
    grid_mm = np.stack(np.meshgrid(*lines), axis=-1)
    frame_px, reference_px, in_view = reference.seen_by(ground.pose, grid_mm)
    return Place(
        rows,
        columns,
        frame_px,
        sample_tones(reference.smoothed(_step_mm(ground) / 2), reference_px),
        in_view.astype(np.float32),
        lean[rows, columns].repeat(FINER, axis=0).repeat(FINER, axis=1),
    )


@dataclass(frozen=True, eq=False)
class Seeing:
    """A picture, and all that it takes to look closely at places of it."""

    photo: Image
    ground: Ground
    lit: GroundLight
    exposure: Tones
    move: Move | None

    @cached_property
    def smooth(self) -> Image:
        """The picture, as blurred as the fine steps ask for."""
        return smooth_for(self.photo, self.ground.pose, _step_mm(self.ground) / 2)

    def shown(self, place: Place) -> Tones:
        """What the network is shown of a place, (9, s, s)."""
        close = self.lit.closer(place.rows, place.columns, FINER)
        codes = sample(self.smooth, moved(place.frame_px, self.move))
        tones = close.relative_to_white(codes, self.exposure)
        return channels(tones, close.shown(place.print_), place.in_view, place.lean)


class CloseLook:
    """Looks closely at places of a board, picture after picture, under one pose.

    As with the whole board, what did not change is kept as it was seen.
    """

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places
        self.seeing: Seeing
        self._told: dict[int, Things] = {}

    def forget(self) -> None:
        """Take the next picture as if it were the first."""
        self._told = {}

    def take_in(self, photo: Image, outlook: Outlook, light: Light, move: Move | None) -> None:
        """See a picture that the outlook on the whole board has just taken in."""
        lit = outlook.expected.lit
        if self._told and lit is not self.seeing.lit:
            self._told = {}
        self.seeing = Seeing(photo, outlook.ground, lit, light.exposure, move)
        for number in [*self._told]:
            place = self.places[number]
            if outlook.changed[place.rows, place.columns].any():
                del self._told[number]

    def into(self, things: Things) -> Things:
        """What lies on a board: on the places the mean, in logs, of that and of a closer look."""
        self._tell([n for n in range(len(self.places)) if n not in self._told])
        shares, feet = things.shares.copy(), things.feet.copy()
        for number, told in self._told.items():
            here = self.places[number].inner
            both = np.sqrt(things.shares[:, *here] * told.shares)
            shares[:, *here] = both / both.sum(axis=0)
            feet[here] = np.sqrt(things.feet[here] * told.feet)
        return Things(shares, feet)

    def _tell(self, numbers: Sequence[int]) -> None:
        """Show the network some of the places."""
        if not numbers:
            return
        shown = np.stack([self.seeing.shown(self.places[number]) for number in numbers])
        kinds, feet = run("close", {"places": shown}, ("kinds", "feet"))
        inner = slice(EDGE, SIDE - EDGE)
        for number, logits, stand in zip(numbers, kinds, feet, strict=True):
            shares = _coarse(softmax(logits, axis=0)).mean(axis=(2, 4))
            told = _coarse(logistic(stand)).max(axis=(2, 4))[0]
            self._told[number] = Things(shares[:, inner, inner], told[inner, inner])


def _step_mm(ground: Ground) -> float:
    """About the distance of samples that are looked at closely."""
    return float(ground.step_mm.mean()) / FINER


def _coarse(planes: Tones) -> Tones:
    """Planes (n, h, w) in fine steps, those of one sample of the board together."""
    n, high, wide = planes.shape
    return planes.reshape(n, high // FINER, FINER, wide // FINER, FINER)
