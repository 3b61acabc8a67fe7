"""A traced board works everywhere the shipped one does: its profile alone is enough."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import profile_bytes
from calibration.setup import open_board, open_setup
from companion.__main__ import main
from companion.errors import InputError
from companion.games.clippers.scoring.final_score import check_scorable
from companion.play.game import Seat
from companion.position import Position
from tests.web.tables import BOARD, make_host
from tests.web.tracing.tracing_bench import Bench
from vision.simulator import Light, Simulator, demo_camera, random_position, reference_frame

SIZE_PX = (1600, 1200)
PLAYERS = ["--player", "Anna=french:7", "--player", "Ben=english:5"]


@pytest.fixture(scope="module")
def clippers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The profile of a Clippers board traced over its photo, and two photos of a game on it."""
    folder = tmp_path_factory.mktemp("clippers")
    simulator = Simulator(BOARD, seed=6)
    empty = reference_frame(simulator, np.random.default_rng(6), SIZE_PX)
    host = make_host(folder / "table.sqlite")
    bench = Bench(host)
    bench.begin(**{"from": "clippers"})
    bench.photo(empty.jpeg())
    bench.send("corners", px=np.asarray(empty.truth.corners_px).tolist())
    board = bench.shelf.get(bench.page.rsplit("/", 1)[1])
    assert board is not None
    (folder / "clippers.json").write_bytes(profile_bytes(board.profile()))
    full = random_position(BOARD, np.random.default_rng(2), 0.4)
    laid = {at: kind for at, kind in full.spaces.items() if kind != "empty"}
    slots = {at: kind for at, kind in full.slots.items() if kind in ("french", "english")}
    camera = demo_camera(BOARD, SIZE_PX)
    frame = simulator.frame(Position(laid, slots), camera, Light(), seed=3)
    (folder / "final.jpg").write_bytes(frame.jpeg())
    (folder / "truth.json").write_text(json.dumps({"spaces": laid, "slots": slots}))
    host.store.close()
    return folder


def test_a_traced_board_is_scored_with_its_profile_alone(
    clippers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*PLAYERS, "--json"]
    profile = ["--profile", str(clippers / "clippers.json")]
    assert main(["score", str(clippers / "final.jpg"), *profile, *words]) in (0, 1)
    seen = json.loads(capsys.readouterr().out)
    assert main(["score", "--position", str(clippers / "truth.json"), *words]) in (0, 1)
    true = json.loads(capsys.readouterr().out)

    assert [player["ports"] for player in seen["players"]] == [
        player["ports"] for player in true["players"]
    ]


def test_a_traced_board_is_read_with_its_profile_alone(
    clippers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = ["--profile", str(clippers / "clippers.json")]
    assert main(["read", *profile, str(clippers / "final.jpg")]) == 0
    frame = json.loads(capsys.readouterr().out)["frames"]["final.jpg"]

    truth = json.loads((clippers / "truth.json").read_text())["spaces"]
    right = [seen["piece"] == truth.get(at, "empty") for at, seen in frame["spaces"].items()]
    assert np.mean(right) > 0.99


def test_a_traced_board_is_watched_with_its_profile_alone(
    clippers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "1.jpg").write_bytes((clippers / "final.jpg").read_bytes())
    profile = ["--profile", str(clippers / "clippers.json")]
    players = ["--player", "Anna=french", "--player", "Ben=english"]

    assert main(["watch", str(photos), *profile, *players, "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)


def test_the_page_plays_on_a_traced_board(clippers: Path) -> None:
    profile = clippers / "clippers.json"
    board = open_board(None, profile)

    check_scorable(board)
    assert open_setup(board, profile=profile).reference.pose is not None
    with pytest.raises(InputError, match="no profile"):
        open_board(None, clippers / "truth.json")


def test_the_next_game_is_played_on_a_traced_board_by_one_button(
    clippers: Path, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "table.sqlite")
    bench = Bench(host)
    taken = bench.take_in((clippers / "clippers.json").read_bytes())
    page, before = taken.headers["Location"].partition("#")[0], host.board

    answer = bench.client.post(f"{page}/play")

    assert (answer.status_code, answer.headers["Location"]) == (303, "/start?game=clippers")
    assert host.board is before
    host.begin([Seat("Anna", "french"), Seat("Ben", "english")], {})
    assert host.board is host.new_board is not before
    assert host.mount.setup is not None
    host.store.close()


def test_a_board_that_is_not_whole_is_not_played_on(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    bench = Bench(host)
    bench.small()

    assert bench.client.post(f"{bench.page}/play").status_code == 422
    assert host.new_board is host.board
    host.store.close()
