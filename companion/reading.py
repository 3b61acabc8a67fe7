"""What was seen of one board in one picture, and how surely. No pixels.

A reading tells an answer for each *subject*. Most subjects are places: the answer is the piece that
lies there. A piece that moves is a subject too: the answer is the stop where it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

EMPTY = "empty"
HIDDEN = "hidden"


class Side(Enum):
    """A side of the board as it is read."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Seen:
    """One subject: the likeliest answer, and the probability that this is right.

    ``answer`` is a kind of the board, or of a piece that moves the id of a stop; ``EMPTY`` or
    ``HIDDEN``. ``likely`` lists the answers in falling order of probability, the first being
    ``answer`` itself.
    """

    answer: str
    confidence: float
    likely: tuple[tuple[str, float], ...] = ()

    @classmethod
    def only(cls, answer: str, chance: float = 1.0) -> Seen:
        """Nothing else is named."""
        return cls(answer, chance, ((answer, chance),))

    @classmethod
    def of(
        cls, shares: Mapping[str, float], *, worth_naming: float = 0.0, unsure: float | None = None
    ) -> Seen:
        """The answers by their probabilities; of equal ones the first comes first.

        Beside the likeliest only those are named that are ``worth_naming``. ``unsure``: the shares
        are brought to a sum that leaves so much to what nobody thought of.
        """
        whole = 1.0 if unsure is None else sum(shares.values()) / (1 - unsure)
        told = ((answer, float(share / whole)) for answer, share in shares.items())
        ranked = sorted(told, key=lambda pair: -pair[1])
        others = (pair for pair in ranked[1:] if pair[1] >= worth_naming)
        return cls(*ranked[0], (ranked[0], *others))


@dataclass(frozen=True, slots=True)
class ShipSeen:
    """A ship: its colour, the middle of its base on the board, and where its bow points."""

    colour: str
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True)
class OddSeen:
    """Something that lies where nothing belongs."""

    x_mm: float
    y_mm: float


@dataclass(frozen=True)
class Reading:
    """All that was seen in one picture of one board."""

    spaces: Mapping[str, Seen]
    slots: Mapping[str, Seen]
    ships: tuple[ShipSeen, ...] = ()
    odd: tuple[OddSeen, ...] = ()
    corners_px: tuple[tuple[float, float], ...] = field(default=())
    """TL, TR, BR, BL of the printed board in the picture, (4, 2)."""
    gone: tuple[ShipSeen, ...] = ()
    """Ships that stood there in an earlier picture, where this one shows the bare board."""
    outside: tuple[Side, ...] = ()
    """Sides beyond which the board goes on outside the picture; what lies there is hidden."""
    pieces: Mapping[str, Seen] = field(default_factory=dict)
    """Where each piece that moves lies, by its kind: ``Seen.answer`` is then the id of a stop,
    ``EMPTY`` for a piece on no stop of the board, or ``HIDDEN``. Several may have one stop."""

    @cached_property
    def places(self) -> Mapping[str, Seen]:
        """Spaces and slots together; their ids never meet."""
        return {**self.spaces, **self.slots}

    @cached_property
    def subjects(self) -> Mapping[str, Seen]:
        """The places and the pieces that move together; their ids never meet."""
        return {**self.places, **self.pieces}

    def moves(self, subject: str) -> bool:
        """Whether a subject is a piece that moves, so that the answer is where it lies."""
        return subject in self.pieces
