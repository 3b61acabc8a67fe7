"""A record told anew: what still holds stays, what does not is corrected or undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.errors import InputError
from companion.records.record import (
    Allowed,
    Corrected,
    EffectiveFact,
    Entry,
    Fact,
    Happened,
    Record,
    Source,
    Undone,
    allowed,
    effective_facts,
)


@dataclass(frozen=True, slots=True)
class Mend:
    """From the fact of that number on, so many are taken out, and others put in their place."""

    at: int
    out: int
    put: tuple[Fact, ...]


def mended(record: Record, mend: Mend, by: Source) -> Record:
    """Tell a record anew with a mend; raise InputError where no such fact counts."""
    facts = [(each.fact, each.by) for each in effective_facts(record.entries)]
    numbers = [each.seq for each in effective_facts(record.entries)]
    if mend.at not in numbers:
        raise InputError("no-such-fact", at=mend.at)
    first = numbers.index(mend.at)
    put = [(fact, by) for fact in mend.put]
    return retell(record, [*facts[:first], *put, *facts[first + mend.out :]])


def retell(record: Record, facts: Sequence[tuple[Fact, Source]]) -> Record:
    """Make a record tell these facts, each with who says so. Nothing is deleted.

    Facts at its end are added; one fact in the place of another is a correction; else all from
    where the two part is undone and written anew. What the table allowed stays allowed.
    """
    now = effective_facts(record.entries)
    same = 0
    while same < min(len(now), len(facts)) and now[same].fact == facts[same][0]:
        same += 1
    if len(now) <= len(facts) and _differ_in_one(now[same:], facts[same:]):
        record = record.add(Corrected(now[same].seq, facts[same][0]), facts[same][1])
        return _added(record, facts[len(now) :])
    if same == len(now):
        return _added(record, facts[same:])
    return _anew(record, now[same:], facts[same:])


def told_anew(
    deed: Sequence[Entry], told: Callable[[int], Fact | None]
) -> tuple[list[int], list[int]] | None:
    """What a deed that tells facts anew takes out, and what it puts in; None where it is no such.

    Numbers, oldest first; facts that are only written once more are neither. ``told`` is what the
    fact of a number said before.
    """
    out = [entry.act.seq for entry in reversed(deed) if isinstance(entry.act, Undone)]
    new = {entry.seq: entry.act.fact for entry in deed if isinstance(entry.act, Happened)}
    if not out or not new:
        return None
    gone = []
    for seq in out:
        same = next((number for number, fact in new.items() if fact == told(seq)), None)
        if same is None:
            gone.append(seq)
        else:
            del new[same]
    return gone, [*new]


def _differ_in_one(now: Sequence[EffectiveFact], facts: Sequence[tuple[Fact, Source]]) -> bool:
    rest = zip(now[1:], facts[1:], strict=False)
    return bool(now) and all(old.fact == fact for old, (fact, _) in rest)


def _added(record: Record, facts: Sequence[tuple[Fact, Source]]) -> Record:
    for fact, by in facts:
        record = record.add(Happened(fact), by)
    return record


def _anew(
    record: Record, old: Sequence[EffectiveFact], facts: Sequence[tuple[Fact, Source]]
) -> Record:
    granted = allowed(record.entries)
    may = [(each.fact, code) for each in old for seq, code in granted if seq == each.seq]
    for each in reversed(old):
        record = record.add(Undone(each.seq))
    for fact, by in facts:
        record = record.add(Happened(fact), by)
        seq = record.entries[-1].seq
        for code in [code for allowed_fact, code in may if allowed_fact == fact]:
            record = record.add(Allowed(seq, code), by)
    return record
