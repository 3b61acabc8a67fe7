"""Cards of one's own, on a table where they are played."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.tiles_board import TilesBoard
from companion.cards.card import Card, by_id
from tests.companion.games.big_kini.tables import BOARD, after, fact, playing_cards


def with_cards(*cards: Card) -> TilesBoard:
    return replace(BOARD, cards=by_id(cards))


def equal_numbers() -> list[tuple[str, str]]:
    """Ann's token, and three cards with the number of the board, turned up Cleo's first."""
    cards = with_cards(*(Card(f"c{n}", 2, ("move",)) for n in range(1, 4)))
    state = playing_cards(("Ann", "c1"), ("Ben", "c2"), ("Cleo", "c3"), board=cards)
    state = after(state, fact("token", space="move/standard"))
    state = after(state, *(fact("play", name) for name in ("Ben", "Cleo", "Ann")))
    state = after(state, fact("reveal", "Cleo", card="c3"), fact("reveal", "Ann", card="c1"))
    state = after(state, fact("reveal", "Ben", card="c2"))
    return [(each.player, each.card) for each in state.turn.doings]
