"""``companion play`` as somebody starts it."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 30
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


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: bytes


def get(port: int, path: str, cookie: str = "") -> Answer:
    connection = http.client.HTTPConnection("localhost", port, timeout=PATIENCE_S)
    connection.request("GET", path, headers={"Cookie": cookie, "Accept": "application/json"})
    answer = connection.getresponse()
    whole = Answer(answer.status, answer.headers, answer.read())
    connection.close()
    return whole


def door(port: int, path: str) -> str:
    return str(get(port, path).headers["Set-Cookie"]).partition(";")[0]
