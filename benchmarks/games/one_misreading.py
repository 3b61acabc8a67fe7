"""Eyes that see a table of Long Cours as it lies, but for one thing on one table, and that surely.

A ship is taken for another that lies nowhere, missed, seen at the next stop or taken for goods; a
pile is taken for a ship, or missed; a ship is seen where none is. As long as the table lies so, it
is seen so: a still camera makes the same mistake again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random

from companion.boards.stops_board import StopsBoard
from companion.games.long_cours.state.lying import GOODS
from companion.position import Position
from companion.reading import EMPTY, Reading, Seen

SURE = 0.97
"""So surely the wrong thing is seen: nothing in that look doubts it."""
TRUE = 0.999

Places = Mapping[str, str]


class Slip(Enum):
    """What is seen otherwise than it lies."""

    PAINTED = "a ship in another's colour"
    MISSED = "a ship missed"
    BESIDE = "a ship at the next stop"
    AS_GOODS = "a ship as goods"
    PILE_AS_SHIP = "a pile as a ship"
    PILE_MISSED = "a pile missed"
    GHOST = "a ship where none is"


@dataclass(frozen=True)
class _Table:
    """What truly lies: the stop of each ship, and the stops with goods."""

    board: StopsBoard
    ships: Mapping[str, str]
    piles: frozenset[str]

    @property
    def afloat(self) -> list[str]:
        return [ship for ship, at in self.ships.items() if at != EMPTY]

    @property
    def nowhere(self) -> list[str]:
        return [ship for ship, at in self.ships.items() if at == EMPTY]

    @property
    def rectangles(self) -> set[str]:
        return {stop.id for stop in self.board.stranding_places.values()}


class OneMisreading:
    """Eyes for one game; the first table from number ``first`` on that can be is misread.

    ``told`` says what was: nothing while that is None.
    """

    def __init__(self, board: StopsBoard, ships: tuple[str, ...], slip: Slip, lot: Random) -> None:
        """``ships``: those that the reader looks for."""
        self._board, self._ships, self._slip, self._lot = board, ships, slip, lot
        self._first = lot.randint(4, 9)
        self._number, self._before = 0, frozenset[tuple[str, str]]()
        self._changed: Mapping[str, str] = {}
        self.told: str | None = None

    def __call__(self, places: Places, _: Position | None = None) -> Reading:
        """How a table that lies so is read."""
        now = frozenset(places.items())
        if now != self._before:
            self._before, self._changed, self._number = now, {}, self._number + 1
            if self.told is None and self._number >= self._first:
                self._misread(places)
        seen = {ship: places.get(ship, EMPTY) for ship in self._ships}
        piles = {s.id: places.get(s.id, EMPTY) for s in self._board.stranding_places.values()}
        return Reading(
            {stop: self._seen(stop, piece) for stop, piece in piles.items()},
            {},
            pieces={ship: self._seen(ship, stop) for ship, stop in seen.items()},
        )

    def _seen(self, what: str, true: str) -> Seen:
        piece = self._changed.get(what, true)
        sure = TRUE if piece == true else SURE
        rest = () if piece == true else ((true, 1 - SURE),)
        return Seen(piece, sure, ((piece, sure), *rest))

    def _misread(self, places: Places) -> None:
        stops = self._board.stops
        ships = {ship: places.get(ship, EMPTY) for ship in self._ships}
        piles = frozenset(stop for stop in stops if places.get(stop, EMPTY) == GOODS)
        ways = [*_WAYS[self._slip](_Table(self._board, ships, piles))]
        if ways:
            self._changed = self._lot.choice(ways)
            lies = {what: places.get(what, EMPTY) for what in self._changed}
            self.told = f"{self._slip.value}: {dict(self._changed)}, not {lies}"


def _painted(table: _Table) -> Iterator[Places]:
    for ship in table.afloat:
        yield from ({ship: EMPTY, other: table.ships[ship]} for other in table.nowhere)


def _missed(table: _Table) -> Iterator[Places]:
    yield from ({ship: EMPTY} for ship in table.afloat)


def _beside(table: _Table) -> Iterator[Places]:
    for ship in table.afloat:
        yield from ({ship: stop} for stop in table.board.beside[table.ships[ship]])


def _as_goods(table: _Table) -> Iterator[Places]:
    for ship in table.afloat:
        stop = table.ships[ship]
        if stop in table.rectangles - table.piles:
            yield {ship: EMPTY, stop: GOODS}


def _pile_as_ship(table: _Table) -> Iterator[Places]:
    for stop in sorted(table.piles):
        yield from ({ship: stop, stop: seen} for ship in table.nowhere for seen in (GOODS, EMPTY))


def _pile_missed(table: _Table) -> Iterator[Places]:
    yield from ({stop: EMPTY} for stop in sorted(table.piles))


def _ghost(table: _Table) -> Iterator[Places]:
    for ship in table.nowhere:
        yield from ({ship: stop} for stop in sorted(table.board.stops))


_WAYS: Mapping[Slip, Callable[[_Table], Iterator[Places]]] = {
    Slip.PAINTED: _painted,
    Slip.MISSED: _missed,
    Slip.BESIDE: _beside,
    Slip.AS_GOODS: _as_goods,
    Slip.PILE_AS_SHIP: _pile_as_ship,
    Slip.PILE_MISSED: _pile_missed,
    Slip.GHOST: _ghost,
}
