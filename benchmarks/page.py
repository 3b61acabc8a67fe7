"""How soon every open page hears what happened: ``python -m benchmarks.page``.

So many streams listen, and so many acts are written one after the other; every stream has to hear
every act, in order. Delays are from the moment the act was sent, as a phone in the hand counts
them. Then everything is closed, and the memory measured again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import statistics
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.report import Figure, as_json, as_text, at_least, at_most
from tests.web.tables import ServedTable, serve_table
from web.roles import Role

STREAMS, EVENTS = 50, 200
WORST_P95_MS, MOST_GROWTH_MB = 250, 20
PATIENCE_S = 10
PAUSE_S = 0.05


class Listener(threading.Thread):
    """One open page: notes which revisions it heard, and when."""

    def __init__(self, port: int, cookie: str) -> None:
        super().__init__(daemon=True)
        self.heard: list[tuple[int, float]] = []
        self.opened = threading.Event()
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        ask = f"GET /news?after=0 HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
        self._socket.sendall(ask.encode())

    def run(self) -> None:
        """Read until the server ends the stream or everything was heard."""
        rest = b""
        while chunk := self._more():
            self.opened.set()
            *lines, rest = (rest + chunk).split(b"\n")
            at = time.monotonic()
            self.heard += [(int(line[4:]), at) for line in lines if line.startswith(b"id: ")]

    def close(self) -> None:
        """Leave without a word, as a phone does."""
        self._socket.close()

    def _more(self) -> bytes:
        try:
            return self._socket.recv(65536)
        except OSError:
            return b""


def main() -> int:
    """Measure and print; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--streams", type=int, default=STREAMS)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder) / "table.sqlite", args.streams, args.events)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def measure(path: Path, streams: int, events: int) -> list[Figure]:
    """Play ``events`` acts before ``streams`` listeners."""
    with serve_table(path, threads=streams + 16) as table:
        cookie = _cookie(table)
        listeners = [Listener(table.port, cookie) for _ in range(streams)]
        for listener in listeners:
            listener.start()
        for listener in listeners:
            listener.opened.wait(PATIENCE_S)
        before = _memory_mb()
        sent = _play(table, cookie, events)
        _wait(listeners, events)
        grown = _memory_mb() - before
        answered_ms = _answer_ms(table.port, cookie)
    whole = sum([n for n, _ in each.heard] == list(range(1, events + 1)) for each in listeners)
    delays = sorted(1000 * (at - sent[n]) for each in listeners for n, at in each.heard)
    for listener in listeners:
        listener.close()
    return [
        Figure("streams that heard every act in order", whole, at_least(streams)),
        Figure("delay_ms median", round(statistics.median(delays), 1)),
        Figure("delay_ms p95", round(delays[int(len(delays) * 0.95)], 1), at_most(WORST_P95_MS)),
        Figure("delay_ms worst", round(delays[-1], 1)),
        Figure("answer_ms with all streams open", round(answered_ms, 1), at_most(WORST_P95_MS)),
        Figure("memory grown MB", round(grown, 1), at_most(MOST_GROWTH_MB)),
    ]


def _play(table: ServedTable, cookie: str, events: int) -> dict[int, float]:
    """Write acts that can be written for ever: somebody takes a card, and takes it back."""
    sent: dict[int, float] = {}
    connection = HTTPConnection("localhost", table.port)
    fact = {"do": "card", "player": "Benjamin", "card": "3x"}
    for revision in range(events):
        act = {"undo": revision} if revision % 2 else {"fact": fact}
        body = json.dumps({"revision": revision, "key": f"k{revision}", "act": act})
        sent[revision + 1] = time.monotonic()
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        connection.request("POST", "/act", body, headers)
        answer = connection.getresponse()
        if answer.read() and answer.status != 200:
            sys.exit(f"act {revision + 1} was refused with {answer.status}")
        time.sleep(PAUSE_S)
    connection.close()
    return sent


def _cookie(table: ServedTable) -> str:
    path = table.door(Role.HOST).partition(str(table.port))[2]
    connection = HTTPConnection("localhost", table.port)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    found = re.match(r"[^;]+", answer.headers["Set-Cookie"])
    return found[0] if found else ""


def _wait(listeners: list[Listener], events: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and any(len(each.heard) < events for each in listeners):
        time.sleep(0.05)


def _answer_ms(port: int, cookie: str) -> float:
    began = time.monotonic()
    connection = HTTPConnection("localhost", port)
    connection.request("GET", "/view", headers={"Cookie": cookie})
    connection.getresponse().read()
    connection.close()
    return 1000 * (time.monotonic() - began)


def _memory_mb() -> float:
    """The resident memory of this process; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0.0
    pages = int(statm.read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    sys.exit(main())
