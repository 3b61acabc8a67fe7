"""What came onto a tile since it was seen bare: what no shadow explains.

A figure in the colour of the sea hardly differs from it; but it differs from the bridge that was
seen there before.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture.sampling import Tones
from vision.squares.schematic import CARD, FINE, LYING, OTHER, STANDING, TABLE

DARKEST = 0.3
"""No shadow leaves less of the light."""
DIFFERS, TIMES = 0.07, 3.5
"""A sample differs that is so far off in tones, and by so many times what is usual."""
EDGE = 3
"""So many samples along a tile's edge are not told: neighbours come, and it is fitted anew."""
BARE = 0.02
"""A tile is bare where no more than this share of it shows anything that is not printed."""
Mask = NDArray[np.bool_]
FOREIGN = (STANDING, LYING, CARD, OTHER)


class BareTiles:
    """How the tiles looked when nothing was on them."""

    def __init__(self) -> None:
        self._crops: dict[str, tuple[str, Tones]] = {}

    def told_apart(
        self, lies: Mapping[str, str], crops: Mapping[str, Tones], seen: Mapping[str, Tones]
    ) -> dict[str, Mask]:
        """Where something came onto known tiles that were seen bare before, (32, 32) each.

        ``lies`` are the tiles that are known; ``crops`` (64, 64, 3) and ``seen`` (15, 32, 32) the
        cells as they look now.
        """
        told: dict[str, Mask] = {}
        for cell, way in lies.items():
            if cell not in seen:
                continue
            before = self._crops.get(cell)
            if before is not None and before[0] == way:
                other = seen[cell][[CARD, OTHER]].sum(axis=0)
                told[cell] = came(crops[cell], before[1]) & (other < 0.4)
            elif _is_bare(seen[cell]):
                self._crops[cell] = way, crops[cell]
        return told


def came(now: Tones, bare: Tones) -> Mask:
    """Which samples (32, 32) of a crop show something else than its bare print in any light."""
    a, b = (cv2.resize(each, (FINE, FINE), interpolation=cv2.INTER_AREA) for each in (now, bare))
    share = (a * b).sum(axis=2) / np.maximum((b * b).sum(axis=2), 1e-4)
    usual = float(np.median(share))
    share = np.clip(share, DARKEST * usual, 1.3 * usual)
    off = np.sqrt(((a - share[..., None] * b) ** 2).mean(axis=2))
    limit = max(DIFFERS, TIMES * float(np.median(off)))
    mask = (off > limit).astype(np.uint8)
    mask[[*range(EDGE), *range(-EDGE, 0)]] = 0
    mask[:, [*range(EDGE), *range(-EDGE, 0)]] = 0
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0)


def _is_bare(seen: Tones) -> bool:
    inner = seen[list(FOREIGN), 2:-2, 2:-2].sum(axis=0)
    whole = float((inner > 0.4).mean())
    return whole < BARE and float(seen[TABLE, 4:-4, 4:-4].mean()) < 0.2
