"""Figures that the record has, and that are not seen in a look though nothing there has changed.

A lattice fitted anew, a shadow or some noise, and a figure is missed; but where somebody took it
away the place looks otherwise than with it. What is printed around it stays, so the place as a
whole still looks much the same: as many samples as a figure has no longer do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.boards.tiles_board import TilesBoard
from companion.reading import EMPTY, HIDDEN, Seen
from vision.picture.arrays import Tones
from vision.squares.came import BareTiles, alike, changed, on_crop, shifted
from vision.squares.printed.schematic import FINE, SPAN

SURE = 0.9
"""A figure that is seen so surely is remembered as it looks."""
STILL = 0.8
"""A place that looks so much as it did with the figure, still has it."""
AROUND = 16
"""A figure is seen so far around its place, in pixels of a crop (64, 64, 3)."""
LEFT = 24
"""Where so many samples around its place look otherwise than with it, it has left: with those that
left it were 55 and more, with those that stayed none."""


@dataclass(frozen=True, eq=False)
class _Stood:
    """How the cell of a figure looked with it, (64, 64, 3)."""

    piece: str
    crop: Tones


class Standing:
    """The figures that are known, and how each looked when it was seen last."""

    def __init__(self) -> None:
        self._stood: dict[str, _Stood] = {}

    def told(
        self,
        seen: Mapping[str, Seen],
        known: Mapping[str, str],
        lying: TilesBoard,
        crops: Mapping[str, Tones],
        bare: BareTiles,
    ) -> dict[str, Seen]:
        """What is seen on the places; a figure that is missed is hidden, not gone.

        ``known`` are the pieces on places by the record, ``lying`` the tiles as they lie, ``crops``
        (64, 64, 3) how the cells look now.
        """
        self._stood = {p: each for p, each in self._stood.items() if known.get(p) == each.piece}
        told = dict(seen)
        for place, piece in known.items():
            now, cell = seen.get(place), place.rpartition("/")[0]
            if now is None or place not in lying.places or cell not in crops:
                continue
            if now.answer == piece and now.confidence >= SURE:
                self._stood[place] = _Stood(piece, crops[cell])
            elif now.answer == EMPTY and place in self._stood:
                span_mm, side = SPAN * lying.lattice.apart_mm, len(crops[cell])
                at = on_crop(lying.places[place], lying.cells[cell], span_mm, side)
                stood = shifted(self._stood[place].crop, crops[cell])
                if _is_as(crops[cell], stood, bare.of(cell), at):
                    told[place] = Seen.only(HIDDEN)
        return told


def _is_as(now: Tones, stood: Tones | None, bare: Tones | None, at: tuple[float, float]) -> bool:
    """Whether a place looks as it did with its figure, rather than bare."""
    if stood is None or _changed_around(now, stood, at) >= LEFT:
        return False
    still = alike(now, stood, at, AROUND) or 0.0
    return still >= STILL and (bare is None or still > (alike(now, bare, at, AROUND) or 0.0))


def _changed_around(now: Tones, stood: Tones, at: tuple[float, float]) -> int:
    """How many samples around a place no light or shadow explains by how it looked before."""
    scale = FINE / len(now)
    rows, columns = np.ogrid[:FINE, :FINE]
    near = np.hypot(columns - at[0] * scale, rows - at[1] * scale) <= AROUND * scale
    return int((changed(now, stood).came & near).sum())
