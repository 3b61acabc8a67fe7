"""Runs the small networks whose weights lie in ``vision/models``, by ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from onnxruntime import InferenceSession, SessionOptions

from companion.files.input_file import FileKind
from vision.picture.arrays import Tones

NETWORK = FileKind("a network", 12_000_000)
"""The file of one network's weights."""


def run(name: str, inputs: Mapping[str, Tones], outputs: tuple[str, ...]) -> tuple[Tones, ...]:
    """Show a network inputs of each name at once; its outputs."""
    return show(_network(name), inputs, outputs)


def show(
    net: InferenceSession, inputs: Mapping[str, Tones], outputs: tuple[str, ...]
) -> tuple[Tones, ...]:
    """The same with a network that was opened."""
    shown = {what: np.ascontiguousarray(values, np.float32) for what, values in inputs.items()}
    return tuple(np.asarray(told, np.float32) for told in net.run(outputs, shown))


def opened(onnx: bytes) -> InferenceSession:
    """A network from its file's bytes. It uses as many threads as OpenCV may."""
    options = SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    # Threads that wait take no core from the page, and no plan is kept for each number of patches.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False
    return InferenceSession(onnx, options, providers=["CPUExecutionProvider"])


def softmax(logits: Tones, axis: int = -1) -> Tones:
    """Shares that sum to 1 along an axis, from log odds."""
    raised = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True))


@cache
def _network(name: str) -> InferenceSession:
    return opened(files("vision").joinpath("models", f"{name}.onnx").read_bytes())
