"""Tables at which an option of docs/rulings.md changes what is told, by the row's number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.clippers.record.timeline import money_seen_by
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import Card
from tests.companion.games.clippers.rules.bay_tables import (
    BLUE_SHIP,
    FIVE,
    LAY,
    MET,
    NOWHERE_TO_GO,
    PORT,
    RICH,
    SAMOA,
    TO_A,
    TO_B,
    Tell,
    ends,
    money,
    to_phase_3,
)

BLUE_AT_SAMOA = "Ann: blue rb/0/0; Ann: blue bs/0/0; "
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


def finds(code: str) -> Tell:
    return lambda _, found: code in found


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
