"""Whether a stick lies on a space is told by its lane, too: lanes fill from an end on, or whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from companion.boards.board_file import parse_board
from companion.boards.routes_board import RoutesBoard
from tests.companion.boards.small_board import small_board
from vision.picture.arrays import Tones
from vision.routes.filling import Filling
from vision.routes.networks import CLASS_EMPTY, CLASS_HIDDEN, CLASS_PIECE

LENGTH, LANES = 4, 16
SURELY = 0.999


def board(one_way: str | None = None) -> RoutesBoard:
    """So many routes of one lane each."""
    data = small_board()
    data["routes"] = [
        {
            "id": f"r{number}",
            "a": "tonga",
            "b": "fiji",
            "one_way": one_way,
            "lanes": [
                [{"x": 20 + 22 * at, "y": 4 + 6 * number, "angle_deg": 0} for at in range(LENGTH)]
            ],
        }
        for number in range(LANES)
    ]
    found = parse_board(data)
    assert isinstance(found, RoutesBoard)
    return found


def seen(lanes: Sequence[str]) -> Tones:
    """Class probabilities: ``x`` surely a stick, ``.`` none, ``?``, ``!`` maybe, ``h`` hidden."""
    chance = {"x": SURELY, ".": 1 - SURELY, "?": 0.4, "!": 0.6, "h": 0.5}
    rows = np.zeros((LENGTH * len(lanes), 3))
    for at, code in enumerate("".join(lanes)):
        rows[at, CLASS_HIDDEN] = 0.98 if code == "h" else 0
        rows[at, CLASS_PIECE] = chance[code] * (1 - rows[at, CLASS_HIDDEN])
        rows[at, CLASS_EMPTY] = 1 - rows[at, [CLASS_HIDDEN, CLASS_PIECE]].sum()
    return rows


def filling(lanes: int, one_way: str | None = None) -> Filling:
    """That of the first so many lanes, which alone are in view."""
    on = board(one_way)
    return Filling(on, [*on.spaces][: LENGTH * lanes])


def told(lanes: Sequence[str], one_way: str | None = None) -> list[str]:
    """What lies in each lane then."""
    rows = filling(len(lanes), one_way).told(seen(lanes))
    codes = {CLASS_EMPTY: ".", CLASS_HIDDEN: "h", CLASS_PIECE: "x"}
    line = "".join(codes[int(each)] for each in rows.argmax(axis=1))
    assert rows.sum(axis=1) == pytest.approx(1)
    return [line[at : at + LENGTH] for at in range(0, len(line), LENGTH)]


WHOLE = ["xxxx", "...."] * 5
BEGUN = ["xxxx", "....", "xx..", "x...", "...x", "..xx", "xxx.", "....", "xx..", "...x"]


@pytest.mark.parametrize(
    ("others", "lane", "is_told"),
    [
        pytest.param(WHOLE, "xx?x", "xxxx", id="hardly seen where routes lie whole"),
        pytest.param(WHOLE, ".!..", "....", id="half seen in an empty lane"),
        pytest.param(BEGUN, "xx?x", "xxxx", id="a hole between two"),
        pytest.param(BEGUN, "x!..", "xx..", id="one more at its end"),
        pytest.param(BEGUN, ".!..", "....", id="half seen in the middle"),
        pytest.param(WHOLE, "xx.x", "xx.x", id="a hole that is plain stays one"),
        pytest.param(WHOLE, ".x..", ".x..", id="a stick that is plain stays one"),
        pytest.param(WHOLE, "xxhx", "xxhx", id="what is hidden stays hidden"),
    ],
)
def test_a_space_is_told_by_its_lane(others: list[str], lane: str, is_told: str) -> None:
    assert told([*others, lane]) == [*others, is_told]


def test_an_arrow_says_from_which_end_a_lane_fills() -> None:
    """The first two lie, so the first of the lane in doubt lies too; the other way round not."""
    others = ["xxxx", "....", "xx..", "x...", "xxx.", "....", "xx..", "x...", "....", "xxx."]

    assert told([*others, "?xx."], "a>b")[-1] == "xxx."
    assert told([*(each[::-1] for each in others), ".xx?"], "b>a")[-1] == ".xxx"


def test_where_sticks_lie_anyhow_each_is_told_alone() -> None:
    """Each way to fill a lane is there once."""
    lanes = ["".join(way) for way in product("x.", repeat=LENGTH)]
    lanes[5] = lanes[5].replace("x", "?")

    assert (filling(LANES).told(seen(lanes)) == seen(lanes)).all()


def test_lanes_that_are_not_in_view_whole_are_left_as_they_are() -> None:
    """Here the first space of the lane in doubt is not."""
    on, rows = board(), seen([*WHOLE, "xx?x"])
    kept = [at for at in range(len(rows)) if at != LENGTH * len(WHOLE)]

    found = Filling(on, [[*on.spaces][at] for at in kept]).told(rows[kept])

    assert (found[-3:] == rows[-3:]).all()
