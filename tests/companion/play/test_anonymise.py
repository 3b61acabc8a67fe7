"""A record shown to a stranger plays as before, and names nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.clippers.record.play import ABOUT, RULES
from companion.games.clippers.shipped import read_shipped_board
from companion.play.anonymise import Nameless, people_of
from companion.play.at_table import AtTable
from companion.records.record import (
    Header,
    Record,
    effective_facts,
    parse_record,
    read_record,
    write_record,
)
from tests.whole_games import GAMES

RECORDS = sorted(GAMES.glob("*.jsonl"))
assert RECORDS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_record_plays_the_same_by_other_names(path: Path) -> None:
    record = read_record(path)
    people = people_of(record)
    nameless = parse_record(write_record(Nameless(people).record(record, ABOUT)))

    assert people
    assert [name for name in people if f'"{name}"' in write_record(nameless)] == []
    assert nameless.faults == ()
    before, after = (_findings(each) for each in (record, nameless))
    assert before == after


def _findings(record: Record) -> list[list[str]]:
    """What the referee finds at each fact, by code."""
    game = AtTable(RULES, record.header, read_shipped_board())
    moment, found = game.first(), []
    for fact in effective_facts(record.entries):
        moment = game.following(moment, fact, frozenset())
        step = moment.step
        assert step is not None, moment.fault
        found.append(sorted(each.code for each in step.findings))
    return found


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        pytest.param("Anna pays Ann", "Player 1 pays Player 2", id="one name begins another"),
        pytest.param("Annabel, Hannah", "Annabel, Hannah", id="part of a word"),
        pytest.param("'Anna'", "'Player 1'", id="in quotes"),
        pytest.param("a.b (x) axb", "Player 3 (x) axb", id="signs that mean something elsewhere"),
    ],
)
def test_names_are_replaced_as_words(said: str, shown: str) -> None:
    assert Nameless(["Anna", "Ann", "a.b"]).text(said) == shown


def test_without_names_nothing_is_changed() -> None:
    assert Nameless([]).text("Anna") == "Anna"


def test_a_name_that_is_also_a_word_of_the_game_stays_a_word() -> None:
    header = Header("clippers", {"players": [{"name": "french", "nation": "french"}]})

    shown = Nameless(["french"]).record(Record(header), ABOUT).header.setup

    assert shown["players"] == [{"name": "Player 1", "nation": "french"}]
