"""``companion watch`` on photos of a game whose ships lie at stops."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.__main__ import main
from companion.games.long_cours.shipped import read_shipped_board
from companion.records.record import facts_of, read_record
from vision.simulator import Simulator, demo_camera, reference_frame, write_board

SIZE_PX = (1280, 720)
BOARD = read_shipped_board()
LYING = (
    {"yellow": "alger"},
    {"yellow": "alger", "green": "hambourg"},
    {"yellow": "marseille", "green": "hambourg"},
    {"yellow": "marseille", "green": "londres"},
    {"yellow": "odessa", "green": "londres"},
    {"yellow": "odessa"},
    {"yellow": "odessa", "green": "perth"},
)
"""Two ships are placed and sail by turns; a storm strikes the second, and it comes back."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo after each of their deeds, and one of the empty board."""
    folder = tmp_path_factory.mktemp("evening")
    simulator = Simulator(BOARD, seed=45)
    assert simulator.berths is not None
    write_board(folder, BOARD)
    empty = reference_frame(simulator, np.random.default_rng(2), SIZE_PX)
    (folder / "reference.jpg").write_bytes(empty.jpeg())
    camera = demo_camera(BOARD, SIZE_PX)
    for number, ships in enumerate(LYING, start=1):
        frame = simulator.frame(simulator.berths.scene(ships, {}), camera, seed=number)
        (folder / f"{number}.jpg").write_bytes(frame.jpeg())
    return folder


def test_photos_of_ships_become_the_record_of_their_game(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    setup = ["--board", str(evening / "board.json"), "--reference", str(evening / "reference.jpg")]
    players = ["--player", "Ann=yellow", "--player", "Ben=green"]

    code = main(["watch", str(evening), *setup, *players, "-o", str(path), "--json"])

    report = json.loads(capsys.readouterr().out)
    told = [fact for fact in facts_of(read_record(path)) if fact["do"] != "done"]
    assert [(fact["do"], fact["player"], fact.get("stop")) for fact in told] == [
        ("place", "Ann", "alger"),
        ("place", "Ben", "hambourg"),
        ("move", "Ann", "marseille"),
        ("move", "Ben", "londres"),
        ("move", "Ann", "odessa"),
        ("storm", told[5]["player"], None),
        ("return", "Ben", "perth"),
    ]
    assert [frame["watching"] for frame in report["frames"].values()] == ["settled"] * len(LYING)
    assert code == 0
