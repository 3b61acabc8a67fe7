"""The engine's benchmark: what it tells, with and without python-chess."""

from __future__ import annotations

import json
import sys

import pytest

from benchmarks.engine import drawn, main

OURS = {
    "options when laying, ms",
    "options in phase 1, ms",
    "game of five replayed, ms",
    "and judged fact by fact, ms",
}


def test_without_python_chess_one_line_says_so_and_the_rest_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)

    main(["--games", "0", "--json"])

    out, err = capsys.readouterr()
    assert err.splitlines() == ["python-chess is missing: install it with pip install '.[bench]'"]
    told = json.loads(out)
    assert {name for name, figure in told.items() if figure["target"]} == OURS


def test_every_game_drawn_is_counted_with_its_end() -> None:
    told = {figure.name: figure.value for figure in drawn(4)}

    for players in range(2, 6):
        ends = [told.get(f"{players} players: ended {end}", 0) for end in ("stuck", "all_sticks")]
        assert sum(end or 0 for end in ends) == told[f"{players} players: games"] == 1
        assert told[f"{players} players: facts, least"] == told[f"{players} players: facts, most"]
