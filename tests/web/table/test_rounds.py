"""A connection's number is given again as soon as it is free: nobody is taken for who had it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from waitress import wasyncore

from web.serving import connections
from web.serving.connections import Doorway, make_server
from web.serving.crowd import Room

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

ASKS = b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: door-1=good\r\n\r\n"
MOST_ROUNDS, LONGEST_ROUND_S = 100, 0.1
WAYS = pytest.mark.parametrize("way", [wasyncore.poll, wasyncore.poll2], ids=["select", "poll"])
"""How the system is asked: by one on Windows, by the other elsewhere."""


def answered(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]


class Table:
    """A server whose rounds are gone through one by one."""

    def __init__(self, way: Callable[..., None], door: socket.socket) -> None:
        self.server: Doorway = make_server(answered, [door], 1, lambda code: code == "good")
        self.at, self._way = door.getsockname(), way

    def round(self) -> None:
        self._way(LONGEST_ROUND_S, self.server.map)

    def call(self) -> socket.socket:
        return socket.create_connection(self.at, 20)

    def number_of(self, line: socket.socket) -> int | None:
        """The file's number at the server's side; None where it has not come in, or has gone."""
        channels: list[Any] = self.server.channels()
        called = line.getsockname()
        return next((c.socket.fileno() for c in channels if c.addr == called), None)

    def answer_to(self, line: socket.socket) -> bytes:
        """What is said to a connection within so many rounds."""
        line.setblocking(False)
        for _ in range(MOST_ROUNDS):
            self.round()
            try:
                return line.recv(4096)
            except BlockingIOError:
                continue
        return b""


@contextmanager
def serving(way: Callable[..., None]) -> Iterator[Table]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        table = Table(way, door)
        try:
            yield table
        finally:
            table.server.close()


def let_all_go(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have those who are silent sent away in the next round."""
    monkeypatch.setattr(connections, "GREETING_S", -1.0)
    for server in table.server.map.values():
        if isinstance(server, connections.Server):
            server.next_channel_cleanup = 0


@WAYS
def test_who_comes_as_a_silent_one_is_sent_away_is_answered(
    way: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(way) as table, closing(table.call()) as silent:
        table.round()
        number = table.number_of(silent)
        let_all_go(table, monkeypatch)
        with closing(table.call()) as phone:
            phone.sendall(ASKS)
            table.round()
            monkeypatch.undo()

            assert table.number_of(silent) is None
            assert table.number_of(phone) == number
            assert table.answer_to(phone).startswith(b"HTTP/1.1 200 OK")


@WAYS
def test_who_takes_the_place_of_the_oldest_is_answered(
    way: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest stranger has just said something, which is not heard any more."""
    monkeypatch.setattr(connections, "room", lambda: Room(2, 2, 4))
    with serving(way) as table, closing(table.call()) as oldest, closing(table.call()):
        table.round()
        number = table.number_of(oldest)
        oldest.sendall(b"GET / HT")
        with closing(table.call()) as third, closing(table.call()) as phone:
            table.round()

            assert table.number_of(oldest) is None
            assert number in {table.number_of(third), table.number_of(phone)}
            phone.sendall(ASKS)
            assert table.answer_to(phone).startswith(b"HTTP/1.1 200 OK")
