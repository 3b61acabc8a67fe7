"""Goods tickets: who has how much of each product, in which tickets, and what the box owes.

A cargo is counted in millions; the tickets before somebody are the fewest that make it. Where the
box has not enough of them the cashier owes the rest (point A3), and gives it as soon as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from companion.money.pieces import NOTHING, Pieces, handover

BOX = "box"
"""Who holds the tickets that nobody has; the cashier keeps them."""
TICKETS = Pieces.of({1: 20, 5: 30, 10: 10, 50: 10})
"""The tickets of each product. Rule 4."""

Cargo = Mapping[str, int]
"""So many millions of each product; what there is none of is not named."""


@dataclass(frozen=True, slots=True)
class Goods:
    """All the goods in the game. A holder is a player, or the stop where a cargo is stranded."""

    worth: Mapping[str, Cargo] = field(default_factory=dict)
    tickets: Mapping[str, Mapping[str, Pieces]] = field(default_factory=dict)

    def cargo(self, holder: str) -> Cargo:
        """What somebody has, or what lies stranded at a stop."""
        return self.worth.get(holder, {})

    def value(self, holder: str) -> int:
        """What all of it was bought for."""
        return sum(self.cargo(holder).values())

    def held(self, holder: str, product: str) -> Pieces:
        """The tickets of a product that lie before a holder, or in the box."""
        if holder == BOX:
            return self._left(product)
        return self.tickets.get(holder, {}).get(product, NOTHING)

    def owed(self, holder: str, product: str) -> int:
        """What the box has yet to give him of a product."""
        return self.cargo(holder).get(product, 0) - self.held(holder, product).worth

    def bought(self, holder: str, product: str, millions: int) -> Goods:
        """Out of the box. Rule 25."""
        cargo = self.cargo(holder)
        return self._with(holder, {**cargo, product: cargo.get(product, 0) + millions})._paid_out()

    def returned(self, holder: str, product: str | None = None) -> Goods:
        """All of a product, or all of everything, back into the box. Rules 37 and 70."""
        kept = {} if product is None else _without(self.cargo(holder), product)
        return self._with(holder, kept)._paid_out()

    def passed_on(self, source: str, target: str) -> Goods:
        """A whole cargo to another holder, tickets and all. Rules 42 and 44."""
        cargo = dict(self.cargo(target))
        tickets = dict(self.tickets.get(target, {}))
        for product, millions in self.cargo(source).items():
            cargo[product] = cargo.get(product, 0) + millions
        for product, pieces in self.tickets.get(source, {}).items():
            tickets[product] = tickets.get(product, NOTHING).plus(pieces)
        worth = {**_without(self.worth, source), **({target: cargo} if cargo else {})}
        held = {**_without(self.tickets, source), **({target: tickets} if tickets else {})}
        return Goods(worth, held)

    def _left(self, product: str) -> Pieces:
        left = TICKETS
        for tickets in self.tickets.values():
            left = left.minus(tickets.get(product, NOTHING))
        return left

    def _with(self, holder: str, cargo: Cargo) -> Goods:
        """The same where a holder has this cargo; tickets of products he has no more go back."""
        worth = {**_without(self.worth, holder), **({holder: cargo} if cargo else {})}
        tickets = {p: t for p, t in self.tickets.get(holder, {}).items() if p in cargo}
        held = {**_without(self.tickets, holder), **({holder: tickets} if tickets else {})}
        return Goods(worth, held)

    def _paid_out(self) -> Goods:
        """The same where the box has given as much of what it owes as its tickets make."""
        goods = self
        for holder, product in [*self._owing()]:
            goods = goods._settled(holder, product)
        return goods

    def _owing(self) -> Iterator[tuple[str, str]]:
        for holder, cargo in self.worth.items():
            yield from ((holder, product) for product in cargo if self.owed(holder, product) > 0)

    def _settled(self, holder: str, product: str) -> Goods:
        box, held = self._left(product), self.held(holder, product)
        for millions in range(min(self.owed(holder, product), box.worth + held.worth), 0, -1):
            way = handover(box, held, millions)
            if way is not None:
                tickets = {
                    **self.tickets.get(holder, {}),
                    product: held.plus(way.gives).minus(way.change),
                }
                return Goods(self.worth, {**self.tickets, holder: tickets})
        return self


Value = TypeVar("Value")


def _without(mapping: Mapping[str, Value], key: str) -> dict[str, Value]:
    return {each: value for each, value in mapping.items() if each != key}
