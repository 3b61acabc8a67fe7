"""Which stick lies on each space, and how surely: patches of spaces -> class and kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.colours import Palette, fit_palette, kind_probabilities
from vision.light import Light
from vision.networks import HIDDEN, PIECE, look_at_sticks
from vision.patches import Cut
from vision.sampling import Floats, Image, Tones, sample

BLOWN_CODE = 251
"""From this sRGB code on a channel is clipped."""
BLOWN_SHARE = 0.5
"""A patch clipped over more than this share of its area can't be read: glare, not a white piece."""


@dataclass(frozen=True)
class PiecesSeen:
    """What each of n places may hold: ``empty`` (n,), ``hidden`` (n,), ``kinds`` (n, kinds).

    A row sums to 1 or less; what is missing is a piece of no known kind. ``palette`` are the
    kinds' colours as fitted in this picture, where colours tell them apart.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    empty: Tones
    hidden: Tones
    kinds: Tones
    palette: Palette | None = None


def read_sticks(
    picture: Image, cut: Cut, light: Light, palette: Palette, taught: bool = False
) -> PiecesSeen:
    """Read every space of a picture; ``palette`` are the kinds' usual or taught colours."""
    patches, blown = lit_patches(picture, cut, light)
    n, rows, columns, _ = patches.shape
    view = np.broadcast_to(cut.view[:, None, None], (n, rows, columns, 2))
    channels = np.concatenate([patches, cut.places.neighbours[..., None], view], axis=3)
    classes, focus = look_at_sticks(channels.transpose(0, 3, 1, 2))
    colours = _focus_colours(patches[..., :3], focus)
    fitted = fit_palette(palette, colours, classes[:, PIECE], taught)
    kinds = classes[:, PIECE, None] * kind_probabilities(fitted, colours)
    return hide(
        PiecesSeen(cut.places.ids, fitted.kinds, classes[:, 0], classes[:, HIDDEN], kinds, fitted),
        blown,
    )


def lit_patches(picture: Image, cut: Cut, light: Light) -> tuple[Tones, NDArray[np.bool_]]:
    """The picture's patches beside the expected empty print, both relative to the local white.

    Returns (n, h, w, 6) and which patches are blown out, (n,).
    """
    codes = sample(picture, cut.frame_px)
    blown = (_middle(codes) >= BLOWN_CODE).mean(axis=(1, 2)) > BLOWN_SHARE
    seen = codes.astype(np.float32) * np.float32(1 / 255)
    at_mm = cut.places.centres_mm.astype(np.float32)
    both = np.concatenate(light.relative_to_white(seen, cut.reference, at_mm), axis=3)
    return np.clip(both, -0.2, 1.6, out=both), blown


def hide(seen: PiecesSeen, blown: NDArray[np.bool_]) -> PiecesSeen:
    """The same with blown-out places hidden."""
    see = (~blown).astype(np.float32)
    return PiecesSeen(
        seen.ids,
        seen.names,
        seen.empty * see,
        np.where(blown, 1.0, seen.hidden).astype(np.float32),
        seen.kinds * see[:, None],
        seen.palette,
    )


def _focus_colours(patches: Tones, focus: Tones) -> Floats:
    """The mean tones (n, 3) of patches (n, h, w, 3) under focus weights (n, h/2, w/2)."""
    n, rows, columns, _ = patches.shape
    weight = focus.repeat(2, axis=1).repeat(2, axis=2).reshape(n, 1, rows * columns) / 4
    colours = weight @ patches.reshape(n, rows * columns, 3)
    return np.asarray(colours[:, 0], np.float64)


def _middle(codes: Image) -> Image:
    """The middle of three channels (..., 3) -> (...): high where two of them are."""
    blue, green, red = codes[..., 0], codes[..., 1], codes[..., 2]
    return np.asarray(
        np.maximum(np.minimum(blue, green), np.minimum(np.maximum(blue, green), red)), np.uint8
    )
