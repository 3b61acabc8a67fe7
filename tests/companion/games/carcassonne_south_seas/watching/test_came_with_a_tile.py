"""Islanders that come together with a tile for which somebody is asked."""

from __future__ import annotations

import pytest

from companion.reading import Seen
from companion.records.record import Fact
from tests.companion.games.carcassonne_south_seas.watching.looks import (
    NORTH,
    follower,
    half,
    looks,
    reading,
)

LIES, OTHER, EAST, LATER = "ss31/1", "ss31/3", "cell/16,15", "ss35/1"
ISLAND = f"{NORTH}/island-1"
LAID: Fact = {"do": "tile", "player": "Ann", "cell": NORTH, "tile": LIES}
PLACED: Fact = {"do": "islander", "player": "Ann", "place": ISLAND}
NEXT: Fact = {"do": "tile", "player": "Ben", "cell": EAST, "tile": LATER}


@pytest.mark.parametrize("likelier", [LIES, OTHER], ids=["the tile", "another"])
@pytest.mark.parametrize("late", [False, True], ids=["at once", "when the next tile lies there"])
@pytest.mark.parametrize(("share", "asked"), [(0.95, []), (0.4, [ISLAND])])
def test_who_came_with_a_tile_that_was_asked_for_is_told_with_it_or_asked_for(
    likelier: str, share: float, asked: list[str], *, late: bool
) -> None:
    """No second question for one who is seen, however late the first is answered."""
    at, stands = follower(), {ISLAND: half("red", share)}
    other = OTHER if likelier == LIES else LIES
    either = Seen(likelier, 0.6, ((likelier, 0.6), (other, 0.39)))
    looks(at, reading({NORTH: likelier}, **{NORTH: either}, **stands))
    if late:
        looks(at, reading({NORTH: likelier, EAST: LATER}, **{NORTH: either}, **stands))
    assert [doubt.subject for doubt in at.outcome.doubts] == [NORTH]

    at.answer(NORTH, LIES)
    tiles = {NORTH: LIES, EAST: LATER} if late else {NORTH: LIES}
    told = looks(at, reading(tiles, **stands), 12)
    assert told == [LAID, *[PLACED] * (not asked), *[NEXT] * late]
    assert [doubt.subject for doubt in at.outcome.doubts] == asked


@pytest.mark.parametrize(("part", "is_told"), [("bridge-1", True), ("sea-1", False)])
def test_who_came_with_a_tile_that_was_asked_for_and_went_home_at_once_is_told(
    part: str, *, is_told: bool
) -> None:
    """He is seen for one look after the answer; his tile completed the part he was on."""
    tile, other = "ss03/0", "ss04/0"
    at, stands = follower(), {f"{NORTH}/{part}": half("red", 0.98)}
    either = Seen(tile, 0.6, ((tile, 0.6), (other, 0.39)))
    looks(at, reading({NORTH: tile}, **{NORTH: either}, **stands), 4)
    at.answer(NORTH, tile)
    looks(at, reading({NORTH: tile}, **stands), 1)

    told = looks(at, reading({NORTH: tile}))
    placed = {**PLACED, "place": f"{NORTH}/{part}"}
    assert told == [{**LAID, "tile": tile}, *[placed] * is_told]
    assert at.log.drifted == []
