"""A network whose sums are rounded tells what it told before, from a smaller file."""

from collections.abc import Callable

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
pytest.importorskip("onnx", reason="onnx comes with the extra `train`")

from companion.errors import InputError  # noqa: E402
from vision.picture.networks import opened, show, softmax  # noqa: E402
from vision.training.nets import SlotNet, StickNet  # noqa: E402
from vision.training.resuming import resume  # noqa: E402
from vision.training.shipping.exporting import PORTS, as_onnx  # noqa: E402
from vision.training.shipping.rounding import RoundedWronglyError, rounded  # noqa: E402

NETS: dict[str, Callable[[], torch.nn.Module]] = {
    "stick": StickNet,
    "slot": SlotNet,
}


def net_of(name: str) -> torch.nn.Module:
    """A network that tells its examples apart."""
    torch.manual_seed(0)
    net = NETS[name]().eval()
    net.f2.weight.data *= 20
    return net


def shown_to(name: str, seed: int) -> np.ndarray:
    [shape] = PORTS[name].inputs.values()
    return np.random.default_rng(seed).uniform(0, 1, (120, *shape)).astype(np.float32)


@pytest.mark.parametrize("name", NETS)
def test_a_rounded_network_tells_the_same_of_what_it_was_not_rounded_by(name: str) -> None:
    exact = as_onnx(name, net_of(name))

    about = rounded(exact, PORTS[name], shown_to(name, 1))

    assert len(about) < 0.8 * len(exact)
    [port], outputs = PORTS[name].inputs, PORTS[name].outputs
    before, now = (
        show(opened(each), {port: shown_to(name, 2)}, outputs) for each in (exact, about)
    )
    for one, other in zip(before, now, strict=True):
        assert one.shape == other.shape
    assert np.abs(before[0] - now[0]).max() > 0
    assert np.abs(softmax(before[0]) - softmax(now[0])).mean() < 0.01


def test_a_network_that_would_tell_other_things_is_not_rounded() -> None:
    net = net_of("slot")
    net.b1.bias.data[0], net.c2.weight.data[:, 0] = 1e5, 0  # Nobody hears it, yet it has the room.

    with pytest.raises(RoundedWronglyError, match="chances differ by"):
        rounded(as_onnx("slot", net), PORTS["slot"], shown_to("slot", 1))


def test_a_rounded_network_does_not_go_on_learning() -> None:
    net, shown = net_of("slot"), torch.from_numpy(shown_to("slot", 1))
    about = rounded(as_onnx("slot", net), PORTS["slot"], shown.numpy())

    with pytest.raises(InputError, match="another network"):
        resume(net, about, lambda: net(shown))
