"""What the networks are shown while they learn: patches of tables, with labels.

The reader's own code cuts and lights them, but by the camera of the truth, beside a reference whose
white is not balanced, and in photos that are not softened. Errors of light, and for sticks those of
place, are made by lot when patches are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion import reading
from companion.boards.routes_board import MarkerType, RoutesBoard
from vision.alignment.patches import Places, cut, marker_places, stick_places
from vision.alignment.pose import Pose, smooth_for
from vision.alignment.reference import Reference
from vision.photometry.colours import usual_palette
from vision.photometry.light import Light, fit_light, sample_grid_mm
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.routes.marker_art import close_up_px
from vision.routes.networks import CLASS_EMPTY, CLASS_HIDDEN, CLASS_PIECE
from vision.routes.sticks import lit_patches, stick_channels
from vision.training.dataset.marker_offsets import find_offsets
from vision.training.dataset.tables import Table, TrueFrame

UNKNOWN = -100
"""The state of a place nothing is learned from; PyTorch's losses pass over it."""
NO_KIND = -1
STORED = np.float16
"""A training set has a million patches: half precision is enough."""

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class StickPatches:
    """The spaces of one frame.

    ``channels`` (n, 9, 24, 32) as ``networks.look_at_sticks`` takes them; ``states`` (n,) and
    ``kinds`` (n,), indices into those that have a usual colour.
    """

    channels: Tones
    states: Whole
    kinds: Whole


@dataclass(frozen=True, eq=False)
class SlotPatches:
    """The slots of one frame.

    ``channels`` (n, 7, 24, 24) as ``networks.look_at_slots`` takes them; ``states`` (n,);
    ``offsets`` (n, 2) in diameters, NaN where not known.
    """

    channels: Tones
    states: Whole
    offsets: Tones


@dataclass(frozen=True)
class FramePatches:
    """One frame; a part is None where the board has no such places or none is seen."""

    table: str
    sticks: StickPatches | None
    slots: SlotPatches | None


def patches_of(table: Table) -> Iterator[FramePatches]:
    """Cut every frame of a table."""
    sticks, slots = stick_places(table.board), marker_places(table.board)
    for frame in table.frames():
        places = [p for p in (sticks, slots) if p is not None]
        step_mm = min((p.step_mm for p in places), default=1.0)
        smooth = smooth_for(frame.photo, frame.pose, step_mm)
        light = light_of(smooth, frame.pose, table.board, table.reference, step_mm)
        maker = _Cutter(table, frame, smooth, light, offsets_mm(table, frame, light))
        yield FramePatches(
            table.name,
            maker.sticks(sticks) if sticks else None,
            maker.slots(slots) if slots else None,
        )


def light_of(
    smooth: Image, pose: Pose, board: RoutesBoard, reference: Reference, step_mm: float
) -> Light:
    """The light of a picture against the reference photo, by the reader's fit to this one alone."""
    size_mm = (board.width_mm, board.height_mm)
    here_px, there_px, usable = reference.seen_by(pose, sample_grid_mm(*size_mm))
    empty = sample_tones(reference.smoothed(step_mm), there_px)
    return fit_light(sample_tones(smooth, here_px), empty, usable.astype(np.float32), size_mm)


@dataclass(frozen=True, eq=False)
class _Cutter:
    """Cuts one frame; ``offsets_mm`` is how far markers lie from the middle of their slots."""

    table: Table
    frame: TrueFrame
    smooth: Image
    light: Light
    offsets_mm: Mapping[str, Floats]

    def sticks(self, places: Places) -> StickPatches:
        stick = self.table.board.stick
        assert stick is not None
        laid = cut(places, self.frame.pose, self.table.reference)
        patches = lit_patches(self.smooth, laid, self.light)
        kinds = usual_palette(stick.kinds).kinds
        states = states_of(places.ids, self.frame)
        return StickPatches(
            stick_channels(patches, laid).astype(STORED),
            states,
            _kinds_of(places.ids, self.frame, kinds, states),
        )

    def slots(self, places: Places) -> SlotPatches:
        laid = cut(places, self.frame.pose, self.table.reference)
        patches = lit_patches(self.smooth, laid, self.light)
        channels = np.concatenate([patches, places.neighbours[..., None]], axis=3)
        nowhere = np.full(2, np.nan)
        offsets = [self.offsets_mm.get(slot, nowhere) for slot in places.ids]
        return SlotPatches(
            channels.transpose(0, 3, 1, 2).astype(STORED),
            states_of(places.ids, self.frame),
            np.array(offsets, np.float32).reshape(-1, 2) / np.float32(places.unit_mm),
        )


def close_ups_at(frame: TrueFrame, at_mm: Floats, light: Light, marker: MarkerType) -> Tones:
    """Close-ups around board points (n, 2), relative to the local white: (n, h, w, 3)."""
    at_px = close_up_px(at_mm, marker.diameter_mm, marker.height_mm, frame.pose)
    seen = sample_tones(frame.photo, at_px)
    return np.asarray(seen / light.white(at_mm.astype(np.float32))[:, None, None], np.float32)


def states_of(ids: Sequence[str], frame: TrueFrame) -> Whole:
    """The class or UNKNOWN of each place, (n,)."""
    states = []
    for place in ids:
        piece = frame.pieces.get(place)
        if piece is None or place in frame.unclear:
            states.append(UNKNOWN)
        else:
            states.append(
                {reading.EMPTY: CLASS_EMPTY, reading.HIDDEN: CLASS_HIDDEN}.get(piece, CLASS_PIECE)
            )
    return np.array(states, np.int64)


def _kinds_of(ids: Sequence[str], frame: TrueFrame, kinds: Sequence[str], states: Whole) -> Whole:
    """The kind on each place as an index, NO_KIND where no known one is in plain sight, (n,)."""
    number = {kind: index for index, kind in enumerate(kinds)}
    found = [number.get(frame.pieces.get(place, ""), NO_KIND) for place in ids]
    return np.where(states == CLASS_PIECE, np.array(found, np.int64), NO_KIND)


def offsets_mm(table: Table, frame: TrueFrame, light: Light) -> dict[str, Floats]:
    """Where markers lie beside the middle of their slots: drawn exactly, in photos found."""
    marker, board = table.board.marker, table.board
    if marker is None:
        return {}
    if frame.markers_mm:
        return {
            slot: np.array(at_mm) - (board.slots[slot].x_mm, board.slots[slot].y_mm)
            for slot, at_mm in frame.markers_mm.items()
        }
    kinds = {kind.name: index for index, kind in enumerate(marker.kinds)}
    clear = {
        slot: kinds[frame.pieces[slot]]
        for slot in board.slots
        if frame.pieces.get(slot) in kinds and slot not in frame.unclear
    }
    if table.art is None or not clear:
        return {}
    centres_mm = np.array([(board.slots[s].x_mm, board.slots[s].y_mm) for s in clear])
    turned = table.art.turned(round(frame.pose.px_per_mm * marker.diameter_mm, 1))
    found = find_offsets(
        lambda shift: close_ups_at(frame, centres_mm + shift, light, marker),
        turned[list(clear.values())],
        marker.diameter_mm,
    )
    return dict(zip(clear, found, strict=True))
