"""What can be taken back, and done again: a record's entries as deeds, one tap each.

A deed is one entry, or several that were written together (``Entry.along``). Taking back the last
deed is a step back: after it comes the one before. Striking out an older one, or bringing one back,
is a deed of its own: taking that back undoes the strike and nothing else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile

from companion.records.record import Act, Entry, Redone, Undone

Deed = tuple[Entry, ...]
"""Entries that are taken back together, oldest first."""


@dataclass(frozen=True, slots=True)
class History:
    """The deeds that count, oldest first, and those taken back since the last new one."""

    done: tuple[Deed, ...] = ()
    undone: tuple[Deed, ...] = ()
    _last: Deed = field(default=(), repr=False, compare=False)
    _before: tuple[tuple[Deed, ...], tuple[Deed, ...]] = field(
        default=((), ()), repr=False, compare=False
    )
    """What was done and undone before the last deed, which an entry yet to come may go on."""

    @property
    def undoable(self) -> Deed | None:
        """What is taken back next."""
        return self.done[-1] if self.done else None

    @property
    def redoable(self) -> Deed | None:
        """What was taken back last, while nothing else has happened since."""
        return self.undone[-1] if self.undone else None

    def whole(self, act: Act) -> tuple[Act, ...]:
        """An act together with all that belongs to it: a deed is taken back as a whole."""
        for kind, deed in ((Undone, self.undoable), (Redone, self.redoable)):
            if isinstance(act, kind) and deed is not None and act.seq == deed[0].seq:
                order = reversed(deed) if kind is Undone else deed
                return tuple(kind(entry.seq) for entry in order)
        return (act,)

    def gone_on(self, new: Sequence[Entry]) -> History:
        """The history after further entries, without following what is known again."""
        *before, last = (*deeds((*self._last, *new)),) or ((),)
        done, undone = map(list, self._before)
        for deed in before:
            _follow(deed, done, undone)
        kept = tuple(done), tuple(undone)
        if last:
            _follow(last, done, undone)
        return History(tuple(done), tuple(undone), last, kept)


def history(entries: Sequence[Entry]) -> History:
    """Follow a record's deeds, each step back and forth."""
    return History().gone_on(entries)


def _follow(deed: Deed, done: list[Deed], undone: list[Deed]) -> None:
    """Go on by one deed."""
    for kind, here, there in ((Undone, done, undone), (Redone, undone, done)):
        steps = _steps(deed, kind, here)
        if steps:
            moved = here[-steps:]
            del here[-steps:]
            there.append(tuple(sorted((e for each in moved for e in each), key=_number)))
            return
    done.append(deed)
    undone.clear()


def deeds(entries: Sequence[Entry]) -> Iterator[Deed]:
    """The entries of a record, together where they were written together."""
    together: list[Entry] = []
    for entry in entries:
        if together and entry.along != together[0].seq:
            yield tuple(together)
            together = []
        together.append(entry)
    if together:
        yield tuple(together)


def deed_of(entries: Sequence[Entry], seq: int) -> Deed:
    """The deed to which the entry of a number belongs; none where there is no such entry."""
    at = bisect_left(entries, seq, key=_number)
    if at == len(entries) or entries[at].seq != seq:
        return ()
    first = entries[at].along or seq
    begins = bisect_left(entries, first, key=_number)
    rest = takewhile(lambda entry: entry.along == first, islice(entries, begins + 1, None))
    return (entries[begins], *rest)


def deed_meant(entries: Sequence[Entry], seq: int) -> tuple[Deed, bool | None]:
    """The deed of an entry; where it takes back another as a whole, or does it again, that one.

    With it whether that one counts again, or not; None where it is the entry's own.
    """
    deed, counts = deed_of(entries, seq), None
    while len(deed) > 1:
        acts = [entry.act for entry in deed]
        meant = sorted(act.seq for act in acts if isinstance(act, Undone | Redone))
        target = deed_of(entries, meant[0]) if len(meant) == len(acts) else ()
        if [*map(_number, target)] != meant or len({*map(type, acts)}) > 1:
            break
        again = isinstance(acts[0], Redone)
        counts = again if counts is None else counts is again
        deed = target
    return deed, counts


def _steps(deed: Deed, kind: type[Undone] | type[Redone], stack: Sequence[Deed]) -> int:
    """How many deeds at the end of the stack it takes back, or does again, and nothing besides."""
    acts = [entry.act for entry in deed]
    meant = {act.seq for act in acts if isinstance(act, kind)}
    if len(meant) < len(acts):
        return 0
    for steps, each in enumerate(reversed(stack), start=1):
        numbers = set(map(_number, each))
        if not numbers <= meant:
            return 0
        meant -= numbers
        if not meant:
            return steps
    return 0


def _number(entry: Entry) -> int:
    return entry.seq
