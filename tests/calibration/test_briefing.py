"""A reader that asks for it is told what lies on its table, once for each record."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from calibration.lookout import Briefing
from companion.position import Position
from companion.records.record import Record


class Asking:
    def __init__(self) -> None:
        self.told: list[Position] = []

    def knows(self, position: Position) -> None:
        self.told.append(position)


def test_a_record_is_told_once_and_each_other_one_anew() -> None:
    reader, first, second = Asking(), Mock(Record), Mock(Record)
    briefing = Briefing(reader)

    for record, place in ((first, "a"), (first, "b"), (second, "c"), (first, "d")):
        briefing.by(record, lambda place=place: Position({place: "red"}))

    assert [list(position.places) for position in reader.told] == [["a"], ["c"], ["d"]]


def test_a_reader_that_asks_for_nothing_is_told_nothing() -> None:
    Briefing(object()).by(Mock(Record), lambda: pytest.fail("a position was worked out"))
