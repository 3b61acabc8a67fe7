"""What stands on each place: whether a piece does, and by its paint which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.board import Kind
from companion.boards.tiles_board import PieceType
from companion.reading import EMPTY, Seen
from vision.alignment.leaning import Leaning, leaning_of
from vision.photometry.colours import Palette, fit_palette, kind_probabilities
from vision.photometry.light import Light
from vision.picture.arrays import Floats, Tones
from vision.picture.numbers import weighted_median
from vision.tiles.standing.forms import masks_of
from vision.tiles.standing.network import look_at_boxes, shown
from vision.tiles.standing.patches import Patch

WORTH_NAMING = 0.002
UNSURE = 1e-3
"""No answer is surer than this leaves."""
SURELY_THERE = 0.8
"""Paints are told together from what stands there so surely, and how tops lean."""
LOW_MM = 4.0
"""What is no higher tells nothing of how tops lean."""


@dataclass(frozen=True, eq=False)
class Place:
    """A place in sight: its patch, where it is (2,), and the kinds of each form it may bear."""

    id: str
    patch: Patch
    at_mm: Floats
    kinds: Mapping[str, tuple[Kind, ...]]


@dataclass(frozen=True, eq=False)
class Stood:
    """A form at a place: the ``chance`` that it stands there, and its top's ``tones`` (3,).

    ``top_mm`` (2,) is where over the board's face that top is seen.
    """

    place: Place
    form: PieceType
    kinds: tuple[Kind, ...]
    chance: float
    tones: Tones
    top_mm: Floats


def look_at_places(places: Sequence[Place], forms: Mapping[str, PieceType]) -> list[Stood]:
    """What the network sees of each form that may stand at each place."""
    rows = [(place, forms[form], kinds) for place in places for form, kinds in place.kinds.items()]
    there, tops = look_at_boxes([shown(place.patch, form) for place, form, _ in rows])
    return [
        Stood(
            place,
            form,
            kinds,
            chance,
            weighted_median(place.patch.seen, top),
            weighted_median(place.patch.points_mm, top),
        )
        for (place, form, kinds), chance, top in zip(rows, there.tolist(), tops, strict=True)
    ]


def silhouettes(stood: Iterable[Stood]) -> list[Floats]:
    """The points (n, 2) of the table behind each box that surely stands."""
    return [
        each.place.patch.points_mm[masks_of(each.form, each.place.patch.lean_mm)[1].ravel() > 0.5]
        for each in stood
        if each.chance > SURELY_THERE
    ]


def leaning_told(stood: Sequence[Stood]) -> Leaning | None:
    """How tops lean, told by all pieces that surely stand; None where that is as expected."""
    sure = [each for each in stood if each.chance > SURELY_THERE and each.form.height_mm > LOW_MM]
    if not sure:
        return None
    heights = np.array([each.form.height_mm for each in sure])
    feet = np.array([each.place.at_mm for each in sure])
    leans = np.array([each.place.patch.lean_mm for each in sure])
    seen = np.array([each.top_mm for each in sure])
    return leaning_of(feet, seen, feet + heights[:, None] * leans, heights)


def tell_places(
    places: Sequence[Place],
    stood: Sequence[Stood],
    light: Light,
    usual: Palette,
) -> dict[str, Seen]:
    """What stands on each place, the paints of all told together; ``usual`` are those in play.

    Where a form is seen none of whose kinds is in play, a place isn't surely empty.
    """
    told: dict[str, dict[str, float]] = {place.id: {} for place in places}
    nobodys = dict.fromkeys(told, 0.0)
    played = []
    for each in stood:
        if any(kind.name in usual.kinds for kind in each.kinds):
            played.append(each)
        else:
            nobodys[each.place.id] = max(nobodys[each.place.id], each.chance)
    if played:
        there = np.array([each.chance for each in played])
        seen = np.array([each.tones for each in played], np.float32)
        at_mm = np.array([each.place.at_mm for each in played])
        colours = light.paint(seen[:, None, None], at_mm)[:, 0, 0].astype(float)
        may_be = _may_be(played, usual.kinds)
        palette = fit_palette(usual, colours, there * (there > SURELY_THERE), may_be)
        rows = kind_probabilities(palette, colours, may_be)
        for each, row, own in zip(played, rows, may_be, strict=True):
            chances = np.where(own > 0, row + 1e-4, 0.0)
            here = told[each.place.id]
            for kind, part in zip(palette.kinds, chances / chances.sum(), strict=True):
                if part > 0:
                    here[kind] = max(here.get(kind, 0.0), each.chance * float(part))
    return {id_: _seen(shares, nobodys[id_]) for id_, shares in told.items()}


def _may_be(stood: Sequence[Stood], kinds: Sequence[str]) -> Tones:
    """Which kinds each piece may be by its form and its place, (n, kinds) of 0 and 1."""
    named = [{kind.name for kind in each.kinds} for each in stood]
    return np.array([[kind in own for kind in kinds] for own in named], np.float32)


def _seen(shares: Mapping[str, float], nobodys: float) -> Seen:
    """What stands on a place, by the share of each kind and the chance of a form of no kind."""
    total = sum(shares.values())
    unnamed = max(nobodys - total, 0.0)
    every = {EMPTY: max(1 - total - unnamed, 0.0), **shares}
    whole = (sum(every.values()) + unnamed) / (1 - UNSURE)
    chances = {what: share / whole for what, share in every.items()}
    return Seen.of(chances, worth_naming=WORTH_NAMING)
