"""The ships: what they ask for, and what they are worth. Rules 2 and 47.

Five are stated by the rules' examples (4, 5, 10, 16 and 17), two found in reviews (6 and 11). The
others are in no public text: reconstructed, so that values and signs are as the rules say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from types import MappingProxyType

from companion.boards.tiles_board import TilesBoard
from companion.cards.card import Card
from companion.games.carcassonne_south_seas.terms.goods import GOODS


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship: its points, and the goods on its sail.

    ``fixed`` are so many of each of ``GOODS``; ``alike`` so many of one kind each, of different
    kinds (the letters A and B); ``free`` so many of any.
    """

    id: str
    points: int
    fixed: tuple[int, int, int] = (0, 0, 0)
    alike: tuple[int, ...] = ()
    free: int = 0

    @property
    def asks(self) -> int:
        """How many goods it takes in all."""
        return sum(self.fixed) + sum(self.alike) + self.free

    def takes(self, goods: Mapping[str, int]) -> bool:
        """Whether these goods are just what it asks for. Rules 47 and 48, point A10."""
        left = Counter({kind: goods.get(kind, 0) for kind in GOODS})
        left.subtract(dict(zip(GOODS, self.fixed, strict=True)))
        if min(left.values()) < 0 or left.total() != sum(self.alike) + self.free:
            return False
        return any(
            all(left[kind] >= number for kind, number in zip(kinds, self.alike, strict=True))
            for kinds in permutations(GOODS, len(self.alike))
        )

    def ways(self, goods: Mapping[str, int]) -> Iterator[dict[str, int]]:
        """Every way to pay it out of these goods."""
        most = [min(goods.get(kind, 0), self.asks) for kind in GOODS]
        for numbers in product(*(range(number + 1) for number in most)):
            way = dict(zip(GOODS, numbers, strict=True))
            if sum(numbers) == self.asks and self.takes(way):
                yield way


_EVERY = (
    Ship("b01", 2, free=3),
    Ship("b02", 2, alike=(3,)),
    Ship("b03", 2, alike=(2, 1)),
    Ship("b04", 3, alike=(4,)),
    Ship("b05", 3, alike=(3, 1)),
    Ship("b06", 3, fixed=(0, 1, 2)),
    Ship("b07", 3, fixed=(2, 0, 1)),
    Ship("b08", 3, fixed=(1, 2, 0)),
    Ship("b09", 3, free=4),
    Ship("b10", 4, free=5),
    Ship("b11", 4, fixed=(3, 1, 0)),
    Ship("b12", 4, fixed=(1, 0, 3)),
    Ship("b13", 4, fixed=(0, 3, 1)),
    Ship("b14", 4, alike=(5,)),
    Ship("b15", 4, alike=(2, 2)),
    Ship("b16", 5, fixed=(2, 1, 1)),
    Ship("b17", 5, free=6),
    Ship("b18", 5, fixed=(1, 1, 2)),
    Ship("b19", 5, fixed=(1, 2, 1)),
    Ship("b20", 5, alike=(3, 2)),
    Ship("b21", 6, fixed=(1, 2, 2)),
    Ship("b22", 6, fixed=(2, 1, 2)),
    Ship("b23", 6, fixed=(2, 2, 1)),
    Ship("b24", 6, free=7),
)
ANY, LETTERS = "any", ("a", "b")
SIGNS = (*GOODS, ANY, *LETTERS)
"""The signs on a sail: goods of a kind, any goods, and letters for goods of one kind. Rule 47."""
SHIPS: Mapping[str, Ship] = MappingProxyType({ship.id: ship for ship in _EVERY})
"""The 24 ships that come with the program, by their ids."""


def card_of(ship: Ship) -> Card:
    """A ship as it is printed: a sign for each of the goods that it asks for."""
    fixed = (sign for sign, count in zip(GOODS, ship.fixed, strict=True) for _ in range(count))
    alike = (sign for sign, count in zip(LETTERS, ship.alike, strict=False) for _ in range(count))
    return Card(ship.id, ship.points, (*fixed, *alike, *(ANY,) * ship.free))


def ship_of(card: Card) -> Ship:
    """The ship of a card."""
    signs = Counter(card.signs)
    shell, banana, fish = (signs[kind] for kind in GOODS)
    alike = tuple(signs[letter] for letter in LETTERS if signs[letter])
    return Ship(card.id, card.number, (shell, banana, fish), alike, signs[ANY])


def ships_of(board: TilesBoard) -> Mapping[str, Ship]:
    """The ships of an owner's box, as its board file tells them; else those of the program."""
    return {id_: ship_of(card) for id_, card in board.cards.items()} or SHIPS
