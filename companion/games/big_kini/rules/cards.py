"""Action cards. Rules 90 to 100 and 104."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, Severity, illegal
from companion.games.big_kini.course.cards import holders, may_be, may_come, needs_no_token
from companion.games.big_kini.course.money import can_pay
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.actions import action_of
from companion.games.big_kini.terms.cards import COST_OF_SECOND, PRICE
from companion.games.big_kini.terms.events import (
    BoughtAgain,
    CardBought,
    CardLaid,
    CardRevealed,
    CardTurnedUp,
    NoCard,
    WithCards,
)

HELD_ALREADY = "card-held-already"
"""The code of what rests on the cards of several hands."""


def with_cards(state: State, event: WithCards | CardBought | CardTurnedUp) -> Iterator[Finding]:
    """Only where the table plays with cards. Rule 92."""
    if not state.game.rulings.cards:
        yield illegal("no-cards", "92", player=event.player)


def says_in_turn(state: State, event: CardLaid | NoCard) -> Iterator[Finding]:
    """The others in turn order, then the token's owner. Rule 93.

    Who has laid a card that can't be played here takes it back.
    """
    asked = state.turn.asked
    if isinstance(event, NoCard) and event.player in state.turn.laid:
        if _has_such_card(state, event.player):
            yield illegal("not-asked", "93", player=event.player)
    elif event.player not in asked:
        yield illegal("not-asked", "93", player=event.player)
    elif event.player != asked[0]:
        yield illegal("says-later", "93", player=event.player, other=asked[0])


def card_of_this_action(state: State, event: CardLaid) -> Iterator[Finding]:
    """Only cards of the action at hand may be played. Rule 93."""
    if state.turn.asked and not _has_such_card(state, event.player):
        yield illegal("no-such-card", "93", player=event.player)


def _has_such_card(state: State, player: str) -> bool:
    space = state.turn.space
    action = action_of(space) if space else None
    return any(state.game.cards[card].action is action for card in state.hand(player).cards)


def card_in_hand(state: State, event: CardRevealed) -> Iterator[Finding]:
    """Nobody plays a card that he does not have. Rule 92."""
    if event.card not in state.hand(event.player).cards:
        yield illegal("card-not-in-hand", "92", player=event.player, card=event.card)


def card_was_laid(state: State, event: CardRevealed) -> Iterator[Finding]:
    """A card is turned up when all have said, and it names this action. Rules 93 and 104."""
    turn, player = state.turn, event.player
    action = state.game.cards[event.card].action
    if not turn.space and state.game.players == 1:
        if turn.doings or not needs_no_token(state, event.card):
            yield illegal("card-needs-token", "104", player=player, card=event.card)
    elif turn.asked:
        yield illegal("says-first", "93", player=player, other=turn.asked[0])
    elif player not in turn.laid:
        yield illegal("card-not-laid", "93", player=player, card=event.card)
    elif action is not action_of(turn.space):
        yield illegal("card-of-other-action", "93", player=player, card=event.card)


def second_allowed(state: State, event: BoughtAgain) -> Iterator[Finding]:
    """A second action follows at once where the card allows it. Rule 96.

    A second colonist of the card's bonus may be left out before (rule 95).
    """
    doing = state.doing
    mine = doing is not None and doing.player == event.player and doing.again
    if doing is None or not mine or (doing.left and not doing.cell):
        yield illegal("no-second", "96", player=event.player)
    elif not can_pay(state, event.player, COST_OF_SECOND):
        yield illegal("no-money", "96", player=event.player, amount=COST_OF_SECOND)


def card_paid(state: State, event: CardBought) -> Iterator[Finding]:
    """A card costs one. Rule 91."""
    if not can_pay(state, event.player, PRICE):
        yield illegal("no-money", "91", player=event.player, amount=PRICE)


def card_in_deck(state: State, event: CardBought) -> Iterator[Finding]:
    """There is one of each: none comes that lies open, or that its player has. Rule 92."""
    known = may_come(state, event.player)
    if may_be(state, event.card, event.player) not in known:
        yield illegal("card-in-no-deck", "92", player=event.player)


def in_no_hand(state: State, event: CardBought | CardTurnedUp) -> Iterator[Finding]:
    """None comes that somebody holds: one of the two cards was told wrong. Rule 92.

    Both are secret: whoever keeps the bank alone is told.
    """
    asked = event.player if isinstance(event, CardBought) else ""
    card = may_be(state, event.card, asked)
    if card in may_come(state, asked):
        for other in holders(state, card)[:1]:
            about = {"player": event.player, "card": card, "other": other}
            yield Finding(HELD_ALREADY, Severity.ILLEGAL, "92", (), about, "card-told-wrong")
