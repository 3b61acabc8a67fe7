"""Sticks that broke a rule: what follows from them, and what does once the table allows them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.clippers.chart.network import network
from companion.games.clippers.course.apply import apply_allowed
from companion.games.clippers.judging.choices import options
from companion.games.clippers.judging.judgement import findings
from companion.games.clippers.record.play import RULES
from companion.games.clippers.record.position_line import parse_position_line, position_line
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import DEFAULT, Rulings
from companion.games.clippers.terms.events import StickLaid
from companion.games.clippers.terms.granted import grants_of
from companion.play.timeline import Step, follow
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import bay_start

LAY = "Ann: pass; Ben: pass; "


def told(table: str, *allowed: str, rulings: Rulings = DEFAULT) -> list[Step]:
    """Every fact of a table, whose findings of these codes are allowed."""
    start = bay_start(rulings)
    events = [parse_notation(line, start.game) for line in table.strip("; ").split("; ")]
    every = frozenset((number, code) for number in range(len(events)) for code in allowed)
    return list(follow(RULES, start, enumerate(events), every))


def offers_purple(state: State) -> bool:
    sticks = (each.event for each in options(state) if isinstance(each.event, StickLaid))
    return any(stick.company == "purple" for stick in sticks)


def test_purple_that_is_laid_too_early_opens_nothing_until_the_table_allows_it() -> None:
    table = f"{LAY}Ann: purple as/0/0; Ann: done 2"

    assert not offers_purple(told(table)[-1].after)
    assert offers_purple(told(table, "purple-closed")[-1].after)
    last = told(f"{table}; Ben: purple bs/0/0", "purple-closed")[-1]
    assert not last.findings


TO_A = "Ann: red ra/0/0; Ann: red ra/0/1; "
GAP = f"{LAY}Ann: red ra/0/1; Ann: done 2; Ben: blue rb/0/0; Ben: done 2; Ann: blue ab/0/1"
ALL_LANES = f"{LAY}Ann: blue rb/0/0; Ann: done 2; Ben: blue ab/1/1; Ben: done 2; Ann: blue ab/0/1"
AGAINST = f"{LAY}{TO_A}Ann: red as/0/0; Ann: red sc/0/2; Ann: red sc/0/1; Ann: red sc/0/0; "


@pytest.mark.parametrize(
    ("table", "codes", "company", "island", "is_there", "earned"),
    [
        pytest.param(GAP, {"not-from-end"}, "red", "a", False, 0, id="before an empty space"),
        pytest.param(
            f"{GAP}; Ann: done 3; Ben: blue ab/0/0",
            {"not-from-end"},
            "blue",
            "a",
            True,
            2,
            id="and who comes to its island later is the first there",
        ),
        pytest.param(ALL_LANES, {"builds-both-lanes"}, "blue", "a", False, 0, id="two half lanes"),
        pytest.param(
            f"{ALL_LANES}; Ann: done 3; Ben: blue ab/0/0",
            {"builds-both-lanes"},
            "blue",
            "a",
            True,
            2,
            id="and one of them made whole",
        ),
        pytest.param(
            f"{AGAINST}Ann: red bc/0/1; Ann: red bc/0/0",
            {"against-arrow", "over-allowance"},
            "red",
            "b",
            True,
            2,
            id="a lane against its arrow joins",
        ),
    ],
)
def test_an_allowed_stick_lies_as_it_was_said(
    table: str, codes: set[str], company: str, island: str, is_there: bool, earned: int
) -> None:
    course = told(table, *codes)
    last = course[-1]

    assert (island in last.after.companies[company].reached) is is_there
    assert sum(each.amount for each in last.paid) == earned
    assert {code for step in course for code in (f.code for f in step.findings)} <= codes
    assert not last.open_findings


@pytest.mark.parametrize("seed", range(12))
def test_what_is_paid_for_is_what_counts_whatever_the_table_allows(seed: int) -> None:
    """Every finding is allowed: the bank and the score follow the same chains."""
    random, start = Random(seed), bay_start()
    state, game, acts = start, start.game, []
    board = game.chart.board
    while (choices := options(state)) and len(acts) < 50 and not state.over:
        event = random.choice(choices).event
        if state.phase > 1 and random.random() < 0.15:
            company, space = random.choice(list(state.companies)), random.choice(list(board.spaces))
            if space not in state.spaces:
                event = StickLaid(state.seat.player.name, company, space, random.random() < 0.2)
        codes = frozenset(finding.code for finding in findings(state, event))
        state = apply_allowed(state, event, codes)
        acts.append((event, codes))
        again = parse_position_line(position_line(state), game)

        chains = network(board, state.position, game.rulings, grants_of(acts)).chains
        for name, company in state.companies.items():
            assert set(chains[name].nodes) == company.reached
        assert replace(again, bank=state.bank) == state
        assert RULES.recall(RULES.keep(state), start, state.bank.transfers) == state
