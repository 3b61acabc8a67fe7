"""The weights of boxes, fitted to drawn photos.

Tables of tiles are drawn and read; of each place it is known whether a piece stands there. The
weights are those under which that is likeliest; they belong into
``vision/tiles/standing/best_box.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from companion.reading import EMPTY
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.photo import decode_photo
from vision.picture.sampling import Floats
from vision.simulator import Simulator, random_tiles, random_tiles_shot, sheet
from vision.tiles.bare.sheet import sheet_position
from vision.tiles.reader import TilesReader
from vision.tiles.standing.best_box import is_flat

FIRST = 401
"""The first table's seed: none of those that are measured."""
STEPS = 60
FIRMNESS = 1e-4
"""How dear large weights are, beside how far their traits scatter."""
LEAST_SPREAD = 1e-6


@dataclass(frozen=True, eq=False)
class Known:
    """The best box at a place: its ``traits`` (t,), whether it stands there, and is flat."""

    traits: Floats
    stands: bool
    flat: bool


def boxes(board: TilesBoard, seeds: Iterable[int], photos: int) -> Iterator[Known]:
    """What is seen of the places of tables that these seeds draw, where they are in sight."""
    for seed in seeds:
        simulator, rng = Simulator(board, seed), np.random.default_rng([seed, 41])
        bare = sheet(simulator, rng, sheet_position(board))
        reader = TilesReader(board, Reference(bare.photo, bare.pose))
        for number in range(photos):
            position = random_tiles(board, rng)
            shot = random_tiles_shot(simulator, rng, position, arms=0)
            frame = simulator.frame(shot.scene, shot.camera, shot.light, seed=number)
            reader.knows(Position(position.spaces))
            try:
                look = reader.look(decode_photo(frame.jpeg(), "drawn"))
            except NotAligned:
                continue
            unsure = {*frame.truth.partial, *frame.truth.washed, *frame.truth.under}
            for one in look.stood:
                if one.id in frame.truth.slots and one.id not in unsure:
                    stands = frame.truth.slots[one.id] != EMPTY
                    for box in one.boxes.values():
                        yield Known(box.traits, stands, is_flat(box.form))


def fitted(rows: Sequence[Known]) -> Floats:
    """The weights (t,) of a logistic regression (Newton's method)."""
    told = np.array([one.traits for one in rows])
    stands = np.array([one.stands for one in rows], float)
    spread = told.std(axis=0)
    spread[spread < LEAST_SPREAD] = 1.0
    terms = told / spread
    weights, hold = np.zeros(terms.shape[1]), FIRMNESS * len(rows)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(terms @ weights, -30, 30)))
        slope = terms.T @ (chances - stands) + hold * weights
        bend = (terms * (chances * (1 - chances) + 1e-9)[:, None]).T @ terms
        weights -= np.linalg.solve(bend + hold * np.eye(len(weights)), slope)
    return np.asarray(weights / spread)
