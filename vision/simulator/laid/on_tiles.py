"""How the tiles of one table come to lie, and the pieces on them and beside them.

Tiles are pushed together by hand: none lies quite in the middle of its cell, or quite straight.
What stands on a tile stands where the tile lies.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.boards.lattice import turned
from companion.boards.tiles_board import Lying, TilesBoard
from companion.errors import InputError
from companion.position import Position
from companion.reading import EMPTY
from vision.simulator.laid.scene import Laid, Scene, Sloppiness

SLIP_MM, SLIP_DEG = 0.7, 1.0
"""Sigmas of how tiles lie off their cells at the usual sloppiness."""
LIMIT = 2.2
"""No tile lies off by more than so many sigmas."""
BESIDE = "beside"
"""What the board beside the tiles is called."""


class TileHands:
    """Lays the positions of one table: each thing the same way in every picture of the table."""

    def __init__(self, board: TilesBoard, seed: int, sloppiness: Sloppiness) -> None:
        self.board, self._seed, self._sloppiness = board, seed, sloppiness

    def scene(self, position: Position) -> Scene:
        """Lay a position out.

        Errors: ``InputError`` where it names a place, a tile or a kind that this board lacks.
        """
        board = self.board
        cells = {cell: lies for cell, lies in position.places.items() if cell in board.cells}
        lying = {cell: self._lying(cell, lies) for cell, lies in cells.items()}
        tiles = {cell: self._tile(cell, lies) for cell, lies in lying.items()}
        beside = self._beside() if board.printed_places else None
        pieces = {
            place: self._piece(place, kind, tiles, lying, beside)
            for place, kind in position.places.items()
            if place not in cells
        }
        return Scene(tiles=tiles, pieces=pieces, beside=beside)

    def _lying(self, cell: str, lies: str) -> Lying:
        told = self.board.read(lies)
        if told is None:
            known = ", ".join(self.board.tiles)
            raise InputError("scene-no-kind", place=cell, what="tile", kind=lies, known=known)
        return told

    def _tile(self, cell: str, lies: Lying) -> Laid:
        lattice, at = self.board.lattice, self.board.cells[cell]
        east, south, slip_deg = self._slip(cell)
        turn = lattice.turned_deg + lies.turn * 360 / lattice.sides
        return Laid(str(lies), at.x_mm + east, at.y_mm + south, turn + slip_deg)

    def _beside(self) -> Laid:
        """The board beside the tiles, told by how far it is off its place."""
        east, south, turn = self._slip(BESIDE)
        return Laid(BESIDE, 1.5 * east, 1.5 * south, 0.5 * turn)

    def _piece(
        self,
        place: str,
        kind: str,
        tiles: Mapping[str, Laid],
        lying: Mapping[str, Lying],
        beside: Laid | None,
    ) -> Laid:
        board = self.board
        if kind not in board.kinds or kind == EMPTY:
            known = ", ".join(board.kinds)
            raise InputError("scene-no-kind", place=place, what="piece", kind=kind, known=known)
        rng = _lot(self._seed, place, kind)
        slop = self._sloppiness
        off = rng.normal(0, 0.9 * slop.offset_mm, 2).clip(-2.2, 2.2)
        angle = float(rng.uniform(0, 90)) if slop.turn_deg else 0.0
        x, y = self._foot(place, tiles, lying, beside)
        return Laid(kind, x + float(off[0]), y + float(off[1]), angle)

    def _foot(
        self,
        place: str,
        tiles: Mapping[str, Laid],
        lying: Mapping[str, Lying],
        beside: Laid | None,
    ) -> tuple[float, float]:
        """Where a place is on this table."""
        fixed = self.board.printed_places.get(place)
        if fixed is not None and beside is not None:
            return on_beside(beside, fixed.x_mm, fixed.y_mm)
        cell = self.board.cell_of(place)
        spots = self.board.tiles[lying[cell].tile].spots if cell in lying else ()
        for spot in spots:
            if place == f"{cell}/{spot.id}":
                tile = tiles[cell]
                east, south = turned((spot.x_mm, spot.y_mm), tile.angle_deg)
                return tile.x_mm + east, tile.y_mm + south
        raise InputError("scene-no-place", what="place", place=place)

    def _slip(self, what: str) -> tuple[float, float, float]:
        """How far a thing lies off where it belongs: mm, mm, degrees."""
        share = min(self._sloppiness.offset_mm, 2.0)
        off = _lot(self._seed, what).normal(0, 1, 3).clip(-LIMIT, LIMIT) * share
        return SLIP_MM * float(off[0]), SLIP_MM * float(off[1]), SLIP_DEG * float(off[2])


def middle_of(scene: Scene) -> tuple[float, float]:
    """The middle of all tiles that lie there, mm."""
    x, y = np.mean([(tile.x_mm, tile.y_mm) for tile in scene.tiles.values()], axis=0)
    return float(x), float(y)


def pushed(
    scene: Scene,
    by_mm: tuple[float, float],
    turn_deg: float,
    about_mm: tuple[float, float] | None = None,
) -> Scene:
    """The same table after somebody has pushed it: all its tiles, and what stands on them.

    It turns ``about_mm``, or the middle of its tiles, and moves on. A table that grows after it was
    pushed has to turn about the same place as before.
    """
    middle = middle_of(scene) if about_mm is None else about_mm

    def moved(laid: Laid) -> Laid:
        east, south = turned((laid.x_mm - middle[0], laid.y_mm - middle[1]), turn_deg)
        x, y = middle[0] + east + by_mm[0], middle[1] + south + by_mm[1]
        return Laid(laid.kind, float(x), float(y), laid.angle_deg + turn_deg)

    tiles = {cell: moved(laid) for cell, laid in scene.tiles.items()}
    pieces = {place: moved(laid) for place, laid in scene.pieces.items()}
    return replace(scene, tiles=tiles, pieces=pieces)


def with_beside(board: TilesBoard, scene: Scene, beside: Laid) -> Scene:
    """The same table with the board beside its tiles somewhere else, and what stands on it."""
    was = scene.beside
    if was is None:
        return scene

    def moved(place: str, laid: Laid) -> Laid:
        fixed = board.printed_places.get(place)
        if fixed is None:
            return laid
        x, y = on_beside(was, fixed.x_mm, fixed.y_mm)
        east, south = turned((laid.x_mm - x, laid.y_mm - y), beside.angle_deg - was.angle_deg)
        x, y = on_beside(beside, fixed.x_mm, fixed.y_mm)
        return replace(laid, x_mm=x + east, y_mm=y + south)

    pieces = {place: moved(place, laid) for place, laid in scene.pieces.items()}
    return replace(scene, pieces=pieces, beside=beside)


def random_tiles(board: TilesBoard, rng: np.random.Generator) -> Position:
    """Tiles of a layout by lot, some face down, and any piece on any place; no rules are kept."""
    layouts = list(board.layouts.values())
    cells = layouts[int(rng.integers(len(layouts)))].cells if layouts else tuple(board.cells)
    backs = [tile.id for tile in board.tiles.values() if tile.back]
    faces = rng.permutation([tile.id for tile in board.tiles.values() if not tile.back]).tolist()
    hidden = rng.uniform(0, 0.6) if backs else 0.0
    tiles = {
        cell: f"{backs[0]}/0"
        if rng.random() < hidden
        else f"{face}/{rng.integers(board.tiles[face].turns)}"
        for cell, face in zip(cells, faces, strict=False)
    }
    fill, pieces = rng.uniform(0.1, 0.6), {}
    for place in board.lying(Position(tiles)).places:
        if place in board.cells or rng.random() > fill:
            continue
        forms = list(board.forms_at(board.spot_kind(place)).values())
        kinds = [kind.name for kinds in forms for kind in kinds]
        if kinds:
            pieces[place] = str(rng.choice(kinds))
    return Position(tiles, pieces)


def on_beside(beside: Laid, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a point printed beside the tiles lies, as that board lies: it turns about (0, 0)."""
    east, south = turned((x_mm, y_mm), beside.angle_deg)
    return east + beside.x_mm, south + beside.y_mm


def _lot(seed: int, *words: str) -> np.random.Generator:
    return np.random.default_rng([seed, 15, *(zlib.crc32(word.encode()) for word in words)])
