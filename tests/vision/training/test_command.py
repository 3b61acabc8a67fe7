"""The command that trains the networks: what it refuses, and how."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.training import __main__ as command

SMOKE = Path(__file__).parents[2] / "tables" / "smoke"


@pytest.fixture(autouse=True)
def torch_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused before anything is trained is refused with PyTorch and without."""
    monkeypatch.setattr(command, "find_spec", str)


def test_without_pytorch_one_line_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "find_spec", {}.get)

    code = command.main([str(SMOKE), "-o", str(tmp_path)])

    assert code == 2
    assert "[train]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_to_write_to_that_is_not_there_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = command.main([str(SMOKE), "-o", str(tmp_path / "nowhere")])

    assert code == 2
    assert "nowhere" in capsys.readouterr().err


@pytest.mark.parametrize("count", ["-1", "many", "1.5"])
def test_a_count_is_a_whole_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, count: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["--drawn", count, "-o", str(tmp_path)])

    assert refused.value.code == 2
    assert count in capsys.readouterr().err
