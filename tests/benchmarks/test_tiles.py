"""How a photo of a table of tiles is held against the truth, on a table small enough to count."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.games.laid_tiles import board_of_tiles
from benchmarks.tiles import Counts
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from vision.simulator import Scene, Truth

BOARD = board_of_tiles()
CELL, POST, OTHER = "cell/0,1", "cell/0,1/baron", "cell/0,1/administrator-a"


def truth(**parts: tuple[str, ...]) -> Truth:
    return Truth(
        corners_px=np.zeros((4, 2)),
        spaces={CELL: "a7/2"},
        slots={POST: "red", OTHER: EMPTY},
        under={},
        partial=parts.get("partial", ()),
        washed=parts.get("washed", ()),
        scene=Scene(),
        tags={},
    )


@pytest.mark.parametrize(
    ("read", "what"),
    [
        pytest.param(Seen("red", 0.999), {"right"}, id="right"),
        pytest.param(Seen("red", 0.7), {"right", "doubtful"}, id="right, and asked"),
        pytest.param(Seen("blue", 0.7), {"doubtful"}, id="wrong, and asked"),
        pytest.param(Seen("blue", 0.999), {"surely wrong"}, id="surely wrong"),
        pytest.param(Seen(HIDDEN, 1.0), {"not told", "doubtful"}, id="hidden where it is seen"),
        pytest.param(None, {"not told", "doubtful"}, id="on a tile that is taken for another"),
    ],
)
def test_a_place_that_is_told_as_hidden_is_asked_and_no_sure_error(
    read: Seen | None, what: set[str]
) -> None:
    counts = Counts()
    slots = {OTHER: Seen(EMPTY, 0.999), **({POST: read} if read else {})}

    told = counts.hold(BOARD, truth(), "", Reading({CELL: Seen("a7/2", 0.999)}, slots))

    names = {"right", "doubtful", "surely wrong", "not told"}
    others = {"right"}
    assert {name: counts.posts[name] for name in names} == {
        name: (name in what) + (name in others) for name in names
    }
    assert len(told) == ("right" not in what)


@pytest.mark.parametrize("part", ["partial", "washed"])
def test_a_place_that_is_half_seen_is_not_counted(part: str) -> None:
    counts = Counts()

    counts.hold(BOARD, truth(**{part: (POST, OTHER)}), "", Reading({}, {}))

    assert counts.posts["all"] == 0
