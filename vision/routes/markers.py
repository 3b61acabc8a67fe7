"""Which port marker lies on each slot, and how surely: found beside its slot, then told by kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.boards.routes_board import MarkerType
from vision.alignment.patches import Cut
from vision.alignment.pose import Pose
from vision.photometry.colour_settings import EVEN_PIECES
from vision.photometry.colours import Palette, fit_palette, kind_probabilities, usual_palette
from vision.photometry.light import BLOWN_CODE, Light
from vision.picture.arrays import Floats, Image, Tones
from vision.picture.sampling import largest, sample_tones, times
from vision.routes.marker_art import (
    DISC,
    MARGIN,
    MarkerArt,
    close_up_px,
    directions_of,
)
from vision.routes.networks import CLASS_EMPTY, CLASS_HIDDEN, CLASS_PIECE, look_at_slots
from vision.routes.sticks import PiecesSeen, lit_patches
from vision.routes.told_by_art import kinds_by_art

WORTH_A_LOOK = 0.02
"""Slots with less chance of a marker than this are not looked at more closely."""


@dataclass(frozen=True, eq=False)
class CloseUps:
    """N markers from close by, with their margin.

    ``seen`` (n, h, w, 3) are their paints, ``clipped`` (n, h, w, 1) is 1 where the camera showed no
    more; ``px_per_diameter`` is how large the photo shows them.
    """

    seen: Tones
    clipped: Tones
    px_per_diameter: float


def look_closely(
    photo: Image, at_mm: Floats, marker: MarkerType, light: Light, pose: Pose
) -> CloseUps:
    """Look at markers whose middles lie at board points (n, 2)."""
    at_px = close_up_px(at_mm, marker.diameter_mm, marker.height_mm, pose, MARGIN)
    shown = sample_tones(photo, at_px)
    clipped = (largest(shown)[..., None] >= BLOWN_CODE / 255).astype(np.float32)
    lit_mm = at_mm.astype(np.float32)
    seen = light.paint(times(shown, 1 / light.white(lit_mm)), lit_mm)
    return CloseUps(seen, clipped, round(pose.px_per_mm * marker.diameter_mm, 1))


class MarkerReader:
    """Reads the markers of one board, told apart by their art if there is any, else by colour."""

    def __init__(self, marker: MarkerType) -> None:
        self.marker = marker
        self.names = tuple(kind.name for kind in marker.kinds)
        self.art = MarkerArt.load(marker.art, len(self.names)) if marker.art else None
        self.palette: Palette = usual_palette(marker.kinds)
        self._turned: tuple[float, Tones, Tones] | None = None

    def read(
        self,
        photo: Image,
        smooth: Image,
        cut: Cut,
        light: Light,
        pose: Pose,
        detail_share: float = 1.0,
    ) -> PiecesSeen:
        """Read every slot: markers are found in the smooth picture, and told apart in the photo.

        ``detail_share`` is how much of the reference's detail the photo shows.
        """
        patches = lit_patches(smooth, cut, light)
        channels = np.concatenate([patches, cut.places.neighbours[..., None]], axis=3)
        classes, offset = look_at_slots(channels.transpose(0, 3, 1, 2))
        near = np.flatnonzero(classes[:, CLASS_PIECE] > WORTH_A_LOOK)
        kinds = np.zeros((len(classes), len(self.names)), np.float32)
        if len(near):
            at_mm = cut.places.centres_mm[near] + offset[near] * self.marker.diameter_mm
            shown = look_closely(photo, at_mm, self.marker, light, pose)
            told = self._kinds(shown, classes[near, CLASS_PIECE], detail_share)
            kinds[near] = classes[near, CLASS_PIECE, None] * told
        return PiecesSeen(
            cut.places.ids, self.names, classes[:, CLASS_EMPTY], classes[:, CLASS_HIDDEN], kinds
        )

    def _kinds(self, shown: CloseUps, weights: Tones, detail_share: float) -> Tones:
        """How likely each close-up shows each kind of marker: (n, kinds)."""
        seen, px = shown.seen, shown.px_per_diameter
        if self.art is not None:
            if self._turned is None or self._turned[0] != px:
                turned = self.art.turned(px)
                self._turned = (px, turned, directions_of(turned))
            return kinds_by_art(seen, shown.clipped, *self._turned[1:], px, detail_share)
        even = np.full((len(seen), len(self.names)), 1 / len(self.names), np.float32)
        if len(self.palette.kinds) < len(self.names):
            return even  # Neither art nor colours: nothing tells the kinds apart.
        inside = seen[:, MARGIN:-MARGIN, MARGIN:-MARGIN][:, DISC]
        colours = inside.mean(axis=1).astype(np.float64)
        fitted = fit_palette(self.palette, colours, weights, settings=EVEN_PIECES)
        return kind_probabilities(fitted, colours, settings=EVEN_PIECES).astype(np.float32)
