"""A game goes on on the board it was begun on, whatever board is given later."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.boards.board import Board, digest_of
from companion.boards.board_file import parse_board
from companion.boards.board_writing import board_json, keep_board
from companion.errors import InputError
from companion.play.game import Seat
from companion.records.record import read_record
from companion.store import KeptBoard, Store
from tests.web.tables import BOARD, NOW, PLAYERS, client_of
from tests.whole_games import GAMES
from web.commands import play
from web.commands.play import _other_board
from web.host.host import Address, Host
from web.host.roles import Role

SEATS = [Seat(name, nation) for name, nation in PLAYERS]


def changed(**changes: object) -> Board:
    """The shipped board, with its first island otherwise."""
    data = json.loads(json.dumps(board_json(BOARD)))
    data["meta"]["name"] = "My own"
    data["islands"][0].update(changes)
    return parse_board(data)


def open_host(path: Path, board: Board) -> Host:
    return Host(Store(path), board, lambda: NOW, Address(8000))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


def test_a_game_goes_on_on_its_own_board(path: Path) -> None:
    own = changed(value=1)
    first = open_host(path, own)
    table = first.begin(SEATS, {})
    first.store.close()

    again = open_host(path, BOARD)

    assert again.table is not None
    assert (again.board.name, again.new_board.name) == ("My own", BOARD.name)
    assert again.table.view.record == table.view.record
    assert digest_of(again.board) == digest_of(own)
    page = client_of(again, Role.HOST)
    assert page.get("/table").status_code == 200
    assert "My own" in page.get("/map-light.svg").text

    again.begin(SEATS, {})
    assert again.board is again.new_board
    assert "My own" not in page.get("/map-light.svg").text


def test_a_board_that_is_the_same_is_no_other_one(path: Path) -> None:
    """Read from the game's own file, or begun anew from what comes with the program."""
    open_host(path, BOARD).store.close()
    host = open_host(path, BOARD)
    host.served = changed(), host.table
    assert host.board is not host.new_board

    assert _other_board(host) == []
    host.served = changed(value=1), host.table
    assert len(_other_board(host)) == 1


TWO = ("--player", "Ann=english", "--player", "Ben=french")


@pytest.mark.parametrize(
    ("over", "words", "goes_on"),
    [
        pytest.param(False, (), True, id="it is not over"),
        pytest.param(False, TWO, False, id="others begin another"),
        pytest.param(True, (), False, id="it is over"),
        pytest.param(True, TWO, False, id="it is over, and another begins"),
    ],
)
def test_a_game_goes_on_on_another_board_only_where_one_goes_on(
    over: bool,
    words: tuple[str, ...],
    goes_on: bool,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    host = open_host(path, BOARD)
    if over:
        record = read_record(GAMES / "2-players-stuck.jsonl")
        host.store.begin(record, NOW, keep_board(BOARD))
    else:
        host.begin(SEATS, {})
    host.store.close()
    own = path.with_name("own.json")
    own.write_text(json.dumps(board_json(changed(value=1))), encoding="utf-8")
    monkeypatch.setattr(play, "serve", lambda *_: None)
    start = ("--table", str(path), "--board", str(own), "--port", "0", "--no-open", *words)

    assert main(["play", *start, "--language", "en"]) == 0
    assert (
        "The game that goes on is played on its own board" in capsys.readouterr().out
    ) is goes_on


def test_what_was_told_of_another_board_waits_for_a_game_on_it(path: Path) -> None:
    first = open_host(path, changed(value=1))
    first.begin(SEATS, {})
    first.store.close()
    again = open_host(path, BOARD)
    told = object()
    again.mount.know(again.new_board, told)  # type: ignore[arg-type]

    assert again.mount.setup is None
    again.begin(SEATS, {})
    assert again.mount.setup is told


def test_a_board_traced_anew_is_the_same(path: Path) -> None:
    first = open_host(path, BOARD)
    first.begin(SEATS, {})
    first.store.close()
    moved = changed(x=BOARD.islands[next(iter(BOARD.islands))].x_mm + 1)

    assert open_host(path, moved).board is moved


def test_a_game_of_an_older_program_has_no_board_and_needs_it_given(path: Path) -> None:
    first = open_host(path, changed(value=1))
    game = first.begin(SEATS, {})
    first.store.begin(game.view.record, NOW)
    first.store.close()

    with pytest.raises(InputError, match="'My own', and this is another"):
        open_host(path, BOARD)


def test_an_older_evenings_board_is_unpacked_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at it left a folder, with the picture of its markers, until the program ended."""
    folders = path.parent / "unpacked"
    folders.mkdir()
    first = open_host(path, changed(value=1, name="Once"))
    first.begin(SEATS, {})
    first.store.begin(first.table.view.record, NOW, KeptBoard("{}"))  # type: ignore[union-attr]
    first.begin(SEATS, {})
    host = client_of(Host(first.store, BOARD, lambda: NOW, Address(8000)), Role.HOST)
    monkeypatch.setattr(tempfile, "tempdir", str(folders))

    for page in ("evenings/1", "evenings/1/board.svg", "evenings/1", "evenings"):
        assert host.get(f"/{page}").status_code == 200

    assert len(list(folders.iterdir())) <= 1


def test_a_board_that_can_not_be_read_is_told(path: Path) -> None:
    first = open_host(path, changed(value=1))
    game = first.begin(SEATS, {})
    first.store.begin(game.view.record, NOW, KeptBoard("{}"))
    first.store.close()

    with pytest.raises(InputError, match="game 2: the board kept with it can't be used"):
        open_host(path, BOARD)


def test_games_on_one_board_keep_it_once(path: Path) -> None:
    host, waiting = open_host(path, BOARD), path.with_name("table.sqlite-wal")
    first = host.begin(SEATS, {}).number
    size = waiting.stat().st_size
    second = host.begin(SEATS, {}).number

    assert host.store.board(first) == host.store.board(second) == keep_board(BOARD)
    assert waiting.stat().st_size - size < len(keep_board(BOARD).file)


def test_another_host_of_the_file_follows(path: Path) -> None:
    one, other = open_host(path, BOARD), open_host(path, BOARD)
    other.follow()
    assert other.table is None

    begun = one.begin(SEATS, {})
    other.follow()
    assert other.table is not None
    assert other.table.number == begun.number

    assert client_of(one, Role.HOST).post("/settings", data={"help": "off"}).status_code == 303
    other.follow()
    assert other.settings == one.settings
