"""What a table file is made of.

Every entry bears a mark: a hash of its line, its request key and the mark before it. A game knows
the mark of its last entry and how many there are. So a damaged file tells how far a game can be
trusted, and a changed digit in a sum of money can't go unseen: SQLite itself has no such checks.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

VERSION = 2
APPLICATION = int.from_bytes(b"Cmpn", "big")
"""Says in the file's head (``PRAGMA application_id``) whose it is; version 1 says nothing."""

SCHEMA = f"""
CREATE TABLE boards (
  digest TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  art BLOB
);
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  header TEXT NOT NULL,
  begun TEXT NOT NULL,
  settings TEXT NOT NULL DEFAULT '{{}}',
  board TEXT REFERENCES boards (digest),
  length INTEGER NOT NULL,
  head TEXT NOT NULL
);
CREATE TABLE entries (
  game INTEGER NOT NULL REFERENCES games (id),
  seq INTEGER NOT NULL,
  line TEXT NOT NULL,
  key TEXT,
  mark TEXT NOT NULL,
  UNIQUE (game, seq),
  UNIQUE (game, key)
);
CREATE TABLE doors (
  token TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  player TEXT,
  open INTEGER NOT NULL DEFAULT 1,
  mark TEXT NOT NULL
);
PRAGMA user_version = {VERSION};
PRAGMA application_id = {APPLICATION};
"""

CHAPTERS = """
CREATE TABLE IF NOT EXISTS chapters (
  game INTEGER NOT NULL,
  number INTEGER NOT NULL,
  digest TEXT NOT NULL,
  kept TEXT NOT NULL,
  gist TEXT NOT NULL,
  mark TEXT NOT NULL,
  PRIMARY KEY (game, number)
)
"""
"""What long games led to, every so many facts. It follows from the entries, and a file may lack it:
made when it is first of use, and not known to older programs. Without it nothing is lost but time,
and which number the last game had that was deleted."""

END = 1_000_000_000
"""The number of a row that says how the whole game stands; after any chapter's."""
LAST = END + 1
"""The number of the one row, of no game, that keeps the highest number that a game ever had."""


@dataclass(frozen=True, slots=True)
class ChapterRow:
    """A chapter of a game as it stands in the file: its number, and what is kept of it."""

    game: int
    number: int
    digest: str
    kept: str
    gist: str

    @property
    def mark(self) -> str:
        """What tells a chapter that was damaged."""
        return mark_of("chapter", self.digest, self.kept, self.gist)


@dataclass(frozen=True, slots=True)
class Door:
    """A way in: an unguessable token, the role it gives, and for which player."""

    token: str
    role: str
    player: str | None = None
    open: bool = True

    @property
    def mark(self) -> str:
        """What tells a door that was damaged."""
        return mark_of("door", self.token, self.role, self.player, self.open)


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game in a list of them: its number, when it was begun (ISO 8601), how many entries it has.

    ``settings`` is what the host has set for it, as JSON; ``mark`` that of its last entry, which
    no other game has, nor this one when it goes on.
    """

    id: int
    begun: str
    length: int
    settings: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """The board a game is played on: its board file, and the picture of the markers, if any."""

    file: str
    art: bytes | None = None

    @property
    def digest(self) -> str:
        """Its name in the file, made of all it holds."""
        art = None if self.art is None else hashlib.sha256(self.art).hexdigest()
        return mark_of("board", self.file, art)


def first_mark(header: str, board: str | None) -> str:
    """The mark before a game's first entry: of its header line and its board's digest."""
    return mark_of("game", header, board)


def next_mark(before: str, line: str, key: str | None) -> str:
    """The mark of an entry that comes after another."""
    return mark_of(before, line, key)


def mark_of(*parts: object) -> str:
    """A short hash that differs when any of the parts does."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]
