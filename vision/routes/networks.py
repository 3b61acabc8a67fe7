"""The small networks that look at patches, run by OpenCV. Their weights lie in ``vision/models``.

They are trained on drawn and rendered tables (``vision/training``) and know no board, no
colour and no nation: they only say whether a patch differs from the empty print as a piece would,
or a marker looks like a picture.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.picture.networks import run, softmax
from vision.picture.sampling import Tones

EMPTY, PIECE, HIDDEN = range(3)
"""The columns of every network's class probabilities."""
AT_ONCE = 32
"""So many patches are shown at once: more are no quicker, and a network keeps the memory that its
largest showing took."""


def look_at_sticks(patches: Tones) -> tuple[Tones, Tones]:
    """Patches (n, 9, 24, 32) -> class probabilities (n, 3) and where the stick is, (n, 12, 16).

    Channels are the picture (3), the expected empty print (3), the neighbours (1) and the view
    along and across (2). The second result sums to 1 over each patch: the weight of each pixel in
    the stick's colour.
    """
    logits, focus = _run("stick", {"patches": patches}, ("classes", "focus"))
    weight = softmax(focus.reshape(len(patches), -1))
    return softmax(logits), weight.reshape(-1, 12, 16)


def look_at_slots(patches: Tones) -> tuple[Tones, Tones]:
    """Patches (n, 7, 24, 24) -> class probabilities (n, 3) and the marker's offset (n, 2).

    Channels are as for sticks, without the view; the offset is in marker diameters, x and y.
    """
    logits, offset = _run("slot", {"patches": patches}, ("classes", "offset"))
    return softmax(logits), offset


def look_at_faces(pairs: Tones) -> Tones:
    """Markers beside art (n, kinds, 9, 16, 16) -> how likely each kind is, as log odds (n, kinds).

    Channels are as ``told_by_art.pairs`` says.
    """
    n, kinds = pairs.shape[:2]
    (told,) = _run("face", {"pairs": pairs.reshape(-1, *pairs.shape[2:])}, ("odds",))
    return told.reshape(n, kinds)


def _run(name: str, inputs: Mapping[str, Tones], outputs: tuple[str, ...]) -> tuple[Tones, ...]:
    """Show a network inputs (n, ...) of each name; its outputs (n, ...)."""
    n = len(next(iter(inputs.values())))
    shown = [
        run(name, {what: rows[start : start + AT_ONCE] for what, rows in inputs.items()}, outputs)
        for start in range(0, n, AT_ONCE)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*shown, strict=True))
