"""``companion play --lan`` as somebody starts it, in a folder of its own; it may be killed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from companion.errors import InputError

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
USUAL_PORT = 8000
STARTED = "Stop it with Ctrl-C"


def chromium_path() -> str:
    """Where this machine's Chromium is. Raises InputError where there is none."""
    asked = os.environ.get("COMPANION_CHROMIUM", "")
    path = asked if Path(asked).is_file() else next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise InputError("there is no Chromium here; install chromium")
    return path


class Program:
    """The program on a free port, with its table's file in ``folder``, or with its ``demo``."""

    def __init__(self, folder: Path, *, demo: bool = False) -> None:
        self.port, self.started_s = _free_port(), 0.0
        self._plays = ["--demo"] if demo else ["--lan", "--table", str(folder / "evening.sqlite")]
        self._running: subprocess.Popen[str] | None = None

    def __enter__(self) -> Program:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it says where it is. Raises InputError where it does not."""
        began_s = time.monotonic()
        command = [sys.executable, "-u", "-m", "companion", "play", "--no-open", *self._plays]
        self._running = subprocess.Popen(
            [*command, "--port", str(self.port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._running.stdout is not None
        said = ""
        for line in self._running.stdout:
            said += line
            if line.startswith(STARTED):
                self.started_s = time.monotonic() - began_s
                return
        raise InputError(f"the program did not start: {said}")

    def kill(self) -> None:
        """End it as a power cut does."""
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
            self._running = None


def _free_port() -> int:
    """The usual port, which is the one that people type; another where it is taken."""
    for port in (USUAL_PORT, 0):
        try:
            with socket.create_server(("", port)) as free:
                return int(free.getsockname()[1])
        except OSError:
            continue
    raise InputError("no port is free here")
