"""A training of a few steps: from tables to files that OpenCV reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
pytest.importorskip("onnx", reason="ONNX comes with the extra `train`")

from companion.errors import InputError  # noqa: E402
from vision.picture.networks import opened, show  # noqa: E402
from vision.training import __main__ as command  # noqa: E402
from vision.training import face_lessons, loop  # noqa: E402
from vision.training.__main__ import main  # noqa: E402
from vision.training.board_net import BoardNet  # noqa: E402
from vision.training.chance import frames_by_lot  # noqa: E402
from vision.training.dataset import material  # noqa: E402
from vision.training.dataset.board_frames import BoardFrame, board_frames  # noqa: E402
from vision.training.dataset.material import (  # noqa: E402
    Material,
    boards_from_drawings,
    faces_from_folders,
    from_folders,
    prints_of,
)
from vision.training.dataset.patch_set import FramePatches  # noqa: E402
from vision.training.dataset.tables import drawn_table  # noqa: E402
from vision.training.loop import Course, Cycle, teach  # noqa: E402
from vision.training.nets import FaceNet, Size, SlotNet, StickNet  # noqa: E402
from vision.training.resuming import resume  # noqa: E402
from vision.training.shipping import rounding  # noqa: E402
from vision.training.shipping.exporting import (  # noqa: E402
    CLOSE_ENOUGH,
    PORTS,
    as_onnx,
    examples,
    furthest_off,
)
from vision.training.tasks import measure, train  # noqa: E402

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"
NETS = {"stick": StickNet, "slot": SlotNet, "face": FaceNet, "stops": BoardNet, "close": BoardNet}


def silent(line: str) -> None:
    pass


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def drawn() -> Material:
    return Material(prints_of(range(2)), boards=list(board_frames(1, 1)))


@pytest.fixture(scope="module")
def frames() -> list[FramePatches]:
    return from_folders([SMOKE], silent)


@pytest.mark.parametrize("name", NETS)
def test_the_reader_runs_an_exported_network_as_pytorch_does(name: str) -> None:
    torch.manual_seed(0)
    net, other = NETS[name]().eval(), NETS[name]().eval()

    onnx = as_onnx(name, net)

    assert furthest_off(net, onnx, PORTS[name]) < CLOSE_ENOUGH
    assert furthest_off(other, onnx, PORTS[name]) > CLOSE_ENOUGH


@pytest.mark.parametrize("name", NETS)
def test_a_network_goes_on_as_its_file_left_it(name: str) -> None:
    torch.manual_seed(0)
    net, again = NETS[name](), NETS[name]()
    shown = examples(PORTS[name], 4)
    net(*shown)  # Its norms are no longer those that it began with.
    onnx = as_onnx(name, net)

    resume(again, onnx, lambda: again(*shown))

    assert furthest_off(again.eval(), onnx, PORTS[name]) < CLOSE_ENOUGH
    other = NETS["slot" if name == "stick" else "stick"]()
    with pytest.raises(InputError, match="another network"):
        resume(other, onnx, lambda: other(*examples(PORTS[name], 4)))


@pytest.mark.parametrize(("name", "kind"), [("stick", StickNet), ("slot", SlotNet)])
def test_a_network_that_has_grown_answers_as_the_smaller_one_did_and_learns_on(
    name: str, kind: type[StickNet | SlotNet]
) -> None:
    torch.manual_seed(0)
    smaller, larger = kind(Size((8, 12, 16, 20), 24)), kind(Size((12, 12, 20, 24), 32))
    smaller.refine = torch.nn.Identity()
    shown = examples(PORTS[name], 6)
    smaller(*shown)
    onnx = as_onnx(name, smaller)

    resume(larger, onnx, lambda: larger(*shown))

    assert furthest_off(larger.eval(), onnx, PORTS[name]) < CLOSE_ENOUGH
    assert larger.refine.b2.weight.grad is None
    larger.train()(*shown)[0].square().sum().backward()
    assert larger.refine.b2.weight.grad.any()
    assert larger.f2.weight.grad[:, -1].any()
    with pytest.raises(InputError, match="another network"):
        resume(smaller, as_onnx(name, larger), lambda: smaller(*shown))


@pytest.mark.parametrize("name", NETS)
def test_a_network_gets_better_at_what_it_is_shown(
    name: str, drawn: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses: list[float] = []
    monkeypatch.setattr(loop, "A_LINE", 6)
    torch.manual_seed(1)

    def say(line: str) -> None:
        if "loss" in line:
            losses.append(float(line.rsplit(" ", 1)[1]))

    train(name, drawn, 24, say)

    assert len(losses) == 4
    assert np.mean(losses[-1:]) < np.mean(losses[:1])


def test_a_network_that_can_not_be_rounded_keeps_exact_sums_and_it_is_said(
    drawn: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounding, "MOST_MOVED", 0.0)
    said: list[str] = []

    taught = train("slot", drawn, 1, said.append)

    assert taught.shipped == taught.exact
    assert said[-1].startswith("slot: chances differ by")
    assert said[-1].endswith("so they stay exact")


def test_a_seed_trains_the_same_network_again(drawn: Material) -> None:
    torch.manual_seed(3)
    first = train("slot", drawn, 1, silent)
    torch.manual_seed(3)
    again = train("slot", drawn, 1, silent)

    assert first[1:] == again[1:]


def test_the_network_that_is_kept_is_a_running_mean_of_those_on_the_way() -> None:
    torch.manual_seed(0)
    net, seen = torch.nn.Linear(1, 1), []

    def loss() -> torch.Tensor:
        seen.append(net.weight.detach().clone())
        return (net(torch.ones(1, 1)) - 5).square().sum()

    teach(net, loss, Course((Cycle(40, 0.5),)), silent)

    ways = torch.cat(seen)
    assert float(ways.min()) < float(net.weight.detach()) < float(ways.max())


def test_a_second_cycle_begins_where_the_first_ended() -> None:
    net, first = torch.nn.Linear(1, 1), []
    cycles = (Cycle(3, 1e-9), Cycle(2, 1e-9))

    def loss() -> torch.Tensor:
        first.append(float(net.weight.detach()))
        return (net(torch.ones(1, 1)) - 5).square().sum()

    teach(net, loss, Course(cycles), silent)

    assert len(first) == Course(cycles).steps == 5
    assert np.ptp(first) < 1e-6
    assert not net.training
    assert Course(cycles).of(7) == Course((Cycle(7, 1e-9),))


def test_what_is_left_is_the_mean_of_the_last_cycles_ends() -> None:
    cycles = (Cycle(3, 0.3), Cycle(4, 0.2), Cycle(5, 0.1))

    def end_of(course: Course) -> list[float]:
        torch.manual_seed(3)
        net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))

        def loss() -> torch.Tensor:
            return (net(torch.randn(4, 2)) - 5).square().sum()

        teach(net, loss, course, silent)
        return [float(each) for part in net.state_dict().values() for each in part.ravel()]

    ends = [end_of(Course(cycles[:count])) for count in (1, 2, 3)]

    *told, seen = end_of(Course(cycles, ends=2))
    assert told == pytest.approx(np.mean([ends[1][:-1], ends[2][:-1]], axis=0))
    assert seen == ends[2][-1] == sum(cycle.steps for cycle in cycles)


def test_each_source_of_tables_gives_as_many_frames_of_a_lesson(
    frames: list[FramePatches],
) -> None:
    material = Material((), [frames[:1], (), frames[1:]])

    lesson = frames_by_lot(material, lambda frame: frame.sticks, 4)()

    assert [any(each is frame.sticks for frame in frames[:1]) for each in lesson] == [
        True,
        False,
        True,
        False,
    ]
    assert frames_by_lot(Material(()), lambda frame: frame.sticks, 4)() == []


def test_what_is_measured_on_may_not_be_learned_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([str(SMOKE), "--learn-from", str(SMOKE / "."), "-o", str(tmp_path)])

    assert code == 2
    assert "learned from and measured on" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_would_learn_from_nothing_is_not_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--networks", "stops", "--drawn", "0", "-o", str(tmp_path)])

    assert "--drawn 96" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_untrained_network_is_measured_as_such(frames: list[FramePatches]) -> None:
    torch.manual_seed(0)
    lines = measure("stick", as_onnx("stick", StickNet().eval()), frames)

    assert [line.split(": ")[1] for line in lines] == [
        "spaces in plain sight",
        "hidden spaces",
        "sticks told by colour",
    ]


def test_a_face_network_is_measured_on_the_markers_of_tables_and_once_on_drawn_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face_lessons, "MEASURED", 30)
    monkeypatch.setattr(face_lessons, "FIRST", 1)
    monkeypatch.setattr(command, "PRINTS", 2)
    asked = ["--drawn", "0", "--steps", "1", "--networks", "face", "-o", str(tmp_path)]
    on_table = sum(len(frame.kinds) for frame in faces_from_folders([SMOKE], silent))

    for tables, said in (
        ([], {"drawn: markers": 30}),
        ([str(SMOKE)], {"drawn: markers": 30, "smoke: markers": on_table}),
    ):
        assert main([*tables, *asked]) == 0

        lines = capsys.readouterr().out.splitlines()
        told = [line.partition("never trained on ")[2].rsplit(": ", 1) for line in lines]
        of = {what: int(share.rpartition(" of ")[2]) for what, share in told}
        alike = {what.replace("markers", "and by likeness alone"): n for what, n in said.items()}
        assert of == {**said, **alike}


def test_the_command_says_how_well_a_table_is_read_that_it_never_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(material, "drawn_table", partial(drawn_table, frames=2))
    monkeypatch.setattr(command, "PRINTS", 2)
    asked = ["--drawn", "1", "--steps", "1", "--networks", "stick"]

    code = main([str(SMOKE), *asked, "-o", str(tmp_path)])

    said = capsys.readouterr()
    assert code == 0
    assert "stick, never trained on smoke: spaces in plain sight" in said.out
    [patches] = examples(PORTS["stick"], 2)
    net = opened((tmp_path / "stick.onnx").read_bytes())
    told = show(net, {"patches": patches.numpy()}, ("classes", "focus"))
    assert [out.shape for out in told] == [(2, 3), (2, 1, 12, 16)]


def test_a_course_that_was_broken_off_ends_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "SAVED_AFTER", 3)
    course = Course((Cycle(4, 0.1), Cycle(5, 0.1)), ends=2)

    def taught(kept: Path | None = None, breaks_at: int = 0) -> list[float]:
        torch.manual_seed(7)
        net, taken = torch.nn.Linear(2, 1), [0]

        def loss() -> torch.Tensor:
            taken[0] += 1
            if taken[0] == breaks_at:
                raise KeyboardInterrupt
            return (net(torch.randn(4, 2)) - 5).square().sum()

        teach(net, loss, course, silent, kept)
        return [float(weight) for weight in net.weight.detach().ravel()]

    kept = tmp_path / "course.pt"
    with pytest.raises(KeyboardInterrupt):
        taught(kept, breaks_at=8)

    assert taught(kept) == taught()


def test_boards_that_were_drawn_are_found_again(tmp_path: Path) -> None:
    def drawn(keep: Path | None) -> list[BoardFrame]:
        return boards_from_drawings(range(1, 2), silent, 1, any_paint=True, keep=keep)

    first, again, anew = drawn(tmp_path), drawn(tmp_path), drawn(None)

    for one, other in [*zip(first, again, strict=True), *zip(first, anew, strict=True)]:
        assert one.table == other.table
        for part in ("tones", "print_", "in_view", "kinds", "lean", "feet", "places"):
            assert np.array_equal(getattr(one, part), getattr(other, part))
