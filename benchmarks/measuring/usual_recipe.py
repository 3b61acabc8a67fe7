"""The usual recipe for a board in a photo: warp it flat, take mean colours, name the nearest paint.

It is what one would write first, and the reader is held beside it. It is given the corners that the
reader found, the print of the empty board at each place, and each channel's gain between both
photos; the nearest colour in CIELAB wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.boards.board import Kind
from companion.boards.routes_board import RoutesBoard
from companion.reading import EMPTY, Reading, Seen
from vision.alignment.reference import Reference
from vision.photometry.colours import usual_palette
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import sample_tones
from vision.routes.marker_art import MarkerArt

PX_PER_MM = 3.0
SAMPLES = 9
"""So many points along and across a place are averaged."""
WITHIN = 0.8
"""The share of a piece's extent that they span: its edges are left out."""


class UsualRecipe:
    """Reads photos of one board as anybody would at first."""

    def __init__(self, board: RoutesBoard, reference: Reference) -> None:
        self.board = board
        flat = self._flat(
            reference.photo, reference.pose.corners_px(board.width_mm, board.height_mm)
        )
        self._usual = _middle(flat)
        self._spaces_px, self._slots_px = self._places_px()
        self._bare_spaces, self._bare_slots = (
            _means(flat, px) for px in (self._spaces_px, self._slots_px)
        )
        self._sticks = _paints(board.stick.kinds) if board.stick else {}
        self._markers = self._marker_paints()

    def read(self, photo: Image, corners_px: Floats) -> Reading:
        """Read a photo (h, w, 3) BGR in which the board's corners are at these pixels (4, 2)."""
        flat = self._flat(photo, corners_px)
        gain = self._usual / np.maximum(_middle(flat), 0.01)
        spaces, slots = (gain * _means(flat, px) for px in (self._spaces_px, self._slots_px))
        return Reading(
            _nearest(self.board.spaces, spaces, self._bare_spaces, self._sticks),
            _nearest(self.board.slots, slots, self._bare_slots, self._markers),
        )

    def _flat(self, photo: Image, corners_px: Floats) -> Image:
        """The board as seen from above, ``PX_PER_MM`` large; ``corners_px`` (4, 2)."""
        width, height = (
            round(side * PX_PER_MM) for side in (self.board.width_mm, self.board.height_mm)
        )
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        warp = cv2.getPerspectiveTransform(np.asarray(corners_px, np.float32), whole)
        return np.asarray(cv2.warpPerspective(photo, warp, (width, height)), np.uint8)

    def _places_px(self) -> tuple[Floats, Floats]:
        """The points on the flat board that spaces and slots cover, (n, SAMPLES, SAMPLES, 2)."""
        stick, marker = self.board.stick, self.board.marker
        spaces = [(s.x_mm, s.y_mm, np.radians(s.angle_deg)) for s in self.board.spaces.values()]
        slots = [(s.x_mm, s.y_mm, 0.0) for s in self.board.slots.values()]
        within_mm = marker.diameter_mm * np.sqrt(0.5) if marker else 0.0
        return (
            _points_px(spaces, (stick.length_mm, stick.width_mm) if stick else (0.0, 0.0)),
            _points_px(slots, (within_mm, within_mm)),
        )

    def _marker_paints(self) -> dict[str, Tones]:
        """The mean colour of each kind's art, or the one that the board file names."""
        marker = self.board.marker
        if marker is None or marker.art is None:
            return _paints(marker.kinds) if marker else {}
        discs = MarkerArt.load(marker.art, len(marker.kinds)).discs
        means = discs.mean(axis=(1, 2))
        return {kind.name: mean for kind, mean in zip(marker.kinds, means, strict=True)}


def _nearest(
    places: Mapping[str, object], means: Tones, bare: Tones, paints: Mapping[str, Tones]
) -> dict[str, Seen]:
    """What each place holds by its mean (n, 3): nearest its ``bare`` print or a paint."""
    names, kinds = (EMPTY, *paints), np.array([*paints.values()]).reshape(-1, 3)
    seen = {}
    for place, mean, print_ in zip(places, means, bare, strict=True):
        off = np.linalg.norm(_lab(np.vstack([print_, kinds])) - _lab(mean[None]), axis=1)
        seen[place] = Seen(names[int(off.argmin())], 1.0)
    return seen


def _paints(kinds: Sequence[Kind]) -> dict[str, Tones]:
    palette = usual_palette(kinds)
    return dict(zip(palette.kinds, palette.tones, strict=True))


def _points_px(at: Sequence[tuple[float, float, float]], size_mm: tuple[float, float]) -> Floats:
    """Points over places at x, y and an angle each, (n, SAMPLES, SAMPLES, 2)."""
    x_mm, y_mm, turn = (part[:, None, None] for part in np.array(at).reshape(-1, 3).T)
    steps = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * WITHIN
    along, across = np.meshgrid(steps * size_mm[0], steps * size_mm[1])
    right = x_mm + along * np.cos(turn) - across * np.sin(turn)
    down = y_mm + along * np.sin(turn) + across * np.cos(turn)
    return np.asarray(np.stack([right, down], axis=-1) * PX_PER_MM)


def _means(flat: Image, at_px: Floats) -> Tones:
    """Mean tones (n, 3) of a flat board at n places (n, SAMPLES, SAMPLES, 2)."""
    if not len(at_px):
        return np.zeros((0, 3))
    return np.asarray(sample_tones(flat, at_px).mean(axis=(1, 2)))


def _middle(flat: Image) -> Tones:
    """The median tone of a board in each channel, (3,)."""
    return np.asarray(np.median(flat.reshape(-1, 3), axis=0) / 255)


def _lab(tones: Tones) -> Tones:
    """Tones (n, 3), BGR, in CIELAB."""
    return np.asarray(cv2.cvtColor(tones.clip(0, 1).astype(np.float32)[None], cv2.COLOR_BGR2LAB)[0])
