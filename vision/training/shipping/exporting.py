"""A trained network as ONNX, and the proof that the reader runs it as PyTorch does."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import Tensor, nn

from vision.alignment.patches import MARKER_SHAPE, STICK_SHAPE
from vision.picture.networks import opened, show
from vision.routes.marker_art import SIDE
from vision.routes.told_by_art import CHANNELS
from vision.squares.network import SEERS, TELLERS
from vision.stops.close_look import FINE
from vision.stops.network import CHANNELS as BOARD_CHANNELS
from vision.stops.network import SQUARE
from vision.tiles.standing.forms import SIDE as BOX_SIDE
from vision.tiles.standing.network import CHANNELS as BOX_CHANNELS

OPSET = 13
"""ONNX Runtime reads all of it, and OpenCV does."""
CLOSE_ENOUGH = 1e-3
"""Outputs may differ by this much; a logit that errs so moves no probability by more."""


@dataclass(frozen=True)
class Ports:
    """The names by which ``vision.picture.networks`` is told a network's inputs and outputs."""

    inputs: dict[str, tuple[int, ...]]
    """Each input's shape, without the number of patches."""
    outputs: tuple[str, ...]
    whole: bool = False
    """One thing of any size is shown at once, not patches of one size."""


PORTS = {
    "stick": Ports({"patches": (9, *STICK_SHAPE)}, ("classes", "focus")),
    "slot": Ports({"patches": (7, *MARKER_SHAPE)}, ("classes", "offset")),
    "face": Ports({"pairs": (CHANNELS, SIDE, SIDE)}, ("odds",)),
    **dict.fromkeys(SEERS, Ports({"crops": (3, 64, 64)}, ("seen",))),
    **dict.fromkeys(TELLERS, Ports({"pairs": (24, 16, 16)}, ("odds",))),
    "box": Ports({"patches": (BOX_CHANNELS, BOX_SIDE, BOX_SIDE)}, ("odds", "top")),
    "stops": Ports({"board": (BOARD_CHANNELS, SQUARE, SQUARE)}, ("kinds", "feet"), whole=True),
    "close": Ports({"places": (BOARD_CHANNELS, FINE, FINE)}, ("kinds", "feet")),
}


class AsShipped:
    """A network as it ships, called as its PyTorch module is, by the order of its inputs."""

    def __init__(self, onnx: bytes, ports: Ports) -> None:
        self._net, self._ports = opened(onnx), ports

    def __call__(self, *shown: Tensor) -> tuple[Tensor, ...]:
        """Its outputs, in their order."""
        inputs = {port: each.numpy() for port, each in zip(self._ports.inputs, shown, strict=True)}
        return tuple(map(torch.from_numpy, show(self._net, inputs, self._ports.outputs)))


class UnlikePyTorchError(RuntimeError):
    """ONNX Runtime runs a network differently than PyTorch: a fault of one of them, or of ours."""


def as_onnx(name: str, net: nn.Module) -> bytes:
    """The ONNX file of a trained network, which ONNX Runtime has been seen to run right.

    Raises UnlikePyTorchError.
    """
    ports = PORTS[name]
    names = [*ports.inputs, *ports.outputs]
    net.eval()
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        file = Path(folder) / f"{name}.onnx"
        # It is called old; the new way needs one more package and brings nothing here.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            examples(ports, 5),
            file,
            input_names=list(ports.inputs),
            output_names=list(ports.outputs),
            dynamic_axes={port: {2: "h", 3: "w"} if ports.whole else {0: "n"} for port in names},
            opset_version=OPSET,
            dynamo=False,
        )
        onnx = file.read_bytes()
    off = furthest_off(net, onnx, ports)
    if not off < CLOSE_ENOUGH:
        raise UnlikePyTorchError(f"{name}: ONNX Runtime and PyTorch differ by {off:.2g}")
    return onnx


@torch.no_grad()
def furthest_off(net: nn.Module, onnx: bytes, ports: Ports) -> float:
    """The largest difference between the two on patches by lot, as many as an export never saw."""
    shown = examples(ports, 7)
    theirs = AsShipped(onnx, ports)(*shown)
    ours = net(*shown)
    ours = ours if isinstance(ours, tuple) else (ours,)
    return max(float((mine - other).abs().max()) for mine, other in zip(ours, theirs, strict=True))


def examples(ports: Ports, n: int) -> tuple[torch.Tensor, ...]:
    """Inputs by lot: so many patches, or one board of so many squares."""
    if ports.whole:
        sizes = ((deep, n * high, (n + 1) * wide) for deep, high, wide in ports.inputs.values())
        return tuple(torch.rand(1, *size) for size in sizes)
    return tuple(torch.rand(n, *shape) for shape in ports.inputs.values())
