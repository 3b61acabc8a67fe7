"""A table as another record of it would tell it: before the last deed, or after one to come."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from companion.records.chapters import Moments
from companion.records.record import Act, Happened, Record, allowed, effective_facts
from companion.store.table import TableGame, View, codes_of

Moment = TypeVar("Moment")


def told_otherwise(table: View[Moment], record: Record) -> View[Moment]:
    """The same table by another record of it; what is alike at the beginning is not told again."""
    facts, allows = effective_facts(record.entries), allowed(record.entries)
    moments = table.moments.followed(facts, codes_of(facts, allows))
    return View(record, facts, allows, moments)


def table_of(game: TableGame[Moment], record: Record) -> View[Moment]:
    """The table of a record that lies in no store."""
    start = Moments.of(game, game.first())
    return told_otherwise(View(Record(record.header), (), frozenset(), start), record)


def before_last_deed(table: View[Moment], implied: Collection[str]) -> View[Moment]:
    """The table as it was before the last deed; a fact that is ``implied`` is none of its own."""
    entries = table.record.entries
    here = len(entries)
    while here and _is_implied(entries[here - 1].act, implied):
        here -= 1
    first = entries[here - 1].along or entries[here - 1].seq if here else 0
    kept = tuple(entry for entry in entries if entry.seq < first)
    return told_otherwise(table, replace(table.record, entries=kept))


def _is_implied(act: Act, implied: Collection[str]) -> bool:
    return isinstance(act, Happened) and act.fact.get("do") in implied
