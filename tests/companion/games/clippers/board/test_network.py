"""Who reaches which island: rulebook, section 5, and rulings A7, A14, B3, B9 and B11."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards.board import Board
from companion.games.clippers.chart.network import network
from companion.games.clippers.drawn.finished import finished_game
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import OPTIONS
from companion.position import Position
from tests.companion.games.clippers.bay import bay, lay

BAY = bay()
SHIPPED = read_shipped_board()
WITHOUT_HOME = OPTIONS.read({"samoa_counts_purple": "no"})
RED_TO_B = {"ra/0": "rr", "ab/0": "rr"}


def reached(board: Board, position: Position) -> set[tuple[str, str]]:
    """Every island with a company that reaches it, without purple at its home."""
    at = network(board, position, WITHOUT_HOME).companies_at
    return {(island, company) for island, here in at.items() for company in here}


@pytest.mark.parametrize(
    ("lanes", "expected"),
    [
        pytest.param({}, set(), id="an empty board"),
        pytest.param({"ra/0": "r."}, set(), id="a lane begun joins nothing"),
        pytest.param({"ra/0": ".r"}, set(), id="its last space alone joins nothing"),
        pytest.param({"ra/0": "rr"}, {("a", "red")}, id="a whole lane joins"),
        pytest.param({"ra/0": "rb"}, set(), id="a lane of two companies joins nobody"),
        pytest.param({"ra/0": "bb"}, set(), id="no company starts at another's harbour"),
        pytest.param({"ab/0": "rr"}, set(), id="no chain without a harbour"),
        pytest.param(RED_TO_B, {("a", "red"), ("b", "red")}, id="on from an island"),
        pytest.param(
            {"ra/0": "rr", "ab/1": "rr"}, {("a", "red"), ("b", "red")}, id="either lane will do"
        ),
        pytest.param(
            {"ra/0": "rr", "ab/0": "r.", "ab/1": ".r"},
            {("a", "red")},
            id="two half lanes are no lane",
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "ab/0": "rr"},
            {("a", "red"), ("samoa", "red"), ("b", "red")},
            id="two ways from one island",
        ),
        pytest.param(
            {"rb/0": "b", "ab/0": "bb"}, {("b", "blue"), ("a", "blue")}, id="from b towards a"
        ),
        pytest.param(
            {**RED_TO_B, "bc/0": "rr"},
            {("a", "red"), ("b", "red"), ("c", "red")},
            id="along the arrow",
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "sc/0": "rrr", "bc/0": "rr"},
            {("a", "red"), ("samoa", "red"), ("c", "red")},
            id="not against the arrow",
        ),
        pytest.param(
            {**RED_TO_B, "rb/0": "r"}, {("a", "red"), ("b", "red")}, id="a harbour is no island"
        ),
        pytest.param({"sc/0": "ppp"}, {("c", "purple")}, id="purple starts at Samoa"),
        pytest.param({"sc/0": "pp."}, set(), id="purple's begun lane joins nothing"),
        pytest.param(
            {"bs/0": "p", "bc/0": "pp"}, {("b", "purple"), ("c", "purple")}, id="purple goes on"
        ),
    ],
)
def test_reached(lanes: dict[str, str], expected: set[tuple[str, str]]) -> None:
    assert reached(BAY, lay(lanes)) == expected


OPEN = {"ra/0": "rr", "as/0": "r", "rb/0": "b", "bs/0": "b"}


@pytest.mark.parametrize(
    ("option", "lanes", "counts"),
    [
        pytest.param("always", {}, True, id="always, even when never open"),
        pytest.param("if_open", {}, False, id="not before it is open"),
        pytest.param("if_open", {"ra/0": "rr", "as/0": "r"}, False, id="one company opens nothing"),
        pytest.param("if_open", OPEN, True, id="two companies open it"),
        pytest.param("no", OPEN, False, id="never"),
    ],
)
def test_purple_at_its_own_island(option: str, lanes: dict[str, str], counts: bool) -> None:
    """Ruling A7."""
    rulings = OPTIONS.read({"samoa_counts_purple": option})
    here = network(BAY, lay(lanes), rulings).companies_at["samoa"]

    assert ("purple" in here) is counts


@pytest.mark.parametrize(
    ("lanes", "loose"),
    [
        pytest.param({**RED_TO_B, "bc/0": "r."}, [], id="a lane begun at a reached island"),
        pytest.param({"ra/0": "r."}, [], id="a lane begun at the harbour"),
        pytest.param({"ra/0": ".r"}, [("stick-hangs", 1, "ra/0/0")], id="the first stick missing"),
        pytest.param({"bc/0": "r."}, [("stick-hangs", 1, "")], id="from an island not reached"),
        pytest.param(
            {"ra/0": "r.", "ab/0": "rr", "bc/0": "rr"},
            [("stick-hangs", 4, "")],
            id="a far piece of chain is one group",
        ),
        pytest.param(
            {"ra/0": "rr", "ab/0": ".r", "bc/0": "rr", "sc/0": "r"},
            [("stick-hangs", 4, "ab/0/0")],
            id="one stick would join them all",
        ),
        pytest.param(
            {"bc/0": "r.", "as/0": "r"}, [("stick-hangs", 1, ""), ("stick-hangs", 1, "")], id="two"
        ),
        pytest.param(
            {"ra/0": "rr", "as/0": "r", "sc/0": "rrr", "bc/0": ".r"},
            [("stick-against-arrow", 1, "")],
            id="against an arrow",
        ),
        pytest.param(
            {**RED_TO_B, "rb/0": "r"}, [("stick-into-harbour", 1, "")], id="into a harbour"
        ),
    ],
)
def test_loose_sticks(lanes: dict[str, str], loose: list[tuple[str, int, str]]) -> None:
    found = network(BAY, lay(lanes)).loose

    assert [(each.why.value, len(each.spaces), " ".join(each.gap)) for each in found] == loose


@given(seed=st.integers(0, 10_000))
def test_a_finished_game_leaves_nothing_loose(seed: int) -> None:
    game = finished_game(SHIPPED, ["french", "german"], Random(seed))

    assert network(SHIPPED, game.position).loose == ()


SPACES = st.dictionaries(
    st.sampled_from(sorted(SHIPPED.spaces)),
    st.sampled_from(["red", "green", "white", "black", "blue", "purple"]),
    max_size=150,
)


@given(spaces=SPACES, more=SPACES)
def test_any_position_is_understood(spaces: dict[str, str], more: dict[str, str]) -> None:
    """Each stick is in its company's chain or loose, never both; more sticks never reach less."""
    position = Position(spaces)
    net = network(SHIPPED, position)
    loose = [space for group in net.loose for space in group.spaces]
    held = [space for chain in net.chains.values() for space in chain.sticks]

    assert sorted(loose + held) == sorted(spaces)
    assert reached(SHIPPED, position) <= reached(SHIPPED, Position({**more, **spaces}))
