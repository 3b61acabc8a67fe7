"""A record told anew counts exactly the facts it is told, and loses nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.records.record import (
    SYSTEM,
    Allowed,
    Corrected,
    Fact,
    Happened,
    Header,
    Record,
    Source,
    Who,
    allowed,
    facts_of,
)
from companion.records.retelling import retell

CAMERA = Source(Who.CAMERA, confidence=0.9)
PERSON = Source(Who.PERSON, "Anna")
TOLD = st.lists(st.builds(lambda n: {"do": "x", "n": n}, st.integers(0, 4)), max_size=8)


def begun(*facts: Fact) -> Record:
    record = Record(Header("clippers", {}))
    for fact in facts:
        record = record.add(Happened(fact), PERSON)
    return record


def by_camera(facts: list[Fact]) -> list[tuple[Fact, Source]]:
    return [(fact, CAMERA) for fact in facts]


@given(st.lists(TOLD, max_size=5))
def test_whatever_is_told_counts_and_no_entry_is_lost(tellings: list[list[Fact]]) -> None:
    record = begun()
    for facts in tellings:
        told = retell(record, by_camera(facts))

        assert list(facts_of(told)) == facts
        assert told.entries[: len(record.entries)] == record.entries
        record = told


@given(TOLD)
def test_what_is_told_already_is_not_written_twice(facts: list[Fact]) -> None:
    record = retell(begun(), by_camera(facts))

    assert retell(record, by_camera(facts)) == record


def test_one_fact_in_the_place_of_another_is_a_correction() -> None:
    record = begun({"n": 1}, {"n": 2}, {"n": 3})
    told = retell(record, by_camera([{"n": 1}, {"n": 9}, {"n": 3}, {"n": 4}]))

    assert [entry.act for entry in told.entries[3:]] == [
        Corrected(2, {"n": 9}),
        Happened({"n": 4}),
    ]


def test_what_the_table_allowed_stays_allowed() -> None:
    record = begun({"n": 1}, {"n": 2}).add(Allowed(2, "lane-shared"), PERSON)
    told = retell(record, by_camera([{"n": 0}, {"n": 1}, {"n": 2}]))

    assert {code for _, code in allowed(told.entries)} == {"lane-shared"}


def test_an_undoing_is_the_systems() -> None:
    told = retell(begun({"n": 1}), [])

    assert told.entries[-1].by == SYSTEM
