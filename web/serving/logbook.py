"""The log of a table: one file beside it, which turns over, and names nobody.

It holds what went wrong and where, for whoever mends the program. Names of people, tokens, numbers
of photos and the home folder are taken out of every line before it is written.
"""

from __future__ import annotations

import logging
import platform
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import cv2
from flask import has_request_context, request

from companion import __version__
from companion.errors import InputError
from companion.play.anonymise import Nameless
from companion.records.names import typed_name
from web.host.host import Host

LOG = logging.getLogger("companion")
LARGEST_BYTES, OLDER_FILES = 1_000_000, 2
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
ID_BYTES = 4
SELDOM_S = 60.0
CODE = re.compile(r"(?<![\w-])(?=[a-z_-]*[A-Z0-9])[\w-]{22}(?![\w-])")
"""What looks like a token of ours: 16 bytes, as ``secrets.token_urlsafe`` writes them."""
JOIN = re.compile(r"/join/\S+")

Scrub = Callable[[str], str]


def log_of(table: Path) -> Path:
    """Where the log of a table file is."""
    return table.with_name(f"{table.name}.log")


def logs_of(table: Path) -> list[Path]:
    """The files of its log, those that it turned over first: the last entries come last."""
    log = log_of(table)
    return [*(log.with_name(f"{log.name}.{nth}") for nth in range(OLDER_FILES, 0, -1)), log]


@contextmanager
def kept_log(path: Path, host: Host) -> Iterator[None]:
    """Write down what goes wrong in this program, wherever it does, while a table is served."""
    handler = _Quiet(
        path, maxBytes=LARGEST_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(_Discreet(lambda text: scrubbed(text, people(host), host.doors.tokens())))
    root, threads = logging.getLogger(), threading.excepthook
    root.addHandler(handler)
    threading.excepthook = _thread_broke
    LOG.setLevel(logging.INFO)
    LOG.info("%s", began(host))
    try:
        yield
    finally:
        LOG.info("stopped")
        threading.excepthook = threads
        root.removeHandler(handler)
        handler.close()


def began(host: Host) -> str:
    """One line on what runs here."""
    parts = (
        f"companion {__version__}",
        f"Python {platform.python_version()}",
        f"OpenCV {cv2.__version__}",
        sys.platform,
        "open to the network" if host.address.open_to_network else "on this machine only",
    )
    return f"started: {', '.join(parts)}"


def broke(error: BaseException) -> str:
    """Write down an error nobody expected; return the id under which it stands in the log."""
    number = secrets.token_hex(ID_BYTES)
    LOG.error("error %s%s", number, _where(), exc_info=error)
    return number


class Seldom:
    """Writes down what may come in thousands: of each kind one line a minute."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._said_s: dict[str, float] = {}

    def refused(self, code: str) -> None:
        """Note that a request was refused."""
        now_s = self._clock_s()
        if now_s - self._said_s.get(code, -SELDOM_S) >= SELDOM_S:
            self._said_s[code] = now_s
            LOG.warning("refused: %s%s", code, _where())


def people(host: Host) -> frozenset[str]:
    """Every name this program has heard of: at the table, at the doors, in this very request."""
    names = set(host.doors.people())
    table = host.table
    if table is not None:
        names |= {seat.player.name for seat in table.view.last.state.seats}
    if has_request_context():
        with suppress(Exception):  # a request that can't be read names nobody
            sent = request.form.getlist("name")
            names |= {*map(str.strip, sent), *map(typed_name, sent)}
            names |= set(request.form.getlist("player"))
    return frozenset(name for name in names if name)


def scrubbed(text: str, names: Iterable[str], tokens: Iterable[str] = ()) -> str:
    """A text without names of people, tokens, numbers of photos and the home folder."""
    for token in tokens:
        text = text.replace(token, "[code]")
    text = JOIN.sub("/join/[code]", CODE.sub("[code]", text))
    text = text.replace(str(Path.home()), "~")
    return Nameless(sorted(names)).text(text)


class _Quiet(RotatingFileHandler):
    """A log that can't be written (the disk is full) must not stop the table."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Say nothing: there is nobody who could do anything about it now."""


class _Discreet(logging.Formatter):
    """Each entry begins at the margin, its further lines do not, so that none can be forged."""

    def __init__(self, scrub: Scrub) -> None:
        super().__init__(LINE)
        self._scrub = scrub

    def format(self, record: logging.LogRecord) -> str:
        """Write one entry."""
        try:
            said = self._scrub(super().format(record))
        except InputError:  # the table's file can't be read: then nothing is known to be no name
            said = f"{record.levelname} {record.name}: (an entry that could not be scrubbed)"
        return "\n    ".join(said.splitlines())


def _where() -> str:
    """Which route was asked for, with no word of what was in its address."""
    if not has_request_context():
        return ""
    rule = request.url_rule
    return f" at {request.method} {rule.rule if rule else '(no such route)'}"


def _thread_broke(what: threading.ExceptHookArgs) -> None:
    if what.exc_value is not None:
        broke(what.exc_value)
