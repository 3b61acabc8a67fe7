"""The solids of a table of tiles: tiles of card with their print, and the pieces as boxes."""

from __future__ import annotations

import math
import zlib
from typing import Protocol

import numpy as np

from companion.boards.tiles_board import PieceType, TilesBoard
from vision.picture.arrays import Image, Tones
from vision.simulator.laid.figures import figure, lies_down
from vision.simulator.laid.on_tiles import on_beside
from vision.simulator.laid.scene import Laid, Scene
from vision.simulator.laid.solids import Solid
from vision.simulator.printed.colour import linear_of, to_codes
from vision.simulator.printed.outlines import circle, rectangle
from vision.simulator.printed.seas.faces import SeaFaces
from vision.simulator.printed.tile_faces import TileFaces

THICK_MM = 2.0
"""Of a tile: its face is the height that all is measured from."""
_CARD = np.array([0.55, 0.6, 0.63], np.float32)
_KEPT = 4096
_GLOSS_PX = 24


class Faces(Protocol):
    """The print of a set of tiles, and of what lies beside them."""

    @property
    def reach_mm(self) -> float:
        """How far the corners of a tile are from its middle."""

    @property
    def beside_box_mm(self) -> tuple[float, float, float, float]:
        """The board beside the tiles: left, top, width, height; no width where there is none."""

    @property
    def beside(self) -> Image:
        """The picture of the board beside the tiles."""

    def tile(self, tile: str) -> Image:
        """A tile's picture, (n, n, 3)."""


def faces_of(board: TilesBoard, seed: int) -> Faces:
    """A print by lot: of seas where a board says what leads from side to side, else of atolls."""
    drawn = any(each.drawn for tile in board.tiles.values() for each in tile.features)
    return SeaFaces(board, seed) if drawn else TileFaces(board, seed)


class TilePieces:
    """Makes the solids of one table; its paint differs a little from the board file's colours."""

    def __init__(
        self,
        board: TilesBoard,
        seed: int,
        paint: float = 1.0,
        faces: Faces | None = None,
        gloss: float = 0.0,
    ) -> None:
        """``gloss`` is how much light the tops of boxes mirror at most, in shares of white."""
        self.board, self._seed, self._paint, self._gloss = board, seed, paint, gloss
        self.faces = faces or faces_of(board, seed)
        self._round = bool(np.random.default_rng([seed, 17]).random() < 0.3)
        self._made: dict[tuple[str, Laid], list[Solid]] = {}

    def solids(self, scene: Scene) -> list[Solid]:
        """All that lies on the table: first what is flat, in the order in which it is drawn."""
        solids = [] if scene.beside is None else [self._beside(scene.beside)]
        for place, laid in scene.tiles.items():
            solids += self._kept(place, laid)
        for place, laid in scene.pieces.items():
            lies = scene.tiles.get(self.board.cell_of(place))
            solids += self._kept(place, laid, lies.kind if lies else "")
        return solids

    def _kept(self, place: str, laid: Laid, on: str | None = None) -> list[Solid]:
        """The solids of a tile, or of a piece ``on`` one."""
        key = (place, laid)
        if key not in self._made:
            if len(self._made) >= _KEPT:
                self._made.clear()
            made = [self._tile(place, laid)] if on is None else self._piece(place, laid, on)
            self._made[key] = made
        return self._made[key]

    def _tile(self, cell: str, laid: Laid) -> Solid:
        sides, reach = self.board.lattice.sides, self.faces.reach_mm
        half = 180 / sides
        spokes = np.radians(laid.angle_deg + half * (2 * np.arange(sides) + 1))
        outline = np.array([laid.x_mm, laid.y_mm]) + reach * np.stack(
            [np.cos(spokes), np.sin(spokes)], axis=1
        )
        art = self.faces.tile(laid.kind.partition("/")[0])
        return _card(outline, art, laid.angle_deg, cell, laid)

    def _beside(self, laid: Laid) -> Solid:
        left, top, width, height = self.faces.beside_box_mm
        x, y = on_beside(laid, left + width / 2, top + height / 2)
        outline = rectangle(x, y, width, height, laid.angle_deg)
        return _card(outline, self.faces.beside, laid.angle_deg, "beside", laid)

    def _piece(self, place: str, laid: Laid, on: str) -> list[Solid]:
        form = self.form_of(place, laid.kind)
        if form.is_figure:
            down = lies_down(self.board, on, place)
            return figure(form, place, laid, self._colour(place, laid), down=down)
        round_ = self._round and place in self.board.printed_places and form.kinds_of
        outline = (
            circle(laid.x_mm, laid.y_mm, form.length_mm)
            if round_
            else rectangle(laid.x_mm, laid.y_mm, form.length_mm, form.width_mm, laid.angle_deg)
        )
        colour = self._colour(place, laid)
        key = ("piece", place, laid)
        if not self._gloss:
            return [Solid(outline, form.height_mm, colour, colour, place=place, key=key)]
        lot = np.random.default_rng([self._seed, 9, zlib.crc32(place.encode())])
        art = glossy(colour, self._gloss * float(lot.uniform(0.3, 1.0)), lot)
        white = np.ones(3, np.float32)
        turn = laid.angle_deg
        return [
            Solid(
                outline, form.height_mm, white, colour, place=place, art=art, turn_deg=turn, key=key
            )
        ]

    def form_of(self, place: str, kind: str) -> PieceType:
        """Of which form a piece of this kind is at a place."""
        forms = self.board.pieces
        at = self.board.spot_kind(place)
        here = [
            name
            for name, kinds in self.board.forms_at(at).items()
            if kind in {each.name for each in kinds}
        ]
        own = [name for name, form in forms.items() if kind in {each.name for each in form.kinds}]
        return forms[[*here, *own][0]]

    def _colour(self, place: str, laid: Laid) -> Tones:
        """The paint of a kind on this table, and this one piece's shade of it."""
        nominal = linear_of(self.board.kinds[laid.kind].colour or "#808080")
        lot = np.random.default_rng([self._seed, 7, zlib.crc32(laid.kind.encode())])
        paint = np.exp((lot.normal(0, 0.11, 3) + lot.normal(0, 0.11)) * self._paint)
        own = np.random.default_rng([self._seed, 8, zlib.crc32(place.encode())])
        shade = math.exp(own.normal(0, 0.04) * self._paint)
        floor = 0.004 * self._paint
        return np.asarray((nominal * paint * shade + floor).clip(0, 0.9), np.float32)


def glossy(paint: Tones, most: float, rng: np.random.Generator) -> Image:
    """A varnished top (h, w, 3): linear paint (3,), and a window that is mirrored in part of it."""
    line = np.linspace(-1, 1, _GLOSS_PX, dtype=np.float32)
    along = rng.uniform(0, 2 * math.pi)
    across = math.cos(along) * line[None] + math.sin(along) * line[:, None] + rng.normal(0, 0.4)
    streak = np.exp(-((across / rng.uniform(0.15, 0.6)) ** 2))
    return to_codes(np.asarray(paint + most * streak[..., None], np.float32))


def _card(outline_mm: np.ndarray, art: Image, turn_deg: float, place: str, laid: Laid) -> Solid:
    """A piece of card that lies on the table, its face up."""
    white = np.ones(3, np.float32)
    return Solid(
        outline_mm, THICK_MM, white, _CARD, base_mm=-THICK_MM, place=place, art=art,
        turn_deg=turn_deg, ground=True, key=("card", place, laid),
    )  # fmt: skip
