"""The small networks that look at patches, run by OpenCV. Their weights lie in ``vision/models``.

They are trained on drawn and photographed tables (``vision/training``) and know no board, no
colour and no nation: they only say whether a patch differs from the empty print as a piece would.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from vision.sampling import Tones

EMPTY, PIECE, HIDDEN = range(3)
"""The columns of every network's class probabilities."""


@cache
def _network(name: str) -> cv2.dnn.Net:
    weights = files("vision").joinpath("models", f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))


def look_at_sticks(patches: Tones) -> tuple[Tones, Tones]:
    """Patches (n, 9, 24, 32) -> class probabilities (n, 3) and where the stick is, (n, 12, 16).

    Channels are the picture (3), the expected empty print (3), the neighbours (1) and the view
    along and across (2). The second result sums to 1 over each patch: the weight of each pixel in
    the stick's colour.
    """
    logits, focus = _run("stick", patches, ("classes", "focus"))
    weight = _softmax(focus.reshape(len(patches), -1))
    return _softmax(logits), weight.reshape(-1, 12, 16)


def look_at_slots(patches: Tones) -> tuple[Tones, Tones]:
    """Patches (n, 7, 24, 24) -> class probabilities (n, 3) and the marker's offset (n, 2).

    Channels are as for sticks, without the view; the offset is in marker diameters, x and y.
    """
    logits, offset = _run("slot", patches, ("classes", "offset"))
    return _softmax(logits), offset


def compare_with_art(pairs: Tones, likeness: Tones) -> Tones:
    """Pairs of marker and turned art (n, 9, 16, 16) with their correlation (n,) -> scores (n,)."""
    net = _network("match")
    net.setInput(np.ascontiguousarray(pairs, np.float32), "pairs")
    net.setInput(np.ascontiguousarray(likeness[:, None], np.float32), "likeness")
    return np.asarray(net.forward("score"), np.float32).reshape(-1)


def _run(name: str, patches: Tones, outputs: tuple[str, ...]) -> tuple[Tones, ...]:
    net = _network(name)
    net.setInput(np.ascontiguousarray(patches, np.float32))
    return tuple(np.asarray(out) for out in net.forward(outputs))


def _softmax(logits: Tones) -> Tones:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
