"""A network as it was before it was written to ONNX, so that it can go on learning.

In the file each batch norm is part of its convolution. They are taken apart again by what the
convolutions answer to a few lessons.

A network may have grown since: wider layers, and convolutions after those of the file. It answers
as the smaller one did, and what is new has its say as it learns (Chen, Goodfellow and Shlens, 2016,
but that new channels begin by lot and unheard).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError
from onnx import numpy_helper
from torch import Tensor, nn

from companion.errors import InputError
from vision.training.nets import Refined

FOLDED = "Conv"
"""Nodes of this kind whose weights have no name of ours hold a batch norm."""


def resume(net: nn.Module, data: bytes, lesson: Callable[[], Tensor]) -> None:
    """Give a network the weights of an ONNX file that was made of one like it, or of a smaller one.

    ``lesson`` shows the network something. Raises InputError where the file holds another network.
    """
    try:
        folding, (named, folded) = _folding(net), _weights(data)
        _take(net, named)
        _fits(net, folding, folded)
        net.eval()
        for (layer, norm), (weight, bias) in zip(folding, folded, strict=False):
            _grow(layer.weight, weight)
            _unfold(layer, norm, bias, lesson)
        for part in _new(net, folding[len(folded) :]):
            nn.init.zeros_(part.b2.weight)
    except (KeyError, ValueError, RuntimeError, DecodeError) as error:
        raise InputError("another-network", type(net).__name__) from error


def _weights(data: bytes) -> tuple[dict[str, Tensor], list[tuple[Tensor, Tensor]]]:
    """What a file names, and weight and bias of each layer that has a batch norm."""
    graph = onnx.load_from_string(data).graph
    kept = {each.name: _tensor(each) for each in graph.initializer}
    folded = [
        (kept[node.input[1]], kept[node.input[2]])
        for node in graph.node
        if node.op_type == FOLDED and "." not in node.input[1]
    ]
    return {name: tensor for name, tensor in kept.items() if "." in name}, folded


def _take(net: nn.Module, named: Mapping[str, Tensor]) -> None:
    """Load what a file names: all that no batch norm is part of. Raises ValueError."""
    folding = {part for pair in _folding(net) for part in pair}
    wanted = {
        f"{name}.{own}": weights
        for name, part in net.named_modules()
        if part not in folding
        for own, weights in part.named_parameters(recurse=False)
    }
    if wanted.keys() != named.keys():
        raise ValueError("other layers")
    for name, weights in wanted.items():
        _grow(weights, named[name])


def _fits(
    net: nn.Module,
    folding: Sequence[tuple[nn.Conv2d, nn.BatchNorm2d]],
    folded: Sequence[tuple[Tensor, Tensor]],
) -> None:
    """Raise ValueError where the net lacks a layer of the file, or has one that can't be new."""
    beyond = folding[len(folded) :]
    if len(folded) > len(folding) or len(beyond) != 2 * len(_new(net, beyond)):
        raise ValueError("other layers")
    if folding and folding[0][0].weight.shape[1] != folded[0][0].shape[1]:
        raise ValueError("other inputs")


def _new(net: nn.Module, beyond: Sequence[tuple[nn.Conv2d, nn.BatchNorm2d]]) -> list[Refined]:
    """The parts of a net that lie wholly beyond what a file has."""
    layers = {layer for layer, _ in beyond}
    parts = (part for part in net.modules() if isinstance(part, Refined))
    return [part for part in parts if {part.c1, part.c2} <= layers]


@torch.no_grad()
def _grow(weights: Tensor, found: Tensor) -> None:
    """Give a layer (outputs, inputs, ...) what a smaller one had: no old output hears new inputs.

    Raises ValueError where the found one is no smaller one.
    """
    grown = tuple(slice(0, size) for size in found.shape)
    if found.dim() != weights.dim() or weights[grown].shape != found.shape:
        raise ValueError("other shapes")
    weights[: len(found)] = 0
    weights[grown] = found


def _folding(net: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Each convolution that a batch norm follows, with it, in the order in which they are asked."""
    return [
        (layer, norm)
        for layer, norm in pairwise(net.modules())
        if isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d)
    ]


@torch.no_grad()
def _unfold(
    layer: nn.Conv2d, norm: nn.BatchNorm2d, bias: Tensor, lesson: Callable[[], Tensor]
) -> None:
    """Set a norm so that it adds ``bias`` alone to what its layer answers, in lessons too.

    Channels beyond those that have a bias are new: they are left normal.
    """
    answers: list[Tensor] = []
    hook = layer.register_forward_hook(lambda _layer, _shown, told: answers.append(told))
    lesson()
    hook.remove()
    told = answers[0].transpose(0, 1).flatten(1)
    mean, spread = told.mean(1), told.var(1, unbiased=False)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    old = len(bias)
    norm.weight[:old] = (spread[:old] + norm.eps).sqrt()
    norm.bias[:old] = bias + mean[:old]


def _tensor(each: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(np.array(numpy_helper.to_array(each)))
