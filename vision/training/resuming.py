"""A network as it was before it was written to ONNX, so that it can go on learning.

In the file each batch norm is part of its convolution. They are taken apart again by what the
convolutions answer to a few lessons.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError
from onnx import numpy_helper
from torch import Tensor, nn

from companion.errors import InputError

FOLDED = "Conv"
"""Nodes of this kind whose weights have no name of ours hold a batch norm."""


def resume(net: nn.Module, data: bytes, lesson: Callable[[], Tensor]) -> None:
    """Give a network the weights of an ONNX file that was made of one like it.

    ``lesson`` shows the network something. Raises InputError where the file holds another network.
    """
    try:
        folded = _weights(net, data)
        for (layer, norm), (weight, bias) in zip(_folding(net), folded, strict=True):
            with torch.no_grad():
                layer.weight.copy_(weight)
            _unfold(layer, norm, bias, lesson)
    except (ValueError, RuntimeError, DecodeError) as error:
        raise InputError("another-network", type(net).__name__) from error


def _weights(net: nn.Module, data: bytes) -> list[tuple[Tensor, Tensor]]:
    """Load what the file names; returns weight and bias of each layer that has a batch norm."""
    graph = onnx.load_from_string(data).graph
    kept = {each.name: _tensor(each) for each in graph.initializer}
    folded = [
        (kept[node.input[1]], kept[node.input[2]])
        for node in graph.node
        if node.op_type == FOLDED and "." not in node.input[1]
    ]
    net.load_state_dict({**net.state_dict(), **{n: kept[n] for n in kept if "." in n}})
    net.eval()
    return folded


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
    """Set a norm so that it adds ``bias`` alone to what its layer answers, in lessons too."""
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
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)


def _tensor(each: onnx.TensorProto) -> Tensor:
    return torch.from_numpy(np.array(numpy_helper.to_array(each)))
