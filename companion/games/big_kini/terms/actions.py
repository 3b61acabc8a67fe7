"""The rows of the action board, and what uses each up. Rules 7 and 25 to 29."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from companion.games.big_kini.terms import events as e


class Action(Enum):
    """What a token may be put on, from the top row; the last is the extension's. Rules 7, 90."""

    PROLIFERATION = "proliferation"
    MOVE = "move"
    INCOME = "income"
    GOODS = "goods"
    ELECTION = "election"
    DISCOVERY = "discovery"
    BUY_CARD = "buy_card"


class Column(Enum):
    """The kinds of spaces in a row; the light blue one is the extension's. Rules 27 to 29, 90."""

    DOUBLE = "double"
    STANDARD = "standard"
    PAID = "paid"
    BLUE = "blue"


ROWS = tuple(action for action in Action if action is not Action.BUY_CARD)
"""The rows that dice name, 1 at the top. Rule 87."""
COST_OF_SPACE = 2
"""What a paid space costs. Rule 29."""
BOARD_NUMBER = 2
"""The order number of what the board offers, beside those of cards. Rule 94."""
TIMES: Mapping[Column, int] = MappingProxyType(
    {Column.DOUBLE: 2, Column.STANDARD: 1, Column.PAID: 1, Column.BLUE: 1}
)
"""How often the action may be done there. Rules 27 to 29."""
ACTION_OF: Mapping[type, Action] = MappingProxyType(
    {
        e.Proliferated: Action.PROLIFERATION,
        e.Moved: Action.MOVE,
        e.IncomeTaken: Action.INCOME,
        e.GoodsTaken: Action.GOODS,
        e.GoodsPicked: Action.GOODS,
        e.ElectionCalled: Action.ELECTION,
        e.Discovered: Action.DISCOVERY,
        e.CardBought: Action.BUY_CARD,
    }
)
"""Which action each deed is."""


def space_id(action: Action, column: Column) -> str:
    """The id of a space of the action board."""
    return f"board/{action.value}/{column.value}"


def action_of(space: str) -> Action:
    """The row of a space."""
    return Action(space.split("/")[1])


def column_of(space: str) -> Column:
    """The column of a space."""
    return Column(space.split("/")[2])
