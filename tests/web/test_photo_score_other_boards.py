"""Photos of boards that are not ours, as they are handed in on the page: none is scored."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.position import Position
from tests.web.tables import make_host
from tests.web.test_photo_score import Bench
from vision.simulator import Simulator, invent_board
from web.demo.made_up import shots
from web.photo_score.reader import do


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_a_photo_of_another_board_is_told_and_nobody_wins(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five boards that nobody has seen: other islands, other routes, another size."""
    monkeypatch.setattr("tests.web.test_photo_score.SOON_S", 240.0)
    host = make_host(tmp_path / "table.sqlite")
    board = invent_board(seed)
    shot = shots(board, Random(seed))[0]
    photo = Simulator(board, seed).frame(Position(), shot.camera, shot.light).jpeg()
    bench = Bench(host, do)
    case = bench.begin()
    bench.send(case, "empty", photo)
    page = bench.read(case)

    assert "not the board I know" in page
    assert 'href="/trace"' in page
    assert 'class="first"' not in page
    assert bench.client.get(f"{case}/sheet.html").status_code == 404
    host.store.close()
