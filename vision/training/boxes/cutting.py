"""What the network of boxes learns from: the places of drawn tables, cut by the reader's own code.

Each table comes in another manner, each photo bears any pieces on any places. Of each place it is
known whether a piece stands there, and where its top is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.boards.tiles_board import PieceType, TilesBoard
from companion.position import Position
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.picture.photo import decode_photo
from vision.simulator import Laid, Simulator, random_tiles, sheet
from vision.simulator.tables_of_tiles import Manner
from vision.tiles.bare.sheet import sheet_position
from vision.tiles.reader import TilesReader
from vision.tiles.standing.forms import SIDE
from vision.tiles.standing.network import BRIGHTEST, CHANNELS, shown
from vision.tiles.standing.occupied import Place

CODES = 255 / BRIGHTEST
"""Tones are kept as codes, so many to local white."""


@dataclass(frozen=True, eq=False)
class Cut:
    """n places: ``shown`` (n, 9, 32, 32) and ``tops`` (n, 32, 32) as codes, ``stands`` (n,)."""

    shown: Image
    tops: Image
    stands: np.ndarray

    @classmethod
    def of(cls, parts: Iterable[Cut]) -> Cut:
        """Several, one after the other."""
        every = list(parts)
        if not every:
            empty = np.zeros((0, CHANNELS, SIDE, SIDE), np.uint8)
            return cls(empty, empty[:, 0], np.zeros(0, bool))
        return cls(
            np.concatenate([each.shown for each in every]),
            np.concatenate([each.tops for each in every]),
            np.concatenate([each.stands for each in every]),
        )


def cut_table(board: TilesBoard, seed: int, photos: int) -> Cut:
    """The places of one table, in a manner by lot, on some photos."""
    rng = np.random.default_rng([seed, 43])
    manner = Manner.by_lot(rng)
    table = manner.table(board, seed)
    bare = sheet(table, rng, sheet_position(board))
    reader = TilesReader(board, Reference(bare.photo, bare.pose))
    return Cut.of(_photo(board, reader, manner, table, rng, nth) for nth in range(photos))


def _photo(
    board: TilesBoard,
    reader: TilesReader,
    manner: Manner,
    table: Simulator,
    rng: np.random.Generator,
    number: int,
) -> Cut:
    """The places of one photo that are in plain sight."""
    position = random_tiles(board, rng)
    shot = manner.shot(table, rng, position, arms=0)
    frame = table.frame(shot.scene, shot.camera, shot.light, seed=number)
    reader.knows(Position(position.spaces))
    try:
        look = reader.look(decode_photo(frame.jpeg(), "drawn"))
    except NotAligned:
        return Cut.of([])
    truth = frame.truth
    unsure = {*truth.partial, *truth.washed, *truth.under}
    return Cut.of(
        _place(board, place, form, truth.scene.pieces.get(place.id))
        for place in look.places
        if place.id in truth.slots and place.id not in unsure
        for form in place.kinds
    )


def _place(board: TilesBoard, place: Place, form: str, laid: Laid | None) -> Cut:
    codes = shown(place.patch, board.pieces[form])
    codes[:6] *= CODES
    top = np.zeros((SIDE, SIDE), bool) if laid is None else top_of(place, board.pieces[form], laid)
    return Cut(
        np.round(codes).astype(np.uint8)[None], top.astype(np.uint8)[None], np.array([bool(laid)])
    )


def top_of(place: Place, form: PieceType, laid: Laid) -> np.ndarray:
    """Which samples (SIDE, SIDE) of a place show the top of the piece that was laid there."""
    lean = place.patch.lean_mm
    middle = np.array([laid.x_mm, laid.y_mm]) + form.height_mm * lean
    angle = np.radians(laid.angle_deg)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([form.length_mm, form.width_mm]) / 2
    inside = (np.abs((place.patch.points_mm - middle) @ axes) <= half).all(axis=1)
    return np.asarray(inside.reshape(SIDE, SIDE))


def kept_table(folder: Path | None, board: TilesBoard, seed: int, photos: int) -> Cut:
    """The same, from a folder where it was kept before, or kept there now."""
    file = None if folder is None else folder / f"boxes-{seed}-{photos}.npz"
    if file is not None and file.is_file():
        with np.load(file) as kept:
            return Cut(kept["shown"], kept["tops"], kept["stands"])
    cut = cut_table(board, seed, photos)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(file, shown=cut.shown, tops=cut.tops, stands=cut.stands)
    return cut
