"""Action cards as a board file has them: an owner's are not those of the program. Rule 92.

The signs of a card are its action, its bonus, as often as it counts, and ``second`` where one more
may be bought for 2: ``["income", "more_income", "more_income", "second"]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.boards.tiles_board import TilesBoard
from companion.cards.card import Card
from companion.cards.card_form import CardForm, Doing, Written
from companion.errors import InputError
from companion.games.big_kini.terms.actions import Action
from companion.games.big_kini.terms.cards import BONUSES, CARDS, COUNTED, ActionCard, Bonus
from companion.saying.phrase import AnyOf

SECOND = "second"
"""The sign of a card that lets its action be done again for 2. Rule 96."""


def _doings(action: Action) -> Iterator[Doing]:
    yield Doing((action.value,))
    for bonus in (*BONUSES[action], Bonus.OTHER):
        yield Doing((action.value, bonus.value), bonus in COUNTED)


FORM = CardForm({action.value: tuple(_doings(action)) for action in Action}, (SECOND,))
"""All that the rules can do with a card."""


def printed(card: ActionCard) -> Card:
    """A card as a board file has it."""
    signs = (card.action.value, *((card.bonus.value,) if card.bonus else ()))
    doing = FORM.find(".".join(signs)) or Doing(signs)
    besides = frozenset({SECOND} if card.second else ())
    return FORM.card(card.id, Written(card.number, doing, card.count, besides))


PRINTED = tuple(map(printed, CARDS.values()))
"""The cards of the program as a board file has them."""


def cards_of(board: TilesBoard) -> Mapping[str, ActionCard]:
    """The cards of an owner's box, as his board file tells them; else those of the program.

    Raises InputError where one does what no card can.
    """
    return {id_: _read(card, board) for id_, card in board.cards.items()} or CARDS


def _read(card: Card, board: TilesBoard) -> ActionCard:
    about = {"name": board.name, "card": card.id}
    if not card.number:
        raise InputError("big_kini:card-number", **about)
    actions = [sign for sign in card.signs if sign in FORM.doings]
    if len(actions) != 1:
        raise InputError("big_kini:card-action", **about, known=AnyOf(FORM.doings))
    written = FORM.read(card)
    if written is None:
        signs = AnyOf(doing.signs[1] for doing in FORM.doings[actions[0]][1:])
        about |= {"action": actions[0]}
        raise InputError("big_kini:card-signs", **about, known=signs, most=FORM.most)
    action, *bonus = written.doing.signs
    return ActionCard(
        card.id,
        Action(action),
        card.number,
        Bonus(bonus[0]) if bonus else None,
        SECOND in written.besides,
        written.count,
    )
