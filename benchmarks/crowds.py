"""A table in a crowd that has no code: ``python -m benchmarks.crowds [--minutes 2] [--https]``.

``companion play`` runs as it is; with ``--servers 2`` two of them on one file, each with phones of
its own. Five phones play: they listen, load pages, write acts. Meanwhile, at each server, 400
connections say nothing, and 400 more ask for the largest picture that anybody may see, again and
again in one breath, and never read it. Whoever is sent away comes back. They all come from this
machine's own address, so that only what they have to show tells them from the phones. Nothing is
asked of any other machine.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import logging
import os
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from uuid import uuid4

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.store import Store
from web.host.roles import Doors, Role

CROWD, MINUTES, PHONES = 400, 2.0, 5
WORST_PAGE_P95_S, MOST_MEMORY_MB = 1.0, 600
PAUSE_S, BACK_S = 0.5, 0.5
PATIENCE_S = 30.0
NATIONS = ("french", "english", "american", "german", "japanese")
NAMES = ("Anna", "Ben", "Clara", "David", "Eve")
GREEDY = b"GET /map-light.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
HERE = "127.0.0.1"


@dataclass
class Heard:
    """What one phone noted."""

    page_s: list[float] = field(default_factory=list)
    act_s: list[float] = field(default_factory=list)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """The number that an act was answered with, and whose it was."""
    failed: list[str] = field(default_factory=list)
    streams: int = 0


@dataclass(frozen=True)
class Place:
    """Where the table is."""

    port: int
    https_port: int | None
    tokens: tuple[str, ...]

    def connection(self) -> http.client.HTTPConnection:
        """A new way to it."""
        if self.https_port is None:
            return http.client.HTTPConnection(HERE, self.port, timeout=PATIENCE_S)
        return http.client.HTTPSConnection(
            HERE, self.https_port, timeout=PATIENCE_S, context=_unchecked()
        )

    def cookie(self, phone: int) -> str:
        """What a phone sends that came through its door."""
        name = f"door-{self.port}" if self.https_port is None else f"__Host-door-{self.port}"
        return f"{name}={self.tokens[phone]}"


class Phone(threading.Thread):
    """One phone in a hand: loads its page, writes, waits a moment, and again."""

    def __init__(self, place: Place, number: int, until_s: float) -> None:
        super().__init__(daemon=True)
        self.heard = Heard()
        self._place, self._number, self._until_s = place, number, until_s
        self._random, self._seen = Random(number), 0

    def run(self) -> None:
        """Play until the time is over."""
        count = 0
        while time.monotonic() < self._until_s:
            count += 1
            try:
                self.load("/me")
                self._write(f"{self._number} {self._until_s} {count}")
                if count % 10 == 1:
                    self._listen()
            except (OSError, http.client.HTTPException) as error:
                self.heard.failed.append(type(error).__name__)
            time.sleep(self._random.uniform(0.5, 1.5) * PAUSE_S)

    def load(self, path: str) -> int:
        """Load a page; the status of the answer."""
        began_s = time.monotonic()
        status, _ = self._ask("GET", path)
        if status != 200:
            self.heard.failed.append(f"{path}: {status}")
        self.heard.page_s.append(time.monotonic() - began_s)
        return status

    def _write(self, key: str) -> None:
        began_s = time.monotonic()
        fact = {"do": "pass", "player": NAMES[self._number]}
        while True:
            body = json.dumps({"revision": self._seen, "key": key, "act": {"fact": fact}})
            status, said = self._ask("POST", "/act", body)
            told = json.loads(said)
            if status == 409:
                self._seen = told["error"]["revision"]
                continue
            if status == 200:
                self._seen = max(self._seen, told["number"])
                self.heard.acknowledged.append((told["number"], NAMES[self._number]))
                self.heard.act_s.append(time.monotonic() - began_s)
            else:
                self.heard.failed.append(f"/act: {status}")
            return

    def _listen(self) -> None:
        connection = self._place.connection()
        connection.request("GET", "/news", headers=self._headers())
        self.heard.streams += connection.getresponse().readline().startswith(b"retry")
        connection.close()

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
        connection = self._place.connection()
        with closing(connection):
            connection.request(method, path, body, self._headers())
            answer = connection.getresponse()
            return answer.status, answer.read()

    def _headers(self) -> dict[str, str]:
        return {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Cookie": self._place.cookie(self._number),
            "Host": "localhost",
        }


def main() -> int:
    """Measure and print; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowds", description=__doc__)
    parser.add_argument("--crowd", type=int, default=CROWD, help="of each of the two kinds")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--https", action="store_true")
    parser.add_argument("--servers", type=int, default=1, help="so many on one file")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--attack", choices=("silent", "greedy"), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        # Being hung up on is what this crowd is for; asyncio would say so 86,000 times.
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
        asyncio.run(crowd(args.attack, args.port, args.crowd, 60 * args.minutes, tls=args.https))
        return 0
    figures = measure(args.crowd, 60 * args.minutes, args.servers, https=args.https)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def measure(count: int, seconds: float, servers: int, *, https: bool) -> list[Figure]:
    """Let five phones play for so many seconds, in a crowd of twice so many at each server."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sqlite"
        with ExitStack() as all_of_it:
            served = [all_of_it.enter_context(playing(path, https=https)) for _ in range(servers)]
            places, pids = [place for place, _ in served], [server.pid for _, server in served]
            quiet = _played(places, seconds / 4)
            before_s, began_s = sum(map(_cpu_s, pids)), time.monotonic()
            attacks = [
                _attack(kind, place, count, seconds)
                for kind in ("silent", "greedy")
                for place in places
            ]
            time.sleep(min(8.0, seconds / 4))
            alone = (sum(map(_cpu_s, pids)) - before_s) / (time.monotonic() - began_s)
            heard = _played(places, seconds - min(8.0, seconds / 4))
            memory_mb = max((mb for mb in map(_peak_memory_mb, pids) if mb), default=None)
            tries = [_tries(attack) for attack in attacks]
        store = Store(path)
        record = store.record(store.last_game() or 0)
        kept = {(e.seq, str(getattr(e.act, "fact", {}).get("player"))) for e in record.entries}
        store.close()
    without = _share(sorted(s for each in quiet for s in each.page_s), 0.95)
    written = len({act for each in (*quiet, *heard) for act in each.acknowledged})
    return [
        *_figures(heard, kept),
        Figure("acts in the file that nobody sent", len(kept) - written, at_most(0)),
        Figure("page_s p95 without a crowd", without),
        Figure("servers: share of a core that the coming crowd takes", round(alone, 2)),
        *_crowd_figures([sum(tries[:servers]), sum(tries[servers:])], memory_mb),
    ]


def _played(places: Sequence[Place], seconds: float) -> list[Heard]:
    """What five phones note that play for so many seconds, at one server after the other."""
    until_s = time.monotonic() + seconds
    phones = [Phone(places[number % len(places)], number, until_s) for number in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return [phone.heard for phone in phones]


def _figures(heard: list[Heard], kept: set[tuple[int, str]]) -> list[Figure]:
    pages = sorted(s for each in heard for s in each.page_s)
    acts = sorted(s for each in heard for s in each.act_s)
    acknowledged = [act for each in heard for act in each.acknowledged]
    failed = [what for each in heard for what in each.failed]
    return [
        Figure("acts acknowledged", len(acknowledged), at_least(1)),
        Figure("acts acknowledged, and lost", len(set(acknowledged) - kept), at_most(0)),
        Figure(f"failed {sorted(set(failed))}", len(failed), at_most(0)),
        Figure("streams opened", sum(each.streams for each in heard), at_least(1)),
        Figure("page_s median", _share(pages, 0.5)),
        Figure("page_s p95", _share(pages, 0.95), at_most(WORST_PAGE_P95_S)),
        Figure("page_s worst", _share(pages, 1.0)),
        Figure("act_s p95", _share(acts, 0.95)),
    ]


def _crowd_figures(tries: list[int], memory_mb: float | None) -> list[Figure]:
    return [
        Figure("connections tried, silent", tries[0]),
        Figure("connections tried, greedy", tries[1]),
        Figure("server: peak memory_mb", memory_mb, at_most(MOST_MEMORY_MB)),
    ]


def _share(values: list[float], share: float) -> float | None:
    return round(values[min(int(len(values) * share), len(values) - 1)], 3) if values else None


@contextmanager
def playing(path: Path, *, https: bool) -> Iterator[tuple[Place, subprocess.Popen[str]]]:
    """A table that is served by the program itself, with five players, until it is left."""
    command = [sys.executable, "-m", "companion", "play", "--table", str(path), "--port", "0"]
    command += [*(["--https", "0"] if https else []), "--no-open"]
    for name, nation in zip(NAMES, NATIONS, strict=True):
        command += ["--player", f"{name}={nation}"]
    log = (path.parent / f"{uuid4().hex}.out").open("w+", encoding="utf-8")
    server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, text=True)
    try:
        port, https_port = _ports(Path(log.name), https=https)
        store = Store(path)
        doors = Doors(store)
        tokens = tuple(doors.to(Role.PLAYER, name).token for name in NAMES)
        store.close()
        place = Place(port, https_port, tokens)
        _wait_for_doors(place)
        yield place, server
    finally:
        server.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            server.wait(PATIENCE_S)
        server.kill()
        log.close()


def _wait_for_doors(place: Place) -> None:
    """Wait until the table has noticed the players' doors, which another program has made."""
    until_s = time.monotonic() + PATIENCE_S
    for number in range(PHONES):
        while Phone(place, number, until_s).load("/me") != 200 and time.monotonic() < until_s:
            time.sleep(0.1)


def _ports(log: Path, *, https: bool) -> tuple[int, int | None]:
    """The ports that the program says it is at."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        said = log.read_text(encoding="utf-8", errors="replace")
        plain = re.search(r"http://localhost:(\d+)/", said)
        secure = re.search(r"https://[^/\s]+:(\d+)/", said)
        if plain and "Stop it" in said:
            return int(plain[1]), int(secure[1]) if https and secure else None
        time.sleep(0.1)
    raise RuntimeError(f"the table did not start: {log.read_text(encoding='utf-8')}")


def _attack(kind: str, place: Place, count: int, seconds: float) -> subprocess.Popen[str]:
    port = place.https_port or place.port
    command = [sys.executable, "-m", "benchmarks.crowds", "--attack", kind, "--port", str(port)]
    command += ["--crowd", str(count), "--minutes", str(seconds / 60)]
    command += ["--https"] if place.https_port else []
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _tries(attack: subprocess.Popen[str]) -> int:
    try:
        said, _ = attack.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        attack.kill()
        return 0
    return int(said or 0)


async def crowd(kind: str, port: int, count: int, seconds: float, *, tls: bool) -> None:
    """Hold so many connections for so long; print how often one was tried."""
    tried = [0]
    every = [asyncio.create_task(_hold(kind, port, tried, tls=tls)) for _ in range(count)]
    await asyncio.sleep(seconds)
    for each in every:
        each.cancel()
    await asyncio.gather(*every, return_exceptions=True)
    print(tried[0], flush=True)


async def _hold(kind: str, port: int, tried: list[int], *, tls: bool) -> None:
    """One of the crowd: comes, stays as long as it may, and comes back."""
    while True:
        tried[0] += 1
        with suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(
                HERE, port, ssl=_unchecked() if tls else None, limit=1024
            )
            try:
                if kind == "greedy":
                    reader._transport.pause_reading()  # type: ignore[attr-defined]
                    while not writer.transport.is_closing():
                        writer.write(GREEDY)
                        await writer.drain()
                        await asyncio.sleep(BACK_S)
                else:
                    await reader.read()
            finally:
                writer.transport.abort()
        await asyncio.sleep(BACK_S)


@cache
def _unchecked() -> ssl.SSLContext:
    """What trusts the certificate of this machine, which no authority knows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _cpu_s(process: int) -> float:
    """The processor time a program has taken; 0 where the system does not say."""
    status = Path(f"/proc/{process}/stat")
    if not status.exists():
        return 0.0
    fields = status.read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak_memory_mb(process: int) -> float | None:
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    [line] = [s for s in status.read_text(encoding="ascii").splitlines() if s.startswith("VmHWM")]
    return round(int(line.split()[1]) / 1e3)


if __name__ == "__main__":
    sys.exit(main())
