"""Chips, coins or notes of any values: the fewest that make an amount, and what changes hands.

How an amount is said is a sentence of the game, in each language: ``cash:amount``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Pieces:
    """Of each value so many pieces, the largest value first; what there is none of is not named."""

    counts: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Pieces:
        """So many of each value: ``{1: 50, 5: 15}``."""
        return cls(
            tuple((value, counts[value]) for value in sorted(counts, reverse=True) if counts[value])
        )

    def __getitem__(self, value: int) -> int:
        """How many of a value there are."""
        return self._by_value.get(value, 0)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.counts)

    @property
    def values(self) -> tuple[int, ...]:
        """The values there are pieces of, the largest first."""
        return tuple(value for value, _ in self.counts)

    @cached_property
    def worth(self) -> int:
        """What they are worth together."""
        return sum(value * count for value, count in self.counts)

    @cached_property
    def count(self) -> int:
        """How many pieces they are."""
        return sum(count for _, count in self.counts)

    def plus(self, other: Pieces) -> Pieces:
        """These pieces and others."""
        values = self._by_value.keys() | other._by_value.keys()
        return Pieces.of({value: self[value] + other[value] for value in values})

    def minus(self, other: Pieces) -> Pieces:
        """These pieces without others."""
        values = self._by_value.keys() | other._by_value.keys()
        return Pieces.of({value: self[value] - other[value] for value in values})

    @cached_property
    def _by_value(self) -> Mapping[int, int]:
        return dict(self.counts)


NOTHING = Pieces()


@dataclass(frozen=True, slots=True)
class Handover:
    """What changes hands in one payment: what the payer gives, and the change he gets."""

    gives: Pieces
    change: Pieces = NOTHING


def handover(payer: Pieces, payee: Pieces, amount: int) -> Handover | None:
    """Return the payment with the fewest pieces, change and all; None when it can't be made.

    Of payments with equally many the one with the least change is chosen. To take as many of the
    largest value as go in is not always best (6 of 4, 3 and 1 is twice 3), so every sum that the
    larger values may leave to the smaller ones is looked at once, with the cheapest way to it: the
    knapsack with bounds, by its remainders. A value never goes both ways, for that would only add
    pieces.
    """
    values = sorted({*payer.values, *payee.values}, reverse=True)
    left = {amount: _Way()}
    for at, value in enumerate(values):
        smaller = values[at + 1 :]
        most = sum(payer[each] * each for each in smaller)
        least = -sum(payee[each] * each for each in smaller)
        reached: dict[int, _Way] = {}
        for rest, way in left.items():
            # Of this value, so many that the smaller ones can still make what is left.
            first = max(-payee[value], -((most - rest) // value))
            last = min(payer[value], (rest - least) // value)
            for number in range(first, last + 1):
                then, longer = rest - number * value, way.with_more(value, number)
                if then not in reached or longer.price < reached[then].price:
                    reached[then] = longer
        left = reached
    best = left.get(0)
    return None if best is None else best.handed_over()


@dataclass(frozen=True, slots=True)
class _Way:
    """So many pieces of each value given, below nothing for change; and how many they are."""

    price: tuple[int, int] = (0, 0)
    """All the pieces that change hands, and those of them that are change."""
    numbers: tuple[tuple[int, int], ...] = ()

    def with_more(self, value: int, number: int) -> _Way:
        if not number:
            return self
        pieces, change = self.price
        price = (pieces + abs(number), change + max(-number, 0))
        return _Way(price, (*self.numbers, (value, number)))

    def handed_over(self) -> Handover:
        return Handover(
            Pieces(tuple((value, number) for value, number in self.numbers if number > 0)),
            Pieces(tuple((value, -number) for value, number in self.numbers if number < 0)),
        )
