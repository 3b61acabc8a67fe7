"""A game whose pieces move and leave goes through table, record, undo and correction."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.play.consequences import consequences_of_act
from companion.play.corrections.alternatives import alternatives
from companion.play.log import entry_words, log, open_slips
from companion.play.statement import holdings, statement, to_hand_over
from companion.records.record import (
    Act,
    Allowed,
    Corrected,
    Happened,
    Redone,
    Undone,
    parse_record,
    write_record,
)
from tests.companion.play.evening import NOW, Evening
from tests.toys.toy_game import GAME


def fact(do: str, player: str, stop: str) -> Happened:
    return Happened({"do": do, "player": player, "stop": stop})


BEGUN = (fact("return", "Ann", "apia"), fact("return", "Ben", "bora"))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "table.sqlite")


@pytest.mark.parametrize(
    ("acts", "afloat"),
    [
        ((fact("sail", "Ann", "fiji"),), {"Ann": "fiji", "Ben": "bora"}),
        ((fact("sail", "Ann", "bora"),), {"Ann": "bora", "Ben": "bora"}),
        ((fact("storm", "Ann", "bora"),), {"Ann": "apia"}),
        ((fact("sail", "Ann", "bora"), fact("storm", "Ben", "bora")), {}),
        ((fact("storm", "Ann", "bora"), fact("return", "Ben", "dili")),
         {"Ann": "apia", "Ben": "dili"}),
        ((fact("storm", "Ann", "bora"), Undone(3)), {"Ann": "apia", "Ben": "bora"}),
        ((fact("storm", "Ann", "bora"), Undone(3), Redone(3)), {"Ann": "apia"}),
        ((fact("storm", "Ann", "bora"), Corrected(3, fact("storm", "Ann", "apia").fact)),
         {"Ben": "bora"}),
        ((fact("storm", "Ann", "bora"), fact("sail", "Ann", "fiji"), Undone(3)),
         {"Ann": "fiji", "Ben": "bora"}),
    ],
)  # fmt: skip
def test_pieces_move_share_a_stop_leave_and_come_back(
    evening: Evening, tmp_path: Path, acts: tuple[Act, ...], afloat: dict[str, str]
) -> None:
    evening.act(*BEGUN, *acts)

    assert evening.afloat == afloat
    assert Evening(tmp_path / "table.sqlite").afloat == afloat


def test_what_the_rules_forbid_happens_all_the_same(evening: Evening) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"))

    assert evening.afloat["Ann"] == "dili"
    assert evening.found == ["too-far"]

    evening.act(Allowed(3, "too-far"))

    assert evening.found == []


def test_a_fact_of_another_game_is_refused(evening: Evening) -> None:
    with pytest.raises(InputError, match=r"^fact/do: "):
        evening.act(Happened({"do": "stick", "player": "Ann", "space": "r1/0/0"}))


def test_its_record_is_read_as_it_was_written(evening: Evening) -> None:
    evening.act(*BEGUN, fact("storm", "Ann", "bora"), Undone(3))
    record = evening.table.view.record

    assert parse_record(write_record(record)) == record


def test_a_long_evening_is_kept_in_chapters(evening: Evening, tmp_path: Path) -> None:
    evening.act(*BEGUN)
    told = evening.table.view.record
    for stop in ("fiji", "apia") * 150:
        told = told.add(fact("sail", "Ann", stop))
    evening.table.take_in(told, len(BEGUN), NOW)
    evening.act(fact("storm", "Ben", "apia"), Undone(150))
    again = Evening(tmp_path / "table.sqlite")

    assert again.table.view.moments[120] == evening.table.view.moments[120]
    assert again.afloat == evening.afloat


def test_the_log_says_what_happened_and_what_was_done_about_it(evening: Evening) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"), fact("storm", "Ben", "dili"), Undone(4))
    evening.act(Corrected(3, fact("sail", "Ann", "cook").fact))
    sight = evening.sight

    assert [(line.words, line.struck, line.corrected) for line in log(sight)] == [
        ("Ben lets a storm strike Dili.", True, False),
        ("Ann sails to Cook.", False, True),
        ("Ben comes back at Bora.", False, False),
        ("Ann comes back at Apia.", False, False),
    ]
    assert [entry_words(sight, entry) for entry in evening.table.view.record.entries[4:]] == [
        "Taken back: Ben lets a storm strike Dili.",
        "Corrected, number 3 is now: Ann sails to Cook.",
    ]


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        ((Undone(3),), "Taken back: Ann sails to Cook."),
        ((Undone(3), Redone(3)), "Counts again: Ann sails to Cook."),
        ((Undone(3), Undone(5)), "Counts again: Ann sails to Cook."),
        ((Allowed(3, "too-far"),), "The table allows it: Ann sails to Cook."),
        ((Undone(4),), "Taken back: Corrected, number 3 is now: Ann sails to Cook."),
        ((Undone(4), Undone(3)), "Taken back: Ann sails to Dili."),
    ],
)
def test_what_is_taken_back_or_allowed_is_said_as_it_was_put_right(
    evening: Evening, acts: tuple[Act, ...], said: str
) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"))
    evening.act(Corrected(3, fact("sail", "Ann", "cook").fact), *acts)

    assert entry_words(evening.sight, evening.table.view.record.entries[-1]) == said


def test_what_is_found_is_said_with_its_rule_and_its_repair(evening: Evening) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"))
    [found], _ = open_slips(evening.sight, 9)

    assert found.words == "Ann sails further than one stop from Apia. Look at the ring again."
    assert found.rule_words == "Rule 1: A ferry sails to the next stop."
    assert (found.severity_words, found.about) == ("against the rules", "Ann sails to Dili.")


def test_a_correction_offers_what_may_have_been_instead(evening: Evening) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"))
    sight = evening.sight
    step = sight.step(3)
    assert step is not None
    offered = {each.words: each.legal for each in alternatives(sight, step)}

    assert offered["Ann sails to Fiji."] is True
    assert offered["Ann sails to Cook."] is False
    assert offered["Ben sails to Dili."] is False
    assert "Ann sails to Dili." not in offered


def test_what_an_act_would_change_is_told_beforehand(evening: Evening) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"))
    changes = consequences_of_act(evening.table.view, Undone(3), GAME.about.implied)

    assert changes.gone == (fact("sail", "Ann", "dili").fact,)
    assert (changes.come, changes.slips, changes.money) == ((), -1, {})


def test_there_are_no_books_where_there_is_no_money(evening: Evening) -> None:
    evening.act(*BEGUN)
    sight = evening.sight

    assert statement(sight) == to_hand_over(sight) == []
    assert holdings(sight) == ()
    assert [line.paid for line in log(sight)] == [(), ()]


def test_the_score_knows_what_the_table_allowed(evening: Evening) -> None:
    evening.act(*BEGUN, fact("sail", "Ann", "dili"), Allowed(3, "too-far"))

    assert [(each.player, each.total) for each in evening.sight.score.standings] == [
        ("Ann", 1),
        ("Ben", 1),
    ]
