"""What a bug report needs to say of a table: versions, system, cameras, the last errors, the game.

Every part is made to be shown to strangers: people are ``Player 1``, ``Player 2``, and nothing in
it opens a door.
"""

from __future__ import annotations

import platform
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import cv2

from companion import __version__
from companion.errors import InputError
from companion.games import GAMES, game_of
from companion.play.anonymise import Nameless, people_of
from companion.play.game import About
from companion.records.record import Record, parse_record, write_record
from companion.store.contents import Contents, KeptGame, read_contents
from web.serving.logbook import log_of, scrubbed
from web.serving.sandbox import Failed, apart

LIBRARIES = ("opencv-python", "numpy", "flask", "werkzeug", "waitress", "segno", "threadpoolctl")
LAST_ERRORS = 20
MOST_FRAMES, LONGEST_LOOK_S = 10, 60.0
GRAVE = re.compile(r"^\S+ \S+ (?:WARNING|ERROR|CRITICAL) ")
LARGEST_LOG = 4_000_000
CONTENTS = """\
What is in it: the versions of the program and its libraries; the kind of this computer; the
cameras it names; what the log noted last; and the record of the last game, in which every player
is called Player 1, Player 2 and so on.
What is not in it: names of players, codes, photos, addresses, and the name of this computer or of
whoever uses it. It is plain text: read it before you send it."""


@dataclass(frozen=True)
class Section:
    """A part of the report: its heading, what it holds in a few words, and its lines."""

    heading: str
    holds: str
    lines: tuple[str, ...]


def checkup(table: Path, camera: int | None) -> tuple[Section, ...]:
    """Gather everything there is to say; a table file that is missing or damaged is told, too."""
    try:
        contents = read_contents(table)
        told = []
    except InputError as error:
        contents, told = Contents(0), [scrubbed(str(error), ())]
    record = _last_record(contents)
    people = tuple(dict.fromkeys((*people_of(record), *_at_doors(contents)))) if record else ()
    return (
        Section("Versions", "versions of the program and its libraries", tuple(_versions())),
        Section("System", "the kind of this computer", tuple(_system())),
        Section("Cameras", "the cameras that this computer names", tuple(_cameras(camera))),
        Section("Table", "what the table file holds", (*told, *_table(contents, record))),
        Section("Last errors", "what the log noted last", tuple(_errors(table, contents, people))),
        _game(record, people),
    )


def as_text(sections: tuple[Section, ...]) -> str:
    """Write the report: first what is in it, then all of it."""
    parts = (
        "\n".join((f"## {section.heading}", "", *(section.lines or ("nothing",))))
        for section in sections
    )
    head = "A report on the companion, made by 'companion doctor'."
    return "\n\n".join((head, CONTENTS, *parts)) + "\n"


def _versions() -> Iterator[str]:
    yield f"companion {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    for name in LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} is not installed"
    yield f"SQLite {sqlite3.sqlite_version}"


def _system() -> Iterator[str]:
    yield f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield f"OpenCV uses {cv2.getNumThreads()} threads"


def _cameras(asked: int | None) -> Iterator[str]:
    backends = (cv2.videoio_registry.getBackendName(b) for b in _backends())
    yield f"OpenCV opens cameras by: {', '.join(backends) or 'nothing'}"
    for device in sorted(Path("/sys/class/video4linux").glob("video*")):
        name = (device / "name").read_text(encoding="utf-8", errors="replace").strip()
        yield f"{device.name}: {name}"
    if asked is not None:
        seen = apart(looked_through, asked, longest_s=LONGEST_LOOK_S)
        yield from [f"camera {asked}: {seen.value}"] if isinstance(seen, Failed) else seen


def _backends() -> tuple[int, ...]:
    return tuple(cv2.videoio_registry.getCameraBackends())


def looked_through(number: int) -> tuple[str, ...]:
    """What a camera gives: size, pace, light, and how long it took."""
    return tuple(_looked_through(number))


def _looked_through(number: int) -> Iterator[str]:
    began_s = time.monotonic()
    camera = cv2.VideoCapture(number)
    try:
        if not camera.isOpened():
            yield f"camera {number} can't be opened"
            return
        yield f"camera {number} opened by {camera.getBackendName()}"
        for frame in range(MOST_FRAMES):
            is_there, picture = camera.read()
            if not is_there:
                yield f"camera {number} gave no picture after {frame}"
                return
        height, width = picture.shape[:2]
        took_s = time.monotonic() - began_s
        yield f"{width} x {height} pixels, mean brightness {picture.mean():.0f} of 255"
        yield f"{MOST_FRAMES} pictures in {took_s:.1f} s, from opening it"
    finally:
        camera.release()


def _table(contents: Contents, record: Record | None) -> Iterator[str]:
    if contents.version == 0:
        yield "no table was read"
        return
    yield f"format {contents.version}, {'DAMAGED' if contents.is_damaged else 'sound'}"
    yield from (f"lost: {scrubbed(str(lost), ())}" for lost in contents.lost)
    yield f"{len(contents.games)} games"
    kinds = Counter((door.role, "open" if door.open else "shut") for door in contents.doors)
    yield from (f"doors: {count} {role}, {state}" for (role, state), count in sorted(kinds.items()))
    if record is not None:
        yield f"last game: {len(record.entries)} entries, settings {contents.games[-1].settings}"


def _errors(table: Path, contents: Contents, people: tuple[str, ...]) -> list[str]:
    """The last entries of the log that tell of something wrong, each with all its lines."""
    tokens = [door.token for door in contents.doors]
    entries: list[list[str]] = []
    for line in _log_lines(log_of(table)):
        if line.startswith(" ") and entries:
            entries[-1].append(line)
        else:
            entries.append([line])
    grave = [entry for entry in entries if GRAVE.match(entry[0])][-LAST_ERRORS:]
    return [scrubbed(line, people, tokens) for entry in grave for line in entry]


def _log_lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_LOG).decode("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _game(record: Record | None, people: tuple[str, ...]) -> Section:
    holds = "the record of the last game, in which nobody is named"
    if record is None:
        return Section("Last game", holds, ())
    lines = write_record(Nameless(people).record(record, _about(record))).splitlines()
    return Section("Last game", holds, tuple(lines))


def _about(record: Record) -> About | None:
    """The game of a record as data; None where it is not here."""
    return game_of(record).about if record.header.game in GAMES else None


def _last_record(contents: Contents) -> Record | None:
    for game in reversed(contents.games):
        try:
            return parse_record(_text(game))
        except InputError:
            continue
    return None


def _text(game: KeptGame) -> str:
    return "\n".join((game.header, *(entry.line for entry in game.entries)))


def _at_doors(contents: Contents) -> list[str]:
    return [door.player for door in contents.doors if door.player]
