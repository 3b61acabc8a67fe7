"""Own cards that are told in sentences: one of those that the rules know, for each card."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boards.tiles_board import TilesBoard
from companion.cards.card import LARGEST_NUMBER, Card
from companion.cards.card_form import CardForm, Written
from companion.errors import InputError
from companion.play.words import AnyWords
from web.own_tiles.form import Form, printed_number

DOES, NUMBER, COUNT, BESIDES = "does", "number", "count", "besides"


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A sentence that can be chosen, or ticked, and whether it is."""

    id: str
    said: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card as its form shows it: all that it may do, by headings, and how many of what counts.

    ``next`` is the card that stands after it in the list; empty after the last.
    """

    id: str
    number: str
    doings: tuple[tuple[str, tuple[ShownChoice, ...]], ...]
    count: str
    besides: tuple[ShownChoice, ...]
    next: str


def open_card(board: TilesBoard, card: Card, form: CardForm, words: AnyWords) -> OpenCard:
    """A card of a board with its form filled in."""
    its = form.read(card)
    chosen = its.doing if its else None
    doings = tuple(
        (
            words.named("doings", heading),
            tuple(ShownChoice(each.id, words.doing(each), each == chosen) for each in group),
        )
        for heading, group in form.doings.items()
    )
    besides = tuple(
        ShownChoice(sign, words.named("sign", sign), bool(its and sign in its.besides))
        for sign in form.besides
    )
    after = [*board.cards][[*board.cards].index(card.id) + 1 :]
    counted = its.count if its and its.doing.counted else ""
    return OpenCard(card.id, str(card.number), doings, str(counted), besides, next(iter(after), ""))


def as_typed(shown: OpenCard, form: Form) -> OpenCard:
    """The same with what was typed, so that nothing has to be typed again."""
    doings = tuple(
        (said, tuple(_chosen(each, each.id == form.get(DOES)) for each in group))
        for said, group in shown.doings
    )
    ticked = form.getlist(BESIDES)
    besides = tuple(_chosen(each, each.id in ticked) for each in shown.besides)
    number, count = form.get(NUMBER, ""), form.get(COUNT, "")
    return OpenCard(shown.id, number, doings, count, besides, shown.next)


def card_of(id_: str, form: CardForm, typed: Form) -> Card:
    """The card that was told; raise InputError for what can't be read."""
    doing = form.find(typed.get(DOES, ""))
    if doing is None:
        raise InputError("no-such-doing")
    number = printed_number(typed.get(NUMBER, ""))
    if number is None or not 0 < number <= LARGEST_NUMBER:
        raise InputError("card-number", most=LARGEST_NUMBER)
    count = printed_number(typed.get(COUNT, "")) if doing.counted else 1
    if count is None or not 0 < count <= form.most:
        raise InputError("card-count", most=form.most)
    return form.card(id_, Written(number, doing, count, frozenset(typed.getlist(BESIDES))))


def _chosen(choice: ShownChoice, chosen: bool) -> ShownChoice:
    return ShownChoice(choice.id, choice.said, chosen)
