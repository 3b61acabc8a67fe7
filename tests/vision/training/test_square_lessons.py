"""The networks of square tiles learn together, and their command writes what can go on learning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
pytest.importorskip("onnx", reason="it comes with the extra `train`")

from torch.optim.optimizer import register_optimizer_step_pre_hook  # noqa: E402

import companion.games.carcassonne_south_seas as south_seas  # noqa: E402
from companion.games.carcassonne_south_seas.shipped import read_shipped_board  # noqa: E402
from vision.training.squares import __main__ as command  # noqa: E402
from vision.training.squares import lessons  # noqa: E402
from vision.training.squares.crops import SIDE  # noqa: E402
from vision.training.squares.lessons import Lessons, Pool, Rivals  # noqa: E402

BOARD = read_shipped_board()
COUNT = 12


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lessons, "BATCH", 6)
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def pool() -> Pool:
    """Crops of one grey each, which tells their ground; the first shows a bare cell."""
    grounds = np.arange(COUNT, dtype=np.uint8) % 3
    tones = np.broadcast_to((grounds * 110)[:, None, None, None], (COUNT, SIDE, SIDE, 3))
    samples = np.broadcast_to(grounds[:, None, None], (COUNT, SIDE // 2, SIDE // 2))
    ways = np.random.default_rng(4).integers(0, len(Rivals(BOARD).maps), COUNT)
    ways[0] = -1
    return Pool(np.array(tones), np.array(samples), np.zeros_like(samples), ways)


def test_what_crops_show_is_learned_in_every_cycle(pool: Pool) -> None:
    told = [each["ground"] for each in Lessons(BOARD, 0, [25, 10]).learn([pool])]

    assert len(told) == 35
    assert np.mean(told[20:25]) < 0.8 * np.mean(told[:5])
    assert np.mean(told[-5:]) < np.mean(told[20:25])


def test_the_first_network_takes_no_step_up_a_cliff(pool: Pool) -> None:
    """Its gradient, which comes from both, is cut to a norm of 2."""
    taught, norms = Lessons(BOARD, 0, [2]), list[float]()
    with torch.no_grad():
        taught.tile.out.weight *= 20

    def note(*_: object) -> None:
        grads = [weight.grad.flatten() for weight in taught.tile.parameters()]
        norms.append(float(torch.cat(grads).norm()))

    hook = register_optimizer_step_pre_hook(note)
    list(taught.learn([pool]))
    hook.remove()

    assert norms[0] == pytest.approx(2.0, rel=1e-3)
    assert max(norms) < 2.01


def test_the_command_writes_both_networks_and_goes_on_from_them(
    pool: Pool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "drawn_pool", lambda *_: pool)
    board = str(Path(south_seas.__file__).parent / "board.json")
    files = [tmp_path / "tile.onnx", tmp_path / "match.onnx"]
    asked = [board, "--pools", "1", "-o", str(tmp_path)]

    assert command.main([*asked, "--steps", "2"]) == 0
    begun = [file.read_bytes() for file in files]
    assert command.main([*asked, "--steps", "1", "1", "--go-on", str(tmp_path)]) == 0

    assert all(file.read_bytes() != data for file, data in zip(files, begun, strict=True))
    assert "surely wrong" in capsys.readouterr().out
    assert command.main([*asked, "--go-on", str(tmp_path), "--wide"]) == 2
