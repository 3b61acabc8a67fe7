"""Open pages for benchmarks: phones that listen, each from an address of its own.

The page counts streams by phone, so fifty phones need fifty addresses: those of 127.0.1.0/24, which
Linux answers by itself.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

from tests.web.tables import ServedTable
from web.host.roles import Role

PATIENCE_S = 20


def address_of(phone: int) -> tuple[str, int]:
    """Where a phone is; its port is any."""
    return f"127.0.1.{1 + phone}", 0


def cookie_of(table: ServedTable, role: Role, player: str | None = None) -> str:
    """What a phone sends that came through a door."""
    return f"door-{table.port}={table.host.doors.to(role, player).token}"


def connection_of(phone: int, port: int) -> HTTPConnection:
    """A phone's own way to the table."""
    return HTTPConnection("127.0.0.1", port, PATIENCE_S, source_address=address_of(phone))


class Listener(threading.Thread):
    """One open page: notes which revisions it heard, and when."""

    def __init__(self, port: int, cookie: str, phone: int) -> None:
        super().__init__(daemon=True)
        self.heard: list[tuple[int, float]] = []
        self.opened = threading.Event()
        at = ("127.0.0.1", port)
        self._socket = socket.create_connection(at, PATIENCE_S, source_address=address_of(phone))
        ask = f"GET /news?after=0 HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
        self._socket.sendall(ask.encode())

    def run(self) -> None:
        """Read until the server ends the stream, or says nothing any more."""
        rest = b""
        while chunk := self._more():
            self.opened.set()
            *lines, rest = (rest + chunk).split(b"\n")
            at = time.monotonic()
            self.heard += [(int(line[4:]), at) for line in lines if line.startswith(b"id: ")]

    def close(self) -> None:
        """Leave without a word, as a phone does."""
        with suppress(OSError):  # the table may have closed first
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads
        self._socket.close()

    def heard_all(self, events: int) -> bool:
        """Whether it heard so many events, each once and in order."""
        return [number for number, _ in self.heard] == list(range(1, events + 1))

    def _more(self) -> bytes:
        try:
            return self._socket.recv(65536)
        except OSError:
            return b""


def listeners(table: ServedTable, count: int, role: Role) -> list[Listener]:
    """So many phones that listen, each of which has heard the first words."""
    cookie = cookie_of(table, role)
    opened = [Listener(table.port, cookie, phone) for phone in range(count)]
    for listener in opened:
        listener.start()
    for listener in opened:
        listener.opened.wait(PATIENCE_S)
    return opened


def wait_for(every: Iterable[Listener], events: int) -> None:
    """Wait until each has heard so many events, but not for ever."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and any(len(each.heard) < events for each in every):
        time.sleep(0.05)


def memory_mb() -> float:
    """The resident memory of this process; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0.0
    pages = int(statm.read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def open_files() -> int:
    """How many files and sockets this process holds open; 0 where the system does not say."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0
