"""Markers as photos of tables show them, each beside the art of all kinds of its board.

The reader's own code cuts them and lays them on the art; cameras and light are ``patch_set``'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.alignment.patches import marker_places
from vision.alignment.pose import smooth_for
from vision.picture.arrays import Tones
from vision.routes.marker_art import best_matches, directions_of
from vision.routes.markers import look_closely
from vision.routes.told_by_art import pairs
from vision.training.dataset.patch_set import Whole, light_of, offsets_mm
from vision.training.dataset.tables import Table

AMISS = 0.045
"""The slot network sees the middle of a marker amiss by so much of its diameter, along each axis:
the sigma of 1,050 markers of five drawn tables (6000 to 6004)."""


@dataclass(frozen=True, eq=False)
class MarkerFaces:
    """N markers of a table: ``pairs`` (n, kinds, channels, side, side) as the network takes them.

    ``kinds`` (n,) which of its board's kinds each is.
    """

    table: str
    pairs: Tones
    kinds: Whole


def faces_of(table: Table) -> Iterator[MarkerFaces]:
    """The markers in plain sight of every frame of a table; of one without art there are none."""
    marker, places = table.board.marker, marker_places(table.board)
    if marker is None or places is None or table.art is None:
        return
    number = {kind.name: index for index, kind in enumerate(marker.kinds)}
    for count, frame in enumerate(table.frames()):
        smooth = smooth_for(frame.photo, frame.pose, places.step_mm)
        light = light_of(smooth, frame.pose, table.board, table.reference, places.step_mm)
        beside_mm = {
            slot: off_mm
            for slot, off_mm in offsets_mm(table, frame, light).items()
            if slot not in frame.unclear and frame.pieces.get(slot) in number
        }
        if not beside_mm:
            continue
        lots = np.random.default_rng(count).normal(0, AMISS, (len(beside_mm), 2))
        at_mm = np.array([(s.x_mm, s.y_mm) for s in map(table.board.slots.get, beside_mm) if s])
        at_mm = at_mm + np.array([*beside_mm.values()]) + lots * marker.diameter_mm
        shown = look_closely(frame.photo, at_mm, marker, light, frame.pose)
        turned = table.art.turned(shown.px_per_diameter)
        matches = best_matches(shown.seen, turned, directions_of(turned))
        told = pairs(shown.seen, shown.clipped, turned, shown.px_per_diameter, matches)
        kinds = np.array([number[frame.pieces[slot]] for slot in beside_mm])
        yield MarkerFaces(table.name, told.astype(np.float16), kinds)
