"""A table whose program is killed again and again while a game is played on it.

``KilledTable`` starts ``companion play`` as somebody would, on a file and a port of its own. A
banker's phone writes a game by lot, as fast as it is answered; other phones listen, and come back
by themselves. ``Faults`` counts all that was promised and did not hold.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.game import GAME
from companion.games.clippers.page.view import Sight, table_view
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.timeline import Moment
from companion.games.clippers.terms.players import Player
from companion.play.at_table import AtTable
from companion.records.record import SYSTEM, Act, Happened, Record, Undone, parse_record
from companion.store import Store
from companion.store.table import Request, Table
from tests.web.tables import BOARD, NOW, PLAYERS
from tests.whole_games import new_record
from web.host.settings import Settings
from web.words.language import words_in

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 60.0
LONGEST_LIFE_S = 1.0
KILLED_WHILE_STARTING = 0.1
UNDONE = 0.15
BUSY = 429
Json = dict[str, Any]


@dataclass
class Faults:
    """What did not hold, counted; all are 0 when all is well."""

    lost: int = 0
    changed: int = 0
    doubled: int = 0
    money: int = 0
    elsewhere: int = 0

    @property
    def total(self) -> int:
        return self.lost + self.changed + self.doubled + self.money + self.elsewhere


@dataclass
class Counts:
    """What was done."""

    kills: int = 0
    written: int = 0
    seen: int = 0
    compared: int = 0
    restarts_ms: list[float] = field(default_factory=list)


class Listener(threading.Thread):
    """A phone that listens, and comes back when the line is cut; it notes what it was told."""

    def __init__(self, port: int, cookie: str) -> None:
        super().__init__(daemon=True)
        self._port, self._cookie = port, cookie
        self._stopped = threading.Event()
        self.told: list[tuple[int, str]] = []

    def run(self) -> None:
        while not self._stopped.wait(0.02):
            try:
                self._listen()
            except (OSError, HTTPException):
                continue

    def stop(self) -> None:
        self._stopped.set()

    def _listen(self) -> None:
        with closing(HTTPConnection("localhost", self._port, timeout=1)) as connection:
            self._hear(connection)

    def _hear(self, connection: HTTPConnection) -> None:
        last = self.told[-1][0] if self.told else 0
        headers = {"Cookie": self._cookie, "Last-Event-ID": str(last)}
        connection.request("GET", "/news", headers=headers)
        answer = connection.getresponse()
        if answer.status != 200:
            raise HTTPException(answer.status)
        number = 0
        while not self._stopped.is_set() and (line := answer.readline()):
            if line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: ") and "revision" in (data := json.loads(line[6:])):
                assert data["revision"] == number
                self.told.append((number, data["said"]))


class KilledTable:
    """One file, the program that serves it, and what its phones know."""

    def __init__(self, folder: Path, random: Random, listeners: int = 2) -> None:
        self._random, self._file = random, folder / "evening.sqlite"
        self.faults, self.counts = Faults(), Counts()
        self._port = _free_port()
        self._begin(folder)
        self._door = ""
        self._program = self._start()
        self.cookie = self._join()
        self._words = words_in("en", BOARD)
        self._views: dict[int, Json] = {}
        self._unanswered: tuple[str, Act] | None = None
        self._phones = [Listener(self._port, self.cookie) for _ in range(listeners)]
        for phone in self._phones:
            phone.start()

    def live_and_die(self) -> None:
        """Let the game go on until a moment drawn by lot, kill the program, and start it again."""
        enough = threading.Event()
        writer = threading.Thread(target=self._write_until, args=(enough,))
        writer.start()
        time.sleep(self._random.uniform(0, LONGEST_LIFE_S))
        self._kill()
        enough.set()
        writer.join()
        self.counts.kills += 1
        if self._random.random() < KILLED_WHILE_STARTING:
            self._program = self._spawn()
            time.sleep(self._random.uniform(0, 2))
            self._kill()
            self.counts.kills += 1
        began = time.monotonic()
        self._program = self._start()
        self.counts.restarts_ms.append(1000 * (time.monotonic() - began))
        self._check()

    def close(self) -> None:
        """Finish: every phone has to have heard everything, once and in order."""
        self._write()
        last, until = self._own.view.revision, time.monotonic() + PATIENCE_S
        while any(len(p.told) < last for p in self._phones) and time.monotonic() < until:
            time.sleep(0.05)
        for phone in self._phones:
            phone.stop()
            numbers = [number for number, _ in phone.told]
            self.faults.doubled += len(numbers) - len(set(numbers))
            self.faults.lost += len(set(range(1, last + 1)) - set(numbers))
            self.faults.changed += numbers != sorted(numbers)
            self.counts.seen += len(numbers)
        texts = [dict(phone.told) for phone in self._phones]
        self.faults.changed += sum(texts[0].get(n) != said for t in texts for n, said in t.items())
        self.counts.written = last
        self._kill()
        self._own_store.close()

    def _begin(self, folder: Path) -> None:
        """Write a new game into the file; the phone's own account of it lies beside."""
        record = new_record(set_up(new_game(BOARD, [Player(*p, 0) for p in PLAYERS])))
        store = Store(self._file)
        number = store.begin(record, NOW)
        only_phones_write = Settings(by_hand=True)
        store.set_settings(number, only_phones_write.to_json())
        store.close()
        self._own_store = Store(folder / "own.sqlite")
        game = AtTable(RULES, record.header, BOARD)
        self._own: Table[Moment] = Table(game, self._own_store, self._own_store.begin(record, NOW))

    def _spawn(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-u", "-m", "companion", "play", "--no-open"]
        command += ["--port", str(self._port), "--table", str(self._file)]
        return subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def _start(self) -> subprocess.Popen[str]:
        program = self._spawn()
        assert program.stdout is not None
        line = program.stdout.readline()
        found = re.search(r"(/join/\S+)", line)
        if found is None:
            raise AssertionError(f"it did not start: {line}{program.communicate()[1]}")
        if self._door and found[1] != self._door:
            self.faults.elsewhere += 1
        self._door = found[1]
        return program

    def _kill(self) -> None:
        self._program.kill()
        self._program.communicate()

    def _join(self) -> str:
        with closing(HTTPConnection("localhost", self._port, timeout=PATIENCE_S)) as connection:
            connection.request("GET", self._door)
            answer = connection.getresponse()
            answer.read()
        return str(answer.headers["Set-Cookie"]).partition(";")[0]

    def _write_until(self, enough: threading.Event) -> None:
        while not enough.is_set():
            try:
                self._write()
                self._look()
            except (OSError, HTTPException):
                return
            enough.wait(self._random.choice((0, 0, 0.01, 0.1)))

    def _write(self) -> None:
        """Write one act, or again the one that was not answered."""
        key, act = self._unanswered or (f"k{self._own.view.revision}", self._draw())
        self._unanswered = key, act
        fact = {"fact": act.fact} if isinstance(act, Happened) else {"undo": act.seq}
        asked = {"revision": self._own.view.revision, "key": key, "act": fact}
        status, answer = self._ask("POST", "/act", asked)
        if status == BUSY:
            time.sleep(0.2)
            return
        if status != 200:
            raise AssertionError(f"{asked} was refused: {answer}")
        self._unanswered = None
        self.faults.doubled += answer["number"] != self._own.view.revision + 1
        self._own.act(Request(act, self._own.view.revision, SYSTEM, NOW))

    def _draw(self) -> Act:
        view = self._own.view
        state, last = view.last.state, view.undoable
        if last is not None and (at_last(state).over or self._random.random() < UNDONE):
            return Undone(last.seq)
        return Happened(event_json(next(draw_game(state, self._random))[1]))

    def _look(self) -> None:
        _, view = self._ask("GET", "/view")
        self._views[view["revision"]] = view

    def _ask(self, method: str, path: str, data: Mapping[str, object] | None = None) -> Any:
        headers = {"Cookie": self.cookie, "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        with closing(HTTPConnection("localhost", self._port, timeout=PATIENCE_S)) as connection:
            connection.request(method, path, json.dumps(data) if data else None, headers)
            answer = connection.getresponse()
            body = answer.read()
        return answer.status, json.loads(body)

    def _check(self) -> None:
        """Hold the table as it is after a start against all that any phone was told before."""
        record = self._kept()
        own, known = self._own.view.record.entries, self.faults
        kept = [entry.act for entry in record.entries]
        known.changed += [entry.act for entry in own] != kept[: len(own)]
        more = len(kept) - len(own)  # the act that was not answered may have been written
        known.doubled += more > (self._unanswered is not None)
        told = max((phone.told[-1][0] for phone in self._phones if phone.told), default=0)
        known.lost += max(0, len(own) - len(kept), told - len(kept))
        _, view = self._ask("GET", "/view")
        if (before := self._views.get(view["revision"])) is not None:
            self.counts.compared += 1
            known.changed += before != view
        start, state = self._own.view.moments[0].state, self._own.view.last.state
        known.money += state.bank.total != start.bank.total
        if view["revision"] == self._own.view.revision:
            mine = json.loads(json.dumps(table_view(Sight(GAME, self._own.view, self._words))))
            known.money += mine["players"] != view["players"]
            known.changed += any(view[key] != value for key, value in mine.items())

    def _kept(self) -> Record:
        with closing(HTTPConnection("localhost", self._port, timeout=PATIENCE_S)) as connection:
            connection.request("GET", "/export/record.jsonl", headers={"Cookie": self.cookie})
            record = parse_record(connection.getresponse().read().decode())
        assert record.faults == ()
        return record


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
