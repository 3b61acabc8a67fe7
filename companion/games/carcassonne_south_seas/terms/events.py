"""The facts of a game: what happened at the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A tile is drawn, for all to see. Rules 13 and 16."""

    player: str
    tile: str


@dataclass(frozen=True, slots=True)
class TileLaid:
    """The tile is laid: ``tile`` is its answer, ``ss05/2``. It shows what was drawn. Rule 13."""

    player: str
    cell: str
    tile: str


@dataclass(frozen=True, slots=True)
class TileUnfit:
    """A drawn tile fits nowhere and leaves the game. Rule 17."""

    player: str
    tile: str


@dataclass(frozen=True, slots=True)
class IslanderPlaced:
    """An islander comes onto the tile. Rule 18."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class IslanderTaken:
    """An islander is taken back. Rule 24."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class Evaluated:
    """No islander is placed or taken back; what is complete is evaluated. Rules 12 and 25."""

    player: str


@dataclass(frozen=True, slots=True)
class Covered:
    """A fish group is covered by a boat token. Rule 34."""

    player: str
    place: str


@dataclass(frozen=True, slots=True)
class ShipTaken:
    """A merchant takes a ship. Rule 38."""

    player: str
    ship: str


@dataclass(frozen=True, slots=True)
class ShipTurnedUp:
    """A ship is turned up. Rules 9, 38 and 46."""

    player: str
    ship: str


@dataclass(frozen=True, slots=True)
class Delivered:
    """Goods go to the box, and the ship to the player. Rule 46."""

    player: str
    ship: str
    shell: int
    banana: int
    fish: int

    @property
    def goods(self) -> dict[str, int]:
        """The goods by their kinds."""
        return {"shell": self.shell, "banana": self.banana, "fish": self.fish}


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The next player's turn. Rule 12."""

    player: str


Event = (
    TileDrawn
    | TileLaid
    | TileUnfit
    | IslanderPlaced
    | IslanderTaken
    | Evaluated
    | Covered
    | ShipTaken
    | ShipTurnedUp
    | Delivered
    | TurnEnded
)
