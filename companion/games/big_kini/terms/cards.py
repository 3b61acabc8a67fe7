"""The action cards: what each names, its order number and its bonus. Rules 92 to 100.

Three of them are in the rules' example, all others are reconstructed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from companion.games.big_kini.terms.actions import Action

PRICE = 1
"""What a card costs. Rule 91."""
COST_OF_SECOND = 2
"""What the second action costs that a card may allow. Rule 96."""


class Bonus(Enum):
    """What a card gives besides its action. Rule 95."""

    SECOND_COLONIST = "second_colonist"
    """A second colonist may be put on the same atoll."""
    TO_A_POST = "to_a_post"
    """The new colonist may go to a free administrator space at once."""
    FARTHER = "farther"
    """The port's level counts one more."""
    FREE_MOVE = "free_move"
    """The move costs nothing."""
    MORE_INCOME = "more_income"
    """The factory pays two more."""
    USED_FACTORY = "used_factory"
    """A factory that was used this round may be used again."""
    ANY_GOODS = "any_goods"
    """A goods tile of any kind from the supply."""
    GOODS_ABROAD = "goods_abroad"
    """Goods of an atoll on which one has a cube, without influence."""
    ANY_VOTES = "any_votes"
    """All kinds of goods count as votes."""
    TWO_VOTES = "two_votes"
    """Two votes more."""
    CHEAPER = "cheaper"
    """A discovery costs two less."""
    BETTER_CARD = "better_card"
    """One card more is drawn, and the better one kept."""


@dataclass(frozen=True, slots=True)
class Card:
    """One action card; ``number`` is its place in the order, ``second``: one more for 2."""

    id: str
    action: Action
    number: int
    bonus: Bonus
    second: bool


BONUSES: Mapping[Action, tuple[Bonus, Bonus]] = MappingProxyType(
    {
        Action.PROLIFERATION: (Bonus.SECOND_COLONIST, Bonus.TO_A_POST),
        Action.MOVE: (Bonus.FARTHER, Bonus.FREE_MOVE),
        Action.INCOME: (Bonus.MORE_INCOME, Bonus.USED_FACTORY),
        Action.GOODS: (Bonus.ANY_GOODS, Bonus.GOODS_ABROAD),
        Action.ELECTION: (Bonus.ANY_VOTES, Bonus.TWO_VOTES),
        Action.DISCOVERY: (Bonus.CHEAPER, Bonus.FARTHER),
        Action.BUY_CARD: (Bonus.BETTER_CARD, Bonus.BETTER_CARD),
    }
)
"""The two bonuses among the cards of each action."""
NUMBERS = (1, 3, 4, 5)
"""The order numbers of the four cards of an action; 2 is the board's."""


def _cards() -> dict[str, Card]:
    """Four of each action: the bonuses take turns, and the first may be done again for 2."""
    cards = dict[str, Card]()
    for action in Action:
        for nth, number in enumerate(NUMBERS):
            bonus = BONUSES[action][nth % 2]
            second = nth % 2 == 0 if action is not Action.ELECTION else number != 5
            second = second and action is not Action.BUY_CARD
            called = f"k{len(cards) + 1:02}"
            cards[called] = Card(called, action, number, bonus, second)
    return cards


CARDS: Mapping[str, Card] = MappingProxyType(_cards())
"""Every card by its id, ``k01`` to ``k28``."""
