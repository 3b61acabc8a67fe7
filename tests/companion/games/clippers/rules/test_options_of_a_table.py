"""Every option of docs/rulings.md changes what it says it changes, and the bonuses' fine points.

The tables are told in the notation of records, on the bay (see ``test_codes``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import pytest

from companion.games.clippers.course.apply import replay
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.record.timeline import money_seen_by
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import DEFAULT, OPTIONS, Rulings
from companion.games.clippers.terms.events import Card
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import bay_start
from tests.companion.games.clippers.rules.test_codes import (
    BLUE_SHIP,
    FIVE,
    LAY,
    MET,
    PORT,
    RICH,
    SAMOA,
    TO_A,
    TO_B,
    to_phase_3,
)

BLUE_AT_SAMOA = "Ann: blue rb/0/0; Ann: blue bs/0/0; "
NOWHERE_TO_GO = f"{TO_A}Ann: red as/0/0; Ann: red sc/0/2; Ann: red sc/0/1; Ann: red sc/0/0; "
STUCK = f"{LAY}{BLUE_AT_SAMOA}{NOWHERE_TO_GO}"
PURPLE_UNDER_WAY = (
    f"{LAY}{TO_B}Ann: red bs/0/0; Ann: blue rb/0/0; Ann: blue ab/1/1; Ann: blue ab/1/0; "
    "Ann: blue as/0/0; Ann: purple sc/0/2; "
)
PURPLE_AT_A = (
    f"{LAY}{TO_A}Ann: red ab/1/0; Ann: red ab/1/1; Ann: red bs/0/0; Ben: blue rb/0/0; "
    "Ben: blue bc/0/0; Ben: blue bc/0/1; Ben: blue sc/0/0; Ben: blue sc/0/1; Ben: blue sc/0/2; "
    "Ann: purple as/0/0; "
)
STRANDED = (
    f"{RICH}Ann: pass; Ann: ship red; Ben: pass; Ann: red ra/0/0; Ann: done 2; "
    "Ben: blue rb/0/0; Ben: done 2; Ann: blue bs/0/0; Ann: done 3; Ben: blue as/0/0; Ben: done 3"
)

Tell = Callable[[State, set[str]], object]


def finds(code: str) -> Tell:
    return lambda _, found: code in found


def ends(state: State, _: set[str]) -> object:
    return state.end.reason.value if state.end else None


def money(state: State, _: set[str]) -> object:
    return state.money("Ann")


def red_ships(state: State, _: set[str]) -> object:
    return state.companies["red"].ships


def two_x_cards(state: State, _: set[str]) -> object:
    return state.cards[Card.TWO_X]


def money_ben_sees(state: State, _: set[str]) -> object:
    return sorted(money_seen_by(state, "Ben"))


@dataclass(frozen=True)
class Row:
    """A table, what is told of it, and how that differs when the option is set."""

    number: str
    options: dict[str, Any]
    table: str
    tell: Tell
    by_default: object
    otherwise: object


ROWS = [
    Row("A2", {"end_check": "after_every_stick"}, STUCK, ends, None, "stuck"),
    Row(
        "A3",
        {"held_clipper_delays_end": "no"},
        f"{BLUE_SHIP}{BLUE_AT_SAMOA}{NOWHERE_TO_GO}Ann: done 2",
        ends,
        None,
        "stuck",
    ),
    Row("A4", {"spare_clipper_delays_end": "yes"}, f"{STUCK}Ann: done 2", ends, "stuck", None),
    Row("A5", {"purple_delays_end": "no"}, f"{PURPLE_UNDER_WAY}Ann: done 2", ends, None, "stuck"),
    Row("A6", {"dead_sticks": "when_all_ends_dead"}, STUCK, ends, None, "all_sticks"),
    Row("A9", {"port_price": 3}, f"{RICH}Ann: card port", money, 7, 8),
    Row(
        "A10",
        {"port_same_island": "yes"},
        f"{PORT}Ann: moves a/0 to a/2",
        finds("same-island"),
        True,
        False,
    ),
    Row(
        "A13",
        {"purple_blocks_started": "yes"},
        f"{PURPLE_AT_A}Ben: new blue ab/0/1 from b; Ann: purple ab/0/0",
        finds("lane-taken"),
        True,
        False,
    ),
    Row(
        "A14",
        {"purple_growth": "any_purple_island"},
        f"{SAMOA}Ben: blue sc/0/0; Ben: blue sc/0/1; Ben: blue sc/0/2; "
        "Ann: purple bs/0/0; Ann: purple ab/0/1; Ann: purple bc/0/0",
        finds("purple-not-from-end"),
        True,
        False,
    ),
    Row(
        "B2",
        {"same_colour_meets": "legal"},
        f"{LAY}{MET}Ann: red bc/0/0; Ann: red bc/0/1; Ann: red sc/0/0",
        finds("meets-itself"),
        True,
        False,
    ),
    Row(
        "B8",
        {"harbour_as_island_for_blocking": "no", "build_into_harbour": "yes"},
        f"{LAY}Ann: red ra/0/0; Ben: blue rb/0/0; Ben: blue ab/0/1; Ben: blue ab/0/0; "
        "Ben: blue ra/0/1",
        finds("lane-taken"),
        True,
        False,
    ),
    Row(
        "B9",
        {"build_into_harbour": "yes"},
        f"{LAY}{TO_B}Ann: red rb/0/0",
        finds("into-harbour"),
        True,
        False,
    ),
    Row(
        "B13",
        {"purple_opens": "next_turn"},
        f"{SAMOA}Ben: blue bs/0/0; Ben: purple sc/0/2",
        finds("purple-opens-next-turn"),
        False,
        True,
    ),
    Row(
        "C1",
        {"five_x_zero": "yes"},
        f"{FIVE}{to_phase_3('')}Ann: done 3",
        finds("stick-owed"),
        True,
        False,
    ),
    Row("C5", {"two_x_cards_2p": 1}, "Ann: pass", two_x_cards, 2, 1),
    Row("C5", {"two_x_cards_2p": 3}, "Ann: pass", two_x_cards, 2, 3),
    Row("C8", {"stranded_clipper": "return_refund"}, STRANDED, money, 10, 13),
    Row("C8", {"stranded_clipper": "removed"}, STRANDED, red_ships, 1, 0),
    Row("C17", {"samoa_first_bonus": 1}, f"{LAY}{TO_A}Ann: red as/0/0", money, 6, 5),
    Row(
        "C22",
        {"finish_round": "yes"},
        f"{STUCK}Ann: done 2; Ben: blue ab/0/1",
        finds("game-over"),
        True,
        False,
    ),
    Row(
        "C15",
        {"bank_limit": "125"},
        f"bank: gives Ben 120 $ for 0; {LAY}{TO_A}Ann: red as/0/0",
        money,
        2 + 2 + 2,
        2 + 1,
    ),
    Row(
        "C25",
        {"port_instead_of_stick": "yes"},
        f"bank: gives Ann 9 $ for 0; {PORT}Ann: moves a/0 to b/0; Ann: done 2",
        finds("stick-owed"),
        True,
        False,
    ),
    Row("C23", {"open_money": "no"}, "Ann: pass", money_ben_sees, ["Ann", "Ben"], ["Ben"]),
]
ELSEWHERE = {
    "tie_break": "test_scoring",
    "samoa_counts_purple": "test_scoring",
    "slot_shape": "no rule asks",
    "clipper_token_check": "test_codes",
    "port_timing": "test_codes",
    "clipper_before_first_route": "test_codes",
}


def told(table: str, rulings: Rulings, tell: Tell) -> object:
    """What is told after a table's last fact, and of what is found about that."""
    start = bay_start(rulings)
    *before, last = (parse_notation(line, start.game) for line in table.strip("; ").split("; "))
    state = replay(start, before)
    found = {finding.code for finding in findings(state, last)}
    return tell(replay(state, [last]), found)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.number} {row.options}" for row in ROWS])
def test_an_option_changes_what_it_says(row: Row) -> None:
    assert told(row.table, DEFAULT, row.tell) == row.by_default
    assert told(row.table, OPTIONS.read(row.options), row.tell) == row.otherwise


def test_every_option_is_tested() -> None:
    here = {option for row in ROWS for option in row.options}

    assert here | set(ELSEWHERE) == {field.name for field in fields(Rulings)}


@pytest.mark.parametrize(
    ("table", "earned"),
    [
        pytest.param(f"{LAY}{TO_A}", 2, id="A8, the first company at an island"),
        pytest.param(f"{LAY}Ben: blue rb/0/0; {TO_B}", 3, id="A8, a further company"),
        pytest.param(
            f"{LAY}{TO_B}Ann: red bs/0/0; Ann: red as/0/0", 6, id="A8, B10, the same company again"
        ),
        pytest.param(f"Ann: card 2x; Ben: pass; {TO_A}", 4 - 2, id="C3, 2X doubles two"),
        pytest.param(
            f"Ann: card 2x; Ben: pass; Ben: blue rb/0/0; {TO_B}", 6 - 2, id="C3, 2X doubles one"
        ),
        pytest.param(
            "Ann: card 2x; Ben: pass; Ann: red ra/0/0; Ann: done 2; Ben: done 2; Ann: red ra/0/1",
            4 - 2,
            id="C3, in phase 3 too",
        ),
        pytest.param(f"Ann: card 3x; Ben: pass; {TO_A}", 0, id="C4, 3X earns nothing"),
        pytest.param(
            f"Ann: pass; Ben: card 3x; Ben: blue rb/0/0; {TO_B}",
            3,
            id="C4, and the first place is used up",
        ),
        pytest.param(f"{FIVE}{TO_A}", 2 - 1, id="8.4, 5X earns as ever"),
        pytest.param(f"{RICH}{PORT}{TO_A}", 9 + 2 - 4, id="C7, the port card too"),
        pytest.param(
            f"{SAMOA}Ben: blue bs/0/0; Ann: purple sc/0/2; Ann: purple sc/0/1; Ann: purple sc/0/0",
            2 + 2 + 2,
            id="C16, purple earns as the others do",
        ),
        pytest.param(f"{LAY}{TO_B}Ann: red rb/0/0", 2 + 2, id="C18, a harbour earns nothing"),
        pytest.param(
            f"{LAY}Ann: red ra/0/0; Ann: red ab/0/0; Ann: red ab/0/1; Ann: red ra/0/1",
            4,
            id="8.4, one stick may bring a company to several islands",
        ),
    ],
)
def test_what_a_table_earns_ann(table: str, earned: int) -> None:
    assert told(table, DEFAULT, money) == 2 + earned
