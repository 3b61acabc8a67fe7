"""The parts of a tile: bridges, islands, seas and a market, as its board file tells them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.boards.tiles_board import Feature, Tile
from companion.games.carcassonne_south_seas.terms.goods import BOAT, FISH, GOODS, MARKET, PAYS, SEA

SIDES, HALVES = 4, 8
EDGE = {"bridge": "bridge", "island": "island"}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a tile that is not turned.

    ``ends`` are the sides it reaches, of a sea their halves. ``goods`` is what is drawn on it, fish
    apart: ``fish`` are the groups by the places on which they are drawn. ``boat``: a fishing boat.
    """

    spot: str
    kind: str
    ends: tuple[int, ...]
    goods: int = 0
    fish: tuple[tuple[str, int], ...] = ()
    boat: bool = False


@lru_cache(maxsize=512)
def parts_of(tile: Tile) -> tuple[Part, ...]:
    """All parts of a tile, in the order of its features."""
    return tuple(_part(tile, each) for each in tile.features if each.kind in (*PAYS, MARKET))


def _part(tile: Tile, feature: Feature) -> Part:
    spot = feature.spots[0]
    on_it = [each for each in tile.features if spot in each.spots and each.kind in (*GOODS, BOAT)]
    return Part(
        spot,
        feature.kind,
        feature.halves if feature.kind == SEA else feature.sides,
        sum(each.number or 0 for each in on_it if each.kind in GOODS and each.kind != FISH),
        tuple((_fish_spot(tile, each), each.number or 0) for each in on_it if each.kind == FISH),
        any(each.kind == BOAT for each in on_it),
    )


def _fish_spot(tile: Tile, group: Feature) -> str:
    """Where a token covers a fish group, in whatever order a board file has its spots."""
    kinds = {spot.id: spot.kind for spot in tile.spots}
    return next((spot for spot in group.spots if kinds.get(spot) == FISH), group.spots[0])


@lru_cache(maxsize=2048)
def edges_of(tile: Tile, turn: int) -> tuple[str, ...]:
    """What each side of a tile shows as it lies: a bridge, an island, or open sea. Rule 15."""
    edges = [SEA] * SIDES
    for part in parts_of(tile):
        if part.kind in EDGE:
            for side in part.ends:
                edges[(side + turn) % SIDES] = part.kind
    return tuple(edges)
