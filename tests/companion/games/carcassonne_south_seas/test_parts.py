"""What a tile is made of, however its board file orders it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.boards.tiles_board import Tile
from companion.games.carcassonne_south_seas.state.parts import parts_of
from companion.games.carcassonne_south_seas.terms.goods import FISH
from tests.companion.games.carcassonne_south_seas.tables import BOARD


@pytest.mark.parametrize(
    "tile", [each for each in BOARD.tiles.values() if not each.back], ids=lambda tile: tile.id
)
def test_a_fish_group_lies_where_a_token_covers_it(tile: Tile) -> None:
    """An owner's tiles may name the sea before the group."""
    turned = tuple(replace(each, spots=each.spots[::-1]) for each in tile.features)
    kinds = {spot.id: spot.kind for spot in tile.spots}

    groups = [spot for part in parts_of(replace(tile, features=turned)) for spot, _ in part.fish]

    assert groups == [spot for part in parts_of(tile) for spot, _ in part.fish]
    assert {kinds[spot] for spot in groups} <= {FISH}
