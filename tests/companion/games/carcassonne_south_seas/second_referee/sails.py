"""What a ship's sail asks for: signs, and the goods that pay them. Rules 47 and 48."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

KINDS = ("shell", "banana", "fish")


def sails_of(ships: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """The ships' points and signs, sign by sign."""
    return {
        ship.id: {
            "points": ship.points,
            "fixed": [kind for kind, n in zip(KINDS, ship.fixed, strict=True) for _ in range(n)],
            "alike": list(ship.alike),
            "free": ship.free,
        }
        for ship in ships
    }


def buys(sail: Mapping[str, Any], goods: Mapping[str, int]) -> bool:
    """Whether goods are just what a sail shows: each sign is given one good in turn. 47, 48, A10.

    ``fixed`` are kinds, ``alike`` numbers of signs with one letter each, ``free`` signs of any.
    """
    letters = [letter for letter, number in enumerate(sail["alike"]) for _ in range(number)]
    for meant in product(KINDS, repeat=len(sail["alike"])):
        if len({*meant}) < len(meant):
            continue
        asked = Counter([*sail["fixed"], *(meant[letter] for letter in letters)])
        over = Counter(goods)
        over.subtract(asked)
        if min(over.values()) >= 0 and over.total() == sail["free"]:
            return True
    return False
