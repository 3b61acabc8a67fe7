"""``companion watch`` on photos of a table of square tiles: no photo of it beforehand."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.__main__ import main
from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from companion.records.record import facts_of, read_record
from vision.simulator import Light, Simulator, camera_at

BOARD = GAME.shipped_board()
PLAYED = (
    {"do": "tile", "player": "Ann", "cell": "cell/16,15", "tile": "ss05/1"},
    {"do": "tile", "player": "Ben", "cell": "cell/15,14", "tile": "ss31/1"},
    {"do": "islander", "player": "Ben", "place": "cell/15,14/island-1"},
    {"do": "tile", "player": "Ann", "cell": "cell/15,16", "tile": "ss16/1"},
)


def test_photos_without_a_word_become_the_record_of_their_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulator, at = Simulator(BOARD, 2004), BOARD.cells["cell/15,15"]
    camera = camera_at(
        (at.x_mm, at.y_mm), size_px=(1280, 720), distance_mm=430, tilt_deg=12, azimuth_deg=75
    )
    spaces, slots = {"cell/15,15": "ss18/0"}, dict[str, str]()
    for number, fact in enumerate(({}, *PLAYED)):
        spaces |= {fact["cell"]: fact["tile"]} if "cell" in fact else {}
        slots |= {fact["place"]: "blue"} if "place" in fact else {}
        photo = simulator.frame(simulator.laid(Position(spaces, slots)), camera, Light()).photo
        cv2.imwrite(str(tmp_path / f"{number}.png"), photo)
    record = tmp_path / "game.jsonl"
    players = ["--player=Ann=red", "--player=Ben=blue"]

    main(["watch", str(tmp_path), "--game", GAME.about.id, *players, "-o", str(record), "--json"])

    report = json.loads(capsys.readouterr().out)
    assert list(facts_of(read_record(record))) == list(PLAYED)
    assert (report["asked"], report["astray"]) == ([], [])
