"""Whatever is typed ends in words: ``python -m benchmarks.command_lines [--lines 1500]``.

Command lines are made up from every command, its options, and values right and odd: files that are
damaged, missing, folders, devices, links in a ring, names no system spells; numbers that are none;
an output that is full or closed. What counts: no traceback, no signal, exit code 0, 1 or 2, nothing
left half-written, no file made by a command that refused, no link or device replaced by a file.
Lines run in a copy of this process; those that close a stream in a new one. Where a page is served,
it is stopped.
"""

from __future__ import annotations

import argparse
import importlib
import os
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import cv2
import numpy as np

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from calibration.profile import profile_bytes
from companion.__main__ import COMMANDS
from companion.__main__ import main as companion
from tests.calibration.profiles import a_profile
from tests.hostile_pictures import HOSTILE
from tests.web.tables import make_host
from tests.whole_games import GAMES

LINES = 1500
LONGEST_S, SERVED_S = 60.0, 3.0
STREAMS = ("full", "no reader", "closed")
ODD_NUMBERS = (
    "-1", "0", "7", "65535", "65536", "99999999999999", "1e999", "nan", "-inf", "0x10", "\u0663",
    "", " ", "x", "1" * 5000,
)  # fmt: skip
ODD_WORDS = (
    "", " ", "=", "x", "x=y", "Anna=french", "Anna=french:12", "Anna=french:-1", "Ben=german",
    "\u674e\u96f7=english:3", "Ann \"Shark\"=american:5", "a" * 300, "Anna=french:9999999999999999",
    "\udcff", "\n", "a=b=c", "--", "empty", "fiji/0=french", "fiji/0=nobody", "edition=first",
    "nan,nan,nan,nan,nan,nan,nan,nan", "1,2,3,4,5,6,7,8", "0,0,9,0,9,9,0,9", "-3,5", "1,2",
)  # fmt: skip


class Sandbox:
    """A folder with files of every kind, and what may become of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._make(folder)
        self.before = self._seen()

    def _make(self, folder: Path) -> None:
        shipped = Path(importlib.import_module("companion.games.clippers.shipped").__file__ or "")
        for name in ("board.json", "markers.png"):
            shutil.copy(shipped.with_name(name), folder / name)
        shutil.copy(GAMES / "example-of-play.jsonl", folder / "record.jsonl")
        host = make_host(folder / "table.sqlite")
        host.close()
        host.store.close()
        grey = np.full((300, 400, 3), 120, np.uint8)
        cv2.imwrite(str(folder / "photo.jpg"), grey)
        (folder / "profile.json").write_bytes(profile_bytes(a_profile()))
        (folder / "position.json").write_text('{"spaces": {}, "slots": {}}', encoding="utf-8")
        (folder / "moves.json").write_text('{"players": [], "moves": []}', encoding="utf-8")
        (folder / "hostile.jpg").write_bytes(next(iter(HOSTILE.values()))())
        (folder / "iphone.heic").write_bytes(HOSTILE["heic"]())
        (folder / "film.mp4").write_bytes(HOSTILE["a film"]())
        (folder / "empty").write_bytes(b"")
        (folder / "junk").write_bytes(bytes(range(256)) * 40)
        (folder / "half.sqlite").write_bytes((folder / "table.sqlite").read_bytes()[:5000])
        (folder / "d").mkdir()
        shutil.copy(folder / "photo.jpg", folder / "d" / "1.jpg")
        (folder / "link").symlink_to(folder / "position.json")
        (folder / "lost").symlink_to(folder / "d" / "not-there")
        (folder / "ring").symlink_to(folder / "ring")
        with suppress(OSError):  # where only root may make one, there is none
            os.mknod(folder / "null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        self.names = sorted(path.name for path in folder.iterdir()) + [
            "nowhere/x", "new.html", "new.jpg", "new.json", "new.pdf", ".", "..", "/", "",
            "n" * 300, "\udcff.jpg", "a\nb.json", "\U0001f3b2.svg", "-", "d/new.sqlite",
        ]  # fmt: skip

    def _seen(self) -> dict[str, tuple[str, int, int]]:
        """Each path: what kind it is, how large, and when it was written."""
        found = {}
        for path in self.folder.rglob("*"):
            told = path.lstat()
            name = str(path.relative_to(self.folder))
            found[name] = stat.filemode(told.st_mode)[0], told.st_size, told.st_mtime_ns
        return found

    def broken(self, code: int, stream: str) -> Iterator[str]:
        """What is wrong in the folder after a command, which is then as it was."""
        now = self._seen()
        if now == self.before:
            return
        for name, (kind, *_) in self.before.items():
            if name not in now or now[name][0] != kind:
                yield f"{name} was of kind {kind}, and is {now.get(name)}"
        for name in now.keys() - self.before.keys():
            if name.endswith(".new"):
                yield f"{name} is left half-written"
            elif code == 2 and not stream and (self.folder / name).is_file():
                yield f"{name} was made by a command that refused"
        for path in [*self.folder.iterdir()]:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        self._make(self.folder)
        self.before = self._seen()


def main() -> int:
    """Run them all, and print the counts; 0 when nothing broke."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.command_lines", description=__doc__)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if not hasattr(os, "fork"):
        sys.exit("this system can't copy a process; run it on Linux or macOS")
    for command in COMMANDS.values():
        importlib.import_module(command.module)
    codes, broken = run_all(args.lines, args.seed)
    figures = [
        Figure("lines", sum(codes.values()), at_least(args.lines)),
        *(Figure(f"exit code {code}", count) for code, count in sorted(codes.items())),
        Figure("broken", len(broken), at_most(0)),
    ]
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if not broken else 1


def run_all(lines: int, seed: int) -> tuple[Counter[int], list[str]]:
    """Run so many lines; the exit codes, and what broke."""
    random, codes, broken = Random(seed), Counter[int](), []
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
        sandbox = Sandbox(Path(folder))
        for _ in range(lines):
            words = made_up(random, sandbox.names, taken.getsockname()[1])
            stream = random.choice(STREAMS) if random.random() < 0.04 else ""
            code, said = run_line(words, sandbox.folder, stream)
            codes[code] += 1
            faults = [*sandbox.broken(code, stream)]
            if code not in (0, 1, 2):
                faults.append(f"exit code {code}")
            if "Traceback" in said or "Exception ignored" in said or "Fatal Python" in said:
                faults.append(said[-1500:])
            line = shlex.join(words).encode("utf-8", "backslashreplace").decode()[:300]
            for fault in faults:
                broken.append(f"$ companion {line} {stream}\n  {fault}")
                print(broken[-1], file=sys.stderr, flush=True)
    return codes, broken


def made_up(random: Random, names: list[str], taken: int) -> list[str]:
    """The words of one command line."""
    command = random.choice(list(COMMANDS))
    if random.random() < 0.03:
        return [random.choice([command, *ODD_WORDS]), *random.sample(ODD_WORDS, 2)]
    words = [command]
    parser = argparse.ArgumentParser()
    importlib.import_module(COMMANDS[command].module).add_arguments(parser)
    while nested := [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]:
        action = random.choice(list(nested[0].choices))
        words.append(action)
        parser = nested[0].choices[action]
    for option in parser._actions:
        if isinstance(option, argparse._HelpAction):
            words += ["--help"] * (random.random() < 0.01)
        elif not option.option_strings:
            words += [_value(option, random, names, taken)] * (random.random() < 0.95)
        elif option.required or random.random() < 0.35:
            words.append(random.choice(option.option_strings))
            if option.nargs != 0 and not isinstance(option, argparse.BooleanOptionalAction):
                words.append(_value(option, random, names, taken))
    if command == "play":
        words += ["--no-open"] + ["--port", str(random.choice([0, 0, taken]))]
    return [*words, "--no-open"] if command == "demo" else words


def _value(option: argparse.Action, random: Random, names: list[str], taken: int) -> str:
    """Something for an option: mostly of its kind."""
    if option.choices and random.random() < 0.8:
        return str(random.choice(list(option.choices)))
    if option.type in (int, float) and random.random() < 0.9:
        return random.choice([*ODD_NUMBERS, str(taken)])
    if option.type is Path and random.random() < 0.9:
        return random.choice(names)
    return random.choice([*names, *ODD_NUMBERS, *ODD_WORDS])


def run_line(words: list[str], folder: Path, stream: str) -> tuple[int, str]:
    """Run one line; its exit code, below 0 where a signal ended it, and what it said of errors."""
    serves = words[0] == "play"
    longest_s = SERVED_S if serves else LONGEST_S
    with tempfile.TemporaryFile() as said:
        if stream == "closed":
            run = [sys.executable, "-m", "companion", *words]
            shell = ["sh", "-c", f'cd {shlex.quote(str(folder))} && exec "$@" >&-', "sh"]
            arguments = [os.fsencode(word) for word in (*shell, *run)]
            process = subprocess.Popen(
                arguments, stderr=said, env={**os.environ, "PYTHONPATH": str(Path.cwd())}
            )
            code = _waited(process.pid, longest_s)
        else:
            number = os.fork()
            if number == 0:
                _become(words, folder, stream, said.fileno())
            code = _waited(number, longest_s)
        said.seek(0)
        return code, said.read().decode("utf-8", "replace")


def _waited(process: int, longest_s: float) -> int:
    """The exit code of a process, which is asked to stop after a while, and then ended."""
    until_s = time.monotonic() + longest_s
    asked = False
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return 0 if asked and code == 130 else code
        if time.monotonic() > until_s:
            os.kill(process, signal.SIGKILL if asked else signal.SIGINT)
            asked, until_s = True, time.monotonic() + LONGEST_S
        time.sleep(0.005)


def _become(words: list[str], folder: Path, stream: str, said: int) -> None:
    """Be the command, in a copy of this process; never returns."""
    code = 120
    try:
        os.chdir(folder)
        os.dup2(said, 2)
        os.dup2(_out(stream), 1)
        sys.stdout, sys.stderr = (open(n, "w", closefd=False) for n in (1, 2))  # noqa: SIM115
        code = _code_of(lambda: companion(words))
    finally:
        with suppress(Exception):
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _out(stream: str) -> int:
    if stream == "full" and Path("/dev/full").exists():
        return os.open("/dev/full", os.O_WRONLY)
    if stream == "no reader":
        reader, writer = os.pipe()
        os.close(reader)
        return writer
    return os.open(os.devnull, os.O_WRONLY)


def _code_of(command: Callable[[], int]) -> int:
    """Run a command as the interpreter does."""
    code = 1
    try:
        code = command()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001  (the interpreter prints every one)
        traceback.print_exc()
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        traceback.print_exc()
    return code


if __name__ == "__main__":
    sys.exit(main())
