"""Many phones at one table, several of them writing at once: ``python -m benchmarks.phones``.

Every phone listens; ten of them write, each with its own pause, without waiting for the others. Now
and then a phone sends the same request again, or leaves before the answer came and asks once more,
as phones on a bad network do. Afterwards the file is held against what was answered and what was
heard. Delays are from the first press of a button, however often the table had moved on meanwhile.
Phones and table share one process here, so a delay is that of both together.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.measuring.listening import (
    Listener,
    connection_of,
    cookie_of,
    listeners,
    memory_mb,
    open_files,
    wait_for,
)
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from tests.web.tables import PLAYERS, ServedTable, serve_table
from web.host.roles import Role

PHONES, WRITERS, MINUTES = 50, 10, 5.0
WORST_P95_MS = 500
PAUSE_S = 1.0
EVERY_REPLAY, EVERY_LEAVING = 5, 7
MOST_FILES_LEFT = 10


@dataclass
class Written:
    """What one phone wrote: when the button was pressed, and the number that was answered."""

    pressed_s: dict[str, float] = field(default_factory=dict)
    number: dict[str, int] = field(default_factory=dict)
    took_ms: list[float] = field(default_factory=list)
    contradicted: int = 0
    refused: list[int] = field(default_factory=list)


class Writer(threading.Thread):
    """One phone in a hand: writes, waits a moment, writes again."""

    def __init__(self, table: ServedTable, phone: int, until_s: float) -> None:
        super().__init__(daemon=True)
        self.written = Written()
        self._phone, self._port, self._until_s = phone, table.port, until_s
        self._player = PLAYERS[phone % len(PLAYERS)][0]
        own = phone < len(PLAYERS)
        role = (Role.PLAYER, self._player) if own else (Role.BANKER, None)
        self._cookie = cookie_of(table, *role)
        self._random, self._seen = Random(phone), 0

    def run(self) -> None:
        """Write until the time is over."""
        count = 0
        while time.monotonic() < self._until_s:
            count += 1
            self._write(f"phone{self._phone}-{count}", count)
            time.sleep(self._random.uniform(0.5, 1.5) * PAUSE_S)

    def _write(self, key: str, count: int) -> None:
        pressed_s = self.written.pressed_s[key] = time.monotonic()
        if count % EVERY_LEAVING == 0:
            self._leave(key)
        number = self._ask(key)
        self.written.took_ms.append(1000 * (time.monotonic() - pressed_s))
        if number is None:
            return
        self.written.number[key] = number
        if count % EVERY_REPLAY == 0:
            self.written.contradicted += self._ask(key) != number

    def _ask(self, key: str) -> int | None:
        """Send until the table takes it; the number of the entry."""
        while True:
            connection = connection_of(self._phone, self._port)
            connection.request("POST", "/act", self._body(key), self._headers())
            answer = connection.getresponse()
            said = json.loads(answer.read())
            connection.close()
            if answer.status == 200:
                self._seen = max(self._seen, said["number"])
                return int(said["number"])
            if answer.status != 409:
                self.written.refused.append(answer.status)
                return None
            self._seen = said["error"]["revision"]

    def _leave(self, key: str) -> None:
        connection = connection_of(self._phone, self._port)
        connection.request("POST", "/act", self._body(key), self._headers())
        connection.close()

    def _body(self, key: str) -> str:
        fact = {"do": "pass", "player": self._player}
        return json.dumps({"revision": self._seen, "key": key, "act": {"fact": fact}})

    def _headers(self) -> dict[str, str]:
        return {"Content-Type": "application/json", "Cookie": self._cookie}


def main() -> int:
    """Measure and print; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phones", description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--writers", type=int, default=WRITERS)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sqlite"
        figures = measure(path, args.phones, args.writers, 60 * args.minutes)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def measure(path: Path, phones: int, writers: int, seconds: float) -> list[Figure]:
    """Let ``phones`` listen and ``writers`` of them write for so many seconds."""
    with serve_table(path, threads=phones + 16) as table:
        files, before_mb = open_files(), memory_mb()
        heard = listeners(table, phones, Role.WATCHER)
        until_s = time.monotonic() + seconds
        writing = [Writer(table, phone, until_s) for phone in range(writers)]
        for writer in writing:
            writer.start()
        for writer in writing:
            writer.join()
        assert table.host.table is not None
        number = table.host.table.number
        keys = table.host.store.keys(number)
        entries = [entry.seq for entry in table.host.store.record(number).entries]
        wait_for(heard, len(entries))
        grown_mb = memory_mb() - before_mb
        for listener in heard:
            listener.close()
        time.sleep(3)
        left = open_files() - files
    written = [writer.written for writer in writing]
    return [
        *_agreement(entries, keys, written, heard),
        *_delays(keys, written, heard),
        Figure("events a second", round(len(entries) / seconds, 1)),
        Figure("memory_mb grown with the record", round(grown_mb, 1)),
        Figure("files and sockets left open", left, at_most(MOST_FILES_LEFT)),
    ]


def _agreement(
    entries: list[int], keys: dict[str, int], written: list[Written], heard: list[Listener]
) -> list[Figure]:
    """Whether the file, the answers and the streams say the same."""
    answered = {key: number for each in written for key, number in each.number.items()}
    lost = sum(keys.get(key) != number for key, number in answered.items())
    in_order = entries == list(range(1, len(entries) + 1))
    whole = sum(listener.heard_all(len(entries)) for listener in heard)
    return [
        Figure("events written", len(entries), at_least(1)),
        Figure("presses refused", sum(len(each.refused) for each in written), at_most(0)),
        Figure("answered, and lost or renumbered", lost, at_most(0)),
        Figure("doubled", len(entries) - len(keys), at_most(0)),
        Figure("replays answered otherwise", sum(w.contradicted for w in written), at_most(0)),
        Figure("file in one order without a gap", int(in_order), at_least(1)),
        Figure("phones that heard all, once, in order", whole, at_least(len(heard))),
    ]


def _delays(keys: dict[str, int], written: list[Written], heard: list[Listener]) -> list[Figure]:
    """How soon a press was answered, and heard by every phone."""
    pressed = {keys[k]: at for each in written for k, at in each.pressed_s.items() if k in keys}
    hearing = sorted(1000 * (at - pressed[n]) for each in heard for n, at in each.heard)
    answers = sorted(ms for each in written for ms in each.took_ms)
    return [
        Figure("answer_ms median", round(statistics.median(answers), 1)),
        Figure("answer_ms p95", round(_p95(answers), 1), at_most(WORST_P95_MS)),
        Figure("heard_ms median", round(statistics.median(hearing), 1)),
        Figure("heard_ms p95", round(_p95(hearing), 1), at_most(WORST_P95_MS)),
        Figure("heard_ms worst", round(hearing[-1], 1)),
    ]


def _p95(values: list[float]) -> float:
    return values[int(len(values) * 0.95)]


if __name__ == "__main__":
    sys.exit(main())
