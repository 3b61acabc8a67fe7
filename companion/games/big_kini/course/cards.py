"""Action cards: who is asked, what is turned up, in which order all is done. Rules 92 to 100."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.big_kini.course.money import paid_to_bank
from companion.games.big_kini.state.state import State
from companion.games.big_kini.state.turn import Doing, Turn
from companion.games.big_kini.terms.actions import BOARD_NUMBER
from companion.games.big_kini.terms.cards import COST_OF_SECOND, PRICE


def to_be_asked(state: State, player: str) -> tuple[str, ...]:
    """Who says whether he plays a card: the others in turn order, then the token's owner. Rule 93.

    Who has none is not asked; how many cards somebody has all can see.
    """
    if not state.game.rulings.cards:
        return ()
    order = (*state.round_from(player)[1:], player)
    return tuple(name for name in order if state.hand(name).cards)


def deck(state: State) -> tuple[str, ...]:
    """The cards that may be drawn: when all are gone, those that were played are shuffled again."""
    held = {card for hand in state.hands.values() for card in hand.cards}
    every = [card for card in state.game.cards if card not in held]
    unseen = tuple(card for card in every if card not in state.played)
    return unseen or tuple(card for card in every if card not in state.turned_up)


def drawn(state: State, card: str) -> State:
    """A card leaves the deck; it was shuffled again where it held none any more."""
    return replace(state, played=state.turned_up) if card in state.played else state


def bought(state: State, player: str, card: str) -> State:
    """A player pays for a card and takes it on his hand. Rule 91."""
    state = paid_to_bank(drawn(state, card), player, PRICE, "card")
    hand = state.hand(player)
    return state.with_hand(player, replace(hand, cards=(*hand.cards, card)))


def laid(state: State, player: str) -> State:
    """A player's card lies face down before him, where there is a token to play it on. Rule 93."""
    turn = state.turn
    if not (turn.space and state.game.rulings.cards) or player in turn.laid:
        return state
    return _asked_on(state, player, replace(turn, laid=(*turn.laid, player)))


def not_played(state: State, player: str) -> State:
    """A player plays none, or takes back what he has laid."""
    laid = tuple(name for name in state.turn.laid if name != player)
    return _asked_on(state, player, replace(state.turn, laid=laid))


def _asked_on(state: State, player: str, turn: Turn) -> State:
    asked = tuple(name for name in turn.asked if name != player)
    return replace(state, turn=replace(turn, asked=asked))


def revealed(state: State, player: str, card: str) -> State:
    """A card is turned up; when the last is, all that is to be done is in order. Rules 93, 94."""
    if not state.game.rulings.cards:
        return state
    hand = state.hand(player)
    left = tuple(each for each in hand.cards if each != card)
    state = state.with_hand(player, replace(hand, cards=left))
    told, turn = state.game.cards[card], state.turn
    doing = Doing(player, told.action, 1, card, fresh=True, again=told.second)
    doings = sorted((*turn.doings, doing), key=partial(_number, state))
    still = tuple(name for name in turn.laid if name != player)
    turn = replace(turn, laid=still, doings=tuple(doings))
    return replace(state, turn=turn, played=(*state.played, card))


def _number(state: State, doing: Doing) -> int:
    return state.game.cards[doing.card].number if doing.card else BOARD_NUMBER


def bought_again(state: State, player: str) -> State:
    """The second action that a card allows is paid for; it has no bonus. Rules 96 and 97.

    A second colonist that might have been put down before is forgone.
    """
    doing = state.doing
    state = paid_to_bank(state, player, COST_OF_SECOND, "second")
    if doing is None or doing.player != player or not doing.again:
        return state
    left = 0 if doing.cell else doing.left
    more = replace(doing, left=left + 1, again=False, fresh=False, cell="")
    return replace(state, turn=state.turn.now(more))
