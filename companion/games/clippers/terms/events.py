"""What happens at a Clippers table, in the past tense: facts, whether rules like them or not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Card(Enum):
    """The option cards."""

    TWO_X = "2x"
    THREE_X = "3x"
    FIVE_X = "5x"
    PORT = "port"


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A player put one of his port markers on a slot (phase 1)."""

    player: str
    slot: str


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A player took an option card and paid for it (phase 1)."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """A player did neither (phase 1)."""

    player: str


@dataclass(frozen=True, slots=True)
class ShipBought:
    """A player bought a ship, besides (phase 1)."""

    player: str
    company: str


@dataclass(frozen=True, slots=True)
class StickLaid:
    """A player laid a stick (phases 2 and 3).

    ``alternate``: it opens a route with the bought ship. ``start`` is the harbour or island the
    lane was entered from, where the ship tells and the space alone does not.
    """

    player: str
    company: str
    space: str
    alternate: bool = False
    start: str | None = None


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """A player moved a port marker with the port card (phase 2 or 3)."""

    player: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player was done with his turn in a phase."""

    player: str
    phase: int


@dataclass(frozen=True, slots=True)
class MoneyCorrected:
    """Money was moved to put an earlier payment right.

    ``mends`` is the number of that fact; 0 where nobody said which.
    """

    source: str
    target: str
    amount: int
    mends: int


@dataclass(frozen=True, slots=True)
class ShipStood:
    """A company's ship was seen beside a space, or at a harbour."""

    company: str
    place: str


Event = (
    MarkerPlaced
    | CardTaken
    | Passed
    | ShipBought
    | StickLaid
    | MarkerMoved
    | TurnEnded
    | MoneyCorrected
    | ShipStood
)
PlayersAct = MarkerPlaced | CardTaken | Passed | ShipBought | StickLaid | MarkerMoved | TurnEnded
