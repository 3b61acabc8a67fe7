"""What a position alone tells about broken rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.clippers.drawn.finished import finished_game
from companion.games.clippers.scoring.inspection import inspect
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from tests.companion.games.clippers.bay import bay, lay

BAY = bay()
SHIPPED = read_shipped_board()
OPEN = {"ra/0": "rr", "as/0": "r", "rb/0": "b", "bs/0": "b"}


@pytest.mark.parametrize(
    ("lanes", "codes"),
    [
        pytest.param({}, [], id="an empty board"),
        pytest.param(OPEN, [], id="two companies at Samoa"),
        pytest.param({**OPEN, "sc/0": ".pp"}, [], id="purple may leave a lane unfinished"),
        pytest.param({"sc/0": "..p"}, ["company-closed"], id="purple before it is open"),
        pytest.param({"ra/0": "y."}, ["unknown-company"], id="a colour without a harbour"),
        pytest.param(
            {"ra/0": "rr", "ab/0": "rr", "bc/0": "rr", "sc/0": "rrr"},
            ["too-many-sticks"],
            id="nine of eight red sticks",
        ),
        pytest.param(
            {"ra/0": "rr", "rb/0": "b", "ab/0": "rb"}, ["lane-shared"], id="two in one lane"
        ),
        pytest.param(
            {"ra/0": "rr", "ab/0": "rr", "ab/1": "r."}, ["both-lanes"], id="one in both lanes"
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "ab/0": "rr", "bc/0": "rr", "sc/0": "r"},
            [],
            id="an island reached twice",
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "bc/0": "rr", "ab/0": "rr", "sc/0": "r.r"},
            ["too-many-sticks", "lane-from-both-ends"],
            id="from both ends, and too many",
        ),
        pytest.param(
            {"ra/0": "br", "ab/0": "b."},
            ["stick-hangs", "stick-hangs", "stick-hangs", "lane-shared"],
            id="all findings come at once",
        ),
    ],
)
def test_findings(lanes: dict[str, str], codes: list[str]) -> None:
    assert sorted(f.code for f in inspect(BAY, lay(lanes))) == sorted(codes)


@pytest.mark.parametrize(("laid", "codes"), [(12, []), (13, ["too-many-markers"])])
def test_a_nation_has_twelve_markers(laid: int, codes: list[str]) -> None:
    slots = dict.fromkeys(list(SHIPPED.slots)[:laid], "french")

    assert [finding.code for finding in inspect(SHIPPED, Position({}, slots))] == codes


def test_a_finding_lights_up_the_places_it_means() -> None:
    [finding] = inspect(BAY, lay({"ra/0": "rr", "rb/0": "b", "ab/0": "rb"}))

    assert finding.places == ("ab/0/0", "ab/0/1")


@given(seed=st.integers(0, 10_000))
def test_a_legal_game_has_no_findings(seed: int) -> None:
    game = finished_game(SHIPPED, ["french", "german", "english"], Random(seed))

    assert inspect(SHIPPED, game.position) == ()
