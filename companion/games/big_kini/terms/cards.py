"""The action cards: what each names, its order number and its bonus. Rules 92 to 100.

Three of them are in the rules' example, all others are reconstructed: the owner of a box tells his
own (``own_cards``).
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
    """The port's level counts so many more."""
    FREE_MOVE = "free_move"
    """The move costs nothing."""
    MORE_INCOME = "more_income"
    """The factory pays so much more."""
    USED_FACTORY = "used_factory"
    """A factory that was used this round may be used again."""
    ANY_GOODS = "any_goods"
    """A goods tile of any kind from the supply."""
    GOODS_ABROAD = "goods_abroad"
    """Goods of an atoll on which one has a cube, without influence."""
    ANY_VOTES = "any_votes"
    """All kinds of goods count as votes."""
    MORE_VOTES = "more_votes"
    """So many votes more."""
    CHEAPER = "cheaper"
    """A discovery costs so much less."""
    BETTER_CARD = "better_card"
    """One card more is drawn, and the better one kept."""
    OTHER = "other"
    """Something that the program doesn't know: what it allows, the table allows."""


FARTHER_BY, MORE_INCOME, MORE_VOTES, CHEAPER_BY = 1, 2, 2, 2
"""What the cards that come with the program give of what is counted. Rule 95."""
COUNTED: Mapping[Bonus, int] = MappingProxyType(
    {
        Bonus.FARTHER: FARTHER_BY,
        Bonus.MORE_INCOME: MORE_INCOME,
        Bonus.MORE_VOTES: MORE_VOTES,
        Bonus.CHEAPER: CHEAPER_BY,
    }
)
"""The bonuses of which a card gives so many."""


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One action card; ``number`` is its place in the order, ``second``: one more for 2.

    ``bonus`` is None where it gives nothing besides its action; ``count`` is how much it gives.
    """

    id: str
    action: Action
    number: int
    bonus: Bonus | None
    second: bool
    count: int = 1


BONUSES: Mapping[Action, tuple[Bonus, ...]] = MappingProxyType(
    {
        Action.PROLIFERATION: (Bonus.SECOND_COLONIST, Bonus.TO_A_POST),
        Action.MOVE: (Bonus.FARTHER, Bonus.FREE_MOVE),
        Action.INCOME: (Bonus.MORE_INCOME, Bonus.USED_FACTORY),
        Action.GOODS: (Bonus.ANY_GOODS, Bonus.GOODS_ABROAD),
        Action.ELECTION: (Bonus.ANY_VOTES, Bonus.MORE_VOTES),
        Action.DISCOVERY: (Bonus.CHEAPER, Bonus.FARTHER),
        Action.BUY_CARD: (Bonus.BETTER_CARD,),
    }
)
"""The bonuses that a card of each action may have, besides one that is ``OTHER``."""
NUMBERS = (1, 3, 4, 5)
"""The order numbers of the four cards of an action; 2 is the board's."""


def _cards() -> dict[str, ActionCard]:
    """Four of each action: the bonuses take turns, and the first may be done again for 2."""
    cards = dict[str, ActionCard]()
    for action in Action:
        for nth, number in enumerate(NUMBERS):
            bonus = BONUSES[action][nth % len(BONUSES[action])]
            second = nth % 2 == 0 if action is not Action.ELECTION else number != 5
            second = second and action is not Action.BUY_CARD
            called, count = f"k{len(cards) + 1:02}", COUNTED.get(bonus, 1)
            cards[called] = ActionCard(called, action, number, bonus, second, count)
    return cards


CARDS: Mapping[str, ActionCard] = MappingProxyType(_cards())
"""Every card that comes with the program by its id, ``k01`` to ``k28``."""
