"""What an owner puts right on his cards: the number, and the signs, one more or one fewer."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from companion.boards.tiles_board import TilesBoard
from companion.cards.card import Card


def with_card(board: TilesBoard, card: Card) -> TilesBoard:
    """The board with this card, in the place of the one of its id, or last."""
    return replace(board, cards={**board.cards, card.id: card})


def with_card_like(board: TilesBoard, card: str) -> TilesBoard:
    """The board with one more card, as this one."""
    ids = (f"{card[0]}{n}" for n in count(len(board.cards) + 1))
    free = next(id_ for id_ in ids if id_ not in board.cards)
    return with_card(board, replace(board.cards[card], id=free))


def without_card(board: TilesBoard, card: str) -> TilesBoard:
    """The board without a card."""
    return replace(board, cards={id_: its for id_, its in board.cards.items() if id_ != card})


def with_sign(card: Card, sign: str) -> Card:
    """The card with one more of a sign, beside those that it has."""
    signs = [*card.signs, sign]
    order = list(dict.fromkeys(signs))
    return replace(card, signs=tuple(sorted(signs, key=order.index)))


def without_sign(card: Card, sign: str) -> Card:
    """The card with one fewer of a sign."""
    signs = [*card.signs]
    if sign in signs:
        signs.remove(sign)
    return replace(card, signs=tuple(signs))
