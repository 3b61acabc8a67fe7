"""Which part of its tile a figure is on: by where its foot is, and that it stands or lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.boards.tiles_board import Lying, TilesBoard
from vision.picture.sampling import Floats, Tones
from vision.squares.schematic import SPAN, part_map

SPREAD_MM = 2.6
"""How far figures are put beside the part that is meant, and their foot is misjudged."""
MISTOLD = 0.03
"""So often one that stands is seen as lying, or lies as standing."""
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
        places, water, away = self._away(way.tile)
        turn = -np.radians(way.turn * 90.0)
        cos, sin = np.cos(turn), np.sin(turn)
        span = SPAN * self.board.lattice.apart_mm
        own_mm = feet_mm @ np.array([[cos, -sin], [sin, cos]]).T
        at = np.clip((own_mm / span + 0.5) * PLATED, 0, PLATED - 1).astype(int)
        told = {}
        for place, wet, far in zip(places, water, away, strict=True):
            fits = lying if wet else 1 - lying
            column, row = at[int(wet)]
            near = float(np.exp(-((far[row, column] / SPREAD_MM) ** 2) / 2))
            told[place] = max(fits, MISTOLD) * (near + 1e-4)
        whole = sum(told.values())
        return {place: share / whole for place, share in told.items()} if whole else {}

    def _away(self, name: str) -> tuple[tuple[str, ...], tuple[bool, ...], Tones]:
        """Of each part its place, whether it is water, and how far off each sample is, in mm."""
        if name not in self._maps:
            parts, masks = part_map(self.board, self.board.tiles[name], PLATED)
            step = SPAN * self.board.lattice.apart_mm / PLATED
            away = [
                cv2.distanceTransform((mask < 0.5).astype(np.uint8), cv2.DIST_L2, 5) * step
                if each.drawn
                else _from_middle(mask, step)
                for each, mask in zip(parts, masks, strict=True)
            ]
            kinds = {spot.id: spot.kind for spot in self.board.tiles[name].spots}
            spots = tuple(_stand(each.spots, each.kind, kinds) for each in parts)
            wet = tuple(each.drawn == "water" for each in parts)
            shape = (0, PLATED, PLATED)
            self._maps[name] = spots, wet, np.stack(away) if away else np.zeros(shape, np.float32)
        return self._maps[name]


def _from_middle(islet: Tones, step_mm: float) -> Tones:
    """How far off each sample is from the inner half of an islet, in mm: it has room for one."""
    inside = np.asarray(cv2.distanceTransform((islet >= 0.5).astype(np.uint8), cv2.DIST_L2, 5))
    inner = (inside < inside.max() / 2).astype(np.uint8)
    return np.asarray(cv2.distanceTransform(inner, cv2.DIST_L2, 5)) * step_mm


def _stand(spots: Sequence[str], kind: str, kinds: Mapping[str, str]) -> str:
    """Where a figure on a part stands: the place that is of the part's own kind."""
    return next((spot for spot in spots if kinds.get(spot) == kind), spots[0])
