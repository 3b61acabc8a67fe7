"""Tables for tests: a host with a game on a file, in memory of a test, served or not."""

from __future__ import annotations

import multiprocessing
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from waitress.task import ThreadedTaskDispatcher

from companion.boards.board import Board
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.players import Player
from companion.play.game import Seat
from companion.records.record import Fact, Record, facts_of, read_record
from companion.store import Store
from tests.whole_games import GAMES, new_record
from web.app import create_app
from web.host.host import Address, Host
from web.host.roles import Role
from web.https.certificate import identity
from web.https.front import Front
from web.serving.connections import Channel, make_server
from web.serving.sandbox import APART

BOARD: Board = read_shipped_board()
PLAYERS = (("Benjamin", "english"), ("Pauline", "japanese"), ("Jean-Luc", "french"))
NOW = "2026-11-21T20:00:00+00:00"
THREADS = 24
LONGEST_S = 5.0
"""So long the last requests may take when a table is closed."""
ELSEWHERE = "den.local"
"""A name by which the page is no page of this machine, for a browser that is told where it is."""
NAMES = ("localhost", "127.0.0.1", "[::1]", ELSEWHERE)


@dataclass(frozen=True)
class ServedTable:
    """A table that a browser can open."""

    host: Host
    port: int
    front: Front | None = None
    channels: Callable[[], list[Channel]] = list
    """Who is on the line."""

    def door(self, role: Role, player: str | None = None, *, secure: bool = False) -> str:
        """The address behind a code."""
        path = f"/join/{self.host.doors.to(role, player).token}"
        url = self.host.address.secure_url(path) if secure else self.host.address.url(path)
        assert url is not None
        return url


def example_of_play() -> list[Fact]:
    """The facts of the example of play in the rules."""
    return list(facts_of(read_record(GAMES / "example-of-play.jsonl")))


def make_host(path: Path, players: Sequence[tuple[str, str]] = PLAYERS, port: int = 8000) -> Host:
    """A host whose file is at that path; with a game, when there are players."""
    host = Host(Store(path), BOARD, lambda: NOW, Address(port))
    if players:
        host.begin([Seat(name, nation) for name, nation in players], {})
    return host


def host_of_game(path: Path, name: str) -> Host:
    """A host that serves one of the whole games in ``tests/games``."""
    store = Store(path)
    store.begin(read_record(GAMES / f"{name}.jsonl"), NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


def client_of(host: Host, role: Role | None, player: str | None = None) -> FlaskClient:
    """A browser without scripts, that came through a door."""
    client = app_of(host).test_client()
    if role is not None:
        answer = client.get(f"/join/{host.doors.to(role, player).token}")
        assert answer.status_code == 200
    return client


@lru_cache(maxsize=1)
def app_of(host: Host) -> Flask:
    """The pages of a host; one app for all who come in, as there is where a table is served."""
    return create_app(host)


def serve_table(
    path: Path,
    players: Sequence[tuple[str, str]] = PLAYERS,
    threads: int = THREADS,
    *,
    https: bool = False,
    lan: bool = False,
) -> AbstractContextManager[ServedTable]:
    """Serve a new game on a free port, and over https on another, until the test is over.

    With ``lan`` the pages say, as with ``--lan``, that phones come in by the name ``ELSEWHERE``.
    """
    seats = [Player(name, nation, 0) for name, nation in players]
    record = new_record(set_up(new_game(BOARD, seats))) if seats else None
    return serve(path, record, threads=threads, https=https, lan=lan)


@contextmanager
def serve(
    path: Path,
    record: Record | None,
    now: str = NOW,
    threads: int = THREADS,
    *,
    https: bool = False,
    lan: bool = False,
    board: Board = BOARD,
) -> Iterator[ServedTable]:
    """Serve a game as far as its record goes, on the board it is played on."""
    at = socket.create_server(("127.0.0.1", 0))
    secure = socket.create_server(("127.0.0.1", 0)) if https else None
    port = at.getsockname()[1]
    https_port = None if secure is None else secure.getsockname()[1]
    host = _host(path, record, now, _address(port, https_port, lan=lan), board)
    own = None if secure is None else identity(path.parent, host.address.hosts)
    front = Front(secure, own.context()) if secure and own else None
    app = create_app(host)
    server = make_server(
        app if front is None else front.told(app),
        [at] if front is None else [at, front.inner],
        threads,
        host.doors.opens,
        None if front is None else front.callers,
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield ServedTable(host, port, front, server.channels)
    finally:
        host.close()
        if front is not None:
            front.close()
        _end_tasks(server.task_dispatcher)
        with suppress(OSError):  # a last answer may have woken the thread, and it has closed
            _trigger(server).pull_trigger(server.close)  # by the thread that reads
        thread.join(5)
        host.store.close()


def _address(port: int, https_port: int | None, *, lan: bool) -> Address:
    names = (ELSEWHERE, *(name for name in NAMES if name != ELSEWHERE)) if lan else NAMES
    return Address(port, names, open_to_network=lan, https_port=https_port)


def _host(path: Path, record: Record | None, now: str, address: Address, board: Board) -> Host:
    store = Store(path)
    if record is not None:
        store.begin(record, now)
    return Host(store, board, lambda: now, address)


def _end_tasks(dispatcher: ThreadedTaskDispatcher) -> None:
    """What nobody waits for any more ends at once.

    Suggestions are looked for in a photo whose page is gone, for ten seconds and more.
    """
    dispatcher.set_thread_count(0)
    until_s = monotonic() + LONGEST_S
    while dispatcher.threads and monotonic() < until_s:
        for process in multiprocessing.active_children():
            if process.name == APART:
                process.kill()
        sleep(0.02)
    dispatcher.shutdown(timeout=0)


def _trigger(server: Any) -> Any:
    """What wakes the thread that reads, of a server with one socket or with several."""
    if hasattr(server, "trigger"):
        return server.trigger
    channels = tuple(server.map.values())  # at once: its own thread takes some out
    return next(each for each in channels if hasattr(each, "pull_trigger"))
