"""The measure of tracing, on a board that nobody has seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.tracing import main


def test_a_board_is_all_but_traced_by_its_photo(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--invented", "9", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["spaces within 1.5 mm, worst board"]["reached"]
    assert figures["spaces offered as ghosts"]["value"] > 0.9
    assert figures["false dashes a board"]["value"] <= 5
    assert figures["taps still needed a board"]["value"] <= 12


def test_a_folder_that_is_no_table_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
