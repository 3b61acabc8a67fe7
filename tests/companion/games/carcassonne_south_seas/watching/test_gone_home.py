"""Who goes home with another's tile, and what is seen where he stood."""

from __future__ import annotations

import pytest

from companion.watching.follower import Follower
from tests.companion.games.carcassonne_south_seas.watching.looks import follower, looks, reading

HIS_LAST = (
    ("cell/15,16", "ss15/2", "sea-1"),
    ("cell/15,17", "ss37/0", ""),
    ("cell/15,18", "ss19/2", "island-1"),
    ("cell/14,15", "ss12/3", ""),
    ("cell/14,17", "ss39/1", "island-1"),
    ("cell/16,15", "ss13/1", ""),
    ("cell/16,17", "ss21/1", "island-1"),
    ("cell/15,19", "ss32/0", ""),
    ("cell/16,18", "ss08/1", ""),
    ("cell/16,19", "ss21/1", ""),
)
"""Ann and Ben lay in turn; all four islanders are Ann's. Ben's last tile closes an island."""


def all_laid() -> tuple[Follower, dict[str, str], dict[str, str]]:
    """A table that was seen to grow by all of these; its tiles, and who stands on them."""
    at, tiles, slots = follower(), dict[str, str](), dict[str, str]()
    for cell, tile, part in HIS_LAST:
        tiles[cell] = tile
        looks(at, reading(tiles, slots))
        if part:
            slots[f"{cell}/{part}"] = "red"
            looks(at, reading(tiles, slots))
    return at, tiles, slots


def test_one_who_goes_home_is_not_taken_back_though_his_player_had_none_left() -> None:
    """Ben's tile evaluates his island; Ann could have taken him back in her turn before it."""
    at, tiles, slots = all_laid()

    del slots["cell/15,18/island-1"]
    told = looks(at, reading(tiles, slots))
    assert [fact["do"] for fact in told[-2:]] == ["tile", "evaluate"]
    assert "take_back" not in [fact["do"] for fact in told]
    assert at.log.asked == [] == at.log.drifted


@pytest.mark.parametrize(
    ("part", "colour", "left"),
    [("island-1", "red", True), ("sea-1", "red", True), ("sea-1", "blue", False)],
)
def test_what_is_seen_elsewhere_in_anothers_colour_is_not_who_went_home(
    part: str, colour: str, *, left: bool
) -> None:
    """Print looks like an islander in another light: nobody is warned of it."""
    (at, tiles, slots), cell = all_laid(), "cell/15,18"
    del slots[f"{cell}/island-1"]
    looks(at, reading(tiles, slots), 4)
    looks(at, reading(tiles, {**slots, f"{cell}/{part}": colour}), 40)

    assert [drift.subject for drift in at.outcome.drift] == [f"{cell}/island-1"] * left
