"""``companion score`` from photos that are read: which are told to be of no or little use."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from vision.simulator import Simulator, demo_camera
from web.demo.made_up import made_up_game


def test_two_photos_of_a_half_each_show_the_whole_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = read_shipped_board()
    simulator, camera = Simulator(drawn, 11), demo_camera(drawn)
    laid = Position(dict.fromkeys(list(drawn.spaces)[::9], "red"), {})
    whole = simulator.frame(laid, camera, seed=3).photo
    empty = simulator.frame(Position(), camera, seed=4).photo
    middle = whole.shape[1] // 2
    halves = {"left": whole[:, : middle + 130], "right": whole[:, middle - 130 :]}
    for name, picture in {**halves, "empty": empty}.items():
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), picture)
    words = ["--reference", str(tmp_path / "empty.jpg"), "--player=Anna=french:1"]
    asked = {}
    for given in (["left"], ["left", "right"]):
        photos = [str(tmp_path / f"{name}.jpg") for name in given]
        main(["score", *photos, *words, "--json"])
        told = capsys.readouterr()
        asked[len(given)] = {each["place"] for each in json.loads(told.out)["questions"]}
        hint = "part of the board lies outside the picture; move the camera towards"
        assert (hint in told.err) is (len(given) == 1)

    assert len(asked[1]) > 0.3 * len(drawn.spaces)
    assert len(asked[2]) < 0.05 * len(drawn.spaces)


def test_a_second_photo_in_which_there_is_no_board_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = read_shipped_board()
    photo = Simulator(drawn, 11).frame(Position(), demo_camera(drawn)).photo
    for name, picture in (("board", photo), ("table", np.full_like(photo, 90))):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), picture)
    board, table = (str(tmp_path / f"{name}.jpg") for name in ("board", "table"))

    assert main(["score", board, table, "--reference", board, "--player=Anna=french:1"]) == 2
    assert f"{table}: no board found" in capsys.readouterr().err


@pytest.mark.parametrize("exchanged", [False, True])
def test_photos_given_the_wrong_way_round_have_no_winner(
    exchanged: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = made_up_game(read_shipped_board(), 3)
    empty, final = tmp_path / "empty.jpg", tmp_path / "final.jpg"
    empty.write_bytes(made.final if exchanged else made.empty)
    final.write_bytes(made.empty if exchanged else made.final)
    players = [f"--player={each.name}={each.role}:{each.money}" for each in made.players]

    ended = main(["score", str(final), "--reference", str(empty), *players])

    told = capsys.readouterr()
    assert (f"{final}: this looks like the empty board" in told.err) is exchanged
    assert ("No winner yet" in told.out) is exchanged
    assert ended == 1 or not exchanged


def test_a_photo_that_is_too_small_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = read_shipped_board()
    simulator, camera = Simulator(drawn, 11), demo_camera(drawn)
    photo = simulator.frame(Position(), camera).photo
    large, small = tmp_path / "large.jpg", tmp_path / "small.jpg"
    cv2.imwrite(str(large), photo)
    cv2.imwrite(str(small), cv2.resize(photo, (480, 270), interpolation=cv2.INTER_AREA))

    for given in (large, small):
        main(["score", str(given), "--reference", str(large), "--player=Anna=french:1"])
        hint = f"{given}: a stick is only"
        assert (hint in capsys.readouterr().err) is (given == small)


@pytest.mark.parametrize(
    ("grey", "same", "told"),
    [
        pytest.param(False, False, None, id="as it should be"),
        pytest.param(True, False, "the photo has no colours", id="a grey one"),
        pytest.param(False, True, "this is the photo of the empty board", id="one photo twice"),
    ],
)
def test_photos_that_tell_no_winner(
    grey: bool, same: bool, told: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = made_up_game(read_shipped_board(), 3)
    empty, final = tmp_path / "empty.jpg", tmp_path / "final.jpg"
    empty.write_bytes(made.empty)
    final.write_bytes(made.empty if same else made.final)
    if grey:
        cv2.imwrite(str(final), cv2.imread(str(final), cv2.IMREAD_GRAYSCALE))
    players = [f"--player={each.name}={each.role}:{each.money}" for each in made.players]

    main(["score", str(final), "--reference", str(empty), *players])

    said = capsys.readouterr()
    assert (told is not None and f"{final}: {told}" in said.err) is (told is not None)
    assert ("No winner yet" in said.out) is (told is not None)
