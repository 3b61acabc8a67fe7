"""What the ships on the table tell: they follow the sticks, and are no pieces of their own.

A ship is seen in nine looks of ten. So one that is not seen says nothing, unless the bare board is
seen where it stood; one that is seen where it should stand only if a piece was laid speaks for the
piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from companion.games.clippers.watching.search.hypotheses import Hypothesis
from companion.games.clippers.watching.ships import Stray
from companion.reading import EMPTY, Reading, ShipSeen
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Piece

if TYPE_CHECKING:
    from companion.games.clippers.watching.referee import ClippersTable

LOOKALIKE = 0.02
"""How much likelier a stick is than a reader thinks, as a factor of odds, if it breaks a rule and
its company's ship should stand just there."""
SHIP = 0.005
"""The same of a stick whose company's ship is seen just there, or nowhere."""
SHIP_COMES = 20.0
"""How much likelier a stick is, as a factor of odds, with which a ship that is seen stands where it
should."""
NEARER_MM = 8.0
"""So much nearer to where it should stand a ship must be to speak for a piece, in mm."""
CLEARLY_MM = 20.0
"""So much nearer, in mm and all together, the ships must stand by one hypothesis to speak for
it."""
EQUAL = 0.05
"""So much more, in nats, a hypothesis may cost that the ships speak for."""
FORGOTTEN = 6
"""After so many looks a ship astray is told that may have stood there before."""
MOVED = 24
"""After so many looks a ship astray is told that stands anywhere else: rather something else was
taken for a ship."""
GONE = 8
"""After so many looks a ship is told that stands nowhere: it may be in somebody's hand."""
STOOD = 6
"""So many looks must have shown a ship just where the record has it now, before it is missed: else
it has only sailed on, and is not seen where it went."""
STILL_MM = 12.0
"""A ship that is seen no further off than this, in mm, has not moved."""
SPARE = 2
"""So many looks count beyond those that are enough."""
TAKEN_BACK = 2
"""A look in which a ship is not astray takes back so many."""


@dataclass(frozen=True, slots=True)
class _Stood:
    """A ship that was seen where it should stand, and in how many looks since it came there."""

    ship: ShipSeen
    looks: int

    def is_of(self, other: ShipSeen) -> bool:
        """Whether that is the same ship, and it has not moved."""
        away_mm = hypot(self.ship.x_mm - other.x_mm, self.ship.y_mm - other.y_mm)
        return self.ship.colour == other.colour and away_mm <= STILL_MM


class SeenShips:
    """The ships of one game as they were seen last."""

    def __init__(self, game: ClippersTable) -> None:
        self.game = game
        self._ships: tuple[ShipSeen, ...] = ()
        self._gone: tuple[ShipSeen, ...] = ()
        self._looks: dict[Stray, int] = {}
        self._stood: dict[tuple[str, str], _Stood] = {}

    def apart(self) -> SeenShips:
        """Another who has seen the same so far."""
        other = SeenShips(self.game)
        other._ships, other._gone = self._ships, self._gone
        other._looks, other._stood = dict(self._looks), dict(self._stood)
        return other

    def see(self, reading: Reading) -> None:
        """Take in a look."""
        self._ships, self._gone = reading.ships, reading.gone

    def speak_for(self, piece: Piece, told: Hypothesis, without: Hypothesis) -> float:
        """How much likelier a piece is, by a hypothesis with it and one without it."""
        off_mm, before_mm = (
            self.game.out_of_place_mm(hypothesis, piece.kind, self._ships)
            for hypothesis in (told, without)
        )
        return SHIP_COMES if before_mm - off_mm >= NEARER_MM else 1.0

    def taken_for(
        self, hypothesis: Hypothesis, piece: Piece, others: Sequence[Piece]
    ) -> float | None:
        """How likely a stick is that breaks a rule, and may be its company's ship."""
        return self.game.looks_alike(hypothesis, piece, others, self._ships)

    def came_with(self, hypothesis: Hypothesis, piece: Piece) -> float | None:
        """A stick that came with one of its colour beside it may be the ship that came along."""
        return LOOKALIKE if self.game.may_be_ship(hypothesis, piece, self._ships) else None

    def in_order(self, hypotheses: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
        """Of hypotheses that are equally likely the one first by which the ships stand right."""
        first, best = hypotheses[0], hypotheses[0]
        if self._ships:
            equal = [each for each in hypotheses if each.cost <= first.cost + EQUAL]
            best = min(equal, key=self._out_of_place_mm)
        if self._out_of_place_mm(first) - self._out_of_place_mm(best) < CLEARLY_MM:
            return tuple(hypotheses)
        return (best, *(each for each in hypotheses if each is not best))

    def astray(self, hypothesis: Hypothesis) -> list[Drift]:
        """The ships that stand elsewhere than they should; called once for each look.

        A ship is moved after its stick, not in the same moment: they are told after some looks.
        """
        self._note_standing(hypothesis)
        told, astray = [], self.game.astray(hypothesis, self._ships, self._gone)
        astray = [stray for stray in astray if stray.stands is not None or self._stood_at(stray)]
        for stray in dict.fromkeys([*self._looks, *astray]):
            enough = _enough(stray)
            looks = self._looks.get(stray, 0) + (1 if stray in astray else -TAKEN_BACK)
            self._looks[stray] = min(looks, enough + SPARE)
            if looks >= enough:
                differs = Differs.GONE if stray.stands is None else Differs.ASTRAY
                told.append(Drift(stray.place, differs, stray.kind, stray.stands or EMPTY, 1.0))
        self._looks = {stray: looks for stray, looks in self._looks.items() if looks > 0}
        return told

    def _note_standing(self, hypothesis: Hypothesis) -> None:
        """Count for how long a ship has been standing still where it should."""
        for berth, ship in self.game.in_place(hypothesis, self._ships).items():
            before = self._stood.get(berth)
            looks = before.looks if before is not None and before.is_of(ship) else 0
            self._stood[berth] = _Stood(ship, looks + 1)

    def _stood_at(self, stray: Stray) -> bool:
        """Whether the one that is gone was seen standing at its berth for long enough."""
        stood = self._stood.get((stray.kind, stray.place))
        if stood is None or stood.looks < STOOD:
            return False
        return any(stood.is_of(ship) for ship in self._gone)

    def _out_of_place_mm(self, hypothesis: Hypothesis) -> float:
        kinds = {ship.colour for ship in self._ships}
        return sum(self.game.out_of_place_mm(hypothesis, kind, self._ships) for kind in kinds)


def _enough(stray: Stray) -> int:
    """After how many looks it is told."""
    if stray.stands is None:
        return GONE
    return FORGOTTEN if stray.was_there else MOVED
