"""Lessons of the network of boxes: what is turned is turned whole, and odds deserve their name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vision
from companion.errors import InputError
from companion.games import big_kini, clippers

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
pytest.importorskip("onnx", reason="it comes with the extra `train`")

from vision.tiles.standing.forms import SIDE  # noqa: E402
from vision.tiles.standing.network import CHANNELS, looked_once  # noqa: E402
from vision.training.boxes import __main__ as command  # noqa: E402
from vision.training.boxes.cutting import CODES, Cut  # noqa: E402
from vision.training.boxes.lessons import _inked, lesson, loss_of, tempered  # noqa: E402
from vision.training.boxes.nets import BoxNet  # noqa: E402
from vision.training.resuming import resume  # noqa: E402

COUNT = 40
MODELS = Path(vision.__file__).parent / "models"


@pytest.fixture(scope="module")
def cut() -> Cut:
    """Bright tops in one corner of a dark print, on every other place."""
    shown = np.full((COUNT, CHANNELS, SIDE, SIDE), round(0.3 * CODES), np.uint8)
    shown[:, 6:] = 0
    tops = np.zeros((COUNT, SIDE, SIDE), np.uint8)
    stands = np.arange(COUNT) % 2 == 0
    tops[stands, 4:12, 18:28] = 1
    shown[stands, :3, 4:12, 18:28] = round(1.2 * CODES)
    shown[:, 6:8, 6:14, 16:26] = 1
    return Cut(shown, tops, stands)


def test_a_top_is_turned_and_lit_with_its_picture(cut: Cut) -> None:
    torch.manual_seed(3)
    for _ in range(6):
        given = lesson(cut, np.arange(COUNT))
        there = given.stands > 0
        tops = torch.nn.functional.interpolate(given.tops, scale_factor=2.0)[there] > 0.99
        seen = given.patches[there, :3].mean(1, keepdim=True)
        expected = given.patches[there, 3:6].mean(1, keepdim=True)
        assert float((seen - expected)[tops].mean()) > 0.3
        assert float((seen - expected)[~tops].abs().mean()) < 0.2
        assert not given.tops[~there].any()


def test_a_lesson_has_a_gradient_and_any_number_of_pieces(cut: Cut) -> None:
    net = BoxNet()
    for rows in (np.arange(COUNT), np.array([1, 3])):
        net.zero_grad()
        loss_of(net, lesson(cut, rows)).backward()  # type: ignore[no-untyped-call]
        slope = net.f2.weight.grad
        assert slope is not None
        assert bool(slope.abs().sum() > 0)


@pytest.mark.parametrize(("boast", "heat"), [(1.0, 1.0), (2.5, 2.5)])
def test_odds_are_divided_by_how_much_they_boast(boast: float, heat: float) -> None:
    rng = np.random.default_rng(2)
    true = rng.normal(0, 2.5, 20_000)
    stands = rng.random(len(true)) < 1 / (1 + np.exp(-true))

    assert tempered(boast * true, stands) == pytest.approx(heat, rel=0.08)


def test_a_course_goes_on_from_the_shipped_weights(cut: Cut) -> None:
    patches = lesson(cut, np.arange(COUNT), plain=True).patches
    net = BoxNet()
    resume(net, (MODELS / "box.onnx").read_bytes(), lambda: net(patches))
    with torch.no_grad():
        odds = net.eval()(patches)[0][:, 0].numpy()

    shipped, _ = looked_once(list(patches.numpy()))
    assert ((odds > 0) == (shipped > 0)).all()
    sharp = shipped / odds
    assert sharp == pytest.approx(np.full(COUNT, np.median(sharp)), rel=0.02)


@pytest.mark.parametrize("data", [b"no network", (MODELS / "slot.onnx").read_bytes()])
def test_another_network_is_refused_in_one_line(cut: Cut, data: bytes) -> None:
    patches = lesson(cut, np.arange(COUNT), plain=True).patches
    net = BoxNet()
    with pytest.raises(InputError, match="BoxNet"):
        resume(net, data, lambda: net(patches))


def test_a_place_in_the_paint_of_its_piece_is_seen_and_expected_alike(cut: Cut) -> None:
    torch.manual_seed(1)
    given = lesson(cut, np.arange(COUNT), plain=True)
    tops = torch.from_numpy(cut.tops.astype(np.float32))[:, None]
    before = (given.patches[:, :3] - given.patches[:, 3:6])[1::2]

    inked = _inked(given.patches, tops)

    after = (inked[:, :3] - inked[:, 3:6])[1::2]
    assert torch.allclose(after, before, atol=1e-5)
    changed = (inked[:, 3:6] != given.patches[:, 3:6]).flatten(1).any(1)
    assert 0 < int(changed.sum()) < COUNT
    assert torch.equal(inked[:, 6:], given.patches[:, 6:])


BOARD, CLIPPERS = (Path(str(game.__file__)).parent / "board.json" for game in (big_kini, clippers))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.json"], "nowhere.json"),
        ([str(CLIPPERS)], "is no table of tiles"),
        ([str(BOARD), "-o", "nowhere"], "nowhere"),
        ([str(BOARD), "--go-on", "nowhere.onnx"], "nowhere.onnx"),
    ],
    ids=["no board", "a board of routes", "no folder to write to", "no weights to go on from"],
)
def test_what_cannot_be_used_is_refused_before_anything_is_drawn(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "kept_table", lambda *_: pytest.fail("a table was drawn"))

    assert command.main(["-o", str(tmp_path), *words]) == 2
    refused = capsys.readouterr().err
    assert said in refused
    assert refused.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
