"""Whether goods are piled on a stranding place: card there that no ship and no shadow explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY, HIDDEN, Seen
from vision.between.ground import Ground
from vision.stops.figures import Figure

GOODS = "goods"
RADIUS_MM = 15.0
"""So far around the middle of a stranding place tickets are looked for."""

BESIDE = 5
"""A ship's outline wavers by so many samples, half of them to each side."""


@dataclass(frozen=True)
class GoodsSettings:
    """How goods are told, by the area that is foreign beside ships."""

    half_mm2: float = 47.0
    """With so much of it goods are as likely as not;"""
    step_mm2: float = 9.0
    """each so much more makes them e times as likely."""
    least_bare: float = 0.4
    """Less than this share of a place beside ships and hands tells no more of the rest."""
    hidden: float = 0.6
    """A place of which more than this share is covered can't be seen."""


DEFAULTS = GoodsSettings()


class GoodsReader:
    """Reads the stranding places of one board under one pose."""

    def __init__(
        self, board: StopsBoard, ground: Ground, settings: GoodsSettings = DEFAULTS
    ) -> None:
        self.ground, self.settings = ground, settings
        self._discs: dict[str, tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        radius = round(RADIUS_MM / float(ground.step_mm.mean()))
        for stop in board.stranding_places.values():
            disc = np.zeros(ground.shape, np.uint8)
            at = np.round(np.array([stop.x_mm, stop.y_mm]) / ground.step_mm).astype(int)
            cv2.circle(disc, at.tolist(), radius, 1, -1)
            rows, columns = np.nonzero(disc)
            self._discs[stop.id] = (rows, columns)

    @property
    def piles(self) -> NDArray[np.bool_]:
        """Where goods may lie, (rows, columns)."""
        piles = np.zeros(self.ground.shape, bool)
        for disc in self._discs.values():
            piles[disc] = True
        return piles

    def read(
        self,
        foreign: NDArray[np.bool_],
        unseen: NDArray[np.bool_],
        ships: Sequence[Figure],
    ) -> dict[str, Seen]:
        """What lies on each stranding place.

        ``foreign`` and ``unseen`` (rows, columns): samples that neither print nor a shadow
        explains, and those that are covered or out of view.
        """
        covered = np.zeros(self.ground.shape, np.uint8)
        for ship in ships:
            covered[ship.rows, ship.columns] = 1
        beside = cv2.dilate(covered, np.ones((BESIDE, BESIDE), np.uint8)) == 0
        free = (foreign & ~unseen & beside).astype(np.uint8)
        # What is as thin as a line is a shadow's edge, or a frame beside its place.
        free = cv2.morphologyEx(free, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return {
            place: self._seen(free[disc] > 0, unseen[disc], ~beside[disc])
            for place, disc in self._discs.items()
        }

    def _seen(
        self, free: NDArray[np.bool_], unseen: NDArray[np.bool_], under: NDArray[np.bool_]
    ) -> Seen:
        """What lies on one place, whose samples (n,) are free, unseen or under ships."""
        settings = self.settings
        hidden = float(unseen.mean())
        if hidden > settings.hidden:
            return Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),))
        bare = max(float(1 - (unseen | under).mean()), settings.least_bare)
        area_mm2 = float(free.sum() * self.ground.step_mm.prod()) / bare
        odds = (area_mm2 - settings.half_mm2) / settings.step_mm2
        goods = float(1 / (1 + np.exp(-np.clip(odds, -8, 8))))
        ranked = sorted([(goods, GOODS), (1 - goods, EMPTY)], reverse=True)
        return Seen(ranked[0][1], ranked[0][0], tuple((what, share) for share, what in ranked))
