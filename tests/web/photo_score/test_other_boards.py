"""Photos of boards that are not ours, as they are handed in on the page: none is scored.

``benchmarks.other_boards`` does the same with as many boards as somebody has time for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from benchmarks.other_boards import mirrored
from companion.boards.board import Board
from companion.position import Position
from tests.web.photo_score.bench import Bench, played
from tests.web.photo_score.pictures import photographed
from tests.web.score.reports import PLAYERS
from tests.web.tables import BOARD, make_host
from vision.picture.encoding import encoded
from vision.simulator import invent_board, random_position
from web.photo_score.reader import do

OTHERS: dict[str, Callable[[], Board]] = {
    "other islands, routes and size": lambda: invent_board(1),
    "another look": lambda: invent_board(2),
    "a board without an outline to be seen": lambda: invent_board(14),
    "the same pieces on more islands": lambda: invent_board(4),
    "another printing, with the islands elsewhere": lambda: mirrored(BOARD),
}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A table whose photos are really read."""
    monkeypatch.setattr("tests.web.photo_score.bench.SOON_S", 240.0)
    host = make_host(tmp_path / "table.sqlite")
    yield Bench(host, do)
    host.store.close()


def photos(board: Board, seed: int) -> tuple[bytes, bytes]:
    """A board empty, and the same board in the middle of a game."""
    laid = random_position(board, np.random.default_rng(seed), 0.5)
    empty, final = photographed(board, seed, Position(), laid)
    return empty.jpeg(), final.jpeg()


def nobody_wins(bench: Bench, case: str, page: str) -> bool:
    """Whether nothing on the page, nor behind it, tells of a score."""
    sheet = bench.client.get(f"{case}/sheet.html").status_code
    return "not the board I know" in page and 'class="ranking"' not in page and sheet == 404


@pytest.mark.parametrize("which", OTHERS)
def test_a_photo_of_another_board_is_told_and_nobody_wins(which: str, bench: Bench) -> None:
    """And it stays told when the finished board and the players are handed in all the same."""
    empty, final = photos(OTHERS[which](), list(OTHERS).index(which) + 1)
    case = bench.begin()
    bench.client.post(f"{case}/players", data=played(PLAYERS))
    bench.send(case, "empty", empty)
    page = bench.read(case)
    assert nobody_wins(bench, case, page)
    assert 'href="/trace"' in page.partition("fault")[2]

    bench.send(case, "final", final)
    assert nobody_wins(bench, case, bench.read(case))


def test_a_finished_game_on_another_board_than_the_empty_one(bench: Bench) -> None:
    [empty], (_, final) = photographed(BOARD, 6, Position()), photos(mirrored(BOARD), 6)
    case = bench.begin()
    bench.client.post(f"{case}/players", data=played(PLAYERS))
    bench.send(case, "empty", empty.jpeg())
    bench.send(case, "final", final)

    assert nobody_wins(bench, case, bench.read(case))


def test_what_is_no_board_has_no_winner(bench: Bench) -> None:
    squares = np.indices((1200, 1600)).sum(axis=0) // 120 % 2
    draughts = np.repeat((40 + 190 * squares.astype(np.uint8))[..., None], 3, axis=2)
    case = bench.begin()
    bench.client.post(f"{case}/players", data=played(PLAYERS))
    bench.send(case, "empty", encoded(draughts))
    bench.send(case, "final", encoded(draughts))

    assert nobody_wins(bench, case, bench.read(case))
