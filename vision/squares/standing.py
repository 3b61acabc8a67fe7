"""Figures that the record has, and that are not seen in a look though nothing there has changed.

A lattice fitted anew, a shadow or some noise, and a figure is missed; but where somebody took it
away the place looks otherwise than with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.tiles_board import TilesBoard
from companion.reading import EMPTY, HIDDEN, Seen
from vision.picture.sampling import Tones
from vision.squares.came import BareTiles, alike, on_crop, shifted
from vision.squares.schematic import SPAN

SURE = 0.9
"""A figure that is seen so surely is remembered as it looks."""
STILL = 0.8
"""A place that looks so much as it did with the figure, still has it."""
AROUND = 16
"""A figure is seen so far around its place, in pixels of a crop (64, 64, 3)."""


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
            if now.piece == piece and now.confidence >= SURE:
                self._stood[place] = _Stood(piece, crops[cell])
            elif now.piece == EMPTY and place in self._stood:
                span_mm, side = SPAN * lying.lattice.apart_mm, len(crops[cell])
                at = on_crop(lying.places[place], lying.cells[cell], span_mm, side)
                stood = shifted(self._stood[place].crop, crops[cell])
                if _is_as(crops[cell], stood, bare.of(cell), at):
                    told[place] = Seen(HIDDEN, 1.0, ((HIDDEN, 1.0),))
        return told


def _is_as(now: Tones, stood: Tones | None, bare: Tones | None, at: tuple[float, float]) -> bool:
    """Whether a place looks as it did with its figure, rather than bare."""
    if stood is None:
        return False
    still = alike(now, stood, at, AROUND) or 0.0
    return still >= STILL and (bare is None or still > (alike(now, bare, at, AROUND) or 0.0))
