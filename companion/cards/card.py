"""What lies beside a board and is printed: cards, ship tokens, each with a number and signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.files.fields import Field, each_once
from companion.saying.phrase import Phrase

MOST_CARDS, MOST_SIGNS, LARGEST_NUMBER = 500, 20, 999


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its number, and the signs on it, as often as they are printed.

    What they mean is the game's.
    """

    id: str
    number: int
    signs: tuple[str, ...] = ()


def read_cards(field: Field) -> dict[str, Card]:
    """The cards of a board file, by their ids; there may be none."""
    cards = [_card(each) for each in field.items(0, MOST_CARDS)]
    ids = ((here.get("id"), card.id) for here, card in zip(field.children(), cards, strict=True))
    each_once([*ids], Phrase("another-card"))
    return by_id(cards)


def by_id(cards: Iterable[Card]) -> dict[str, Card]:
    """Cards by their ids."""
    return {card.id: card for card in cards}


def cards_json(cards: Mapping[str, Card]) -> list[dict[str, object]]:
    """Cards as a board file has them."""
    return [
        {"id": each.id, "number": each.number, "signs": list(each.signs)} for each in cards.values()
    ]


def _card(field: Field) -> Card:
    field.is_object()
    signs = field.get("signs").items(0, MOST_SIGNS)
    number = field.get("number").whole(0, LARGEST_NUMBER)
    return Card(field.get("id").id(), number, tuple(each.id() for each in signs))
