"""How turns and rounds follow each other, and when the game is over. Rules 25, 68 to 73."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.course.cards import drawn, may_be, may_come, needs_no_token
from companion.games.big_kini.course.setup import has_settled
from companion.games.big_kini.course.spaces import blocked
from companion.games.big_kini.state.atolls import STORE
from companion.games.big_kini.state.reach import island_at
from companion.games.big_kini.state.state import TOKENS, Game, Phase, State
from companion.games.big_kini.state.turn import Turn
from companion.games.big_kini.terms.actions import ROWS
from companion.games.big_kini.terms.rulings import Blocked, Length

LAST_ROUND = 12
LAST_ROUND_ALONE = 10
"""A solo game has so many rounds exactly. Rule 101."""
FEW_CARDS_UNTIL = 2
"""In so many first rounds of a solo game two cards are turned up, then three. Rule 103."""


def last_round(game: Game) -> int:
    """The number of the last round. Rules 73 and 101."""
    return LAST_ROUND_ALONE if game.players == 1 else LAST_ROUND


def cards_to_turn_up(state: State) -> int:
    """How many cards name the actions that are blocked this round. Rules 88 and 103."""
    if state.game.players == 1:
        return 2 if state.round <= FEW_CARDS_UNTIL else 3
    rulings = state.game.rulings
    return 2 if rulings.cards and rulings.blocked is Blocked.TWO else 0


def throws_dice(state: State) -> bool:
    """Whether two dice name the spaces that are blocked. Rule 87."""
    rulings = state.game.rulings
    return not rulings.cards and rulings.blocked is Blocked.TWO


def begun(state: State) -> State:
    """A round begins: first it is said what is blocked."""
    waits = (cards_to_turn_up(state) and may_come(state)) or throws_dice(state)
    return replace(state, phase=Phase.BLOCKING if waits else Phase.PLAYING)


def settled_on(state: State) -> State:
    """The first round begins when everybody has put down his first cubes. Rule 24."""
    if state.phase is not Phase.SETTLING:
        return state
    ready = all(has_settled(state, player) for player in state.players)
    return begun(state) if ready else state


def thrown(state: State, first: int, second: int) -> State:
    """Two dice block the standard spaces of these rows, 1 at the top. Rule 87."""
    state = blocked(state, (ROWS[first - 1], ROWS[second - 1]))
    return replace(state, phase=Phase.PLAYING) if state.phase is Phase.BLOCKING else state


def turned_up(state: State, card: str) -> State:
    """A card names an action that is blocked this round. Rules 88 and 103, point A12."""
    card = may_be(state, card)
    state = drawn(state, card)
    up = (*state.turned_up, card)
    state = replace(state, turned_up=up, played=(*state.played, card))
    state = blocked(state, (state.game.cards[card].action,))
    last = len(state.turned_up) >= cards_to_turn_up(state) or not may_come(state)
    if state.phase is Phase.BLOCKING and last:
        state = replace(state, phase=Phase.PLAYING)
    return state


def turn_over(state: State) -> State:
    """The next token is to be placed; after the last one's turn the round is over. Rule 25."""
    return over_by_itself(replace(state, placed=state.placed + 1, turn=Turn(), election=None))


def is_spent(state: State) -> bool:
    """Whether every token of the round has had its turn, and cards alone may be played still.

    Rule 104, point A19.
    """
    last = state.placed >= TOKENS * state.game.players
    return last and state.phase is Phase.PLAYING and not state.turn.space


def over_by_itself(state: State) -> State:
    """The next round, where every token had its turn and no card can be played without one."""
    if not is_spent(state) or may_play_on(state):
        return state
    return round_over(state)


def may_play_on(state: State) -> bool:
    """Whether somebody has a card in his hand that takes no token. Rule 104."""
    return any(needs_no_token(state, card) for hand in state.hands.values() for card in hand.cards)


def round_over(state: State) -> State:
    """Tokens go home, goods are laid, the first-player marker moves on. Rules 68 to 72."""
    state = replace(refilled(state), tokens={}, used={}, held=frozenset(), turned_up=(), placed=0)
    if is_last(state):
        counting = Phase.COUNTING if state.bank is None else Phase.OVER
        return replace(state, phase=counting)
    first = (state.first + 1) % state.game.players
    return begun(replace(state, first=first, round=state.round + 1))


def is_last(state: State) -> bool:
    """Whether the game is over with this round. Rules 73, 79b and 101."""
    if state.round >= last_round(state.game):
        return True
    always = state.game.players == 1 or state.game.rulings.length is Length.ALWAYS_12
    return not always and not state.hidden


def refilled(state: State) -> State:
    """A goods tile lies on every empty goods space, as far as there are any. Rule 69, A11."""
    for cell in state.tiles:
        for place in state.places_at(cell, STORE):
            state = with_goods(state, place)
    return state


def with_goods(state: State, place: str) -> State:
    """A goods tile of its kind lies on a goods space, where there is one left. Rule 67."""
    island = island_at(state, place)
    if island is None or place in state.goods or state.supply[island.goods] < 1:
        return state
    return replace(state, goods={**state.goods, place: island.goods})
