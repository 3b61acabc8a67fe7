"""A table: the one place that puts a record, its game and its store together.

Whoever acts says which revision of the table he has seen. An act upon an older one is refused with
what happened meanwhile; the same request sent twice counts once. An act is in the store before
anybody is told of it.
"""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from companion.errors import InputError
from companion.fingerprint import fingerprint
from companion.records.chapters import KeptChapter, Moments, Told
from companion.records.history import History, history
from companion.records.record import (
    Act,
    Corrected,
    EffectiveFact,
    Entry,
    Fact,
    Happened,
    Header,
    Record,
    Redone,
    Source,
    Undone,
    allowed,
    effective_facts,
    entry_line,
    header_line,
    void,
)
from companion.records.retelling import Mend, mended
from companion.store import OvertakenError, Store
from companion.store.contents import KeptEntry, KeptGame
from companion.store.schema import mark_of

Moment = TypeVar("Moment")


class TableGame(Told[Moment], Protocol[Moment]):
    """What a table has to be handed of a game; a moment is the game's own."""

    def first(self) -> Moment:
        """Where the game starts."""

    def check(self, fact: Fact) -> Fact:
        """The fact in the words it is written down in; raise InputError where it is none here."""


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants written down: ``key`` names the request, ``seen`` the revision he saw.

    ``along`` is the number of the entry that it is one deed with.
    """

    act: Act | Mend
    seen: int
    by: Source
    at: str
    key: str | None = None
    along: int | None = None


class StaleError(Exception):
    """The table has moved on: ``meanwhile`` is what the one who asked has not seen."""

    def __init__(self, meanwhile: tuple[Entry, ...]) -> None:
        super().__init__(f"{len(meanwhile)} entries later")
        self.meanwhile = meanwhile


@dataclass(frozen=True)
class View(Generic[Moment]):
    """A table at one revision: its record, and the moments its facts led through.

    ``moments`` begins with the start; ``facts`` are the facts that led to each of the others.
    """

    record: Record
    facts: tuple[EffectiveFact, ...]
    allowed: frozenset[tuple[int, str]]
    moments: Moments[Moment]
    followed: History | None = None
    """The history of the record, where it was followed before."""

    @property
    def revision(self) -> int:
        """The number of the last entry."""
        return self.record.entries[-1].seq if self.record.entries else 0

    @property
    def last(self) -> Moment:
        """Where the game stands."""
        return self.moments[-1]

    @cached_property
    def history(self) -> History:
        """What can be taken back, and done again."""
        return history(self.record.entries) if self.followed is None else self.followed

    @cached_property
    def gone(self) -> frozenset[int]:
        """The numbers of the acts that do not count."""
        return void(self.record.entries)

    @cached_property
    def corrected(self) -> Mapping[int, Fact]:
        """What stands in the place of facts that were corrected, by their numbers."""
        return {
            entry.act.seq: entry.act.fact
            for entry in self.record.entries
            if isinstance(entry.act, Corrected) and entry.seq not in self.gone
        }

    @property
    def undoable(self) -> Entry | None:
        """The first entry of what is taken back next."""
        return self.history.undoable[0] if self.history.undoable else None

    @property
    def redoable(self) -> Entry | None:
        """The first entry of what was taken back last, while nothing else has happened since."""
        return self.history.redoable[0] if self.history.redoable else None

    def entry(self, seq: int) -> Entry | None:
        """The entry of a number; None where there is none."""
        entries = self.record.entries
        at = bisect_left(entries, seq, key=lambda entry: entry.seq)
        return entries[at] if at < len(entries) and entries[at].seq == seq else None

    def until(self, seq: int) -> View[Moment]:
        """The table after the fact of a number, as it is told today.

        What was corrected later is corrected in it, and what was taken back is not there.
        """
        count = bisect_right(self.facts, seq, key=lambda fact: fact.seq)
        return replace(self, facts=self.facts[:count], moments=self.moments.until(count))

    def moment_of(self, seq: int) -> Moment | None:
        """Where the fact of a number led to; None where it does not count."""
        at = bisect_left(self.facts, seq, key=lambda fact: fact.seq)
        if at == len(self.facts) or self.facts[at].seq != seq:
            return None
        return self.moments[at + 1]

    def before(self, seq: int) -> Moment:
        """Where the game stood before the fact of a number, whether that counts or not."""
        return self.moments[bisect_left(self.facts, seq, key=lambda fact: fact.seq)]


class Table(Generic[Moment]):
    """One game at one table. Safe to use from several threads."""

    def __init__(self, game: TableGame[Moment], store: Store, number: int) -> None:
        self._game, self._store, self.number = game, store, number
        self.begun = store.begun(number)
        """When (ISO 8601); with it the number names one game, in any file."""
        self._changed = threading.Condition()
        self._keys: dict[str, int] = {}
        self._root = ""
        self._known: list[str] = []
        self._kept_in = store.path
        start = Moments.of(game, game.first())
        self._view = View(Record(Header("", {})), (), frozenset(), start)
        self._load()

    @property
    def view(self) -> View[Moment]:
        """The table as it stands."""
        return self._view

    def remembered(self, board: str | None, settings: str) -> KeptGame:
        """The game as it is known here, to be written down anew where its file is gone."""
        record, keys = self._view.record, {seq: key for key, seq in self._keys.items()}
        entries = tuple(KeptEntry(e.seq, entry_line(e), keys.get(e.seq)) for e in record.entries)
        header = header_line(record.header)
        return KeptGame(self.number, header, board, self.begun, settings, entries)

    def act(self, request: Request) -> int:
        """Write down an act; return the number of its entry.

        An undo takes back all that one tap wrote. Raises StaleError when the table has moved on,
        InputError when the act can't be about it. A request whose key is known is not written
        again: the number it had comes back.
        """
        with self._changed:
            if request.key is not None and request.key in self._keys:
                return self._keys[request.key]
            if request.seen != self._view.revision:
                raise StaleError(self._after(request.seen))
            return self._write(self._entries_of(request), request.key)

    def answered(self, key: str | None) -> int | None:
        """The number that a request of this key was given; None where none was written."""
        return None if key is None else self._keys.get(key)

    def in_known_words(self, act: Act | Mend) -> Act | Mend:
        """An act as it is written down; raise InputError where its fact is none of this table's."""
        match act:
            case Happened(fact):
                return Happened(self._game.check(fact))
            case Corrected(seq, fact):
                return Corrected(seq, self._game.check(fact))
            case Mend(at, out, put):
                return Mend(at, out, tuple(map(self._game.check, put)))
        return act

    def take_in(
        self, told: Record, seen: int, at: str, key: str | None = None, along: int | None = None
    ) -> int:
        """Write down how a record goes on that was told beside the table, all of it or nothing.

        ``told`` begins with the table's own entries as far as ``seen``; what follows is written
        down as said ``at`` that time, and as one deed with the entry of the number ``along``.
        Returns the table's revision. Raises StaleError when the table has moved on; a ``key``
        counts once, as with ``act``.
        """
        with self._changed:
            if key is not None and key in self._keys:
                return self._keys[key]
            if seen != self._view.revision:
                raise StaleError(self._after(seen))
            new = tuple(
                replace(entry, at=at, along=along if along != entry.seq else None)
                for entry in told.entries
                if entry.seq > seen
            )
            return self._write(new, key) if new else seen

    def wait(self, beyond: int, most_s: float) -> View[Moment]:
        """Wait until there is a revision beyond that one, the time is over, or all are woken."""
        with self._changed:
            if self._view.revision <= beyond:
                self._changed.wait(most_s)
            return self._view

    def wake(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()

    def refresh(self) -> None:
        """Take in what another host has written to the same file."""
        with self._changed:
            if self._store.last_seq(self.number) > self._view.revision:
                self._load()
                self._changed.notify_all()

    def tell(self, most: int) -> None:
        """Find out what is to be said of so many chapters that were only passed by, and keep it."""
        self._view.moments.tell(most)
        with self._changed:
            self._keep_chapters()

    def _write(self, new: tuple[Entry, ...], key: str | None) -> int:
        seen = self._view.revision
        try:
            self._store.append_all(self.number, new, key)
        except OvertakenError:
            self._load()
            self._changed.notify_all()
            if key in self._keys:
                return self._keys[str(key)]
            raise StaleError(self._after(seen)) from None
        if key is not None:
            self._keys[key] = new[-1].seq
        record = self._view.record
        self._view = self._followed(replace(record, entries=(*record.entries, *new)))
        self._changed.notify_all()
        self._keep_chapters()
        return new[-1].seq

    def _entries_of(self, request: Request) -> tuple[Entry, ...]:
        """What an act adds to the record: one entry; several where facts are told anew."""
        record, act = self._view.record, self.in_known_words(request.act)
        if isinstance(act, Mend):
            new = mended(record, act, request.by).entries[len(record.entries) :]
            if not new:
                raise InputError("says-so-already", at=act.at)
            one_deed = (replace(entry, at=request.at, along=new[0].seq) for entry in new[1:])
            return (replace(new[0], at=request.at), *one_deed)
        self._check(act)
        told, along = record, request.along
        for each in self._view.history.whole(act):
            told = told.add(each, request.by, request.at, along)
            along = along or told.entries[-1].seq
        return told.entries[len(record.entries) :]

    def _check(self, act: Act) -> None:
        entries = self._view.record.entries
        if isinstance(act, Happened):
            return
        known = {e.seq for e in entries if isinstance(act, Undone | Redone) or _is_fact(e)}
        if act.seq not in known:
            raise InputError("no-such-entry", number=act.seq)
        whole = (each for each in self._view.history.whole(act) if not isinstance(each, Happened))
        gone = [each.seq in self._view.gone for each in whole]
        if isinstance(act, Undone | Corrected) and all(gone):
            raise InputError("taken-back-already", number=act.seq)
        if isinstance(act, Redone) and not any(gone):
            raise InputError("counts-already", number=act.seq)

    def _after(self, seen: int) -> tuple[Entry, ...]:
        return tuple(entry for entry in self._view.record.entries if entry.seq > seen)

    def _load(self) -> None:
        """Read the game anew; what is kept of its chapters is of use where nothing is known yet."""
        self._keys = self._store.keys(self.number)
        record = self._store.record(self.number)
        kept: tuple[KeptChapter, ...] = ()
        if not self._view.facts:
            self._root = mark_of(fingerprint(), header_line(record.header))
            kept = self._store.chapters(self.number)
        self._known = [each.digest for each in kept]
        self._view = self._followed(record, kept)
        self._keep_chapters()

    def _followed(self, record: Record, kept: Sequence[KeptChapter] = ()) -> View[Moment]:
        """Follow a record; what is as before is not followed again."""
        old = self._view
        new = record.entries[len(old.record.entries) :]
        goes_on = record.entries[: len(old.record.entries)] == old.record.entries
        if goes_on and all(isinstance(entry.act, Happened) for entry in new):
            facts, allows = (*old.facts, *effective_facts(new)), old.allowed
        else:
            facts, allows = effective_facts(record.entries), allowed(record.entries)
        moments = old.moments.followed(facts, codes_of(facts, allows), kept, self._root)
        past = old.history.gone_on(new) if goes_on else None
        return View(record, facts, allows, moments, past)

    def _keep_chapters(self) -> None:
        """Keep what is known of the chapters that are over; without it nothing is lost but time."""
        if self._store.path != self._kept_in:  # all was written to a new file
            self._kept_in = self._store.path
            self._known = [each.digest for each in self._store.chapters(self.number)]
        new = tuple(self._view.moments.to_keep(self._root, self._known))
        if new:
            with suppress(InputError):
                self._store.keep_chapters(self.number, new)
                for number, chapter in new:
                    self._known[number:] = [chapter.digest]


def codes_of(
    facts: Sequence[EffectiveFact], allowed: frozenset[tuple[int, str]]
) -> list[frozenset[str]]:
    """What a table allows of each of these facts."""
    codes: defaultdict[int, set[str]] = defaultdict(set)
    for seq, code in allowed:
        codes[seq].add(code)
    return [frozenset(codes.get(fact.seq, ())) for fact in facts]


def _is_fact(entry: Entry) -> bool:
    return isinstance(entry.act, Happened)
