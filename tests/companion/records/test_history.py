"""What Undo takes back: one deed at a time, and a strike before anything older."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from companion.records.history import history
from companion.records.record import (
    Act,
    Corrected,
    Entry,
    Happened,
    Header,
    Record,
    Redone,
    Undone,
    parse_record,
    write_record,
)

LAID = Happened({"n": 1})
Told = list[Act | tuple[Act, int]]


def record_of(acts: Told) -> Record:
    """A record of these acts; one with a number is one deed with the entry of that number."""
    record = Record(Header("counting", {}))
    for each in acts:
        act, along = each if isinstance(each, tuple) else (each, None)
        record = record.add(act, along=along)
    return record


def numbers(deed: tuple[Entry, ...] | None) -> list[int] | None:
    return None if deed is None else [entry.seq for entry in deed]


@pytest.mark.parametrize(
    ("acts", "undo", "redo"),
    [
        pytest.param([], None, None, id="nothing yet"),
        pytest.param([LAID, LAID], [2], None, id="the last"),
        pytest.param([LAID, LAID, Undone(2)], [1], [2], id="a step back"),
        pytest.param([LAID, LAID, Undone(2), Undone(1)], None, [1], id="two steps back"),
        pytest.param([LAID, LAID, Undone(2), Redone(2)], [2], None, id="and forth"),
        pytest.param([LAID, LAID, Undone(2), LAID], [4], None, id="something new"),
        pytest.param([LAID, LAID, Undone(1)], [3], None, id="an older one struck out"),
        pytest.param([LAID, LAID, Undone(1), Undone(3)], [2], [3], id="the strike taken back"),
        pytest.param([LAID, LAID, Undone(1), LAID], [4], None, id="something after a strike"),
        pytest.param([LAID, LAID, Undone(1), Redone(1)], [4], None, id="brought back by hand"),
        pytest.param([LAID, Corrected(1, {"n": 2})], [2], None, id="a correction"),
        pytest.param([LAID, (LAID, 1)], [1, 2], None, id="two of one tap"),
        pytest.param([LAID, (LAID, 1), Undone(2), (Undone(1), 3)], None, [1, 2], id="both back"),
        pytest.param([LAID, (LAID, 1), Undone(2)], [3], None, id="one of two struck out"),
        pytest.param([LAID, LAID, Undone(2), (Undone(1), 3)], None, [1, 2], id="two steps at once"),
        pytest.param(
            [LAID, (LAID, 1), Undone(2), (Undone(1), 3), Redone(1), (Redone(2), 5)],
            [1, 2], None, id="both again",
        ),
    ],
)  # fmt: skip
def test_what_can_be_taken_back_and_done_again(
    acts: Told, undo: list[int] | None, redo: list[int] | None
) -> None:
    told = history(record_of(acts).entries)

    assert (numbers(told.undoable), numbers(told.redoable)) == (undo, redo)


def test_a_history_goes_on_wherever_it_stopped() -> None:
    random = Random(4)
    for _ in range(300):
        entries: Sequence[Entry] = ()
        told = history(entries)
        while len(entries) < 12:
            acts = [_drawn(random, len(entries)) for _ in range(random.randint(1, 3))]
            longer = record_of(_as_told(entries, acts)).entries
            told = told.gone_on(longer[len(entries) :])
            entries = longer
            assert told == history(entries)


def _drawn(random: Random, entries: int) -> Act | tuple[Act, int]:
    kind, along = random.choice([None, None, Undone, Redone]), random.randint(1, entries + 1)
    act = LAID if kind is None else kind(random.randint(1, entries + 1))
    return (act, along) if entries and random.random() < 0.4 else act


def _as_told(entries: Sequence[Entry], acts: Told) -> Told:
    before: Told = [(e.act, e.along) if e.along is not None else e.act for e in entries]
    return [*before, *acts]


def test_taking_a_deed_back_takes_all_of_it_back() -> None:
    told = history(record_of([LAID, LAID, (LAID, 2)]).entries)

    assert told.whole(Undone(2)) == (Undone(3), Undone(2))
    assert told.whole(Undone(3)) == (Undone(3),)
    assert told.whole(LAID) == (LAID,)


def test_what_is_one_deed_stays_one_on_disk() -> None:
    record = record_of([LAID, (LAID, 1)])

    assert parse_record(write_record(record)) == record
    torn = write_record(record).replace('"with": 1', '"with": 9')
    assert len(parse_record(torn).faults) == 1
