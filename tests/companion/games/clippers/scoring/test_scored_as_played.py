"""A position is scored by its table's own rules: its edition, its options, what it allowed.

The game pays bonuses by the same chains as the score counts, so the two have to agree.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.boards.board import Board
from companion.errors import InputError
from companion.games.clippers.chart.network import network
from companion.games.clippers.course.apply import apply, replay
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.course.setup import new_game, set_up
from companion.games.clippers.drawn.drawn_game import KEEN_ON_SHIPS, draw_game
from companion.games.clippers.record.game_file import GameFile
from companion.games.clippers.record.timeline import score_of, steps, terms_of
from companion.games.clippers.scoring.final_score import PORTS, Terms, score
from companion.games.clippers.scoring.inspection import inspect
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import OPTIONS
from companion.games.clippers.terms.granted import Grant, grants_of, parse_grant
from companion.games.clippers.terms.players import Player
from companion.position import Position
from tests.companion.games.clippers.bay import bay, lay
from tests.companion.games.clippers.notation import parse_notation
from tests.companion.games.clippers.rules.conceivable import ANN, BEN, bay_start, playable_bay

BAY = bay()
SHIPPED = read_shipped_board()
PLAYED_BY = {
    "A7": {"samoa_counts_purple": "if_open"},
    "A13": {"purple_blocks_started": "yes"},
    "A14": {"purple_growth": "any_purple_island"},
    "B2": {"same_colour_meets": "legal"},
    "B8": {"build_into_harbour": "yes", "harbour_as_island_for_blocking": "no"},
    "B9": {"build_into_harbour": "yes"},
    "English": {"edition": "en"},
    "all": {
        "purple_blocks_started": "yes",
        "same_colour_meets": "legal",
        "build_into_harbour": "yes",
        "harbour_as_island_for_blocking": "no",
        "purple_growth": "any_purple_island",
    },
}


def codes(position: Position, board: Board = BAY, **options: str) -> list[str]:
    return [each.code for each in inspect(board, position, OPTIONS.read(options))]


@pytest.mark.parametrize(
    ("lanes", "code", "options"),
    [
        pytest.param(
            {"ra/0": "rr", "ab/0": "rr", "rb/0": "r"},
            "stick-into-harbour",
            {"build_into_harbour": "yes"},
            id="B9",
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "ab/0": "rr", "bc/0": "rr", "sc/0": "r.r"},
            "lane-from-both-ends",
            {"same_colour_meets": "legal"},
            id="B2",
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "rb/0": "b", "bs/0": "b", "ab/0": "rp"},
            "lane-shared",
            {"purple_blocks_started": "yes"},
            id="A13",
        ),
        pytest.param(
            {"ra/0": "rb", "rb/0": "b", "ab/0": "bb"},
            "lane-shared",
            {"harbour_as_island_for_blocking": "no"},
            id="B8",
        ),
    ],
)
def test_what_a_table_plays_by_is_no_finding(
    lanes: dict[str, str], code: str, options: dict[str, str]
) -> None:
    assert code in codes(lay(lanes))
    assert code not in codes(lay(lanes), **options)


@pytest.mark.parametrize(
    "lanes",
    [
        pytest.param({"ra/0": "rr", "rb/0": "b", "ab/0": "rb"}, id="neither is purple"),
        pytest.param({"ra/0": "rr", "rb/0": "b", "ab/0": "rb", "sc/0": "..p"}, id="purple is near"),
    ],
)
def test_a_lane_that_two_others_share_stays_a_finding(lanes: dict[str, str]) -> None:
    assert "lane-shared" in codes(lay(lanes), purple_blocks_started="yes")


def test_a_route_through_a_harbour_joins_what_lies_behind_it() -> None:
    """Green came into red's harbour, and went on from there, on the board as it is shipped."""
    lanes = {
        "h-green--malden/0/0": "green",
        "h-green--malden/0/1": "green",
        "h-green--malden/0/2": "green",
        "h-red--malden/0/0": "green",
        "h-red--malden/0/1": "green",
        **{f"h-red--kiritimati/0/{index}": "green" for index in range(4)},
    }
    into = OPTIONS.read({"build_into_harbour": "yes"})

    assert "green" not in network(SHIPPED, Position(lanes, {})).companies_at["kiritimati"]
    assert "green" in network(SHIPPED, Position(lanes, {}), into).companies_at["kiritimati"]
    assert inspect(SHIPPED, Position(lanes, {}), into) == ()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", PLAYED_BY.values(), ids=PLAYED_BY)
@pytest.mark.parametrize("board", [playable_bay(), SHIPPED], ids=["bay", "shipped"])
def test_a_legal_game_ends_without_a_finding_and_reaches_what_was_paid_for(
    board: Board, options: dict[str, str], seed: int
) -> None:
    rulings = OPTIONS.read(options)
    state = set_up(new_game(board, [ANN, BEN], rulings))
    for before, event in draw_game(state, Random(seed), KEEN_ON_SHIPS):
        state = apply(before, event)
    state = at_last(state)

    assert score_of(state).findings == ()
    chains = network(board, state.position, rulings).chains
    for name, company in state.companies.items():
        assert set(chains[name].nodes) == company.reached


ALLOWED = [
    pytest.param(
        "Ann: red ra/0/0; Ann: red ra/0/1; Ann: red ab/0/0; Ben: blue rb/0/0; Ben: blue ab/0/1",
        "lane-taken",
        "lane-shared",
        id="a lane entered",
    ),
    pytest.param(
        "Ann: red ra/0/0; Ann: red ra/0/1; Ann: red ab/0/0; Ann: red ab/1/0",
        "builds-both-lanes",
        "both-lanes",
        id="both lanes",
    ),
    pytest.param(
        "Ann: red ra/0/0; Ann: red ra/0/1; Ann: red bc/0/0",
        "not-from-end",
        "stick-hangs",
        id="from nothing",
    ),
    pytest.param("Ann: purple sc/0/2", "purple-closed", "company-closed", id="purple too early"),
]


@pytest.mark.parametrize(("laid", "act", "code"), ALLOWED)
def test_what_the_table_allowed_is_no_finding_of_the_score(laid: str, act: str, code: str) -> None:
    start = bay_start()
    events = [parse_notation(each, start.game) for each in laid.split("; ")]
    end, last = replay(start, events), len(events) - 1
    told = tuple(steps(GameFile(start, tuple(enumerate(events)), frozenset({(last, act)}))))

    assert act in {finding.code for finding in told[-1].findings}
    assert code in {finding.code for finding in score_of(end).findings}
    allowed = terms_of(end, grants_of((step.event, step.allowed) for step in told))
    assert code not in {each.code for each in score_of(end, allowed.granted).findings}


def ports(lanes: dict[str, str], granted: Grant | None = None) -> int:
    """What Ann has for a marker at C."""
    terms = Terms(granted=frozenset({granted} if granted else ()))
    position = lay(lanes, {"c/0": "french", "b/0": "english"})
    return score(BAY, position, [Player("Ann", "french", 0)], terms).points("Ann", PORTS)


@pytest.mark.parametrize(
    ("lanes", "place", "code", "worth"),
    [
        pytest.param(
            {"ra/0": "rr", "bc/0": "rr"}, "bc/0/0", "starts-elsewhere", 8, id="a start elsewhere"
        ),
        pytest.param(
            {"ra/0": "rr", "bc/0": "r."}, "bc/0/0", "starts-elsewhere", 0, id="begun, not finished"
        ),
        pytest.param({"ra/0": "rr", "bc/0": "rr"}, "ra/0/0", "lane-taken", 0, id="something else"),
    ],
)
def test_what_follows_from_what_was_allowed_counts(
    lanes: dict[str, str], place: str, code: str, worth: int
) -> None:
    assert ports(lanes) == 0
    assert ports(lanes, parse_grant(f"{place}={code}", BAY.spaces)) == worth


def test_a_lane_allowed_against_its_arrow_joins() -> None:
    against = lay({"ra/0": "rr", "as/0": "r", "sc/0": "rrr", "bc/0": "rr"}, {"b/0": "french"})
    grant = frozenset({parse_grant("bc/0/1=against-arrow", BAY.spaces)})
    ann = [Player("Ann", "french", 0)]

    assert score(BAY, against, ann).points("Ann", PORTS) == 0
    assert score(BAY, against, ann, Terms(granted=grant)).points("Ann", PORTS) == 3
    assert network(BAY, against, granted=grant).loose == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ab/0/0", "PLACE=CODE"),
        ("nowhere=both-lanes", "no place 'nowhere'"),
        ("ab/0/0=no-credit", "nobody can allow 'no-credit'"),
    ],
)
def test_what_nobody_can_allow_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_grant(text, BAY.spaces)
