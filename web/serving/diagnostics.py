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
from itertools import chain
from pathlib import Path

import cv2

from companion import __version__
from companion.errors import InputError
from companion.games import GAMES, game_of
from companion.play.anonymise import Nameless, people_of
from companion.play.game import About
from companion.records.record import Record, parse_record, write_record
from companion.saying.phrase import Phrase, say
from companion.store.contents import Contents, KeptGame, read_contents
from vision.picture.camera_drivers import opened_quietly
from web.host.evenings import played_last
from web.serving.logbook import logs_of, scrubbed
from web.serving.sandbox import Failed, apart

LIBRARIES = (
    "opencv-python",
    "numpy",
    "onnxruntime",
    "flask",
    "werkzeug",
    "waitress",
    "segno",
    "threadpoolctl",
    "cryptography",
)
LAST_ERRORS = 20
MOST_FRAMES, LONGEST_LOOK_S = 10, 60.0
GRAVE = re.compile(r"^\S+ \S+ (?:WARNING|ERROR|CRITICAL) ")
LARGEST_LOG = 4_000_000
"""Of a file of the log that somebody has let grow, its end is read."""
NOTHING = Phrase("report:nothing")


@dataclass(frozen=True)
class Section:
    """A part of the report, by its name; its lines are said in any language or are the same in all.

    The sentences ``report:NAME`` and ``report:NAME:holds`` head it, and say what it holds.
    """

    name: str
    lines: tuple[Phrase | str, ...]

    @property
    def heading(self) -> Phrase:
        """How it is headed."""
        return Phrase(f"report:{self.name}")

    @property
    def holds(self) -> Phrase:
        """What it holds, in a few words."""
        return Phrase(f"report:{self.name}:holds")


def checkup(table: Path, camera: int | None, language: str) -> tuple[Section, ...]:
    """Gather everything there is to say; a table file that is missing or damaged is told, too."""
    try:
        contents = read_contents(table)
        told: list[str] = []
    except InputError as error:
        contents, told = Contents(0), [scrubbed(error.said(language), ())]
    last = _last_game(contents)
    record = None if last is None else last[1]
    at_table = people_of(record) if record is not None else ()
    people = tuple(dict.fromkeys((*at_table, *_at_doors(contents))))
    return (
        Section("versions", tuple(_versions())),
        Section("system", tuple(_system())),
        Section("cameras", tuple(_cameras(camera))),
        Section("table", (*told, *_table(contents, last, language))),
        Section("errors", tuple(_errors(table, contents, people))),
        _game(record, people),
    )


def as_text(sections: tuple[Section, ...], language: str) -> str:
    """Write the report in a language: first what is in it, then all of it."""
    about = (Phrase(f"report:{each}").said(language) for each in ("head", "in-it", "not-in-it"))
    parts = (_part(section, language) for section in sections)
    return "\n\n".join((*about, *parts)) + "\n"


def _part(section: Section, language: str) -> str:
    lines = (say(line, language) for line in section.lines or (NOTHING,))
    return "\n".join((f"## {section.heading.said(language)}", "", *lines))


def _versions() -> Iterator[Phrase | str]:
    yield f"companion {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    for name in LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield Phrase("report:not-installed", name=name)
    yield f"SQLite {sqlite3.sqlite_version}"


def _system() -> Iterator[Phrase | str]:
    yield f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield Phrase("report:threads", count=cv2.getNumThreads())


def _cameras(asked: int | None) -> Iterator[Phrase | str]:
    backends = (cv2.videoio_registry.getBackendName(b) for b in _backends())
    yield Phrase("report:backends", backends=", ".join(backends) or NOTHING)
    for device in sorted(Path("/sys/class/video4linux").glob("video*")):
        name = (device / "name").read_text(encoding="utf-8", errors="replace").strip()
        yield f"{device.name}: {name}"
    if asked is not None:
        seen = apart(looked_through, asked, longest_s=LONGEST_LOOK_S)
        yield from [f"camera {asked}: {seen.value}"] if isinstance(seen, Failed) else seen


def _backends() -> tuple[int, ...]:
    return tuple(cv2.videoio_registry.getCameraBackends())


def looked_through(number: int) -> tuple[Phrase, ...]:
    """What a camera gives: size, pace, light, and how long it took."""
    return tuple(_looked_through(number))


def _looked_through(number: int) -> Iterator[Phrase]:
    began_s = time.monotonic()
    camera = opened_quietly(str(number))
    try:
        if not camera.isOpened():
            yield Phrase("report:camera-shut", number=number)
            return
        yield Phrase("report:camera-open", number=number, backend=camera.getBackendName())
        for frame in range(MOST_FRAMES):
            is_there, picture = camera.read()
            if not is_there:
                yield Phrase("report:camera-blind", number=number, frame=frame)
                return
        height, width = picture.shape[:2]
        took_s = time.monotonic() - began_s
        mean = f"{picture.mean():.0f}"
        yield Phrase("report:camera-picture", width=width, height=height, mean=mean)
        yield Phrase("report:camera-pace", count=MOST_FRAMES, seconds=f"{took_s:.1f}")
    finally:
        camera.release()


def _table(
    contents: Contents, last: tuple[KeptGame, Record] | None, language: str
) -> Iterator[Phrase]:
    if contents.version == 0:
        yield Phrase("report:no-table")
        return
    state = Phrase("report:damaged" if contents.is_damaged else "report:sound")
    yield Phrase("report:format", version=contents.version, state=state)
    yield from (
        Phrase("report:lost", lost=scrubbed(say(lost, language), ())) for lost in contents.lost
    )
    yield Phrase("report:games", count=len(contents.games))
    kinds = Counter((door.role, "open" if door.open else "shut") for door in contents.doors)
    for (role, stands), count in sorted(kinds.items()):
        yield Phrase("report:doors", count=count, role=role, stands=Phrase(f"report:{stands}"))
    if last is not None:
        game, record = last
        yield Phrase("report:last-game", count=len(record.entries), settings=game.settings)


def _errors(table: Path, contents: Contents, people: tuple[str, ...]) -> list[str]:
    """The last entries of the log that tell of something wrong, each with all its lines."""
    tokens = [door.token for door in contents.doors]
    entries: list[list[str]] = []
    for line in chain.from_iterable(map(_log_lines, logs_of(table))):
        if line.startswith(" ") and entries:
            entries[-1].append(line)
        else:
            entries.append([line])
    grave = [entry for entry in entries if GRAVE.match(entry[0])][-LAST_ERRORS:]
    return [scrubbed(line, people, tokens) for entry in grave for line in entry]


def _log_lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LARGEST_LOG))
            return file.read(LARGEST_LOG).decode("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _game(record: Record | None, people: tuple[str, ...]) -> Section:
    if record is None:
        return Section("game", ())
    lines = write_record(Nameless(people).record(record, _about(record))).splitlines()
    return Section("game", tuple(lines))


def _about(record: Record) -> About | None:
    """The game of a record as data; None where it is not here."""
    return game_of(record).about if record.header.game in GAMES else None


def _last_game(contents: Contents) -> tuple[KeptGame, Record] | None:
    """The game that was played last, with its record: the last of those that can be read."""
    for game in played_last(contents.games):
        try:
            return game, parse_record(_text(game))
        except InputError:
            continue
    return None


def _text(game: KeptGame) -> str:
    return "\n".join((game.header, *(entry.line for entry in game.entries)))


def _at_doors(contents: Contents) -> list[str]:
    return [door.player for door in contents.doors if door.player]
