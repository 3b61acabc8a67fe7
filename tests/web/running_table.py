"""``companion play`` as somebody starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TWO = ("--player", "Ann=english", "--player", "Ben=french")


@contextmanager
def playing(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """A running table, the path of its host's door, and its port."""
    command = [sys.executable, "-u", "-m", "companion", "play", "--no-open", "--port", "0"]
    pipe = subprocess.PIPE
    command += ["--table", str(folder / "evening.sqlite"), *arguments]
    running = subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)
    try:
        assert running.stdout is not None
        lines = iter(running.stdout.readline, "")
        address = r"http://localhost:(\d+)(/join/\S+)"
        found = next((f for f in (re.search(address, line) for line in lines) if f), None)
        assert found is not None
        yield running, found[2], int(found[1])
    finally:
        if running.poll() is None:
            running.kill()
        running.communicate()
