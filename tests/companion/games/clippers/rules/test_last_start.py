"""Who holds a ship opens its route, and takes away no start that is its last (6.2, C8, C9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.finding import Severity
from companion.games.clippers.course.joining import join
from companion.games.clippers.course.setup import new_game
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import Step, steps
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.players import Player
from tests.companion.games.clippers.bay import bay, lay
from tests.companion.games.clippers.notation import parse_notation

PLAYERS = [Player("Ann", "french", 0), Player("Ben", "english", 0)]
ONE_START = {
    "ra/0": "rr", "as/0": "r", "ab/0": "rr", "ab/1": "p", "rb/0": "b", "bs/0": "b"
}  # fmt: skip
"""A further route of blue may start to C or from Samoa; red may go on to C too."""
ONE_START_SHIPS = {"red": ["ab/0/1", "as/0/0"], "blue": ["bs/0/0"]}
AT_A, AT_A_SHIPS = {"ra/0": "rr"}, {"red": ["ra/0/1"], "blue": ["h_blue"]}


def joined(
    lanes: dict[str, str], ships: dict[str, list[str]], reds: int = 8, **options: str
) -> State:
    """Ann and Ben, rich, at the bay; so many red sticks are left."""
    game = new_game(bay(), PLAYERS, OPTIONS.read(options))
    start = join(game, lay(lanes, {"a/0": "french"}), {"Ann": 20, "Ben": 20}, ships)
    red = replace(start.companies["red"], sticks=min(reds, start.companies["red"].sticks))
    purple = replace(start.companies["purple"], sticks=5)
    return replace(start, companies={**start.companies, "red": red, "purple": purple})


def told(start: State, table: str) -> list[Step]:
    events = [parse_notation(line, start.game) for line in table.split("; ")]
    return list(steps(GameFile(start, tuple(enumerate(events)))))


def found(told: list[Step]) -> list[tuple[int, str]]:
    """The number of each fact against the rules, with the code."""
    return [
        (step.number, finding.code)
        for step in told
        for finding in step.findings
        if finding.severity is Severity.ILLEGAL
    ]


TWO = "Ann: ship blue; Ann: card 2x; Ben: pass; Ann: purple sc/0/2; Ben: purple sc/0/1"
ONE_RED = "Ann: ship red; Ann: card 2x; Ben: pass; Ann: blue rb/0/0; Ben: blue ab/0/1"


@pytest.mark.parametrize("stranded", ["return_no_refund", "return_refund", "removed"])
@pytest.mark.parametrize(
    ("start", "reds", "table"),
    [
        pytest.param(
            (ONE_START, ONE_START_SHIPS),
            8,
            f"{TWO}; Ann: red bc/0/0; Ann: red bc/0/1; Ann: done 3",
            id="its only start is laid over",
        ),
        pytest.param(
            (AT_A, AT_A_SHIPS),
            1,
            f"{ONE_RED}; Ann: red as/0/0; Ann: blue ab/0/0; Ann: done 3",
            id="the last stick of its company goes elsewhere",
        ),
    ],
)
def test_who_takes_the_last_start_of_his_ship_is_told_once(
    start: tuple[dict[str, str], dict[str, list[str]]], reds: int, table: str, stranded: str
) -> None:
    course = told(joined(*start, reds, stranded_clipper=stranded), table)

    assert found(course) == [(5, "last-stick-opens-route")]
    assert [note.code for note in course[-1].notes if note.code.startswith("ship-")] == [
        "ship-goes-back"
    ]


def test_who_takes_it_with_a_turn_to_come_may() -> None:
    """Others may make a start yet; what is possible in his last turn decides (C8)."""
    table = "Ann: ship blue; Ann: card 2x; Ben: pass; Ann: red bc/0/0; Ann: red bc/0/1; Ann: done 2"

    assert found(told(joined(ONE_START | {"sc/0": "..p"}, ONE_START_SHIPS), table)) == []


def test_who_opens_the_route_first_may_lay_as_he_likes() -> None:
    start = joined(ONE_START, ONE_START_SHIPS)

    assert found(told(start, f"{TWO}; Ann: new blue bc/0/0 from b; Ann: done 3")) == []


INSTEAD = (
    "Ann: ship red; Ann: card port; Ben: pass; Ann: blue rb/0/0; Ann: done 2; Ben: red as/0/0; "
    "Ben: done 2; Ann: moves a/0 to b/0; Ann: done 3"
)


def test_a_marker_moved_instead_of_the_last_stick_opens_no_route() -> None:
    assert found(told(joined(AT_A, AT_A_SHIPS, port_instead_of_stick="yes"), INSTEAD)) == [
        (7, "ship-owed")
    ]


@pytest.mark.parametrize(
    ("table", "findings"),
    [
        pytest.param(INSTEAD.replace("Ann: ship red; ", ""), [], id="no ship"),
        pytest.param(
            INSTEAD.replace("Ben: red as", "Ben: blue rb").replace(
                "Ann: blue rb/0/0", "Ann: new red as/0/0 from a"
            ),
            [],
            id="the route is open",
        ),
        pytest.param(
            "Ann: ship red; Ann: card port; Ben: pass; Ann: moves a/0 to b/0; Ann: done 2; "
            "Ben: blue rb/0/0; Ben: done 2; Ann: new red as/0/0 from a; Ann: done 3",
            [],
            id="a stick is left",
        ),
    ],
)
def test_and_may_be_moved_where_nothing_is_owed(
    table: str, findings: list[tuple[int, str]]
) -> None:
    assert found(told(joined(AT_A, AT_A_SHIPS, port_instead_of_stick="yes"), table)) == findings


FIVE = "Ann: ship red; Ann: card 5x; Ben: pass; Ann: blue rb/0/0; Ann: done 2; Ben: red as/0/0"


@pytest.mark.parametrize(
    ("table", "findings"),
    [
        pytest.param(
            f"{FIVE}; Ben: done 2; Ann: blue bs/0/0; Ann: done 3",
            [(4, "ship-owed"), (7, "five-x-in-both-phases")],
            id="5X in both phases",
        ),
        pytest.param(
            INSTEAD.replace("Ann: moves a/0 to b/0", "Ann: blue bs/0/0; Ann: moves a/0 to b/0"),
            [(7, "last-stick-opens-route"), (8, "stick-and-port")],
            id="a move after the stick",
        ),
        pytest.param(
            INSTEAD.replace("Ann: done 3", "Ann: blue bs/0/0; Ann: done 3"),
            [(7, "ship-owed"), (8, "stick-and-port")],
            id="a stick after the move",
        ),
    ],
)
def test_one_mistake_is_told_once_with_a_ship_in_hand(
    table: str, findings: list[tuple[int, str]]
) -> None:
    course = told(joined(AT_A, AT_A_SHIPS, port_instead_of_stick="yes"), table)

    assert found(course) == findings
    assert sum(each.code == "ship-goes-back" for step in course for each in step.notes) == 1


@pytest.mark.parametrize(
    ("table", "findings"),
    [
        pytest.param(FIVE.replace("Ann: done 2; ", ""), [(4, "ship-owed")], id="nobody said Done"),
        pytest.param(
            FIVE.replace("blue rb/0/0; Ann: done 2", "new red as/0/0 from a").replace(
                "Ben: red as/0/0", "Ben: blue rb/0/0"
            ),
            [],
            id="the route is open",
        ),
    ],
)
def test_a_turn_that_is_over_unsaid_owes_the_route_too(
    table: str, findings: list[tuple[int, str]]
) -> None:
    course = told(joined(AT_A, AT_A_SHIPS), table)

    assert found(course) == findings
    told_back = ["ship-goes-back" in {note.code for note in step.notes} for step in course]
    assert told_back == [*([False] * (len(course) - 1)), bool(findings)]


def test_a_stick_after_the_move_breaks_the_rule_of_the_port_card() -> None:
    table = INSTEAD.replace("Ann: done 3", "Ann: blue bs/0/0; Ann: done 3")
    course = told(joined(AT_A, AT_A_SHIPS, port_instead_of_stick="yes"), table)

    assert [each.rule for each in course[8].findings] == ["4.6"]


@pytest.mark.parametrize(
    "stick",
    [
        pytest.param("blue ra/0/0", id="into a harbour besides"),
        pytest.param("new blue ra/0/0", id="without a ship besides"),
        pytest.param("purple ra/0/0", id="before purple is open besides"),
    ],
)
def test_a_stick_on_a_taken_space_is_one_mistake(stick: str) -> None:
    start = joined(AT_A | {"rb/0": "b", "bs/0": "b", "as/0": "b"}, AT_A_SHIPS | {"blue": ["a"]})

    assert found(told(start, f"Ann: pass; Ben: pass; Ann: {stick}")) == [(2, "space-taken")]
