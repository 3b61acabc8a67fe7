"""A training of a few steps: from tables to files that OpenCV reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
pytest.importorskip("onnx", reason="ONNX comes with the extra `train`")

from companion.errors import InputError  # noqa: E402
from vision.training import material  # noqa: E402
from vision.training.__main__ import main  # noqa: E402
from vision.training.exporting import (  # noqa: E402
    CLOSE_ENOUGH,
    PORTS,
    as_onnx,
    examples,
    furthest_off,
)
from vision.training.material import from_folders  # noqa: E402
from vision.training.nets import MatchNet, SlotNet, StickNet  # noqa: E402
from vision.training.patch_set import FramePatches  # noqa: E402
from vision.training.school import measure, train  # noqa: E402
from vision.training.tables import drawn_table  # noqa: E402

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"
NETS = {"stick": StickNet, "slot": SlotNet, "match": MatchNet}


def silent(line: str) -> None:
    pass


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def frames() -> list[FramePatches]:
    return from_folders([SMOKE], 0, silent)


@pytest.mark.parametrize("name", NETS)
def test_opencv_runs_an_exported_network_as_pytorch_does(name: str) -> None:
    torch.manual_seed(0)
    net, other = NETS[name]().eval(), NETS[name]().eval()

    onnx = as_onnx(name, net)

    assert furthest_off(net, onnx, PORTS[name]) < CLOSE_ENOUGH
    assert furthest_off(other, onnx, PORTS[name]) > CLOSE_ENOUGH


@pytest.mark.parametrize("name", NETS)
def test_a_network_gets_better_at_what_it_is_shown(name: str, frames: list[FramePatches]) -> None:
    losses: list[float] = []
    torch.manual_seed(1)

    train(name, frames[:6], 10, lambda line: losses.append(float(line.rsplit(" ", 1)[1])))

    assert len(losses) == 10
    assert np.mean(losses[-3:]) < np.mean(losses[:3])


def test_a_seed_trains_the_same_network_again(frames: list[FramePatches]) -> None:
    torch.manual_seed(3)
    _, first = train("match", frames[:2], 1, silent)
    torch.manual_seed(3)
    _, again = train("match", frames[:2], 1, silent)

    assert first == again


def test_tables_without_markers_teach_no_markers(frames: list[FramePatches]) -> None:
    with pytest.raises(InputError, match="SlotNet"):
        train("slot", [], 1, silent)


def test_an_untrained_network_is_measured_as_such(frames: list[FramePatches]) -> None:
    torch.manual_seed(0)
    lines = measure("stick", StickNet().eval(), frames)

    assert [line.split(": ")[1] for line in lines] == [
        "spaces in plain sight",
        "hidden spaces",
        "sticks told by colour",
    ]


def test_the_command_leaves_a_table_out_and_says_how_well_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(material, "drawn_table", partial(drawn_table, frames=2))
    asked = ["--without", str(SMOKE), "--drawn", "1", "--epochs", "1", "--networks", "stick"]

    code = main([str(SMOKE), *asked, "-o", str(tmp_path)])

    said = capsys.readouterr()
    assert code == 0
    assert "stick, never trained on smoke: spaces in plain sight" in said.out
    read = cv2.dnn.readNetFromONNX(np.frombuffer((tmp_path / "stick.onnx").read_bytes(), np.uint8))
    [patches] = examples(PORTS["stick"], 2)
    read.setInput(patches.numpy())
    assert [out.shape for out in read.forward(("classes", "focus"))] == [(2, 3), (2, 1, 12, 16)]


def test_nothing_to_learn_from_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([str(SMOKE), "--without", str(SMOKE), "-o", str(tmp_path)])

    assert code == 2
    assert "--drawn" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
