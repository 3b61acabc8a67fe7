"""Every code of the engine, with a table at which it is found and one at which it just is not.

The tables are told in the notation of records, fact by fact, on the bay; only the last fact is
judged. Facts before it may break rules of their own: what lies there, lies there.
"""

from __future__ import annotations

import pytest

from companion.games.clippers.course.apply import replay
from companion.games.clippers.course.ending import omens
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.record.play import RULES
from companion.games.clippers.terms.editions import DEFAULT
from companion.games.clippers.terms.events import Passed
from companion.play.timeline import follow
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.page.codes_made import CODES
from tests.companion.games.clippers.page.said_on_the_bay import TOLD
from tests.companion.games.clippers.rules.bay_tables import (
    BLUE_SHIP,
    FIVE,
    LAY,
    MET,
    PORT,
    RICH,
    SAMOA,
    TO_A,
    TO_B,
    found,
    to_phase_3,
)
from tests.companion.games.clippers.rules.conceivable import bay_start
from tests.whole_games import GAMES, read_game

TO_C = f"{TO_A}Ann: red as/0/0; Ann: red sc/0/2; Ann: red sc/0/1; Ann: red sc/0/0; "
TWO_AND_SHIP = f"{RICH}Ann: card 2x; Ann: ship blue; Ben: pass; "
EIGHT = ("ra/0/0", "ra/0/1", "ab/0/0", "ab/0/1", "bc/0/0", "bc/0/1", "sc/0/0", "sc/0/1")


def to_round_2(phase_3: str) -> str:
    return f"{LAY}{to_phase_3()}{phase_3}Ann: done 3; Ben: done 3; Ben: pass; Ann: pass; "


def reds(count: int) -> str:
    return LAY + "".join(f"Ann: red {space}; " for space in (*EIGHT, "sc/0/2")[:count])


ROWS = [
    (
        "not-your-turn",
        f"{LAY}{to_phase_3()}Ann: red ra/0/1; Ann: done 3; Ann: red as/0/0",
        f"{LAY}{to_phase_3()}Ann: red ra/0/1; Ann: done 3; Ben: blue bs/0/0",
    ),
    (
        "not-your-turn",
        f"{LAY}{to_phase_3()}Ben: done 2",
        f"{LAY}{to_phase_3()}Ann: red ra/0/1; Ann: done 3; Ben: done 3",
    ),
    ("turn-skipped", f"{LAY}Ben: blue rb/0/0", f"{LAY}Ann: red ra/0/0; Ben: blue rb/0/0"),
    (
        "turn-skipped",
        f"{LAY}{to_phase_3()}Ann: red ra/0/1; Ann: done 3; Ben: pass",
        f"{LAY}{to_phase_3()}Ann: red ra/0/1; Ann: done 3; Ben: blue bs/0/0; Ben: pass",
    ),
    (
        "done-taken-as-said",
        f"{LAY}Ann: red ra/0/0; Ben: blue rb/0/0",
        f"{LAY}Ann: red ra/0/0; Ann: done 2; Ben: blue rb/0/0",
    ),
    (
        "turn-goes-on",
        f"{LAY}Ann: red ra/0/0; Ben: blue rb/0/0; Ann: done 2",
        f"{LAY}Ann: red ra/0/0; Ben: blue rb/0/0; Ben: done 2",
    ),
    (
        "follows-from-slip",
        f"{LAY}Ben: blue rb/0/0; Ben: red ra/0/1",
        f"{LAY}Ben: blue rb/0/0; Ben: red ra/0/0",
    ),
    ("pass-taken-as-said", "Ben: pass", "Ann: pass; Ben: pass"),
    ("pass-taken-as-said", "Ann: pass; Ann: red ra/0/0", f"{LAY}Ann: red ra/0/0"),
    ("not-phase-1", f"{LAY}Ann: marker b/0", "Ann: marker b/0"),
    ("not-phase-1", f"{LAY}Ann: ship red", "Ann: pass; Ann: ship red"),
    ("not-phase-2-or-3", "Ann: red ra/0/0", f"{LAY}Ann: red ra/0/0"),
    ("second-action", "Ann: pass; Ann: card 3x", "Ann: card 3x"),
    ("second-action", "Ann: marker b/0; Ann: marker b/1", "Ann: marker b/0; Ben: marker b/1"),
    ("no-action-said", "Ann: done 1", "Ann: pass; Ann: done 1"),
    ("another-phase", f"{LAY}Ann: red ra/0/0; Ann: done 3", f"{LAY}Ann: red ra/0/0; Ann: done 2"),
    ("slot-taken", "Ann: marker a/1", "Ann: marker a/2"),
    ("slot-taken", f"{PORT}Ann: moves a/0 to c/0", f"{PORT}Ann: moves a/0 to c/1"),
    ("no-marker-left", "Ann: marker b/0; " * 11, "Ann: marker b/0; " * 10),
    ("card-not-there", "Ann: card 3x; Ben: card 3x", "Ann: card 3x; Ben: card 5x"),
    (
        "card-not-there",
        "Ann: card 2x; Ben: card 2x; Ben: card 2x",
        "Ann: card 2x; Ben: card 2x",
    ),
    ("no-credit", "Ann: card port", "Ann: card 2x"),
    ("no-credit", "Ann: gives Ben 3 $ for 0", "Ann: gives Ben 2 $ for 0"),
    ("no-credit", "Ann: ship red", "bank: gives Ann 1 $ for 0; Ann: ship red"),
    (
        "no-credit",
        "bank: gives Ann 2 $ for 0; Ann: card 2x; Ann: ship red",
        "bank: gives Ann 3 $ for 0; Ann: card 2x; Ann: ship red",
    ),
    (
        "ship-not-there",
        "Ann: pass; Ann: ship red; Ben: pass; Ben: ship red",
        "Ann: pass; Ann: ship red; Ben: pass; Ben: ship blue",
    ),
    ("ship-not-there", "Ann: pass; Ann: ship purple", "Ann: pass; Ann: ship blue"),
    ("second-ship", "Ann: ship red; Ann: ship blue", "Ann: ship blue"),
    (
        "no-start-for-ship",
        f"{to_round_2('Ann: blue bs/0/0; ')}Ann: ship red",
        f"{to_round_2('Ann: red ra/0/1; ')}Ann: ship red",
    ),
    (
        "ship-before-first-route",
        "Ann: pass; Ann: ship red",
        f"{to_round_2('Ann: red ra/0/1; ')}Ann: ship red",
    ),
    ("no-port-card", f"{LAY}Ann: moves a/0 to b/0", f"{PORT}Ann: moves a/0 to b/0"),
    (
        "no-port-card",
        f"{PORT}Ann: moves a/0 to b/0; Ann: moves b/0 to c/1",
        f"{PORT}Ann: red ra/0/0; Ann: moves a/0 to b/0",
    ),
    ("not-your-marker", f"{PORT}Ann: moves a/1 to b/0", f"{PORT}Ann: moves a/0 to b/0"),
    ("not-your-marker", f"{PORT}Ann: moves b/1 to b/0", f"{PORT}Ann: moves samoa/0 to b/0"),
    ("same-island", f"{PORT}Ann: moves a/0 to a/2", f"{PORT}Ann: moves a/0 to b/2"),
    ("space-taken", f"{LAY}{TO_A}Ann: blue ra/0/1", f"{LAY}{TO_A}Ann: blue rb/0/0"),
    ("no-stick-left", reds(9), reds(8)),
    ("not-from-end", f"{LAY}Ann: red ab/0/0", f"{LAY}Ann: red ra/0/0"),
    ("not-from-end", f"{LAY}Ann: red ra/0/1", f"{LAY}{TO_A}Ann: red as/0/0"),
    ("not-from-end", f"{LAY}{TO_B}Ann: red as/0/0", f"{LAY}{TO_B}Ann: red bs/0/0"),
    ("against-arrow", f"{LAY}{TO_C}Ann: red bc/0/1", f"{LAY}{TO_B}Ann: red bc/0/0"),
    ("into-harbour", f"{LAY}{TO_B}Ann: red rb/0/0", f"{LAY}{TO_B}Ben: blue rb/0/0"),
    (
        "lane-taken",
        f"{LAY}{TO_A}Ann: red ab/0/0; Ben: blue rb/0/0; Ben: blue ab/0/1",
        f"{LAY}{TO_A}Ann: red ab/0/0; Ben: blue rb/0/0; Ben: blue ab/1/1",
    ),
    (
        "meets-itself",
        f"{LAY}{MET}Ann: red bc/0/0; Ann: red bc/0/1; Ann: red sc/0/0",
        f"{LAY}{MET}Ann: red bc/0/0; Ann: red bc/0/1; Ann: red sc/0/1",
    ),
    (
        "builds-both-lanes",
        f"{LAY}{TO_A}Ann: red ab/0/0; Ann: new red ab/1/0 from a",
        f"{LAY}{TO_A}Ann: red ab/0/0; Ann: new red as/0/0 from a",
    ),
    (
        "no-ship-bought",
        f"{LAY}Ann: new blue rb/0/0",
        f"{BLUE_SHIP}Ann: new blue rb/0/0",
    ),
    (
        "no-ship-bought",
        f"{BLUE_SHIP}Ann: new blue rb/0/0; Ann: new blue bs/0/0",
        f"{BLUE_SHIP}Ann: new blue rb/0/0; Ann: blue bs/0/0",
    ),
    ("starts-elsewhere", f"{BLUE_SHIP}Ann: new blue as/0/0", f"{BLUE_SHIP}Ann: new blue rb/0/0"),
    ("purple-closed", f"{SAMOA}Ann: purple sc/0/2", f"{SAMOA}Ben: blue bs/0/0; Ann: purple sc/0/2"),
    (
        "purple-closed",
        f"{LAY}Ann: purple as/0/0; Ben: purple bs/0/0",
        f"{SAMOA}Ann: purple sc/0/2; Ben: purple sc/0/1",  # one forgotten stick may have opened it
    ),
    (
        "purple-not-from-end",
        f"{SAMOA}Ben: blue bs/0/0; Ann: purple sc/0/1",
        f"{SAMOA}Ben: blue bs/0/0; Ann: purple sc/0/2; Ann: purple sc/0/1",
    ),
    (
        "five-x-in-both-phases",
        f"{FIVE}{to_phase_3()}Ann: red ra/0/1",
        f"{FIVE}{to_phase_3('')}Ann: red ra/0/0",
    ),
    ("over-allowance", f"{LAY}{TO_A}", f"Ann: card 2x; Ben: pass; {TO_A}"),
    ("over-allowance", f"{RICH}{PORT}{TO_A}", f"{RICH}{PORT}Ann: red ra/0/0"),
    (
        "over-allowance",
        f"Ann: card 2x; Ben: pass; {TO_A}Ann: red ab/0/0",
        f"Ann: card 3x; Ben: pass; {TO_A}Ann: red ab/0/0",
    ),
    ("over-allowance", f"Ann: card 3x; Ben: pass; {TO_B}", f"{FIVE}{TO_B}"),
    ("over-allowance", f"{FIVE}{TO_C}", f"{FIVE}{TO_B}Ann: red bs/0/0"),
    (
        "last-stick-opens-route",
        f"{BLUE_SHIP}{to_phase_3()}Ann: red ra/0/1",
        f"{BLUE_SHIP}Ann: red ra/0/0",
    ),
    (
        "last-stick-opens-route",
        f"{RICH}Ann: card 5x; Ann: ship blue; Ben: pass; {TO_B}Ann: red bs/0/0",
        f"{RICH}Ann: card 5x; Ann: ship blue; Ben: pass; {TO_B}Ann: new blue rb/0/0",
    ),
    ("stick-owed", f"{LAY}Ann: done 2", f"{LAY}Ann: red ra/0/0; Ann: done 2"),
    (
        "stick-owed",
        f"{FIVE}{to_phase_3('')}Ann: done 3",
        f"{FIVE}{to_phase_3()}Ann: done 3",
    ),
    (
        "ship-owed",
        f"{TWO_AND_SHIP}{to_phase_3()}Ann: red ra/0/1; Ann: done 3",
        f"{TWO_AND_SHIP}{to_phase_3()}Ann: new blue bs/0/0; Ann: done 3",
    ),
    (
        "ship-owed",
        f"{TWO_AND_SHIP}{to_phase_3()}Ann: red ra/0/1; Ben: blue bs/0/0",
        f"{TWO_AND_SHIP}{to_phase_3()}Ann: new blue bs/0/0; Ben: blue as/0/0",
    ),
    (
        "ship-goes-back",
        f"{BLUE_SHIP}{to_phase_3()}Ann: red ra/0/1; Ann: done 3",
        f"{BLUE_SHIP}{to_phase_3()}Ann: new blue bs/0/0; Ann: done 3",
    ),
    ("first-card-goes-back", "Ann: card 5x; Ann: card 2x", "Ann: pass; Ann: card 2x"),
    (
        "first-ship-goes-back",
        f"{RICH}Ann: pass; Ann: ship red; Ann: ship blue",
        f"{RICH}Ann: pass; Ann: ship blue",
    ),
    (
        "ship-misplaced",
        f"{LAY}Ann: red ra/0/0; table: red ship at h_red",
        f"{LAY}Ann: red ra/0/0; table: red ship at ra/0/0",
    ),
    ("bank-empty", "bank: gives Ann 122 $ for 0", "bank: gives Ann 121 $ for 0"),
    (
        "chips-missing",
        "Ann: gives bank 2 $ for 0; bank: gives Ann 5 $ for 0; Ann: gives Ben 1 $ for 0",
        "Ann: gives bank 2 $ for 0; bank: gives Ann 5 $ for 0; Ann: gives bank 1 $ for 0",
    ),
    (
        "chips-missing",
        "Ann: gives bank 2 $ for 0; bank: gives Ann 5 $ for 0; Ann: gives Ben 1 $ for 0",
        "Ann: gives bank 2 $ for 0; bank: gives Ann 5 $ for 0; Ann: gives Ben 6 $ for 0",
    ),
    ("few-sticks-left", reds(5), reds(4)),
    (
        "open-the-route-now",
        f"{BLUE_SHIP}Ann: red ra/0/0; Ann: done 2; Ben: done 2",
        f"{BLUE_SHIP}Ann: red ra/0/0",
    ),
    (
        "open-the-route-now",
        f"{RICH}Ann: card 5x; Ann: ship blue; Ben: pass; {TO_B}",
        f"{RICH}Ann: ship blue; Ann: card 5x",
    ),
]


@pytest.mark.parametrize(("code", "fails", "passes"), ROWS, ids=[row[0] for row in ROWS])
def test_a_code_is_found_here_and_just_not_there(code: str, fails: str, passes: str) -> None:
    assert code in found(fails)
    assert code not in found(passes)


@pytest.mark.parametrize(
    ("table", "gap"),
    [
        pytest.param(f"{LAY}Ann: red ra/0/1", "ra/0/0", id="one is missing"),
        pytest.param(f"{LAY}Ann: red ab/0/0", "ra/0/0 ra/0/1", id="a whole lane is"),
        pytest.param(f"{LAY}Ann: blue ab/0/0; Ann: red ab/0/1", None, id="another lies there"),
        pytest.param(f"{LAY}Ann: red bc/0/1", None, id="too many would be"),
    ],
)
def test_a_stray_stick_says_with_which_it_is_counted(table: str, gap: str | None) -> None:
    stray = found(table)["not-from-end"]

    assert stray.params.get("gap") == gap
    assert stray.repair == ("missing-sticks" if gap else "take-back")


@pytest.mark.parametrize(
    ("before", "slip", "allowed", "then"),
    [
        pytest.param(
            "Ann: card 3x", "Ben: card 3x", "card-not-there", "over-allowance", id="a card"
        ),
    ],
)
def test_what_the_table_allows_is_true_and_hides_no_slip(
    before: str, slip: str, allowed: str, then: str
) -> None:
    start = bay_start(DEFAULT)
    laid = "Ann: red ra/0/0; Ann: done 2; Ben: blue rb/0/0; Ben: blue bs/0/0; Ben: blue bc/0/0"
    told = f"{before}; {slip}; {laid}; Ben: blue bc/0/1".split("; ")
    events = [(number, parse_notation(line, start.game)) for number, line in enumerate(told)]

    *_, last = follow(RULES, start, events, frozenset({(1, allowed)}))

    assert then in [each.code for each in last.findings]


def test_after_the_end_what_players_do_no_longer_counts() -> None:
    game = read_game(GAMES / "2-players-stuck.jsonl")
    facts = [event for _, event in game.facts]
    ended, before = replay(game.start, facts), replay(game.start, facts[:-2])
    act = Passed(ended.seat.player.name)

    assert "game-over" in {finding.code for finding in findings(ended, act)}
    assert "game-over" not in {finding.code for finding in findings(before, act)}


def test_how_near_the_end_is_told_beforehand() -> None:
    game = read_game(GAMES / "2-players-stuck.jsonl")
    facts = [event for _, event in game.facts]
    states = [replay(game.start, facts[:number]) for number in range(len(facts) - 4, len(facts))]
    near = [state for state in states if not state.over]

    assert {omen.code for omen in omens(game.start)} == set()
    assert "no-company-grows" in {omen.code for omen in omens(near[-1])}
    assert "few-companies-grow" in {omen.code for omen in omens(bay_start())}


@pytest.mark.parametrize("name", ["2-players-stuck", "2-players-all-sticks"])
def test_nothing_is_foretold_of_a_game_that_is_over(name: str) -> None:
    """That no route grows for the moment; only whose sticks died is told."""
    game = read_game(GAMES / f"{name}.jsonl")
    last = replay(game.start, (event for _, event in game.facts))

    assert last.over
    assert {omen.code for omen in omens(last)} <= {"sticks-dead", "sticks-count-as-gone"}


def test_every_code_of_the_engine_has_its_tables() -> None:
    of_positions = {  # companion.games.clippers.scoring.inspection and scoring, which see no game
        "too-many-sticks",
        "too-many-markers",
        "unknown-company",
        "stick-hangs",
        "stick-against-arrow",
        "stick-into-harbour",
        "lane-shared",
        "lane-from-both-ends",
        "both-lanes",
        "company-closed",
        "nation-not-in-play",
        "player-without-marker",
        "tie-open",
    }
    by_hand = {"game-over", "few-companies-grow", "no-company-grows", "port-after-sticks"}
    by_hand |= set(TOLD)

    assert {code for code, _, _ in ROWS} | by_hand == set(CODES) - of_positions
