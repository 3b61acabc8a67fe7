"""Which tiles there are, how many of each, which are not played: an owner puts a box right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from companion.boards.tiles_board import Tile, TilesBoard


def with_count(tile: Tile, number: int) -> Tile:
    """The tile so many times; a kind of which there is none is taken out instead."""
    return replace(tile, count=max(number, 1))


def with_one_like(board: TilesBoard, tile: str) -> TilesBoard:
    """The board with one more kind of tile, as this one to begin with; it comes last."""
    like = board.tiles[tile]
    id_ = next(each for each in _ids_after(tile) if each not in board.tiles)
    printed = {each.printed for each in board.tiles.values()}
    number = next(str(n) for n in count(len(faces(board)) + 1) if str(n) not in printed)
    return replace(
        board,
        tiles={**board.tiles, id_: replace(like, id=id_, printed=number, count=1)},
    )


def without_tile(board: TilesBoard, tile: str) -> TilesBoard:
    """The board without a kind of tile."""
    tiles = {id_: each for id_, each in board.tiles.items() if id_ != tile}
    status = {thing: sure for thing, sure in board.status.items() if thing != tile}
    return replace(board, tiles=tiles, status=status)


def with_in_box(board: TilesBoard, layout: str, tiles: frozenset[str] | None) -> TilesBoard:
    """The board on a layout of which these tiles stay in the box; None for the game's own."""
    told = replace(board.layouts[layout], in_box=tiles)
    return replace(board, layouts={**board.layouts, layout: told})


def faces(board: TilesBoard) -> tuple[Tile, ...]:
    """The tiles that lie face up."""
    return tuple(tile for tile in board.tiles.values() if not tile.back)


def number_of_tiles(board: TilesBoard) -> int:
    """How many tiles there are in all."""
    return sum(tile.count for tile in faces(board))


def _ids_after(tile: str) -> Iterator[str]:
    """``ss01`` -> ``ss02``, ``ss03``: the same letters, and as many digits at least."""
    stem = re.sub(r"\d+$", "", tile)
    digits = len(tile) - len(stem)
    return (f"{stem}{number:0{digits}}" for number in count(1))
