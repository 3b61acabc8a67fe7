"""Pictures of the markers, taken off a photo in which one of each kind lies on a stated slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from calibration.piece_looks.palette import THERE
from companion.boards.routes_board import MarkerType, RoutesBoard
from companion.errors import InputError
from vision.alignment.align import WHOLE, align
from vision.alignment.patches import cut, marker_places, stick_places
from vision.alignment.reference import Reference
from vision.photometry.board_light import BoardLight
from vision.photometry.white_balance import white_balanced
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.encoding import encoded
from vision.picture.sampling import sample_tones
from vision.routes.networks import CLASS_PIECE, look_at_slots
from vision.routes.sticks import lit_patches

DISC_PX = 96
GAP_PX = 16
BRIGHTEST = 0.96
"""A marker is kept darker than the paper between the markers, so that they stay apart."""
PAPER = 255
INSIDE = 0.97
"""So much of the radius is surely marker."""


def marker_pictures(
    photo: Image, slots: Mapping[str, str], board: RoutesBoard, empty: Reference
) -> dict[str, Tones]:
    """The markers seen on stated slots: kind -> disc (DISC_PX, DISC_PX, 3), BGR tones of white.

    ``slots`` says which kind lies on which slot; kinds that aren't seen are left out. Raises
    InputError for a board without slots, NotAligned when the board isn't found.
    """
    places, marker = marker_places(board), board.marker
    if places is None or marker is None:
        raise InputError("no-slots-for-markers", board=board.name)
    empty = white_balanced(empty, board)
    pose = align(photo, empty, board, settings=WHOLE)
    covered = [places] if (spaces := stick_places(board)) is None else [spaces, places]
    lit = BoardLight(board, pose, empty, places.step_mm, covered).take(photo, pose)
    patches = lit_patches(lit.smooth, cut(places, pose, empty), lit.light)
    channels = np.concatenate([patches, places.neighbours[..., None]], axis=3)
    classes, offset = look_at_slots(channels.transpose(0, 3, 1, 2))
    found: dict[str, Tones] = {}
    for row, slot in enumerate(places.ids):
        if slot not in slots or classes[row, CLASS_PIECE] < THERE:
            continue
        at_mm = places.centres_mm[row] + offset[row] * marker.diameter_mm
        lit_mm = at_mm[None].astype(np.float32)
        disc_px = pose.project(_disc_mm(at_mm, marker), marker.height_mm)
        tones = sample_tones(lit.photo, disc_px.reshape(DISC_PX, DISC_PX, 2).astype(np.float32))
        paint = lit.light.paint((tones / lit.light.white(lit_mm))[None], lit_mm)[0]
        found[slots[slot]] = np.clip(paint, 0, BRIGHTEST)
    return found


def art_strip(kinds: Sequence[str], discs: Mapping[str, Tones]) -> bytes:
    """The discs side by side on white, in the order of the kinds, as the bytes of a PNG file."""
    step = DISC_PX + GAP_PX
    strip = np.full((step, step * len(kinds), 3), PAPER, np.uint8)
    inside = np.hypot(*np.meshgrid(_axis(), _axis())) < INSIDE
    for index, kind in enumerate(kinds):
        left = GAP_PX // 2 + index * step
        square = strip[GAP_PX // 2 : GAP_PX // 2 + DISC_PX, left : left + DISC_PX]
        square[inside] = np.round(discs[kind] * PAPER).astype(np.uint8)[inside]
    return encoded(strip, ".png")


def _disc_mm(at_mm: Tones, marker: MarkerType) -> Floats:
    x, y = np.meshgrid(_axis(), _axis())
    disc_mm = np.stack([x, y], axis=-1).reshape(-1, 2) * marker.diameter_mm / 2
    return np.asarray(at_mm + disc_mm, np.float64)


def _axis() -> Tones:
    """Sample positions across a disc, in radii."""
    return (np.arange(DISC_PX) + 0.5) / DISC_PX * 2 - 1
