"""The record of a game: it only grows, and what can be read of it is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.files.input_file import FileKind
from companion.records import record as record_module
from companion.records.record import (
    Allowed,
    Corrected,
    Happened,
    Header,
    Record,
    Redone,
    Source,
    Undone,
    Who,
    allowed,
    effective_facts,
    parse_record,
    read_record,
    write_record,
)

EMPTY = Record(Header("chess", {"players": ["Ann"]}))
A, B, C = ({"do": letter} for letter in "abc")
CAMERA = Source(Who.CAMERA, confidence=0.93)
ANN = Source(Who.PERSON, "Ann")


def written(*acts: object) -> Record:
    record = EMPTY
    for act in acts:
        record = record.add(act)  # type: ignore[arg-type]
    return record


@pytest.mark.parametrize(
    ("acts", "facts"),
    [
        pytest.param([Happened(A), Happened(B)], [A, B], id="facts count in their order"),
        pytest.param([Happened(A), Undone(1)], [], id="undone"),
        pytest.param([Happened(A), Undone(1), Redone(1)], [A], id="redone"),
        pytest.param([Happened(A), Undone(1), Undone(2)], [A], id="the undo undone"),
        pytest.param(
            [Happened(A), Undone(1), Redone(1), Undone(1)], [], id="undone after all: last word"
        ),
        pytest.param(
            [Happened(A), Happened(B), Undone(1)], [B], id="an older fact undone, later ones stand"
        ),
        pytest.param(
            [Happened(A), Happened(B), Corrected(1, C)], [C, B], id="corrected where it stood"
        ),
        pytest.param(
            [Happened(A), Corrected(1, B), Corrected(1, C)], [C], id="the last correction counts"
        ),
        pytest.param(
            [Happened(A), Corrected(1, B), Undone(2)], [A], id="a correction undone: as it was"
        ),
        pytest.param(
            [Happened(A), Undone(1), Corrected(1, B)], [], id="what is undone stays so, corrected"
        ),
    ],
)
def test_which_facts_count(acts: list[object], facts: list[object]) -> None:
    assert [each.fact for each in effective_facts(written(*acts).entries)] == facts


def test_what_the_table_allows_can_be_taken_back() -> None:
    acts = (Happened(A), Allowed(1, "lane-taken"))

    assert allowed(written(*acts).entries) == {(1, "lane-taken")}
    assert allowed(written(*acts, Undone(2)).entries) == frozenset()


def test_what_was_allowed_of_a_fact_ends_with_its_correction() -> None:
    acts = (Happened(A), Happened(B), Allowed(1, "lane-taken"), Allowed(2, "lane-taken"))

    corrected = written(*acts, Corrected(1, C))
    assert allowed(corrected.entries) == {(2, "lane-taken")}
    assert allowed(corrected.add(Allowed(1, "into-harbour")).entries) == {
        (1, "into-harbour"),
        (2, "lane-taken"),
    }
    assert allowed(corrected.add(Undone(5)).entries) == {(1, "lane-taken"), (2, "lane-taken")}


def test_a_record_reads_as_it_was_written() -> None:
    record = (
        EMPTY.add(Happened({"do": "stick", "place": "Hiva Oa ↔"}), CAMERA, "2026-11-21T09:00:00Z")
        .add(Happened(B), ANN)
        .add(Corrected(1, C), ANN)
        .add(Undone(2))
        .add(Redone(2))
        .add(Allowed(1, "lane-taken"), ANN)
    )
    again = parse_record(write_record(record))

    assert again == record
    assert again.faults == ()
    assert len(write_record(record).splitlines()) == 7


LINES = write_record(written(Happened(A), Happened(B), Happened(C))).splitlines()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        pytest.param(LINES[2][:-9], "line 3: this is no JSON; the other lines stand", id="torn"),
        pytest.param("[]", "line 3: it: is a list; give an object {...}", id="no object"),
        pytest.param(
            '{"seq": 2, "zap": 1}',
            "line 3: it: says nothing that is known; give fact, undo, redo, correct or allow",
            id="an act of the future",
        ),
        pytest.param(
            '{"seq": 2, "undo": 9}',
            "line 3: it/undo: there is no earlier line 9 it could mean; give the number of one",
            id="undoes what is not there",
        ),
        pytest.param(
            '{"seq": 1, "fact": {}}',
            "line 3: it/seq: is 1; give a number from 2 to 1000000000",
            id="a number twice",
        ),
        pytest.param(
            '{"seq": 2, "fact": {}, "by": {"who": "camera", "confidence": NaN}}',
            "line 3: it/by/confidence: is nan; give a number from 0 to 1",
            id="a confidence that is no number",
        ),
        pytest.param(
            '{"seq": 2, "seq": 3, "fact": {}}',
            "line 3: it: has the key 'seq' more than once; keep one of them",
            id="a key twice",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_the_others_stand(line: str, fault: str) -> None:
    record = parse_record("\n".join([*LINES[:2], line, LINES[3], ""]))

    assert list(map(str, record.faults)) == [fault]
    assert [each.fact for each in effective_facts(record.entries)] == [A, C]


def test_a_torn_last_line_loses_nothing_else() -> None:
    record = parse_record("\n".join([*LINES[:3], LINES[3][:20]]))

    assert list(map(str, record.faults)) == [
        "line 4 (torn off?): this is no JSON; the other lines stand"
    ]
    assert [each.fact for each in effective_facts(record.entries)] == [A, B]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        pytest.param("", "line 1: this is no record of a game; its first line is JSON", id="empty"),
        pytest.param(
            "[" * 100_000, "line 1: this is no record of a game; its first line is JSON", id="deep"
        ),
        pytest.param(
            "{}",
            'line 1: this is no record of a game; it has no "format": "companion record"',
            id="something else",
        ),
        pytest.param(
            LINES[0].replace('"version": 1', '"version": 2'),
            "line 1/version: the record is of version 2, and this program reads up to 1; use the "
            "program that wrote it, or a newer one",
            id="newer",
        ),
        pytest.param(
            LINES[0].replace('"version": 1', '"version": "x"'),
            "line 1/version: is 'x'; give 1",
            id="no version",
        ),
    ],
)
def test_without_a_header_there_is_no_game(line: str, fault: str) -> None:
    with pytest.raises(InputError) as error:
        parse_record(line)

    assert str(error.value) == fault


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "RECORD_FILE", FileKind("a record", 100))
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(LINES), encoding="utf-8")

    with pytest.raises(InputError, match="larger than a record can be"):
        read_record(path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory; give the path of a record"):
        read_record(tmp_path / "game.jsonl")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
KEYS = ["seq", "fact", "undo", "redo", "correct", "allow", "code", "by", "at"]
lines = st.one_of(
    st.text(max_size=30),
    st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, json_values)).map(json.dumps),
    st.sampled_from(LINES),
)


@given(st.lists(lines, max_size=8))
@example(["{}"] * 3)
def test_whatever_stands_below_the_header_is_read_or_told(below: list[str]) -> None:
    text = "\n".join([LINES[0], *below])

    record = parse_record(text)

    full = [line for line in text.split("\n")[1:] if line.strip()]
    assert len(record.entries) + len(record.faults) == len(full)
    assert all("\n" not in str(fault) for fault in record.faults)
    assert parse_record(write_record(record)).entries == record.entries
