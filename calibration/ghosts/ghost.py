"""What a reference photo shows that may be a place of the board: offered, never taken for sure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.boards.routes_board import RoutesBoard
from vision.picture.arrays import Floats

OFFERED = 0.5


class GhostKind(Enum):
    """What a ghost may become when a person accepts it."""

    DASH = "dash"
    """A space for a stick."""
    SLOT = "slot"
    HARBOUR = "harbour"


@dataclass(frozen=True, slots=True)
class Ghost:
    """One printed shape. ``sureness`` in 0..1 is the probability that it is such a place.

    A dash has the direction of its long side in [0, 180), round ones 0; ``length_mm`` is a dash's
    length as printed, or a diameter. ``colour`` is the print's, sRGB.
    """

    kind: GhostKind
    x_mm: float
    y_mm: float
    angle_deg: float
    length_mm: float
    colour: tuple[int, int, int]
    sureness: float

    @property
    def is_offered(self) -> bool:
        """Whether it is worth showing; a route may snap to fainter ones."""
        return self.sureness >= OFFERED


@dataclass(frozen=True, slots=True)
class PieceSizes:
    """What lies on a board's places, in mm: as the pieces say, or as such pieces usually are."""

    stick_length_mm: float = 20.0
    stick_width_mm: float = 5.0
    marker_mm: float | None = 9.0
    """None where a board has no markers: then no slots are looked for."""


def sizes_of(board: RoutesBoard) -> PieceSizes:
    """The sizes a board file tells, and usual ones for what it doesn't."""
    usual = PieceSizes()
    stick, marker = board.stick, board.marker
    return PieceSizes(
        stick.length_mm if stick else usual.stick_length_mm,
        stick.width_mm if stick else usual.stick_width_mm,
        marker.diameter_mm if marker else None,
    )


def srgb(bgr: Floats) -> tuple[int, int, int]:
    """A tone (3,), blue first, as the codes of its red, green and blue."""
    blue, green, red = (round(float(value)) for value in bgr)
    return red, green, blue
