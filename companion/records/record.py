"""A game as it is written down: a header and then one act a line, which only ever grows.

A fact is the game's own JSON and is kept as it stands, known or not. Undo, redo and correction are
acts themselves; nothing is deleted. ``standing`` tells which facts count after all of them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from companion.errors import Fault, InputError
from companion.files.fields import Field, keep_doubled_keys, shown
from companion.files.input_file import FileKind, read_bytes
from companion.files.plain_json import plain, read_line
from companion.saying.phrase import Phrase

FORMAT = "companion record"
VERSION = 1
RECORD_FILE = FileKind(Phrase("a-record"), 50_000_000)

Fact = Mapping[str, object]


class Who(Enum):
    """Who says that something happened."""

    PERSON = "person"
    CAMERA = "camera"
    SYSTEM = "system"


SAID_BY = tuple(kind.value for kind in Who)


@dataclass(frozen=True, slots=True)
class Source:
    """Who says so: a person's name, where it is known, or how sure the camera is (0 to 1)."""

    who: Who
    name: str | None = None
    confidence: float | None = None


SYSTEM = Source(Who.SYSTEM)


@dataclass(frozen=True, slots=True)
class Happened:
    """A fact of the game."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Undone:
    """The act of that number no longer counts."""

    seq: int


@dataclass(frozen=True, slots=True)
class Redone:
    """The act of that number counts again."""

    seq: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """In the place of the fact of that number stands another."""

    seq: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Allowed:
    """The table allows what the rules do not like about the fact of that number."""

    seq: int
    code: str


Act = Happened | Undone | Redone | Corrected | Allowed


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its number, counted from 1, what was done, who says so, and when (ISO 8601).

    ``along`` is the number of an earlier entry where both are one deed, taken back together.
    """

    seq: int
    act: Act
    by: Source = SYSTEM
    at: str | None = None
    along: int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: which game, and all that game needs to set up."""

    game: str
    setup: Mapping[str, object]


@dataclass(frozen=True)
class Record:
    """A game's header and entries. ``add`` gives a longer record.

    ``faults`` say what could not be read; all the rest is there.
    """

    header: Header
    entries: tuple[Entry, ...] = ()
    faults: tuple[Fault, ...] = field(default=(), compare=False)

    def add(
        self, act: Act, by: Source = SYSTEM, at: str | None = None, along: int | None = None
    ) -> Record:
        """Write one act below the others."""
        last = self.entries[-1].seq if self.entries else 0
        entry = Entry(last + 1, act, by, at, along)
        return Record(self.header, (*self.entries, entry), self.faults)


@dataclass(frozen=True, slots=True)
class EffectiveFact:
    """A fact that counts: the number of its entry, as last corrected, and who says so."""

    seq: int
    fact: Fact
    by: Source


def effective_facts(entries: Sequence[Entry]) -> tuple[EffectiveFact, ...]:
    """Return the facts that count after every undo, redo and correction, in their order.

    An act that is itself undone has no effect. A correction stands where the fact stood; of several
    the last counts. An act can only be undone by a later one, so one pass from the end decides.
    """
    gone = void(entries)
    corrected = {
        entry.act.seq: (entry.act.fact, entry.by)
        for entry in entries
        if isinstance(entry.act, Corrected) and entry.seq not in gone
    }
    return tuple(
        EffectiveFact(entry.seq, *corrected.get(entry.seq, (entry.act.fact, entry.by)))
        for entry in entries
        if isinstance(entry.act, Happened) and entry.seq not in gone
    )


def allowed(entries: Sequence[Entry]) -> frozenset[tuple[int, str]]:
    """Return what the table allows: numbers of facts, each with the code of a finding.

    What is corrected is another fact: what was allowed of it before is allowed no longer.
    """
    gone = void(entries)
    granted: dict[tuple[int, str], None] = {}
    for entry in entries:
        if entry.seq in gone:
            continue
        if isinstance(entry.act, Allowed):
            granted[entry.act.seq, entry.act.code] = None
        elif isinstance(entry.act, Corrected):
            granted = {key: None for key in granted if key[0] != entry.act.seq}
    return frozenset(granted)


def void(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the acts that do not count: the last word on each was to undo it."""
    last_word: dict[int, bool] = {}
    for entry in reversed(entries):
        if isinstance(entry.act, Undone | Redone) and not last_word.get(entry.seq, False):
            last_word.setdefault(entry.act.seq, isinstance(entry.act, Undone))
    return frozenset(seq for seq, undone in last_word.items() if undone)


def write_record(record: Record) -> str:
    """Write a record as JSON Lines."""
    lines = [header_line(record.header), *map(entry_line, record.entries)]
    return "".join(f"{line}\n" for line in lines)


def header_line(header: Header) -> str:
    """Write the first line of a record."""
    start = {"format": FORMAT, "version": VERSION, "game": header.game}
    return _line({**start, "setup": header.setup})


def entry_line(entry: Entry) -> str:
    """Write one entry as a line."""
    by: dict[str, object] = {"who": entry.by.who.value}
    by |= {"name": entry.by.name} if entry.by.name is not None else {}
    by |= {"confidence": entry.by.confidence} if entry.by.confidence is not None else {}
    besides: dict[str, object] = {"at": entry.at} if entry.at is not None else {}
    besides |= {"with": entry.along} if entry.along is not None else {}
    return _line({"seq": entry.seq, **_act_json(entry.act), "by": by, **besides})


def read_record(path: Path) -> Record:
    """Read a record; raise InputError in one line where there is no header to go by."""
    raw = read_bytes(path, RECORD_FILE)
    try:
        return parse_record(raw.decode("utf-8-sig", errors="replace"))
    except InputError as error:
        raise error.within(path) from None


def parse_record(text: str) -> Record:
    """Read a record's text. A line that can't be read is a fault, and the others stand.

    The last line may have been torn when the power went: it is set aside like any other.
    """
    lines = text.split("\n")
    header = _header(lines[0])
    entries: list[Entry] = []
    known: set[int] = set()
    facts: set[int] = set()
    faults: list[Fault] = []
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        entry, found = _entry(line, _Before(known, facts, entries[-1].seq if entries else 0))
        if entry is not None:
            entries.append(entry)
            known.add(entry.seq)
            if isinstance(entry.act, Happened):
                facts.add(entry.seq)
        if found is not None:
            torn = Phrase("line-torn", number=number) if number == len(lines) else None
            faults.append(found.within(torn or Phrase("line", number=number)))
    return Record(header, tuple(entries), tuple(faults))


def _header(line: str) -> Header:
    try:
        head = Field(json.loads(line, object_pairs_hook=keep_doubled_keys), "line 1")
    except (ValueError, RecursionError):
        raise InputError("no-record-json") from None
    if not isinstance(head.value, Mapping) or head.value.get("format") != FORMAT:
        raise InputError("no-record-format", format=FORMAT)
    version = head.value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError("record-version", "line 1/version", version=shown(version), known=VERSION)
    if version > VERSION:
        raise InputError("record-newer", "line 1/version", version=shown(version), known=VERSION)
    game, setup = head.get("game").text(), head.get("setup")
    if setup.is_object() and game and not head.faults and isinstance(setup.value, Mapping):
        return Header(game, setup.value)
    raise InputError.of(head.faults[0])


class _Before(NamedTuple):
    """The numbers of the lines that were read before one, those of facts, and the last of them."""

    known: Collection[int]
    facts: Collection[int]
    last: int


def _entry(line: str, before: _Before) -> tuple[Entry | None, Fault | None]:
    """Read one line; what is wrong with it where it can't be."""
    try:
        data = read_line(line)
    except ValueError:
        return None, Fault("line-no-json")
    said = Field(data, Phrase("it"))
    if not said.is_object():
        return None, said.faults[0]
    seq = said.get("seq").whole(before.last + 1, 10**9)
    act = _act(said, before)
    by = _source(said.get("by")) if said.has("by") else SYSTEM
    at = said.get("at").text() if said.has("at") else None
    along = _reference(said.get("with"), before.known) if said.has("with") else None
    if act is None or said.faults:
        return None, said.faults[0]
    return Entry(seq, act, by, at, along), None


def _act(said: Field, before: _Before) -> Act | None:
    known, facts = before.known, before.facts
    if said.has("undo"):
        return Undone(_reference(said.get("undo"), known))
    if said.has("redo"):
        return Redone(_reference(said.get("redo"), known))
    if said.has("correct"):
        seq = _reference(said.get("correct"), facts)
        return Corrected(seq, _fact(said.get("fact")))
    if said.has("allow"):
        return Allowed(_reference(said.get("allow"), facts), said.get("code").text())
    if said.has("fact"):
        return Happened(_fact(said.get("fact")))
    said.fault("says-nothing")
    return None


def _reference(said: Field, known: Collection[int]) -> int:
    seq = said.whole(1, 10**9)
    if not said.faults and seq not in known:
        said.fault("no-earlier-line", number=seq)
    return seq


def _fact(said: Field) -> Fact:
    return said.value if said.is_object() and isinstance(said.value, Mapping) else {}


def _source(said: Field) -> Source:
    who = said.get("who").one_of(SAID_BY)
    name = said.get("name").text() if said.has("name") else None
    sure = said.get("confidence").number(0, 1) if said.has("confidence") else None
    return Source(Who(who) if who else Who.SYSTEM, name, sure)


def _act_json(act: Act) -> dict[str, object]:
    match act:
        case Happened(fact):
            return {"fact": fact}
        case Undone(seq):
            return {"undo": seq}
        case Redone(seq):
            return {"redo": seq}
        case Corrected(seq, fact):
            return {"correct": seq, "fact": fact}
        case Allowed(seq, code):
            return {"allow": seq, "code": code}


def _line(data: Mapping[str, object]) -> str:
    try:
        return _dumped(data)
    except (ValueError, RecursionError):
        return _dumped(plain(data))


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def facts_of(record: Record) -> Iterator[Fact]:
    """The facts of a record that count, in their order."""
    return (each.fact for each in effective_facts(record.entries))
