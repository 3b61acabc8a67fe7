"""A slip is explained by one correction: the right one comes first, and nothing is found then."""

from __future__ import annotations

import pytest

from companion.games.carcassonne_south_seas.corrections.inquiry import INQUIRY
from companion.games.carcassonne_south_seas.terms import events as e
from companion.play.corrections.causes import causes
from tests.companion.games.carcassonne_south_seas.tables import at, begun

DRAWN = e.TileDrawn("Ann", "ss05")
TOLD: dict[str, tuple[list[e.Event], e.Event | None]] = {
    "a tile laid with its bridge across": (
        [DRAWN, e.TileLaid("Ann", at(1, 0), "ss05/0"), e.TurnEnded("Ann")],
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
    ),
    "a tile said to lie elsewhere than the islander shows": (
        [
            DRAWN,
            e.TileLaid("Ann", at(-1, 0), "ss05/1"),
            e.IslanderPlaced("Ann", f"{at(1, 0)}/bridge-1"),
        ],
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
    ),
    "a tile that nobody said was laid, and the islander on it": (
        [DRAWN, e.IslanderPlaced("Ann", f"{at(1, 0)}/bridge-1"), e.TurnEnded("Ann")],
        e.TileLaid("Ann", at(1, 0), "ss05/1"),
    ),
    "the end of a turn told twice": (
        [DRAWN, e.TileLaid("Ann", at(1, 0), "ss05/1"), e.TurnEnded("Ann"), e.TurnEnded("Ann")],
        None,
    ),
}


@pytest.mark.parametrize(("told", "right"), TOLD.values(), ids=TOLD)
def test_the_first_correction_is_the_right_one(told: list[e.Event], right: e.Event | None) -> None:
    found = causes(INQUIRY, begun(), told, [frozenset[str]()] * len(told))
    edit = found[0].edit

    if right is None:
        assert (edit.out, edit.put) == (1, ())
    else:
        said = {edit.put, *(other.put for other in found[0].others)}
        assert (right,) in said
        assert all(isinstance(each, e.TileLaid) for put in said for each in put)
