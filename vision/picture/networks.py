"""Runs the small networks whose weights lie in ``vision/models``, by OpenCV."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from companion.files.input_file import FileKind
from vision.picture.sampling import Tones

NETWORK = FileKind("a network", 12_000_000)
"""The file of one network's weights."""


def run(name: str, inputs: Mapping[str, Tones], outputs: tuple[str, ...]) -> tuple[Tones, ...]:
    """Show a network inputs of each name at once; its outputs."""
    net = _network(name)
    for what, values in inputs.items():
        net.setInput(np.ascontiguousarray(values, np.float32), what)
    return tuple(np.asarray(told, np.float32) for told in net.forward(outputs))


def softmax(logits: Tones, axis: int = -1) -> Tones:
    """Shares that sum to 1 along an axis, from log odds."""
    raised = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True))


@cache
def _network(name: str) -> cv2.dnn.Net:
    weights = files("vision").joinpath("models", f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
