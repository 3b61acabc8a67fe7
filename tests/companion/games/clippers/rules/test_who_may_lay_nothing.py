"""Turns in which nothing can be laid, or nothing may be: they pass, whether their end is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.finding import Severity
from companion.games.clippers.course.apply import replay
from companion.games.clippers.course.joining import join
from companion.games.clippers.course.setup import new_game
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.players import Player
from tests.companion.games.clippers.bay import bay, lay
from tests.companion.games.clippers.notation import parse_notation

PLAYERS = [Player("Ann", "french", 0), Player("Ben", "english", 0), Player("Cat", "german", 0)]
STUCK = {"ra/0": "rr", "ab/0": "rr", "as/0": "r", "rb/0": "b", "bs/0": "b", "sc/0": "..p"}
"""No route goes on here, and a red ship could start one at b."""
STUCK_SHIPS = {"red": ["as/0/0"], "blue": ["bs/0/0"]}
HELD = "Ann: pass; Ben: pass; Ben: ship red"
START, CAT = "Ben: new red bc/0/0 from b", "Cat: new red bc/0/0 from b"

LAST_BLUE = "Ann: pass; Ben: pass; Ann: blue sc/0/2; Ann: done 2"


def joined(
    lanes: dict[str, str], ships: dict[str, list[str]], count: int = 2, **options: str
) -> State:
    """So many players at the bay, with these sticks on it."""
    game = new_game(bay(), PLAYERS[:count], OPTIONS.read(options))
    return join(game, lay(lanes), dict.fromkeys((p.name for p in PLAYERS[:count]), 20), ships)


def found(start: State, table: str) -> list[tuple[int, str]]:
    """The number of each fact against the rules, with the code."""
    events = [parse_notation(line, start.game) for line in table.split("; ")]
    return [
        (step.number, finding.code)
        for step in steps(GameFile(start, tuple(enumerate(events))))
        for finding in step.findings
        if finding.severity is Severity.ILLEGAL
    ]


@pytest.mark.parametrize(
    ("count", "table"),
    [
        (2, f"{HELD}; Ann: done 2; {START}"),
        (2, f"{HELD}; {START}; Ben: done 2"),
        (2, f"{HELD}; {START}; Ann: red bc/0/1; Ann: done 3"),
        (2, f"{HELD}; Ann: done 2; {START}; Ann: red bc/0/1; Ann: done 3"),
        (
            3,
            f"Ann: pass; Ben: pass; Cat: pass; Cat: ship red; {CAT}; Cat: done 2; Ann: red bc/0/1",
        ),
    ],
)
def test_who_can_lay_nothing_has_skipped_nothing(count: int, table: str) -> None:
    assert found(joined(STUCK, STUCK_SHIPS, count), table) == []


def test_who_can_lay_and_does_not_has() -> None:
    start = joined({"ra/0": "rr", "rb/0": "b"}, {"red": ["ra/0/1"], "blue": ["rb/0/0"]})

    assert found(start, "Ann: pass; Ben: pass; Ben: red as/0/0") == [(2, "turn-skipped")]


ALL = {"ra/0": "rr", "rb/0": "b"}
FIVE = "Ann: card 5x; Ben: pass; Ann: blue bs/0/0; Ann: red as/0/0; Ann: done 2; Ben: red sc/0/2"


@pytest.mark.parametrize(
    ("table", "findings"),
    [
        pytest.param(f"{FIVE}; Ben: red sc/0/1", [], id="then Ben lays on"),
        pytest.param(f"{FIVE}; Ann: done 3; Ben: red sc/0/1", [], id="her empty turn is said"),
        pytest.param(f"{FIVE}; Ben: done 2; Ben: red sc/0/1", [], id="his own end is said"),
        pytest.param(
            f"{FIVE}; Ben: red sc/0/1; Ben: red sc/0/0", [(7, "over-allowance")], id="not twice"
        ),
        pytest.param(
            f"{FIVE}; Ben: red sc/0/1; Ben: done 3; Ben: pass", [], id="the round is over"
        ),
        pytest.param(
            FIVE.replace("5x", "2x") + "; Ben: red sc/0/1",
            [(6, "over-allowance")],
            id="who has no 5X has a turn of her own",
        ),
    ],
)
def test_nobody_waits_for_a_turn_in_which_nothing_may_be_laid(
    table: str, findings: list[tuple[int, str]]
) -> None:
    start = joined(ALL, {"red": ["ra/0/1"], "blue": ["rb/0/0"]})

    assert found(start, table) == findings


@pytest.mark.parametrize("opens", ["at_once", "next_turn"])
@pytest.mark.parametrize("check", ["at_turn", "after_every_stick"])
@pytest.mark.parametrize(("purple", "ends"), [(5, False), (0, True)])
def test_purple_that_opens_with_the_last_stick_delays_the_end(
    purple: int, ends: bool, check: str, opens: str
) -> None:
    lanes = {"ra/0": "rr", "as/0": "r", "rb/0": "b", "bc/0": "bb", "sc/0": "bb."}
    ships = {"red": ["as/0/0"], "blue": ["sc/0/1"]}
    start = joined(lanes, ships, end_check=check, purple_opens=opens)
    left = {"red": 0, "blue": 1, "purple": purple}
    companies = {name: replace(each, sticks=left[name]) for name, each in start.companies.items()}
    start = replace(start, companies=companies)
    events = (parse_notation(line, start.game) for line in LAST_BLUE.split("; "))

    assert (replay(start, events).end is not None) is ends


ONE_RED = STUCK | {"sc/0": ".rr"}
"""One stick more can be laid here, red in sc/0/0; or none, with that one."""
ONE_RED_SHIPS = {"red": ["sc/0/1"], "blue": ["bs/0/0"]}
MARKET = "Ann: pass; Ben: pass"
MARKET_OF_3 = f"{MARKET}; Cat: pass"


@pytest.mark.parametrize("finish", ["no", "yes"])
@pytest.mark.parametrize(
    ("count", "table", "stuck", "yet_to_lay"),
    [
        (2, f"{MARKET}; Ann: red sc/0/0; Ann: done 2", "Ben", ("Ben",)),
        (2, f"{MARKET}; Ann: red sc/0/0; Ben: done 2", "Ben", ("Ben",)),
        (2, f"{MARKET}; Ann: red sc/0/0; Ben: done 3", "Ben", ("Ben",)),
        (3, f"{MARKET_OF_3}; Ann: red sc/0/0; Ann: done 2", "Ben", ("Ben", "Cat")),
        (3, f"{MARKET_OF_3}; Ann: red sc/0/0; Ben: done 2", "Ben", ("Ben", "Cat")),
        (3, f"{MARKET_OF_3}; Ann: red sc/0/0; Cat: done 2", "Ben", ("Ben", "Cat")),
        (3, f"{MARKET}; Ann: red sc/0/0; Cat: done 2", "Ben", ("Ben", "Cat")),
    ],
)
def test_the_end_comes_where_it_is_due_whoever_says_that_he_is_done(
    count: int, table: str, stuck: str, yet_to_lay: tuple[str, ...], finish: str
) -> None:
    start = joined(ONE_RED, ONE_RED_SHIPS, count, finish_round=finish)
    end = replay(start, (parse_notation(line, start.game) for line in table.split("; "))).end

    assert end is not None
    assert (end.phase, end.player, end.yet_to_lay) == (2, stuck, yet_to_lay)


@pytest.mark.parametrize("table", ["Ann: pass; Ann: done 2", "Ann: pass; Ben: done 2"])
def test_it_comes_at_the_first_turn_to_lay_after_a_pass_that_nobody_said(table: str) -> None:
    start = joined(ONE_RED | {"sc/0": "rrr"}, {"red": ["sc/0/0"], "blue": ["bs/0/0"]})
    end = replay(start, (parse_notation(line, start.game) for line in table.split("; "))).end

    assert end is not None
    assert (end.player, end.yet_to_lay) == ("Ann", ("Ann", "Ben"))


@pytest.mark.parametrize(("helps", "ends"), [("yes", False), ("no", True)])
def test_a_done_that_passes_over_the_stuck_ends_nothing_while_a_ship_is_held(
    helps: str, ends: bool
) -> None:
    start = joined(STUCK, STUCK_SHIPS, held_clipper_delays_end=helps)
    table = f"{HELD}; Ben: done 2"
    end = replay(start, (parse_notation(line, start.game) for line in table.split("; "))).end

    assert (end is not None) is ends


ROUND_OF_2 = f"{MARKET}; Ann: blue rb/0/0; Ben: blue bs/0/0; Ann: red as/0/0; Ben: red sc/0/2"
ROUND_OF_3 = (
    f"{MARKET_OF_3}; Ann: blue rb/0/0; Ben: blue bs/0/0; Cat: red as/0/0; "
    "Ann: red sc/0/2; Ben: red sc/0/1; Cat: red sc/0/0"
)


@pytest.mark.parametrize(
    ("count", "table", "findings", "now"),
    [
        pytest.param(2, f"{ROUND_OF_2}; Ben: done 3; Ben: done 1", [], (2, 1), id="both said"),
        pytest.param(2, f"{ROUND_OF_2}; Ben: done 1", [], (2, 1), id="one said"),
        pytest.param(
            2, ROUND_OF_2.replace("; Ben: pass", "") + "; Ben: done 1", [], (2, 1),
            id="no pass either",
        ),
        pytest.param(3, f"{ROUND_OF_3}; Ben: done 1", [], (2, 1), id="three play"),
        pytest.param(3, f"{ROUND_OF_3}; Cat: done 1", [], (2, 1), id="the first says nothing"),
        pytest.param(
            2, ROUND_OF_2.rpartition("; ")[0] + "; Ben: done 1",
            [(5, "not-your-turn"), (5, "another-phase")], (1, 3), id="a stick is owed",
        ),
    ],
)  # fmt: skip
def test_a_turn_of_phase_1_is_over_in_the_next_round_once_every_stick_is_laid(
    count: int, table: str, findings: list[tuple[int, str]], now: tuple[int, int]
) -> None:
    start = joined({"ra/0": "rr"}, {"red": ["ra/0/1"], "blue": ["h_blue"]}, count)
    after = replay(start, (parse_notation(line, start.game) for line in table.split("; ")))

    assert found(start, table) == findings
    assert (after.round, after.phase) == now
