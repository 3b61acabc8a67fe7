"""Goods as drawings, beside the words that say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from companion.games.carcassonne_south_seas.page.words import Words
from companion.games.carcassonne_south_seas.terms.goods import GOODS, LARGE, tokens
from companion.games.carcassonne_south_seas.terms.ships import Ship, card_of
from companion.play.page.face import Holding, Token


def held(words: Words, goods: Mapping[str, int]) -> tuple[Holding, ...]:
    """What lies before a player: of each kind the fewest tokens, large and small. Rule 3."""
    return tuple(
        Holding(words.goods(kind, number), words.held(kind, number), tuple(_fewest(kind, number)))
        for kind, number in goods.items()
        if number
    )


def _fewest(kind: str, number: int) -> Iterator[Token]:
    large, small = tokens(number)
    if large:
        yield Token(kind, large, LARGE)
    if small:
        yield Token(kind, small)


def sail(ship: Ship) -> tuple[Token, ...]:
    """What is on a sail: goods, letters for goods of one kind, and those that may be any."""
    return tuple(Token(sign, len([*each])) for sign, each in groupby(card_of(ship).signs))


def paid(goods: Mapping[str, int]) -> tuple[Token, ...]:
    """Goods as they are counted one by one."""
    return tuple(Token(kind, goods[kind]) for kind in GOODS if goods.get(kind))
