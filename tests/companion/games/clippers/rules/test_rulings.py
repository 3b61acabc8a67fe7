"""Every row of docs/rulings.md is played out; those with an option in ``test_options_of_a_table``.

The tables are told in the notation of records, on the bay (see ``test_codes``). A row that no test
names is a fault, and so is a preset that does not hold what its edition says.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.ending import all_sticks_gone, end_at_turn
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.state.state import FIRST_LAYING, Reason
from companion.games.clippers.terms.editions import DEFAULT, EDITIONS
from companion.games.clippers.terms.events import TurnEnded
from companion.games.clippers.terms.players import Player
from companion.play.options import written
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.option_cases import ROWS as OPTION_ROWS
from tests.companion.games.clippers.rules.bay_tables import (
    BLUE_SHIP,
    FIVE,
    LAY,
    NOWHERE_TO_GO,
    RICH,
    SAMOA,
    TO_A,
    TO_B,
    ends,
    found,
    money,
    told,
)
from tests.companion.games.clippers.rules.conceivable import bay_start
from tests.whole_games import BOARD

GAME = Path(__file__).resolve().parent.parent
RULINGS = (Path(__file__).resolve().parents[5] / "docs/rulings.md").read_text(encoding="utf-8")
ROWS: dict[str, str] = dict(
    re.findall(r"^\| ([ABC][0-9]+) \|.*\| ([^|]+) \|$", RULINGS, flags=re.MULTILINE)
)
"""Each row's letter and number, and its last column."""

TWO = "Ann: card 2x; Ben: pass; "
RED_SHIP = f"{RICH}Ann: pass; Ann: ship red; Ben: pass; "
HELD = f"{RED_SHIP}Ann: red ra/0/0; Ann: done 2; "
BLUE_ROUND = (
    f"{LAY}Ann: blue rb/0/0; Ann: blue bs/0/0; Ann: blue as/0/0; Ann: blue ab/0/0; Ann: blue ab/0/1"
)
PURPLE = f"{SAMOA}Ben: blue bs/0/0; "
BLUE_BY_C = (
    f"{SAMOA}Ben: blue bc/0/0; Ben: blue bc/0/1; Ben: blue sc/0/0; Ben: blue sc/0/1; "
    "Ben: blue sc/0/2; "
)
RED_TWICE = (
    f"{RED_SHIP}{TO_A}Ann: red as/0/0; Ann: new red ab/0/0 from a; Ann: red ab/0/1; "
    "Ann: red bs/0/0; "
)
BLUE_MEETS_RED = f"{LAY}{TO_A}Ann: red ab/0/0; Ben: blue rb/0/0; "

PLAYED = [
    ("A11, five at first", f"{LAY}Ann: purple sc/0/2", "purple-closed", True),
    ("A11, purple once open", f"{PURPLE}Ann: purple sc/0/2", "purple-closed", False),
    ("A12, a stick is due", f"{LAY}Ann: done 2", "stick-owed", True),
    ("A12, 5X is excused once", f"{FIVE}Ann: done 2", "stick-owed", False),
    ("A19, one of three", "Ann: pass; Ann: marker b/0", "second-action", True),
    ("A19, passing is said", "Ann: done 1", "no-action-said", True),
    ("B1, from the far end", f"{BLUE_MEETS_RED}Ben: blue ab/0/1", "lane-taken", True),
    ("B3, the lane beside it", f"{BLUE_MEETS_RED}Ben: blue ab/1/1", "lane-taken", False),
    (
        "B3, from the same end too",
        f"{BLUE_MEETS_RED}Ben: blue bs/0/0; Ben: blue as/0/0; Ben: blue ab/1/0",
        "lane-taken",
        False,
    ),
    (
        "B4, from the first stick on",
        f"{RED_SHIP}{TO_A}Ann: red ab/0/0; Ann: new red ab/1/0 from a",
        "builds-both-lanes",
        True,
    ),
    (
        "B4, purple too",
        f"{BLUE_BY_C}Ann: purple bs/0/0; Ann: purple ab/0/1; Ann: purple ab/1/1",
        "builds-both-lanes",
        True,
    ),
    ("B5, the first lane", f"{LAY}{TO_A}Ann: red ab/0/0", "not-from-end", False),
    ("B5, or the second", f"{LAY}{TO_A}Ann: red ab/1/0", "not-from-end", False),
    ("B6, it joins nothing", f"{LAY}{TO_A}Ann: red ab/0/0; Ann: red bs/0/0", "not-from-end", True),
    ("B7, from the harbour", f"{LAY}Ann: red ab/0/0", "not-from-end", True),
    ("B7, its last space filled", f"{LAY}Ann: red ra/0/0; Ann: red ab/0/0", "not-from-end", True),
    ("B10, and on from there", f"{BLUE_ROUND}; Ann: blue bc/0/0", "not-from-end", False),
    (
        "B11, arrows bind purple",
        f"{PURPLE}Ann: purple sc/0/2; Ann: purple sc/0/1; Ann: purple sc/0/0; Ann: purple bc/0/1",
        "against-arrow",
        True,
    ),
    (
        "B14, two routes of red",
        f"{RED_TWICE}Ann: purple sc/0/2",
        "purple-closed",
        True,
    ),
    ("B15, any mix", f"{TWO}Ann: red ra/0/0; Ann: blue rb/0/0", "over-allowance", False),
    ("B15, in the order laid", f"{TWO}Ann: red ra/0/1", "not-from-end", True),
    ("C2, one is enough", f"{TWO}Ann: red ra/0/0; Ann: done 2", "stick-owed", False),
    ("C2, none is not", f"{TWO}Ann: done 2", "stick-owed", True),
    (
        "C9, C10, the start is one of the sticks",
        f"{RED_SHIP}Ann: blue rb/0/0; Ann: new red ra/0/0",
        "over-allowance",
        True,
    ),
    ("C12, one ship", f"{RICH}Ann: pass; Ann: ship red; Ann: ship blue", "second-ship", True),
    ("C13, passed through", f"{RED_SHIP}{TO_B}Ann: new red as/0/0", "starts-elsewhere", False),
    ("C13, never seen", f"{RED_SHIP}{TO_B}Ann: new red sc/0/0", "starts-elsewhere", True),
    ("C14, no credit", "Ann: card 2x; Ann: ship red", "no-credit", True),
    ("C14, together", f"{RICH}Ann: card 2x; Ann: ship red", "no-credit", False),
    (
        "C26, nothing is asked for",
        f"{HELD}Ben: blue rb/0/0; Ben: done 2; Ann: blue bs/0/0",
        "last-stick-opens-route",
        False,
    ),
    (
        "C26, until others make a start",
        f"{HELD}Ben: red ra/0/1; Ben: done 2; Ann: blue rb/0/0",
        "last-stick-opens-route",
        True,
    ),
    ("C19, a slot beside one's own", "Ann: marker a/2", "slot-taken", False),
    ("C19, not a taken one", "Ann: marker a/1", "slot-taken", True),
]
SCORING = "scoring/test_scoring.py"
OPTIONS, WEIGHTS = "rules/test_options_of_a_table.py", "rules/test_weights.py"
ELSEWHERE: dict[str, tuple[str, str]] = {
    "A1": (SCORING, "test_the_third_level"),
    "A7": (SCORING, "test_samoa_can_be_left_out"),
    "A8": (OPTIONS, "test_what_a_table_earns_ann"),
    "B16": (WEIGHTS, "test_a_ruling_makes_it_weigh_more"),
    "C3": (OPTIONS, "test_what_a_table_earns_ann"),
    "C4": (OPTIONS, "test_what_a_table_earns_ann"),
    "C6": (WEIGHTS, "test_a_ruling_makes_it_weigh_more"),
    "C7": (OPTIONS, "test_what_a_table_earns_ann"),
    "C11": (WEIGHTS, "test_a_ruling_makes_it_weigh_more"),
    "C15": (WEIGHTS, "test_a_ruling_makes_it_weigh_more"),
    "C16": (OPTIONS, "test_what_a_table_earns_ann"),
    "C18": (OPTIONS, "test_what_a_table_earns_ann"),
    "C20": (SCORING, "test_port_points"),
}
HERE = {
    "A16": "test_a_card_places_seven_markers_on_six_islands",
    "A17": "test_no_card_places_two_markers_on_funafuti",
    "B12": "test_a_route_in_mid_lane_is_no_dead_end",
    "C21": "test_purple_that_never_opened_leaves_the_other_end",
    "C24": "test_nations_that_nobody_plays_leave_their_slots_free",
}
NOT_PLAYED = {
    "A15": "the slots' print",
    "A18": "where cards lie beside the board",
    "A20": "the arrows' print",
    "A21": "sheets of paper",
}


@pytest.mark.parametrize(
    ("table", "code", "is_found"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED]
)
def test_a_row_is_played_as_ruled(table: str, code: str, is_found: bool) -> None:
    assert (code in found(table)) is is_found


def test_coming_back_to_an_island_earns_nothing_b10() -> None:
    assert told(BLUE_ROUND, DEFAULT, money) == 2 + 2 + 2 + 2


def test_a_lane_in_the_making_earns_nothing_b7() -> None:
    assert told(f"{LAY}Ann: red ra/0/0", DEFAULT, money) == 2


def test_a_route_in_mid_lane_is_no_dead_end() -> None:
    laid = f"{LAY}Ann: blue rb/0/0; Ann: blue bs/0/0; {NOWHERE_TO_GO}"
    *all_but_one, _ = laid.strip("; ").split("; ")

    assert told(f"{laid}Ann: done 2", DEFAULT, ends) == "stuck"
    assert told("; ".join([*all_but_one, "Ann: done 2"]), DEFAULT, ends) is None


def test_a_card_places_seven_markers_on_six_islands() -> None:
    assert BOARD.departure_cards
    for card in BOARD.departure_cards:
        ports = Counter(card.ports)
        assert (ports.total(), len(ports)) == (7, 6)
        [twice] = [island for island, markers in ports.items() if markers == 2]
        assert BOARD.islands[twice].value == 8


def test_no_card_places_two_markers_on_funafuti() -> None:
    assert all(card.ports.count("funafuti") <= 1 for card in BOARD.departure_cards)


def test_purple_that_never_opened_leaves_the_other_end() -> None:
    start = bay_start()
    gone = {
        name: each if name == "purple" else replace(each, sticks=0)
        for name, each in start.companies.items()
    }
    laid = replace(start, companies=gone, phase=FIRST_LAYING)
    end = end_at_turn(laid)

    assert not all_sticks_gone(laid)
    assert end is not None
    assert end.reason is Reason.STUCK


@pytest.mark.parametrize(("sticks", "end"), [(9, None), (0, "stuck")])
def test_a_ship_in_hand_that_can_start_nowhere_delays_no_end_c26(
    sticks: int, end: str | None
) -> None:
    start = bay_start()
    laid = f"{BLUE_SHIP}Ann: blue rb/0/0; Ann: blue bs/0/0; {NOWHERE_TO_GO}".strip("; ")
    state = replay(start, (parse_notation(each, start.game) for each in laid.split("; ")))
    blue = replace(state.companies["blue"], sticks=sticks)
    state = replace(state, companies={**state.companies, "blue": blue})

    over = apply(state, TurnEnded("Ann", 2)).end

    assert (over.reason.value if over else None) == end


def test_nations_that_nobody_plays_leave_their_slots_free() -> None:
    two = [Player("Ann", "french", 0), Player("Ben", "english", 0)]
    slots = set_up(new_game(BOARD, two)).slots

    assert Counter(slots.values()) == {"french": 7, "english": 7}


@pytest.mark.parametrize("edition", ["fr", "en"])
def test_an_edition_holds_what_its_text_says(edition: str) -> None:
    marked = {
        option: value
        for words in ROWS.values()
        for option in re.findall(r"^`(\w+)`:", words)
        for value in re.findall(rf"`(\w+)` \({edition.upper()}\b", words)
    }

    assert len(marked) >= 3
    assert {option: written(getattr(EDITIONS[edition], option)) for option in marked} == marked


def test_every_row_is_tested() -> None:
    played = set(re.findall(r"\b[ABC]\d+\b", " ".join(row[0] for row in PLAYED)))
    optional = {row.number for row in OPTION_ROWS}

    assert all(f"\ndef {name}(" in (GAME / at).read_text() for at, name in ELSEWHERE.values())
    assert all(callable(globals().get(name)) for name in HERE.values())
    assert played | optional | set(ELSEWHERE) | set(HERE) | set(NOT_PLAYED) == set(ROWS)
