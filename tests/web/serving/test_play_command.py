"""``companion play`` as somebody starts it: where it is, who gets in, how it stops and goes on."""

from __future__ import annotations

import gc
import http.client
import json
import re
import signal
import socket
import sqlite3
import ssl
import threading
import time
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.boards.board import Board
from companion.errors import InputError
from companion.games import game_on
from companion.play.game import Seat
from companion.records.record import read_record
from companion.store import Store
from tests.web.camera.watched_tables import Pictures
from tests.web.running_table import PATIENCE_S, TWO, door, get, playing
from tests.web.tables import NOW, make_host
from tests.whole_games import GAMES
from vision.watch import LIVE
from web.commands import looking_after, play
from web.commands.serving import Beside, end


def test_it_says_where_it_is_and_stops_at_once_when_asked(tmp_path: Path) -> None:
    with playing(tmp_path) as (running, path, port):
        cookie = door(port, path)
        assert b'href="/start"' in get(port, "/", cookie).body
        assert get(port, "/table").status == 401
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        assert running.stdout is not None
        assert running.stderr is not None
        out, err = running.stdout.read(), running.stderr.read()
        running.wait(PATIENCE_S)

    assert (running.returncode, err) == (0, "")
    assert "Only this machine can open it" in out
    assert time.monotonic() - began < 10


def test_what_is_done_beside_the_page_has_ended_before_the_file_is_closed(tmp_path: Path) -> None:
    host, found = make_host(tmp_path / "evening.sqlite"), list[int | None]()
    beside = Beside(host.stopping)

    def work(stopped: threading.Event) -> None:
        stopped.wait(PATIENCE_S)
        time.sleep(0.2)
        found.append(host.store.last_game())

    beside.do(work)
    end(host, beside)

    assert found == [1]


def test_phones_find_the_lobby_by_what_is_printed(tmp_path: Path) -> None:
    """Before a game, and at the next start after it was over."""
    with playing(tmp_path, "--lan") as (running, path, port):
        assert running.stdout is not None
        said = ""
        while "Stop it with Ctrl-C" not in said:
            said += running.stdout.readline()
        found = re.search(r"opens http://\S+ and types\n([A-Z]{4})\.", said)
        assert found is not None, said
        asked = {"Content-Type": "application/x-www-form-urlencoded"}
        phone = http.client.HTTPConnection("localhost", port, timeout=PATIENCE_S)
        phone.request("POST", "/enter", f"letters={found[1]}", asked)
        cookie = str(phone.getresponse().headers["Set-Cookie"]).partition(";")[0]
        phone.close()
        assert b'action="/sit"' in get(port, "/", cookie).body
    store = Store(tmp_path / "evening.sqlite")
    store.begin(read_record(GAMES / "2-players-stuck.jsonl"), NOW)
    store.close()

    with playing(tmp_path, "--lan") as (_, path, port):
        same = f"door-{port}={cookie.partition('=')[2]}"
        assert b'action="/sit"' in get(port, "/", same).body
        assert b'action="/evenings/1/open"' in get(port, "/evenings", door(port, path)).body


def test_with_https_phones_come_in_safely_and_only_so(tmp_path: Path) -> None:
    """What is printed opens the camera's page; a second start shows the same certificate."""
    shown = []
    for _ in range(2):
        with playing(tmp_path, "--https", "0") as (running, _, plain):
            said = ""
            assert running.stdout is not None
            while "Stop it with Ctrl-C" not in said:
                said += running.stdout.readline()
            found = re.search(r"opens https://[\w.-]+:(\d+)(/join/\S+\?to=camera)", said)
            assert found is not None, said
            context = ssl.create_default_context(cafile=str(tmp_path / "companion-https.pem"))
            connection = http.client.HTTPSConnection(
                "localhost", int(found[1]), timeout=PATIENCE_S, context=context
            )
            connection.request("GET", found[2])
            assert b'url=/camera"' in connection.getresponse().read()
            connection.close()
            with pytest.raises(OSError):  # noqa: PT011  # how a closed port is told differs by system
                socket.create_connection(("127.0.0.2", plain), PATIENCE_S).close()
            shown += re.findall(r"SHA-256\): (\S+)", said)

    assert len(shown) == 2
    assert len(set(shown)) == 1


def players_of(port: int, path: str) -> tuple[list[str], int]:
    shown = json.loads(get(port, "/view", door(port, path)).body)
    return [player["name"] for player in shown["players"]], shown["revision"]


@pytest.mark.parametrize(
    ("words", "codes"),
    [(("--https", "0"), True), ((), False)],
    ids=["phones can come", "this machine alone"],
)
def test_a_game_that_begins_shows_everybodys_code(
    words: tuple[str, ...], codes: bool, tmp_path: Path
) -> None:
    with playing(tmp_path, *TWO, *words) as (running, _, port):
        said = ""
        assert running.stdout is not None
        while "Stop it with Ctrl-C" not in said:
            said += running.stdout.readline()
        found = re.search(r"code to scan is at http://localhost:\d+(/join/\S+\?to=codes)", said)
        assert (found is not None) is codes
        if found is not None:
            assert b'url=/doors"' in get(port, found[1]).body
            assert b"Ben" in get(port, "/doors", door(port, found[1])).body


def test_who_plays_may_be_said_at_once_and_their_game_goes_on(tmp_path: Path) -> None:
    """The same line twice is the same game; with other people it is another."""
    with playing(tmp_path, *TWO, "--edition", "en") as (_, path, port):
        assert players_of(port, path) == (["Ann", "Ben"], 0)
    host = Store(tmp_path / "evening.sqlite")
    first = host.last_game()
    host.close()

    for arguments, goes_on in ((TWO, True), ((*TWO, "--player", "Eve=german"), False)):
        with playing(tmp_path, *arguments):
            store = Store(tmp_path / "evening.sqlite")
            assert (store.last_game() == first) == goes_on
            store.close()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("SIGINT", id="Ctrl-C"),
        pytest.param("SIGTERM", id="by the system"),
        pytest.param("SIGHUP", id="the terminal's window is closed"),
    ],
)
def test_a_game_is_backed_up_at_the_end(name: str, tmp_path: Path) -> None:
    if not hasattr(signal, name):
        pytest.skip("this system has no such signal")
    with playing(tmp_path, *TWO) as (running, path, port):
        door(port, path)
        running.send_signal(getattr(signal, name))
        running.wait(PATIENCE_S)

    assert running.returncode == 0
    copy = Store(tmp_path / "evening.backup.sqlite")
    assert copy.last_game() == 1
    copy.close()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
def test_what_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    """As ``nohup`` starts it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with playing(tmp_path, *TWO) as (running, path, port):
            door(port, path)
            running.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            assert running.poll() is None
            assert get(port, "/table", door(port, path)).status == 200
    finally:
        signal.signal(signal.SIGHUP, before)


def test_once_an_hour_it_is_backed_up_whatever_breaks_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, stop, looked = make_host(tmp_path / "evening.sqlite"), threading.Event(), list[int]()

    def look_after() -> bool:
        looked.append(1)
        if len(looked) == 3:
            stop.set()
        raise RuntimeError

    monkeypatch.setattr(host, "look_after", look_after)
    monkeypatch.setattr(looking_after, "FOLLOW_S", 0.01)
    monkeypatch.setattr(looking_after, "BACK_UP_S", 0.0)

    looking_after.follow_the_file(host, list, stop)

    assert len(looked) == 3
    copy = Store(tmp_path / "evening.backup.sqlite")
    assert copy.last_game() == 1
    copy.close()
    host.store.close()


def test_an_evening_that_can_not_be_opened_here_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program laid it on the table; here the old one stayed, and nothing told why."""
    host, stop, said = make_host(tmp_path / "evening.sqlite"), threading.Event(), list[str]()
    tried = list[int]()

    def fails() -> None:
        tried.append(1)
        if len(tried) == 5:
            stop.set()
        if len(tried) != 3:
            raise InputError("no-such-game", name="chess" if len(tried) < 3 else "go", known="-")

    monkeypatch.setattr(host, "follow", fails)
    monkeypatch.setattr(looking_after, "FOLLOW_S", 0.01)

    looking_after.follow_the_file(host, lambda faults: said.extend(map(str, faults)), stop)

    assert [next(n for n in ("chess", "go") if n in each) for each in said] == ["chess", "go"]
    host.store.close()


@pytest.mark.parametrize("broken", ["back_up", "empty_bin"])
def test_what_breaks_while_it_is_backed_up_ends_nothing(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file was looked after no more that evening, and what others wrote was not taken in."""
    host, stop, tried = make_host(tmp_path / "evening.sqlite"), threading.Event(), list[int]()

    def breaks() -> None:
        tried.append(1)
        if len(tried) == 3:
            stop.set()
        raise sqlite3.OperationalError

    monkeypatch.setattr(host, broken, breaks)
    monkeypatch.setattr(looking_after, "FOLLOW_S", 0.01)
    monkeypatch.setattr(looking_after, "BACK_UP_S", 0.0)

    looking_after.follow_the_file(host, list, stop)

    assert len(tried) == 3
    host.store.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(TWO[:2], "there is 1; Clippers is for 2 to 5", id="one player"),
        pytest.param(["--player", "Ann"], "this is not NAME=NATION", id="no nation"),
        pytest.param(["--edition", "fr"], "say who plays too", id="rules for nobody"),
        pytest.param([*TWO, "--demo"], "the demo has players of its own", id="the demo"),
    ],
)
def test_a_game_that_can_not_be_is_said_in_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "t.sqlite")
    code = main(["play", "--no-open", "--port", "0", "--table", path, *arguments])

    assert code == 2
    assert said in capsys.readouterr().err


def test_a_killed_table_goes_on_where_it_was(tmp_path: Path) -> None:
    with playing(tmp_path, "--demo", "table", "--pace", "0.01") as (running, path, port):
        cookie = door(port, path)
        while (shown := json.loads(get(port, "/view", cookie).body))["revision"] < 20:
            time.sleep(0.05)
        running.kill()
        running.wait()

    with playing(tmp_path) as (_, again, port):
        assert again == path
        after = json.loads(get(port, "/view", door(port, path)).body)

    assert after["revision"] >= shown["revision"]
    assert {p["name"] for p in after["players"]} == {p["name"] for p in shown["players"]}


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        pytest.param(["--port", "99999"], "--port 99999: give a port", id="no such port"),
        pytest.param(["--https", "-1"], "--https -1: give a port", id="no such port for https"),
        pytest.param(["--pace", "-1"], "--pace -1.0: give seconds", id="a negative pace"),
        pytest.param(["--pace", "nan"], "--pace nan: give seconds", id="no pace"),
        pytest.param(["--seed", "-1"], "--seed -1: a seed", id="a negative seed"),
        pytest.param(["--board", "none.json"], "none.json: ", id="no such board"),
        pytest.param(
            ["--camera", "film.mp4"], "film.mp4: it needs a photo", id="nothing to read by"
        ),
        pytest.param(
            ["--camera", "none.mp4", "--reference", "empty.jpg"], "none.mp4: no such", id="no film"
        ),
        pytest.param(["--table", "no/such/folder.sqlite"], "folder.sqlite: ", id="no such folder"),
        pytest.param(["--table", "README.txt"], "README.txt: ", id="another file"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: list[str],
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.txt").write_text("no table " * 200, encoding="utf-8")

    assert main(["play", "--no-open", "--port", "0", *arguments]) == 2
    gc.collect()  # a port that was left open is complained of now, and fails this test

    err = capsys.readouterr().err
    assert fault in err
    assert err.count("\n") == 1


def test_a_taken_port_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["play", "--no-open", "--port", str(port)]) == 2

    assert f"--port {port}: Address already in use; give another port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "looked_for"),
    [
        pytest.param([], "long_cours", id="what was played last"),
        pytest.param(["--game", "clippers"], "clippers", id="what is said"),
    ],
)
def test_a_photo_of_the_empty_board_is_one_of_the_board_that_is_played(
    said: list[str], looked_for: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, asked = tmp_path / "evening.sqlite", list[str]()
    host = make_host(kept)
    host.choose("long_cours")
    host.begin([Seat("Ann", "yellow"), Seat("Ben", "green")], {})
    host.store.close()

    def looked(board: Board, *_: object) -> None:
        asked.append(game_on(board).about.id)
        raise InputError("empty-photo-needed")

    monkeypatch.setattr(play, "open_setup", looked)
    main(["play", "--table", str(kept), "--port", "0", "--no-open", "--reference", "a.jpg", *said])

    assert asked == [looked_for]


@pytest.mark.parametrize(
    ("game", "waits"), [("clippers", True), ("big_kini", True), ("carcassonne_south_seas", False)]
)
def test_a_camera_is_said_to_wait_for_a_photo_only_where_one_is_needed(
    game: str,
    waits: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(play, "open_camera", lambda _: (Pictures(), LIVE))
    monkeypatch.setattr(play, "serve", lambda *_: None)
    kept = ["--table", str(tmp_path / "evening.sqlite"), "--port", "0", "--no-open"]

    main(["play", *kept, "--game", game, "--camera", "0", "--language", "en"])

    assert ("waits for a photo of the empty board" in capsys.readouterr().out) is waits
