"""Two programs trace one board, or change own tiles: no acknowledged step is lost.

A full disk is told as one.
"""

from __future__ import annotations

import errno
import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.own_tiles.shelf import TilesShelf
from calibration.tracing import traced_board
from calibration.tracing.draft.draft import Sheet
from calibration.tracing.draft.trace import Act, Deed, Trace, read_trace
from calibration.tracing.traced_board import TracedBoard
from companion.files.file_lock import locked
from tests.catalogues import typed
from tests.web.tables import client_of, make_host
from web.host.roles import Role

STEPS = 24
SHEET = Sheet("Sea", "routes", 500.0, 500.0, {})


def trace(folder: Path, who: str) -> list[str]:
    """Do so many steps; what was acknowledged."""
    board, done = TracedBoard.opened(folder), []
    for number in range(STEPS):
        step = f"{who}{number}"
        board.do(None, lambda _, step=step: Act(Deed.EDITED, step, ()))  # type: ignore[misc]
        done.append(step)
    return done


def test_no_step_of_two_programs_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    TracedBoard.begun(folder, Trace(SHEET))

    with multiprocessing.get_context("spawn").Pool(2) as programs:
        done = programs.starmap(trace, [(folder, "a"), (folder, "b")])

    kept = [act.what for act in TracedBoard.opened(folder).trace.acts]
    assert sorted(kept) == sorted(step for steps in done for step in steps)
    assert TracedBoard.opened(folder).trace.revision == 2 * STEPS
    assert not [*folder.glob("*.new")]


def lengthen(root: Path, number: str, who: str) -> None:
    """Change a board of own tiles so many times: each step adds to the name that it finds."""
    shelf = TilesShelf(root)
    for _ in range(STEPS):
        shelf.change_board(number, lambda now: replace(now, name=now.name + who))


def test_no_step_of_own_tiles_of_two_programs_is_lost(tmp_path: Path) -> None:
    number = TilesShelf(tmp_path).begin("big_kini", "Ours").id

    with multiprocessing.get_context("spawn").Pool(2) as programs:
        programs.starmap(lengthen, [(tmp_path, number, who) for who in "+-"])

    own = TilesShelf(tmp_path).get(number)
    assert own is not None
    assert (own.board.name.count("+"), own.board.name.count("-")) == (STEPS, STEPS)
    assert own.steps == 1 + 2 * STEPS


def test_what_is_written_while_a_tracing_is_opened_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "board"
    other = TracedBoard.begun(folder, Trace(SHEET))

    def read(path: Path) -> Trace:
        trace = read_trace(path)
        other.do(None, lambda _: Act(Deed.EDITED, "meanwhile", ()))
        return trace

    with monkeypatch.context() as patch:
        patch.setattr(traced_board, "read_trace", read)
        opened = TracedBoard.opened(folder)
    opened.do(None, lambda _: Act(Deed.EDITED, "after", ()))

    assert [act.what for act in TracedBoard.opened(folder).trace.acts] == ["meanwhile", "after"]


def held(path: Path) -> bool:
    """Whether another program can have the lock at once."""
    import fcntl

    with path.open("r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def test_a_lock_is_held_and_let_go(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "lock"

    with locked(path):
        assert held(path)
    assert not held(path)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the disk of the host's computer is full"), ("fr", "le disque de l'ordinateur")],
)
@pytest.mark.parametrize("where", ["begin", "act"])
def test_a_full_disk_is_told_where_boards_are_traced(
    where: str, language: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = make_host(tmp_path / "table.sqlite")
    client = client_of(host, Role.HOST)
    client.set_cookie("language", language)
    page = client.post("/trace", data={"from": "clippers"}).headers["Location"]

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    if where == "begin":
        answer = client.post(
            "/trace", data={"from": "clippers"}, headers={"Accept": "application/json"}
        )
    else:
        act = {"revision": 0, "wish": {"do": "sheet", "name": "Other"}}
        answer = client.post(f"{page}/act", json=act)

    assert answer.status_code == 507
    assert words in typed(answer.get_json()["error"]["message"])
    assert str(tmp_path) not in answer.text
    host.store.close()
