"""Tables for tests: a host with a game on a file, in memory of a test, served or not."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from waitress.server import create_server

from companion.board import Board
from companion.games.clippers.players import Player
from companion.games.clippers.shipped import read_shipped_board
from companion.record import Fact, facts_of, read_record
from companion.store import Store
from tests.whole_games import GAMES
from web.app import create_app
from web.host import Address, Host
from web.roles import Role

BOARD: Board = read_shipped_board()
PLAYERS = (("Benjamin", "english"), ("Pauline", "japanese"), ("Jean-Luc", "french"))
NOW = "2026-11-21T20:00:00+00:00"
THREADS = 24


@dataclass(frozen=True)
class ServedTable:
    """A table that a browser can open."""

    host: Host
    port: int

    def door(self, role: Role, player: str | None = None) -> str:
        """The address behind a code."""
        return f"http://localhost:{self.port}/join/{self.host.doors.to(role, player).token}"


def example_of_play() -> list[Fact]:
    """The facts of the example of play in the rules."""
    return list(facts_of(read_record(GAMES / "example-of-play.jsonl")))


def make_host(path: Path, players: Sequence[tuple[str, str]] = PLAYERS, port: int = 8000) -> Host:
    """A host whose file is at that path; with a game, when there are players."""
    host = Host(Store(path), BOARD, lambda: NOW, Address(port))
    if players:
        host.begin([Player(name, nation, 0) for name, nation in players], {})
    return host


@contextmanager
def serve_table(
    path: Path, players: Sequence[tuple[str, str]] = PLAYERS, threads: int = THREADS
) -> Iterator[ServedTable]:
    """Serve a table on a free port until the test is over."""
    at = socket.create_server(("127.0.0.1", 0))
    port = at.getsockname()[1]
    host = make_host(path, players, port)
    server = create_server(create_app(host), sockets=[at], threads=threads)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield ServedTable(host, port)
    finally:
        host.close()
        server.task_dispatcher.shutdown(timeout=5)
        server.trigger.pull_trigger(server.close)  # by the thread that reads the sockets
        thread.join(5)
        host.store.close()
