"""Whether goods are piled on a stranding place: card that the network sees there.

Where the print still shows, whatever light has done to it, no card lies on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.boards.stops_board import StopsBoard
from companion.reading import EMPTY, HIDDEN, Seen
from vision.between.ground import Ground
from vision.picture.arrays import Tones
from vision.picture.numbers import logistic
from vision.stops.candidates import Candidate
from vision.stops.network import CARD, SHIP, Things

GOODS = "goods"
SUREST = 8.0
"""No log odds are further from 0."""
RADIUS_MM = 15.0
"""So far around the middle of a stranding place tickets are looked for."""


# How goods are told, by the area that shows card.
HALF_MM2 = 110.0
"""With so much of it goods are as likely as not;"""
STEP_MM2 = 25.0
"""each so much more makes them e times as likely."""
LEAST_BARE = 0.4
"""Less than this share of a place beside ships and hands tells no more of the rest."""
LIES_MM = 30.0
"""Further from every stranding place no ticket lies,"""
STRAY = 0.02
"""or hardly ever."""
BARE = (0.8, 0.86)
"""Where tones go so far with those of the print it begins to show, and shows everywhere;"""
LEAST_SEEN = 0.5
"""if so much of the place is seen,"""
LEAST_PRINTED = 0.03
LEAST_SHOWN = 0.005
"""and tones of the print differ by so much, and those that are seen: sigmas."""
UNSEEN = 0.6
"""A place of which more than this share is covered can't be seen."""


class GoodsReader:
    """Reads the stranding places of one board under one pose."""

    def __init__(self, board: StopsBoard, ground: Ground) -> None:
        self.ground = ground
        self._lies = np.full(ground.shape, STRAY, np.float32)
        self._discs: dict[str, tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        radius = round(RADIUS_MM / float(ground.step_mm.mean()))
        for stop in board.stranding_places.values():
            disc = np.zeros(ground.shape, np.uint8)
            at = np.round(np.array([stop.x_mm, stop.y_mm]) / ground.step_mm).astype(int)
            cv2.circle(disc, at.tolist(), radius, 1, -1)
            rows, columns = np.nonzero(disc)
            self._discs[stop.id] = (rows, columns)
            reach = round(LIES_MM / float(ground.step_mm.mean()))
            cv2.circle(self._lies, at.tolist(), reach, 1.0, -1)

    def in_place(self, things: Things) -> Things:
        """What lies on each sample, knowing that goods lie on stranding places.

        What looks like card elsewhere is a ship with a plain deck, or print.
        """
        shares = things.shares.copy()
        shares[CARD] *= self._lies
        return Things(shares / shares.sum(axis=0), things.feet)

    def read(
        self,
        things: Things,
        unseen: NDArray[np.bool_],
        ships: Sequence[Candidate],
        tones: Tones,
        printed: Tones,
    ) -> dict[str, Seen]:
        """What lies on each stranding place, beside the ``ships`` that were found.

        ``unseen`` (rows, columns) is covered or outside the picture; ``tones`` and ``printed``
        (rows, columns, 3) are what is seen and the print.
        """
        under = np.zeros(self.ground.shape, np.uint8)
        for one in ships:
            under[one.rows, one.columns] = 1
        under = np.asarray(cv2.dilate(under, np.ones((3, 3), np.uint8)))
        areas = self._areas_mm2(things, unseen, under)
        away = unseen | (under > 0)
        return {
            place: self._seen(
                areas[place] * (1 - self._bare(tones[disc], printed[disc], away[disc])),
                float(unseen[disc].mean()),
            )
            for place, disc in self._discs.items()
        }

    def _areas_mm2(
        self, things: Things, unseen: NDArray[np.bool_], under: NDArray[np.uint8]
    ) -> dict[str, float]:
        """How much card lies on each stranding place, if there is as much where it can't be seen.

        ``under`` (rows, columns) is what lies under ships.
        """
        away = np.maximum(np.maximum(things.shares[SHIP], under), unseen)
        card = things.shares[CARD] * (under == 0)
        cell_mm2, least = float(self.ground.step_mm.prod()), LEAST_BARE
        return {
            place: float(card[disc].sum()) * cell_mm2 / max(1 - float(away[disc].mean()), least)
            for place, disc in self._discs.items()
        }

    def _bare(self, tones: Tones, printed: Tones, away: NDArray[np.bool_]) -> float:
        """How surely the print of one place, samples (n, 3), shows where it is not ``away``.

        A haze, or a lamp mirrored in the reference photo, makes all of it paler or more contrasty.
        """
        seen = ~away
        if seen.mean() < LEAST_SEEN:
            return 0.0
        now, print_ = tones[seen].mean(axis=1), printed[seen].mean(axis=1)
        if print_.std() < LEAST_PRINTED or now.std() < LEAST_SHOWN:
            return 0.0
        begins, whole = BARE
        together = float(np.corrcoef(now, print_)[0, 1])
        return float(np.clip((together - begins) / (whole - begins), 0, 1))

    def _seen(self, area_mm2: float, unseen: float) -> Seen:
        """What lies on one place, of which that share is unseen."""
        odds = (area_mm2 - HALF_MM2) / STEP_MM2
        goods = float(logistic(np.clip(odds, -SUREST, SUREST)))
        if unseen > UNSEEN and goods < 0.5:
            return Seen.only(HIDDEN)
        return Seen.of({GOODS: goods, EMPTY: 1 - goods})
