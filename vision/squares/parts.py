"""Which part of its tile a figure is on: by where its foot is, and that it stands or lies.

Who puts a figure on a part puts it where the part has room, and wholly on the tile. So a narrow
bridge is likelier than the wide sea beside it, where its foot is on the bridge or near it, though
it looks as if it lay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.arrays import Floats, Tones
from vision.squares.printed.schematic import SPAN, part_map

SPREAD_MM = 2.6
"""How far figures are put beside the part that is meant, and their foot is misjudged."""
MISTOLD = 0.03
"""So often one that stands is seen as lying, or lies as standing."""
ANYWHERE = 0.02
"""So often a figure is put on a part, or its foot misjudged, as if it might be anywhere."""
PLATED = 64
"""Samples along a side of a tile's map of parts."""


class Parts:
    """Where the parts of tiles are, as their files tell, kept for each tile."""

    def __init__(self, board: TilesBoard) -> None:
        self.board = board
        self._maps: dict[str, tuple[tuple[str, ...], tuple[bool, ...], Tones]] = {}

    def shares(self, way: Lying, feet_mm: Floats, lying: float) -> dict[str, float]:
        """How likely a figure is on each place of a tile.

        ``feet_mm`` (2, 2) are where its foot is on the tile if it stands, and if it lies.
        """
        places, water, maps = self._put(way.tile)
        turn = -np.radians(way.turn * 90.0)
        cos, sin = np.cos(turn), np.sin(turn)
        span = SPAN * self.board.lattice.apart_mm
        own_mm = feet_mm @ np.array([[cos, -sin], [sin, cos]]).T
        at = np.clip((own_mm / span + 0.5) * PLATED, 0, PLATED - 1).astype(int)
        told = {}
        for place, wet, put in zip(places, water, maps, strict=True):
            fits = lying if wet else 1 - lying
            column, row = at[int(wet)]
            told[place] = max(fits, MISTOLD) * float(put[row, column])
        whole = sum(told.values())
        return {place: share / whole for place, share in told.items()} if whole else {}

    def _put(self, name: str) -> tuple[tuple[str, ...], tuple[bool, ...], Tones]:
        """Of each part its place, whether it is water, and where who is on it is put: ``_room``."""
        if name not in self._maps:
            parts, masks = part_map(self.board, self.board.tiles[name], PLATED)
            step_mm = SPAN * self.board.lattice.apart_mm / PLATED
            kinds = {spot.id: spot.kind for spot in self.board.tiles[name].spots}
            spots = tuple(_stand(each.spots, each.kind, kinds) for each in parts)
            wet = tuple(each.drawn == "water" for each in parts)
            self._maps[name] = spots, wet, np.array([_room(mask, step_mm) for mask in masks])
        return self._maps[name]


def _room(mask: Tones, step_mm: float) -> Tones:
    """How likely the foot of who is on a part (n, n) is at each sample, in all 1.

    The further from the edge of the part, and of its tile, the likelier.
    """
    edge = round((1 - 1 / SPAN) / 2 * len(mask))
    tile, own = np.s_[edge:-edge, edge:-edge], np.zeros(mask.shape, np.uint8)
    own[tile] = mask[tile] >= 0.5
    room = np.asarray(cv2.distanceTransform(own, cv2.DIST_L2, 5), np.float32)
    put = cv2.GaussianBlur(room, (0, 0), SPREAD_MM / step_mm, borderType=cv2.BORDER_CONSTANT)
    return np.asarray((1 - ANYWHERE) * put / max(float(put.sum()), 1.0) + ANYWHERE / mask.size)


def _stand(spots: Sequence[str], kind: str, kinds: Mapping[str, str]) -> str:
    """Where a figure on a part stands: the place that is of the part's own kind."""
    return next((spot for spot in spots if kinds.get(spot) == kind), spots[0])
