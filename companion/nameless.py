"""Text and records without the names of people, to show to somebody who was not at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.record import Act, Corrected, Entry, Fact, Happened, Header, Record, Source

PEOPLE = frozenset({"player", "name", "from", "to"})
"""The words of a fact and of a header that may hold somebody's name."""


def people_of(record: Record) -> tuple[str, ...]:
    """Who sits at the table of a record, in their order, and whoever else wrote into it."""
    seats = record.header.setup.get("players")
    rows = seats if isinstance(seats, list) else []
    names = [row.get("name") for row in rows if isinstance(row, Mapping)]
    names += [entry.by.name for entry in record.entries]
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


class Nameless:
    """Writes ``Player 1``, ``Player 2`` for the names it was told, in the order it was told them.

    The same name becomes the same player everywhere.
    """

    def __init__(self, people: Iterable[str]) -> None:
        named = dict.fromkeys(name for name in people if name.strip())
        self._stands_for = {name: f"Player {n}" for n, name in enumerate(named, start=1)}
        longest_first = sorted(self._stands_for, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        self._names = re.compile(rf"(?<!\w)(?:{names})(?!\w)") if names else None

    def text(self, said: str) -> str:
        """A text in which each name that stands as a word of its own is replaced."""
        if self._names is None:
            return said
        return self._names.sub(lambda found: self._stands_for[found[0]], said)

    def record(self, record: Record) -> Record:
        """A record that plays the same, by other names. What could not be read is left out."""
        setup = self._data(record.header.setup)
        assert isinstance(setup, dict)
        entries = tuple(map(self._entry, record.entries))
        return Record(Header(record.header.game, setup), entries)

    def _entry(self, entry: Entry) -> Entry:
        by = Source(entry.by.who, self._name(entry.by.name), entry.by.confidence)
        return replace(entry, act=self._act(entry.act), by=by)

    def _act(self, act: Act) -> Act:
        match act:
            case Happened(fact):
                return Happened(self._fact(fact))
            case Corrected(seq, fact):
                return Corrected(seq, self._fact(fact))
        return act

    def _fact(self, fact: Fact) -> Fact:
        data = self._data(fact)
        assert isinstance(data, dict)
        return data

    def _data(self, value: object, key: str = "") -> object:
        if isinstance(value, Mapping):
            return {word: self._data(each, word) for word, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._data(each, key) for each in value]
        return self._name(value) if isinstance(value, str) and key in PEOPLE else value

    def _name(self, name: str | None) -> str | None:
        return self._stands_for.get(name or "", name)
