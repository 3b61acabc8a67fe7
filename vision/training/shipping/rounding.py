"""A network's sums in whole numbers of eight bits, in less than half the time.

Weights are rounded for each channel, what layers answer by the range that it had on examples
(Jacob and others, 2018).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.picture.arrays import Tones
from vision.picture.networks import opened, show, softmax
from vision.training.shipping.exporting import Ports

LAYERS = ["Conv", "Relu", "Add"]
"""What is rounded. Full layers keep exact sums: they take hardly any time, and where a marker lies
is told by them."""
AT_ONCE = 100
"""So many examples are shown at once."""
MOST_MOVED = 0.01
"""A rounded network's chances may differ by so much, on average."""


class RoundedWronglyError(RuntimeError):
    """A network tells other things once its sums are rounded."""


def rounded(onnx: bytes, ports: Ports, shown: Tones) -> bytes:
    """The ONNX file of a network (another ONNX file) with its sums in whole numbers.

    ``shown`` (n, ...) are examples of its one input; the first of its outputs are logits. Weights
    have seven bits: with eight, sums of two products would not fit into sixteen bits on processors
    without VNNI, and a network would tell other things there.

    Raises RoundedWronglyError.
    """
    [port], chances = ports.inputs, ports.outputs[0]
    with TemporaryDirectory() as folder:
        whole, ready, done = (Path(folder) / f"{name}.onnx" for name in ("whole", "ready", "done"))
        whole.write_bytes(onnx)
        quant_pre_process(whole, ready, skip_symbolic_shape=True)
        quantize_static(
            ready,
            done,
            _Examples(port, shown),
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=LAYERS,
        )
        told = done.read_bytes()
    exactly, about = (
        softmax(show(opened(each), {port: shown}, (chances,))[0]) for each in (onnx, told)
    )
    moved = float(np.abs(exactly - about).mean())
    if not moved < MOST_MOVED:
        raise RoundedWronglyError(f"chances differ by {moved:.2g} on average")
    return told


class _Examples(CalibrationDataReader):
    """Examples, some at once, as ONNX Runtime asks for them."""

    def __init__(self, port: str, shown: Tones) -> None:
        self._lots = self._some_at_once(port, shown)

    def get_next(self) -> dict[str, Tones] | None:
        """The next ones, or None."""
        return next(self._lots, None)

    @staticmethod
    def _some_at_once(port: str, shown: Tones) -> Iterator[dict[str, Tones]]:
        for first in range(0, len(shown), AT_ONCE):
            yield {port: np.ascontiguousarray(shown[first : first + AT_ONCE], np.float32)}
