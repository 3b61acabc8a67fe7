"""One mistake is told once, and one correction undoes it.

The games are drawn by lot on the shipped board, each slip is put into one of them, and what is
offered first must be the slip undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.finding import Severity
from companion.games.clippers.corrections.inquiry import INQUIRY
from companion.games.clippers.corrections.kinds import OfSticks
from companion.games.clippers.course.apply import replay
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import Step, steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import (
    CardTaken,
    Event,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
    TurnEnded,
)
from companion.games.clippers.terms.players import Player
from companion.play.corrections.causes import MOST_OPEN, Cause, causes, causes_of
from companion.play.corrections.course import Kind, Walk, followed, followed_on, told_with
from tests.companion.games.clippers.bay import bay
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import bay_start
from tests.whole_games import GAMES, read_game

START = bay_start()
OPENING = "Ann: pass; Ben: pass"
TURNS = "Ann: red ra/0/0; Ann: done 2; Ben: blue rb/0/0; Ben: done 2"


def events(table: str, start: State = START) -> list[Event]:
    return [parse_notation(line, start.game) for line in table.split("; ")]


def told(table: str, start: State = START) -> list[Step]:
    return list(steps(GameFile(start, tuple(enumerate(events(table, start))))))


def found(table: str, start: State = START) -> list[tuple[int, str]]:
    """The number of each fact against the rules, with the code."""
    return [
        (step.number, finding.code)
        for step in told(table, start)
        for finding in step.findings
        if finding.severity is Severity.ILLEGAL
    ]


def noted(table: str) -> list[tuple[int, str]]:
    return [(s.number, note.code) for s in told(table) for note in s.notes if "said" in note.code]


TWO = "Ann: card 2x; Ben: pass"
BEN_LAYS = "Ben: blue rb/0/0; Ben: done 2; Ann: red ab/0/0; Ann: done 3"


@pytest.mark.parametrize(
    ("table", "findings"),
    [
        pytest.param(
            f"{TWO}; Ann: red ra/0/1; Ann: red ra/0/0; Ann: done 2; Ben: red ab/0/0",
            [(2, "not-from-end")],
            id="two sticks in the other order",
        ),
        pytest.param(
            f"{OPENING}; Ann: red ra/0/0; Ann: red ra/0/0; Ann: done 2; Ben: red ra/0/1",
            [(3, "space-taken")],
            id="a stick twice",
        ),
        pytest.param(
            f"{OPENING}; Ann: red ra/0/1; Ann: done 2; Ben: red ab/0/0; Ben: done 2; "
            "Ann: red ab/0/1; Ann: done 3; Ben: red bc/0/0",
            [(2, "not-from-end")],
            id="a stick forgotten",
        ),
        pytest.param(
            f"{OPENING}; Ann: red ra/0/0; Ann: done 2; Ben: blue ra/0/1; Ben: done 2; "
            "Ann: red ab/0/0; Ann: done 3; Ben: blue rb/0/0",
            [(4, "lane-taken")],
            id="a stick of another colour",
        ),
        pytest.param(
            f"{OPENING}; Ben: blue rb/0/0; Ben: done 2; Ann: red ra/0/1; Ann: done 3; "
            "Ben: blue bs/0/0; Ben: done 3",
            [(2, "turn-skipped")],
            id="a turn forgotten, and the sticks of it missed",
        ),
        pytest.param(
            f"{OPENING}; Ann: red ra/0/1; Ann: done 2; Ben: red ra/0/1; Ben: done 2; "
            "Ann: red as/0/0; Ann: done 3; Ben: blue rb/0/0",
            [(2, "not-from-end")],
            id="another space, on which a stick is laid later",
        ),
        pytest.param(
            f"Ann: card 2x; Ben: pass; Ann: red ra/0/0; Ben: red ra/0/1; Ann: done 2; {BEN_LAYS}",
            [(4, "turn-goes-on")],
            id="a stick of the wrong player",
        ),
        pytest.param(
            f"Ann: card port; Ben: pass; {TURNS}; Ann: red ra/0/1; Ann: done 3; "
            "Ben: blue bs/0/0; Ben: done 3; Ben: pass; Ann: card 2x",
            [(0, "no-credit")],
            id="a card too dear, and its owner's next one",
        ),
        pytest.param(
            "Ann: card port; Ben: pass; Ann: red ra/0/0; Ann: red ra/0/1; Ann: done 2",
            [(0, "no-credit")],
            id="a card that he can't have had, and what he laid with another",
        ),
        pytest.param(
            "bank: gives Ann 9 $ for 0; Ann: pass; Ann: ship red; Ben: pass; "
            f"{TURNS}; Ann: new blue bs/0/0",
            [(8, "no-ship-bought")],
            id="a ship of another colour",
        ),
        pytest.param(
            "bank: gives Ann 9 $ for 0; Ann: card 2x; Ann: ship red; Ben: pass; "
            f"{TURNS}; Ann: blue bs/0/0; Ben: red ra/0/1",
            [],
            id="a ship that could start nowhere when its turn was over unsaid",
        ),
        pytest.param(
            "bank: gives Ann 9 $ for 0; Ann: card 3x; Ann: ship blue; Ben: pass; "
            f"{TURNS}; Ann: red ra/0/1; Ben: blue bs/0/0; Ann: new blue as/0/0",
            [(9, "ship-owed")],
            id="a turn that goes on with the route it owed",
        ),
    ],
)
def test_a_slip_is_found_once(table: str, findings: list[tuple[int, str]]) -> None:
    assert found(table) == findings


THREE = set_up(new_game(bay(), [*START.game.players, Player("Cat", "german", 0)]))
PHASE_2 = (
    "Ann: red ra/0/0; Ann: done 2; Ben: blue rb/0/0; Ben: done 2; Cat: red ra/0/1; Cat: done 2"
)
PHASE_3 = "Ann: red ab/0/0; Ann: done 3; Ben: blue bs/0/0; Ben: done 3; Cat: red ab/0/1"
ROUND_OF_3 = f"{OPENING}; Cat: pass; {PHASE_2}; {PHASE_3}"
ROUND_OF_2 = f"{OPENING}; {TURNS}; Ann: red ra/0/1; Ann: done 3; Ben: blue bs/0/0; Ben: done 3"
PASSES = "Cat: pass; Ann: pass"
NEXT = "Ben: red bc/0/0; Ben: done 2; Cat: red bc/0/1; Cat: done 2; Ann: blue sc/0/2; Ann: done 2"
"""In the second round the hook is Ben's."""


@pytest.mark.parametrize(
    ("start", "table", "findings"),
    [
        pytest.param(
            THREE,
            f"{ROUND_OF_3}; Cat: done 3; Cat: done 3; Ben: pass; {PASSES}; {NEXT}",
            [(15, "not-your-turn")],
            id="twice",
        ),
        pytest.param(
            THREE,
            f"{ROUND_OF_3}; Ben: pass; Cat: done 3; {PASSES}; {NEXT}",
            [(15, "not-your-turn")],
            id="after the first act of the next round",
        ),
        pytest.param(
            THREE,
            f"{ROUND_OF_3}; Cat: done 3; Cat: done 2; Ben: pass; {PASSES}; {NEXT}",
            [(15, "not-your-turn"), (15, "another-phase")],
            id="of another phase besides, which is another mistake",
        ),
        pytest.param(
            THREE,
            ROUND_OF_3.replace("Cat: red ab/0/1", "Cat: done 3; Cat: red ab/0/1; Cat: done 3")
            + f"; Ben: pass; {PASSES}; {NEXT}",
            [(13, "stick-owed"), (14, "not-your-turn"), (15, "not-your-turn")],
            id="before the last stick, and again",
        ),
        pytest.param(
            THREE,
            ROUND_OF_3.replace("Ben: done 2", "Cat: done 2")
            + f"; Cat: done 3; Ben: pass; {PASSES}; {NEXT}",
            [(6, "stick-owed")],
            id="said of the next player",
        ),
        pytest.param(
            THREE,
            ROUND_OF_3.replace("Ann: red ab/0/0; ", "") + f"; Cat: done 3; Ben: pass; {PASSES}",
            [(9, "stick-owed")],
            id="without a stick",
        ),
        pytest.param(
            THREE,
            ROUND_OF_3.replace("Ann: done 2", "Cat: done 2") + f"; Ben: pass; {PASSES}; {NEXT}",
            [(4, "not-your-turn")],
            id="said of the one after the next: two turns would lack a stick",
        ),
        pytest.param(
            START,
            f"{ROUND_OF_2}; Ben: done 3; Ben: pass; Ann: pass; Ben: red ab/0/0; Ben: done 2",
            [(10, "another-phase")],
            id="twice, by who begins the next round",
        ),
        pytest.param(
            START,
            ROUND_OF_2.replace("Ben: blue bs/0/0", "Ben: done 3; Ben: blue bs/0/0")
            + "; Ben: pass; Ann: pass; Ben: red ab/0/0; Ben: done 2",
            [(8, "stick-owed"), (9, "not-phase-2-or-3"), (10, "another-phase")],
            id="before the last stick, by who begins the next round",
        ),
    ],
)
def test_a_done_that_is_misplaced_leaves_the_next_round_alone(
    start: State, table: str, findings: list[tuple[int, str]]
) -> None:
    assert found(table, start) == findings


@pytest.mark.parametrize(
    ("table", "notes", "turn"),
    [
        pytest.param(
            f"{OPENING}; Ann: red ra/0/0; Ben: blue rb/0/0",
            [(3, "done-taken-as-said")],
            (1, 2, 1),
            id="a Done",
        ),
        pytest.param("Ben: pass", [(0, "pass-taken-as-said")], (1, 1, 1), id="a pass"),
        pytest.param(
            "Ann: pass; Ann: red ra/0/0", [(1, "pass-taken-as-said")], (1, 2, 0), id="a phase"
        ),
        pytest.param(
            f"{OPENING}; {TURNS}; Ann: red ra/0/1; Ann: done 3; Ben: blue bs/0/0; Ben: card 3x",
            [(9, "done-taken-as-said")],
            (2, 1, 0),
            id="a round",
        ),
    ],
)
def test_what_a_fact_shows_to_be_over_is_over(
    table: str, notes: list[tuple[int, str]], turn: tuple[int, int, int]
) -> None:
    assert noted(table) == notes
    assert found(table) == []
    assert replay(START, events(table)).turn == turn


def test_cards_go_back_when_a_round_is_shown_to_be_over() -> None:
    table = (
        f"Ann: card 2x; Ben: pass; {TURNS}; "
        "Ann: red ra/0/1; Ann: done 3; Ben: blue bs/0/0; Ben: marker b/0"
    )
    state = replay(START, events(table))

    assert [seat.card for seat in state.seats] == [None, None]
    assert state.cards == START.cards


FIVE = read_game(GAMES / "5-players-stuck.jsonl")
FACTS = tuple(event for _, event in FIVE.facts)


def offered(facts: Sequence[Event]) -> tuple[Cause[Event], ...]:
    return causes(INQUIRY, FIVE.start, facts, [frozenset()] * len(facts))


def sticks() -> list[int]:
    return [
        at
        for at, event in enumerate(FACTS)
        if isinstance(event, StickLaid) and event.company == "red"
    ]


def in_black(at: int) -> tuple[Event, ...]:
    stick = FACTS[at]
    assert isinstance(stick, StickLaid)
    return (*FACTS[:at], replace(stick, company="black"), *FACTS[at + 1 :])


@pytest.mark.parametrize("at", sticks()[2:14:4])
def test_a_stick_of_another_colour_is_asked_about(at: int) -> None:
    slipped = in_black(at)

    first = offered(slipped)[0]

    assert (first.edit.kind, first.edit.at) == (OfSticks.COLOUR, at)
    assert told_with(slipped, first.edit) == FACTS


@pytest.mark.parametrize("kind", [CardTaken, MarkerPlaced, Passed, ShipBought])
def test_an_act_of_another_player_is_asked_about(kind: type[PlayersAct]) -> None:
    at, act = next((at, event) for at, event in enumerate(FACTS) if isinstance(event, kind))
    names = [seat.player.name for seat in FIVE.start.seats]
    other = names[names.index(act.player) - 1]
    slipped = (*FACTS[:at], replace(act, player=other), *FACTS[at + 1 :])

    first = offered(slipped)[0]

    assert (first.edit.kind, first.edit.at) == (Kind.INSTEAD, at)
    assert told_with(slipped, first.edit) == FACTS


def test_what_is_known_of_the_game_so_far_changes_no_answer() -> None:
    """While the game goes on, and where its last facts are told again."""
    first = sticks()[2]
    slipped = in_black(first)
    known = followed(INQUIRY, FIVE.start, (), ())

    for end in range(first, first + 60, 12):
        for facts in (slipped[:end], (*slipped[: end - 5], *slipped[end - 4 : end])):
            known = followed_on(INQUIRY, known, facts, [frozenset()] * len(facts))

            assert causes_of(INQUIRY, known) == offered(facts)


def test_a_search_that_is_cut_short_offers_nothing_and_the_next_goes_on_from_there() -> None:
    """A likelier correction may lie beyond."""
    slipped = in_black(sticks()[2])
    course = followed(INQUIRY, FIVE.start, slipped, [frozenset()] * len(slipped))
    offers: list[tuple[Cause[Event], ...]] = []

    while not offers or not offers[-1]:
        assert len(offers) < 20
        offers.append(causes_of(INQUIRY, course, Walk(400)))

    assert len(offers) > 1
    assert offers[-1] == offered(slipped)


def test_a_turn_forgotten_is_asked_about_with_all_that_was_laid_in_it() -> None:
    ends = [at for at, event in enumerate(FACTS) if isinstance(event, TurnEnded)]
    first, last = next(
        (one + 1, other)
        for one, other in pairwise(ends)
        if other - one > 2 and all(isinstance(e, StickLaid) for e in FACTS[one + 1 : other])
    )

    edit = offered((*FACTS[:first], *FACTS[last + 1 :]))[0].edit

    assert (edit.kind, edit.at, edit.out) == (Kind.MISSING, first, 0)
    assert set(edit.put) == set(FACTS[first : last + 1])


def test_going_on_after_the_end_is_told_once() -> None:
    ended = replay(FIVE.start, FACTS)
    acts = [Passed(seat.player.name) for seat in ended.seats]
    told = list(steps(GameFile(ended, tuple(enumerate(acts)))))

    assert [len(step.findings) for step in told] == [1] + [0] * (len(acts) - 1)
    assert all(step.after.bank == ended.bank for step in told)


def test_nothing_is_asked_about_a_game_without_a_slip() -> None:
    assert offered(FACTS) == ()


def test_a_new_stick_that_may_be_wrong_in_many_ways_is_not_guessed_about() -> None:
    facts = events(f"{OPENING}; Ann: red as/0/0")

    assert causes(INQUIRY, START, facts, [frozenset()] * len(facts)) == ()


def test_what_the_table_allows_is_not_asked_about() -> None:
    """It was as it was said: what does not go with that is found in its turn, and allowed too."""
    slipped = in_black(sticks()[2])
    allowed: frozenset[tuple[int, str]] = frozenset()
    while new := open_codes(slipped, allowed):
        allowed |= {min(new)}
    codes = [frozenset(code for at, code in allowed if at == each) for each in range(len(slipped))]

    assert causes(INQUIRY, FIVE.start, slipped, codes) == ()


def open_codes(told: Sequence[Event], allowed: frozenset[tuple[int, str]]) -> set[tuple[int, str]]:
    """What is found and not allowed, by the number of the fact."""
    course = steps(GameFile(FIVE.start, tuple(enumerate(told)), allowed))
    return {(step.number, found.code) for step in course for found in step.open_findings}


def test_where_nearly_everything_is_wrong_nobody_made_one_slip() -> None:
    """No correction is looked for, which would take long."""
    slipped = in_black(sticks()[2])
    nonsense = (slipped[-1],) * (MOST_OPEN + 2)

    assert offered(slipped)
    assert offered((*slipped, *nonsense)) == ()
