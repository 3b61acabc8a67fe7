"""Hostile pictures through every door: ``python -m benchmarks.hostile_files [--pictures 10]``.

Each of ``tests.hostile_pictures`` is handed to every door of ``companion play`` that takes a
picture, as the photo and the art of a profile, and to the command line. What counts is what the
program that serves, and all that it has begun, hold in memory together; the time until the door has
answered and nothing is at work any more; and answers of 500. Processor time stands beside it, so
that a busy machine is not taken for a slow door.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from benchmarks.crowds import HERE, playing
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from calibration.profile import profile_bytes
from companion.games.clippers import shipped
from companion.games.clippers.shipped import read_shipped_board
from companion.store import Store
from tests.calibration.profiles import a_profile
from tests.hostile_pictures import HOSTILE
from web.demo.made_up import made_up_game
from web.host.roles import Doors, Role

MOST_MEMORY_MB, LONGEST_S = 600, 5.0
SAMPLED_S, AT_REST = 0.03, 4
"""How often processes are looked at, and how many looks at rest say that they have done."""
LONGEST_WORK_S, NOTICED_S = 200.0, 1.5
CORNERS_PX = ((300.0, 300.0), (1700.0, 300.0), (1700.0, 1300.0), (300.0, 1300.0))
ENDED = os.WEXITED | os.WNOWAIT
"""A process that has ended still says what it took."""
SHIPPED = Path(shipped.__file__).with_name("board.json")
LESSONS = json.dumps([{"place": next(iter(read_shipped_board().spaces)), "kind": "red"}]).encode()
Send = Callable[[bytes], int]


@dataclass
class Cost:
    """What hostile pictures cost at one door, and which of them cost most."""

    memory_mb: float = 0.0
    largest: str = ""
    longest_s: float = 0.0
    slowest: str = ""
    processor_s: float = 0.0
    broken: int = 0

    def add(self, name: str, took_s: float, memory_mb: float, processor_s: float) -> None:
        """Note one picture."""
        if took_s > self.longest_s:
            self.longest_s, self.slowest = took_s, name
        if memory_mb > self.memory_mb:
            self.memory_mb, self.largest = memory_mb, name
        self.processor_s = max(self.processor_s, processor_s)

    def figures(self, door: str) -> Iterator[Figure]:
        """What is printed of it."""
        memory, longest = f"memory_mb ({self.largest})", f"longest_s ({self.slowest})"
        yield Figure(f"{door}: {memory}", round(self.memory_mb), at_most(MOST_MEMORY_MB))
        yield Figure(f"{door}: {longest}", round(self.longest_s, 2), at_most(LONGEST_S))
        yield Figure(f"{door}: most processor_s", round(self.processor_s, 2))
        yield Figure(f"{door}: broken", self.broken, at_most(0))


class Family:
    """A program and all that it has begun: its memory, its processor time, whether it works."""

    def __init__(self, process: int) -> None:
        self._process, self._peak_mb = process, 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._ended.set()
        self._thread.join()

    def cost_of(self, work: Callable[[], object]) -> tuple[float, float, float]:
        """Let some work be done -> the seconds until all is at rest, most MB, processor seconds."""
        self._peak_mb = 0.0
        before_s, began_s = self._processor_s(), time.monotonic()
        work()
        done_s = self._at_rest_s(time.monotonic() + LONGEST_WORK_S)
        return done_s - began_s, self._peak_mb, self._processor_s() - before_s

    def _at_rest_s(self, until_s: float) -> float:
        """Wait until nothing works, or so long; when that was."""
        rested, at_s = 0, time.monotonic()
        while rested < AT_REST and time.monotonic() < until_s:
            if any(map(_works, _family_of(self._process))):
                rested, at_s = 0, time.monotonic()
            else:
                rested += 1
            time.sleep(SAMPLED_S)
        return at_s

    def _run(self) -> None:
        while not self._ended.wait(SAMPLED_S):
            first, *others = _family_of(self._process)
            held_mb = _resident_mb(first) + sum(_resident_mb(each, own=True) for each in others)
            self._peak_mb = max(self._peak_mb, held_mb)

    def _processor_s(self) -> float:
        """What all of it has taken, those that have ended too."""
        return sum(map(_processor_s, _family_of(self._process)))


class Page:
    """The host's way to the page, and each of its doors for a picture."""

    def __init__(self, port: int, token: str, empty: bytes) -> None:
        self._port, self._cookie, self._empty = port, f"door-{port}={token}", empty
        self._profile = json.loads(profile_bytes(a_profile()))
        sent = self.doors["the empty board"](empty)
        assert sent == 204, f"the sound photo of the empty board was answered {sent}"

    @cached_property
    def doors(self) -> Mapping[str, Send]:
        """What hands a picture in at each, and returns the status that is answered."""
        return {
            "a tapped picture": lambda data: self._sent("/camera/picture", data),
            "a live picture": lambda data: self._sent("/camera/picture", data, live=True),
            "the empty board": lambda data: self._sent("/camera/empty", data),
            "the empty board to score": lambda data: self._sent(f"{self._case()}/empty", data),
            "the finished board": lambda data: self._sent(f"{self._case()}/final", data),
            "the board to trace": self._trace,
            "pieces to learn": lambda data: self._sent(f"{self._traced}/teach", data),
            "pieces to try": lambda data: self._sent(f"{self._traced}/trial", data),
            "a profile's art": lambda data: self._import("art_base64", data),
            "a profile's photo": lambda data: self._import("photo_base64", data),
        }

    def _case(self) -> str:
        return self._ask("/photo", b"")[1]

    @cached_property
    def _traced(self) -> str:
        """A board that is traced, in a sound photo with its corners marked."""
        board = self._begun()
        assert self._sent(f"{board}/photo", self._empty) == 200
        assert self._mark(board) == 200
        return board

    def _begun(self) -> str:
        return self._ask("/trace", b"from=clippers")[1]

    def _trace(self, data: bytes) -> int:
        """Take it as the board's photo, and straighten the board in it, where it is taken."""
        board = self._begun()
        status = self._sent(f"{board}/photo", data)
        return self._mark(board) if status == 200 else status

    def _mark(self, board: str) -> int:
        revision = json.loads(self._ask(f"{board}/state")[2])["revision"]
        asked = json.dumps({"revision": revision, "px": CORNERS_PX}).encode()
        return self._ask(f"{board}/corners", asked, "application/json")[0]

    def _import(self, key: str, data: bytes) -> int:
        profile = {**self._profile, key: base64.b64encode(data).decode()}
        return self._sent("/trace/import", json.dumps(profile).encode(), name="profile")

    def _sent(self, path: str, data: bytes, *, name: str = "photo", live: bool = False) -> int:
        """Send a file as a form does."""
        head = f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="it"\r\n\r\n'
        more = b'\r\n--x\r\nContent-Disposition: form-data; name="live"\r\n\r\n1' if live else b""
        lesson = b'\r\n--x\r\nContent-Disposition: form-data; name="lessons"\r\n\r\n' + LESSONS
        body = head.encode() + data + more + lesson + b"\r\n--x--\r\n"
        return self._ask(path, body, "multipart/form-data; boundary=x")[0]

    def _ask(
        self, path: str, body: bytes | None = None, kind: str = "application/x-www-form-urlencoded"
    ) -> tuple[int, str, bytes]:
        """The status, where it leads, and what is said."""
        with closing(HTTPConnection(HERE, self._port, timeout=LONGEST_WORK_S)) as connection:
            told = {"Cookie": self._cookie, "Host": "localhost", "Content-Type": kind}
            told["Accept"] = "application/json"
            connection.request("GET" if body is None else "POST", path, body, told)
            answer: HTTPResponse = connection.getresponse()
            return answer.status, answer.headers.get("Location", ""), answer.read()


def main() -> int:
    """Hand them in, and print the figures; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile_files", description=__doc__)
    parser.add_argument("--pictures", type=int, help="so many of them alone, of every kind")
    parser.add_argument("--door", default="", help="only the doors that are called so")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    names = list(HOSTILE)[:: max(len(HOSTILE) // args.pictures, 1) if args.pictures else 1]
    with tempfile.TemporaryDirectory() as folder:
        figures = [*measure(Path(folder), {name: HOSTILE[name]() for name in names}, args.door)]
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def measure(folder: Path, pictures: Mapping[str, bytes], only: str) -> Iterator[Figure]:
    """Hand these pictures in at every door whose name has ``only`` in it."""
    yield Figure("pictures", len(pictures), at_least(len(pictures)))
    empty = made_up_game(read_shipped_board(), 1).empty
    path = folder / "table.sqlite"
    with playing(path, https=False) as (place, server):
        store = Store(path)
        token = Doors(store).to(Role.HOST).token
        store.close()
        time.sleep(NOTICED_S)
        family = Family(server.pid)
        for door, send in Page(place.port, token, empty).doors.items():
            if only in door:
                yield from _through(send, pictures, family).figures(door)
        family.close()
    if only in "the command line":
        (folder / "empty.jpg").write_bytes(empty)
        yield from _typed(folder, pictures).figures("the command line")


def _through(send: Send, pictures: Mapping[str, bytes], family: Family) -> Cost:
    cost, statuses = Cost(), list[int]()
    for name, data in pictures.items():
        spent = family.cost_of(lambda data=data: statuses.append(send(data)))  # type: ignore[misc]
        cost.add(name, *spent)
    cost.broken = sum(status >= 500 for status in statuses)
    return cost


def _typed(folder: Path, pictures: Mapping[str, bytes]) -> Cost:
    """Each as the photo that ``companion read`` is given."""
    cost, path = Cost(), folder / "photo"
    command = [sys.executable, "-m", "companion", "read", str(path)]
    command += ["--board", str(SHIPPED), "--reference", str(folder / "empty.jpg")]
    for name, data in pictures.items():
        path.write_bytes(data)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        family = Family(process.pid)
        cost.add(name, *family.cost_of(lambda: os.waitid(os.P_PID, process.pid, ENDED)))  # noqa: B023
        family.close()
        cost.broken += process.wait() not in (0, 1, 2)
    return cost


def _family_of(process: int) -> list[int]:
    """A process and all that it has begun, and those have."""
    try:
        tasks = [*Path(f"/proc/{process}/task").iterdir()]
        begun = [int(n) for task in tasks for n in (task / "children").read_text().split()]
    except OSError:
        begun = []
    return [process, *(each for one in begun for each in _family_of(one))]


def _resident_mb(process: int, *, own: bool = False) -> float:
    """What it holds; of files that are mapped, which a family shares, nothing where ``own``."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    held = int(pages[1]) - (int(pages[2]) if own else 0) if len(pages) > 2 else 0
    return held * os.sysconf("SC_PAGE_SIZE") / 1e6


def _works(process: int) -> bool:
    """Whether a thread of it runs, or would if it were let."""
    try:
        tasks = [*Path(f"/proc/{process}/task").iterdir()]
        return any(_stat(task)[0] in "RD" for task in tasks)
    except OSError:
        return True


def _processor_s(process: int) -> float:
    try:
        fields = _stat(Path(f"/proc/{process}"))
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _stat(folder: Path) -> list[str]:
    """The fields of a process or thread from its state on (proc(5))."""
    return (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()


if __name__ == "__main__":
    sys.exit(main())
