"""The action board: which spaces may be used, what they cost, what is blocked. Rules 25 to 29."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.big_kini.course.cards import to_be_asked
from companion.games.big_kini.course.money import paid_to_bank
from companion.games.big_kini.state.state import NEUTRAL, Game, State
from companion.games.big_kini.state.turn import Doing, Turn
from companion.games.big_kini.terms.actions import (
    COST_OF_SPACE,
    ROWS,
    TIMES,
    Action,
    Column,
    action_of,
    column_of,
    space_id,
)

ONLY_DOUBLE = (1, 2)
"""So many players use the double spaces alone. Rules 26 and 102."""
WITH_EXTENSION = (5, 6)
BLUE_IS_FREE = 6
"""With so many players the light blue space costs nothing. Rule 90."""


def columns(game: Game) -> tuple[Column, ...]:
    """The kinds of spaces that so many players use."""
    if game.players in ONLY_DOUBLE:
        return (Column.DOUBLE,)
    usual = (Column.DOUBLE, Column.STANDARD, Column.PAID)
    return (*usual, Column.BLUE) if game.players in WITH_EXTENSION else usual


def actions(game: Game) -> tuple[Action, ...]:
    """The rows that are played with: cards may be bought only where there are any. Rule 90."""
    return tuple(Action) if game.rulings.cards else ROWS


def in_use(game: Game) -> Iterator[str]:
    """The spaces that are played with, row by row."""
    spaces = (space_id(action, column) for action in actions(game) for column in columns(game))
    return (space for space in spaces if space in game.board.places)


def left_out(game: Game) -> frozenset[str]:
    """The spaces of the extension's board with which nobody plays: its row, its column. Rule 90."""
    spaces = (
        space_id(action, column)
        for action in Action
        for column in Column
        if action is Action.BUY_CARD or column is Column.BLUE
    )
    return frozenset(spaces) - frozenset(in_use(game))


def is_free(state: State, space: str) -> bool:
    """Whether no token lies there, neither a player's nor one that blocks it."""
    return space not in state.tokens


def cost(game: Game, space: str) -> int:
    """What has to be paid first. Rules 29 and 90."""
    match column_of(space):
        case Column.PAID:
            return COST_OF_SPACE
        case Column.BLUE:
            return 0 if game.players == BLUE_IS_FREE else COST_OF_SPACE
    return 0


def token_placed(state: State, player: str, space: str) -> State:
    """A token lies on a space, its cost is paid, and its action is to be done. Rules 25 to 29.

    With cards the others say first whether they play one. Rule 93.
    """
    state = paid_to_bank(state, player, cost(state.game, space), "space", space)
    action = action_of(space)
    doing = Doing(player, action, TIMES[column_of(space)])
    turn = Turn(space, to_be_asked(state, player), doings=(doing,))
    return replace(state, tokens={**state.tokens, space: player}, turn=turn)


def only_space(state: State, action: Action) -> str | None:
    """The one free space on which a token for an action can lie; None where there are several."""
    free = [
        each for each in in_use(state.game) if action_of(each) is action and is_free(state, each)
    ]
    return free[0] if len(free) == 1 else None


def finds_no_space(state: State) -> bool:
    """Whether a token is to be placed and none can be: more were than there are turns."""
    waits = not (state.turn.space or state.turn.doings)
    return waits and not any(is_free(state, space) for space in in_use(state.game))


def blocked(state: State, named: tuple[Action, ...]) -> State:
    """Neutral tokens lie on the spaces of these actions; one where one is named twice. Rule 87."""
    column = Column.DOUBLE if state.game.players == 1 else Column.STANDARD
    spaces = (space_id(action, column) for action in dict.fromkeys(named))
    neutral = {space: NEUTRAL for space in spaces if space in state.game.board.places}
    return replace(state, tokens={**state.tokens, **neutral})
