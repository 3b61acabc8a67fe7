"""What an owner puts right on a tile, as pure functions: a place, and what is printed there.

Lengths are millimetres from the middle of the tile, which is not turned.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from companion.boards.tiles_board import Feature, Spot, Tile, TilesBoard


@dataclass(frozen=True, slots=True)
class Printed:
    """A feature of a tile: its kind, its number, its sign, the spots that belong to it.

    ``kind`` is empty where there is no such feature, ``number`` None and ``sign`` empty where
    nothing is printed.
    """

    kind: str
    number: int | None
    sign: str
    spots: frozenset[str]


def with_printed(tile: Tile, printed: Mapping[str, Printed]) -> Tile:
    """The tile with this printed, by the id of the feature; what is not told stays as it is.

    A feature of an id that the tile has not comes last, with an id of its own.
    """
    known = {each.id: each for each in tile.features}
    told = {id_: each for id_, each in printed.items() if id_ in known or each.kind}
    kept = [_as_printed(tile, each, told.get(each.id)) for each in tile.features]
    more = [
        _as_printed(tile, Feature(_free(each.kind, known), each.kind), each)
        for id_, each in told.items()
        if id_ not in known
    ]
    return replace(tile, features=tuple(each for each in (*kept, *more) if each.kind))


def with_spot(tile: Tile, kind: str, at_mm: tuple[float, float]) -> Tile:
    """The tile with one more place of a kind."""
    spot = Spot(_free(kind, {each.id for each in tile.spots}), kind, *at_mm)
    return replace(tile, spots=(*tile.spots, spot))


def with_spot_at(tile: Tile, spot: str, at_mm: tuple[float, float]) -> Tile:
    """The tile with a place that lies there."""
    x_mm, y_mm = at_mm
    spots = (
        replace(each, x_mm=x_mm, y_mm=y_mm) if each.id == spot else each for each in tile.spots
    )
    return replace(tile, spots=tuple(spots))


def without_spot(tile: Tile, spot: str) -> Tile:
    """The tile without a place; nothing belongs to it any more."""
    features = (
        replace(each, spots=tuple(its for its in each.spots if its != spot))
        for each in tile.features
    )
    left = tuple(each for each in tile.spots if each.id != spot)
    return replace(tile, spots=left, features=tuple(features))


def with_tile(board: TilesBoard, tile: Tile) -> TilesBoard:
    """The board with this tile in its place; it is no reconstruction any more."""
    status = {thing: sure for thing, sure in board.status.items() if thing != tile.id}
    return replace(board, tiles={**board.tiles, tile.id: tile}, status=status)


def kinds_of_spots(board: TilesBoard) -> tuple[str, ...]:
    """The kinds of places that tiles of a board have, in the order in which it names them."""
    return tuple(dict.fromkeys(spot.kind for spot in board.spots_of_tiles))


def kinds_of_features(board: TilesBoard) -> tuple[str, ...]:
    """The kinds of features that tiles of a board have."""
    return tuple(dict.fromkeys(each.kind for each in _features(board)))


def signs(board: TilesBoard) -> tuple[str, ...]:
    """The signs that stand with features on tiles of a board."""
    return tuple(dict.fromkeys(each.sign for each in _features(board) if each.sign))


def _features(board: TilesBoard) -> list[Feature]:
    return [each for tile in board.tiles.values() for each in tile.features]


def _free(kind: str, taken: Collection[str]) -> str:
    """An id for one more of a kind."""
    return next(f"{kind}-{n}" for n in range(1, len(taken) + 2) if f"{kind}-{n}" not in taken)


def _as_printed(tile: Tile, feature: Feature, told: Printed | None) -> Feature:
    if told is None:
        return feature
    spots = tuple(spot.id for spot in tile.spots if spot.id in told.spots)
    return replace(feature, kind=told.kind, number=told.number, sign=told.sign, spots=spots)
