"""``companion watch`` on photos of a game whose table is laid of tiles."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.games.pictured.table_of_tiles import TableOfTiles
from companion.__main__ import main
from companion.games.big_kini.game import GAME
from companion.games.big_kini.shipped import read_shipped_board
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import lies
from companion.play.game import Seat
from companion.records.record import facts_of, read_record
from vision.tiles.bare.sheet import corner_cells

BOARD = read_shipped_board()
SEATS = (Seat("Ann", "blue"), Seat("Ben", "red"))
PLAYED: tuple[e.Event, ...] = (
    e.HomeChosen("Ben", "cell/4,1", "a6/2"),
    e.HomeChosen("Ann", "cell/0,1", "a5/0"),
    e.Settled("Ann", "cell/0,1/minister-ab"),
    e.Settled("Ann", "cell/0,1/administrator-c"),
    e.Settled("Ben", "cell/4,1/minister-bc"),
    e.Settled("Ben", "cell/4,1/minister-ac"),
    e.TokenPlaced("Ann", "board/discovery/double"),
    e.Discovered("Ann", "cell/0,1/minister-ab", "cell/1,1", "a16/2"),
    e.Landed("Ann", "cell/1,1/administrator-b"),
)
PHOTOGRAPHED = (1, 2, 4, 6, 7, 8, 9)
"""After so many of these: each home, the first cubes of each player, and then each deed."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Photos of the table as it was played, the sheet of its tiles, and where its corners are."""
    folder = tmp_path_factory.mktemp("evening")
    state = GAME.start(GAME.begin(SEATS, {}, BOARD), BOARD)
    table = TableOfTiles(BOARD, state.game.layout, seed=5)
    bare = table.reader().reference
    cv2.imwrite(str(folder / "sheet.jpg"), bare.photo)
    for number, event in enumerate(PLAYED, start=1):
        state = GAME.apply(state, event)
        if number in PHOTOGRAPHED:
            cv2.imwrite(str(folder / f"{number}.jpg"), table.photo(lies(state), number))
    middles = [(BOARD.cells[cell].x_mm, BOARD.cells[cell].y_mm) for cell in corner_cells(BOARD)]
    return folder, ",".join(f"{px:.0f}" for px in bare.pose.project(np.array(middles)).ravel())


def test_photos_of_atolls_become_the_record_of_their_game(
    evening: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, corners = evening
    path = tmp_path / "game.jsonl"
    setup = ["--game", "big_kini", "--reference", str(folder / "sheet.jpg"), "--corners", corners]
    players = [f"--player={seat.name}={seat.role}" for seat in SEATS]

    code = main(["watch", str(folder), *setup, *players, "-o", str(path), "--json"])

    report = json.loads(capsys.readouterr().out)
    told = [json.dumps(fact) for fact in facts_of(read_record(path))]
    played = [json.dumps(GAME.fact(event)) for event in PLAYED]
    assert sorted(told[:6]) == sorted(played[:6])
    assert told[6:] == played[6:]
    assert (report["asked"], report["astray"], code) == ([], [], 0)


def test_a_board_of_another_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    board = Path("companion/games/long_cours/board.json")

    assert main(["watch", ".", "--game", "big_kini", "--board", str(board)]) == 2

    said = capsys.readouterr().err
    assert said.startswith("companion: --game: ")
    assert said.count("\n") == 1
