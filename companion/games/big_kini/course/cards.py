"""Action cards: who is asked, what is turned up, in which order all is done. Rules 92 to 100."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.big_kini.course.money import paid_to_bank
from companion.games.big_kini.state.state import NEUTRAL, State
from companion.games.big_kini.state.turn import Doing, Turn
from companion.games.big_kini.terms.actions import BOARD_NUMBER, Column, space_id
from companion.games.big_kini.terms.cards import COST_OF_SECOND, PRICE


def to_be_asked(state: State, player: str) -> tuple[str, ...]:
    """Who says whether he plays a card: the others in turn order, then the token's owner. Rule 93.

    Who has none is not asked; how many cards somebody has all can see.
    """
    if not state.game.rulings.cards:
        return ()
    order = (*state.round_from(player)[1:], player)
    return tuple(name for name in order if state.hand(name).cards)


def needs_no_token(state: State, card: str) -> bool:
    """Whether a card is played without a token: alone, where its action is blocked. Rule 104."""
    space = space_id(state.game.cards[card].action, Column.DOUBLE)
    return state.game.players == 1 and state.tokens.get(space) == NEUTRAL


def may_come(state: State, player: str = "") -> tuple[str, ...]:
    """The cards that may be drawn, as far as a player can know; as all can where nobody is named.

    What others hold he can't tell apart from the deck. How many cards they hold all see: so all
    know when the deck is empty, and those that were played are shuffled again.
    """
    own = state.hand(player).cards
    held = sum(len(hand.cards) for hand in state.hands.values())
    if held + len(state.played) < len(state.game.cards):
        here = (card for card in state.game.cards if card not in state.played)
    else:
        here = (card for card in state.played if card not in state.turned_up)
    there = {*here} - {*own}
    return tuple(card for card in state.game.cards if card in there)


def may_be(state: State, card: str, player: str = "") -> str:
    """The card that may be drawn, if one is told: itself, or one alike that is not out yet."""
    here = may_come(state, player)
    alike = (each for each in here if is_alike(state, each, card))
    return card if card in here else next(alike, card)


def is_alike(state: State, one: str, other: str) -> bool:
    """Whether nobody can tell two cards apart."""
    cards = state.game.cards
    return replace(cards[one], id="") == replace(cards[other], id="")


def holders(state: State, card: str) -> tuple[str, ...]:
    """Who has such a card in his hand, if by that there is none left to draw; else nobody."""
    out = (*state.turned_up,) if card in state.played else state.played
    by_hand = {name: hand.cards for name, hand in state.hands.items()}
    lie = [*out, *(each for cards in by_hand.values() for each in cards)]
    left = sum(is_alike(state, each, card) for each in state.game.cards)
    left -= sum(is_alike(state, each, card) for each in lie)
    if left > 0:
        return ()
    return tuple(
        name
        for name, cards in by_hand.items()
        if any(is_alike(state, each, card) for each in cards)
    )


def drawn(state: State, card: str) -> State:
    """A card leaves the deck; it was shuffled again where it held none any more."""
    return replace(state, played=state.turned_up) if card in state.played else state


def bought(state: State, player: str, card: str) -> State:
    """A player pays for a card and takes it on his hand. Rule 91."""
    card = may_be(state, card, player)
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
    out = _not_yet_out(state, card)
    told, turn = state.game.cards[card], state.turn
    doing = Doing(player, told.action, 1, card, fresh=True, again=told.second)
    doings = sorted((*turn.doings, doing), key=partial(_number, state))
    still = tuple(name for name in turn.laid if name != player)
    turn = replace(turn, laid=still, doings=tuple(doings))
    return replace(state, turn=turn, played=(*state.played, out))


def _not_yet_out(state: State, card: str) -> str:
    """The card that a turned up one is, where one alike was told by its name before."""
    others = (each for each in state.game.cards if each not in state.played)
    alike = (each for each in others if is_alike(state, each, card))
    return next(alike, card) if card in state.played else card


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
