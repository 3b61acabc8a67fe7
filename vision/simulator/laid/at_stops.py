"""How ships and tickets come to lie at the stops of one table: beside the mark, or half on it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import numpy as np

from companion.boards.stops_board import Stop, StopsBoard
from companion.errors import InputError
from vision.simulator.laid.scene import Laid, Odd, Scene, Sloppiness
from vision.simulator.printed.outlines import hull, meet

ON_MM = 12.0
"""A ship alone at a stop stands on its mark, which is some 2 cm wide: so far off it at most."""
FURTHEST_MM = 20.0
"""No hand puts a ship further from the stop that it means, unless many lie there."""
OWN_SHARE = 0.4
"""Nor further than this share of the way to the next stop: who plays has to see where it lies."""
NEAR_MM = 6.0
"""Sigma of a lone ship's distance along each axis; beside others a hand leaves room for itself."""
TRIES = 400
CLEAR_MM = 1.0
"""Ships stand at least so far apart: they touch, and never pass through one another."""
FAN_MM, FAN_DEG = 3.0, 14.0
LARGEST_PILE = 8


class Berths:
    """Where ships stand at the stops of one table, and how tickets are piled there.

    Who comes first stands on the mark, who comes later beside those that are there; and a ship
    stays where it is when others come and go.
    """

    def __init__(self, board: StopsBoard, seed: int, sloppiness: Sloppiness) -> None:
        """The usual sloppiness is that of sticks: ships are put down in proportion."""
        self._board, self._seed = board, seed
        self._sloppy = float(np.clip(sloppiness.offset_mm, 0.25, 2.0))
        self._stand: dict[str, tuple[str, Laid]] = {}

    def clear(self) -> None:
        """Take all ships off: who comes next comes to bare stops."""
        self._stand = {}

    def scene(
        self,
        ships: Mapping[str, str],
        goods: Mapping[str, Sequence[str]] | None = None,
        odd: tuple[Odd, ...] = (),
    ) -> Scene:
        """Put ships, by kind, at their stops, and pile tickets, by product, on stranding places.

        Ships that stood at these stops in the last scene have not moved.
        Errors: ``InputError`` where a stop, a kind or a product is named that the board lacks.
        """
        goods = goods or {}
        self._check(ships, goods)
        self._come(ships)
        return Scene(
            ships=tuple(self._stand[kind][1] for kind in ships),
            odd=odd,
            stops=dict(ships),
            cards={stop: self._pile(stop, cards) for stop, cards in goods.items() if cards},
        )

    def _come(self, ships: Mapping[str, str]) -> None:
        """Leave who is at its stop, take off who is at none, and put who is new beside them."""
        self._stand = {
            kind: (stop, laid)
            for kind, (stop, laid) in self._stand.items()
            if ships.get(kind) == stop
        }
        for kind, stop in ships.items():
            if kind not in self._stand:
                there = [laid for at, laid in self._stand.values() if at == stop]
                self._stand[kind] = stop, self._put(self._board.stops[stop], kind, there)

    def _put(self, stop: Stop, kind: str, there: Sequence[Laid]) -> Laid:
        """A ship on the mark of a stop, or as near to it as those that are there leave room."""
        rng = _lot(self._seed, stop.id, kind)
        taken = [self._room(one) for one in there]
        own = OWN_SHARE * self._nearest_mm(stop)
        furthest = min(FURTHEST_MM if there else ON_MM, own)
        crowd = 1 + float(np.sqrt(len(there)))
        for lap in range(TRIES):
            off = rng.normal(0, self._sloppy * NEAR_MM * (crowd + 4 * lap / TRIES), 2)
            reach = furthest * (1 + lap / TRIES)
            off *= min(1.0, reach / max(float(np.hypot(*off)), 1e-9))
            laid = Laid(kind, *self._inside(stop, off), float(rng.uniform(0, 360)))
            if not any(meet(self._room(laid), other) for other in taken):
                break
        return laid

    def _room(self, laid: Laid) -> np.ndarray:
        """The outline (n, 2) of a ship and of the gap around it."""
        ship = self._board.ship
        assert ship is not None
        size = (ship.length_mm + CLEAR_MM, ship.width_mm + CLEAR_MM)
        return hull(laid.x_mm, laid.y_mm, *size, laid.angle_deg)

    def _nearest_mm(self, stop: Stop) -> float:
        """How far the next stop is from one."""
        others = [other for other in self._board.stops.values() if other is not stop]
        return min(
            (float(np.hypot(o.x_mm - stop.x_mm, o.y_mm - stop.y_mm)) for o in others),
            default=np.inf,
        )

    def _inside(self, stop: Stop, off_mm: np.ndarray) -> tuple[float, float]:
        """A place on the board beside a stop, no nearer to the edge than a ship is wide."""
        size_mm = np.array([self._board.width_mm, self._board.height_mm])
        x, y = np.clip(np.array([stop.x_mm, stop.y_mm]) + off_mm, 8.0, size_mm - 8.0).tolist()
        return x, y

    def _pile(self, stop: str, cards: Sequence[str]) -> tuple[Laid, ...]:
        """Tickets fanned out over a stranding place, the first one lowest."""
        rng = _lot(self._seed, stop, "pile")
        middle = np.array([self._board.stops[stop].x_mm, self._board.stops[stop].y_mm])
        middle = middle + rng.normal(0, 1.8 * self._sloppy, 2)
        turn = rng.normal(0, 12 * self._sloppy) + float(rng.choice([0, 0, 90, 180]))
        piled = []
        for card in cards[:LARGEST_PILE]:
            x, y = (middle + rng.normal(0, FAN_MM * self._sloppy, 2)).tolist()
            piled.append(Laid(card, x, y, turn + rng.normal(0, FAN_DEG * self._sloppy)))
        return tuple(piled)

    def _check(self, ships: Mapping[str, str], goods: Mapping[str, Sequence[str]]) -> None:
        board = self._board
        kinds = [kind.name for kind in board.ship.kinds] if board.ship else []
        products = [kind.name for kind in board.products]
        for kind, stop in ships.items():
            if stop not in board.stops:
                raise InputError("scene-no-place", what="stop", place=stop)
            if kind not in kinds:
                known = ", ".join(kinds) or "none"
                raise InputError("scene-no-kind", place=stop, what="ship", kind=kind, known=known)
        for stop, cards in goods.items():
            if stop not in board.stops:
                raise InputError("scene-no-place", what="stop", place=stop)
            for card in set(cards) - set(products):
                known = ", ".join(products)
                raise InputError("scene-no-kind", place=stop, what="ticket", kind=card, known=known)


def _lot(seed: int, *words: str) -> np.random.Generator:
    return np.random.default_rng([seed, 14, *(zlib.crc32(word.encode()) for word in words)])
