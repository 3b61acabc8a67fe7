"""Cards: who still holds one, and which are still in the game. Rules 10 to 13, 33 and 54."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.cards import Deck
from companion.games.long_cours.terms.events import Answered, DirectMove, FightBegun, Storm

Card = Storm | DirectMove | FightBegun | Answered


def card_in_hand(state: State, event: Card) -> Iterator[Finding]:
    """Who has played all his cards has none left. Rules 10 and 33."""
    if not state.captain(event.player).cards:
        yield illegal("no-card-left", "33", player=event.player)


def storm_left(state: State, _: Storm) -> Iterator[Finding]:
    """No more storms blow than were dealt. Rule 33."""
    if state.played.storms >= state.game.cards.storms:
        yield illegal("no-storm-left", "33", count=state.game.cards.storms)


def direct_left(state: State, _: DirectMove) -> Iterator[Finding]:
    """No more direct moves are played than were dealt. Rule 33."""
    if state.played.directs >= state.game.cards.directs:
        yield illegal("no-direct-left", "33", count=state.game.cards.directs)


def fight_card_left(state: State, event: FightBegun | Answered) -> Iterator[Finding]:
    """A fight card is played once (rule 54), and not at all where it was taken out (11 to 13)."""
    if event.card not in state.game.cards.fights:
        taken_out_by = _shortened_by(state)
        yield illegal("fight-card-out", taken_out_by, player=event.player, card=event.card)
    elif event.card in state.played.fights:
        yield illegal("fight-card-gone", "54", player=event.player, card=event.card)


def _shortened_by(state: State) -> str:
    """The rule that takes fight cards out of this game."""
    if state.game.rulings.deck is Deck.FULL:
        return "11"
    return "13" if len(state.players) == 4 else "12"
