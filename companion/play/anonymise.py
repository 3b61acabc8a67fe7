"""Text and records without the names of people, to show to somebody who was not at the table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.bank import BANK
from companion.files.plain_json import plain
from companion.play.game import About
from companion.records.facts import Word
from companion.records.record import (
    Act,
    Allowed,
    Corrected,
    Entry,
    Fact,
    Happened,
    Header,
    Record,
    Source,
)

PEOPLE = frozenset({"player", "name"})
"""The words of a header that may hold somebody's name."""
CODE = re.compile(r"[a-z0-9-]{1,80}")
LONGEST_ID = 100
LEFT_OUT = "[left out]"


class _Words(NamedTuple):
    """The words of a game's facts, and those of them that may hold somebody's name."""

    known: frozenset[str]
    people: frozenset[str]

    @classmethod
    def of(cls, about: About | None) -> _Words:
        if about is None:
            return cls(frozenset(), frozenset())
        people = about.words_for(Word.PLAYER, Word.OTHER, Word.ACCOUNT)
        return cls(frozenset({"do", *about.words}), people)


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

    def record(self, record: Record, about: About | None) -> Record:
        """A record that plays the same, by other names. What could not be read is left out.

        Of a fact only the words of its game are told, and of them only what may be a name or an id:
        whatever else somebody wrote into it, long ago or by hand, may be a name that nobody knows
        of. None is a game that nobody knows.
        """
        words = _Words.of(about)
        setup = self._data(plain(record.header.setup))
        assert isinstance(setup, dict)
        entries = tuple(self._entry(entry, words) for entry in record.entries)
        return Record(Header(record.header.game, setup), entries)

    def _entry(self, entry: Entry, words: _Words) -> Entry:
        by = Source(entry.by.who, self._name(entry.by.name), entry.by.confidence)
        return replace(entry, act=self._act(entry.act, words), by=by)

    def _act(self, act: Act, words: _Words) -> Act:
        match act:
            case Happened(fact):
                return Happened(self._fact(fact, words))
            case Corrected(seq, fact):
                return Corrected(seq, self._fact(fact, words))
            case Allowed(seq, code):
                return Allowed(seq, code if CODE.fullmatch(code) else LEFT_OUT)
        return act

    def _fact(self, fact: Fact, words: _Words) -> Fact:
        known = ((word, value) for word, value in fact.items() if word in words.known)
        return {word: self._told(word, value, words.people) for word, value in known}

    def _told(self, word: str, value: object, people: Collection[str]) -> object:
        if isinstance(value, Mapping | list):
            return LEFT_OUT
        if not isinstance(value, str) or value in self._stands_for:
            return self._data(value, word, people)
        is_id = value == value.lower() and len(value) <= LONGEST_ID
        is_place = "/" in value or value == BANK
        return value if is_id and (word not in people or is_place) else LEFT_OUT

    def _data(self, value: object, key: str = "", people: Collection[str] = PEOPLE) -> object:
        if isinstance(value, Mapping):
            return {word: self._data(each, word, people) for word, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._data(each, key, people) for each in value]
        return self._name(value) if isinstance(value, str) and key in people else value

    def _name(self, name: str | None) -> str | None:
        return self._stands_for.get(name or "", name)
