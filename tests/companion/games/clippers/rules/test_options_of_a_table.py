"""Every option of docs/rulings.md changes what it says it changes, and the bonuses' fine points.

The tables are told in the notation of records, on the bay (see ``test_codes``).
"""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.games.clippers.terms.editions import DEFAULT, OPTIONS, Rulings
from tests.companion.games.clippers.option_cases import ROWS, Row
from tests.companion.games.clippers.rules.bay_tables import (
    FIVE,
    LAY,
    PORT,
    RICH,
    SAMOA,
    TO_A,
    TO_B,
    money,
    told,
)

ELSEWHERE = {
    "tie_break": "test_scoring",
    "samoa_counts_purple": "test_scoring",
    "slot_shape": "no rule asks",
    "clipper_token_check": "test_codes",
    "port_timing": "test_codes",
    "clipper_before_first_route": "test_codes",
}


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
