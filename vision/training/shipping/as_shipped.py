"""A network as it ships, asked as its PyTorch module is: what is measured is what will be used."""

from __future__ import annotations

import torch
from torch import Tensor

from vision.picture.networks import opened, show
from vision.training.shipping.exporting import Ports


class AsShipped:
    """An ONNX file, called with tensors by the order of its inputs."""

    def __init__(self, onnx: bytes, ports: Ports) -> None:
        self._net, self._ports = opened(onnx), ports

    def __call__(self, *shown: Tensor) -> tuple[Tensor, ...]:
        """Its outputs, in their order."""
        inputs = {port: each.numpy() for port, each in zip(self._ports.inputs, shown, strict=True)}
        return tuple(map(torch.from_numpy, show(self._net, inputs, self._ports.outputs)))
