"""The end: one alone is left, or nobody can be caught any more. Rule 76, point A15."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import EndAgreed


def is_stalemate(state: State) -> bool:
    """Whether the corsair is nobody's and no storm card is left. Rules 33 and 72, point A15.

    What a sunk player held has left the game: where nobody afloat has a card, none is a storm.
    """
    spent = state.played.storms >= state.game.cards.storms
    nobody_holds = not any(captain.cards for captain in state.captains if captain.plays)
    return (spent or nobody_holds) and state.corsair.owner is None and not state.over


def end_as_ruled(state: State, event: EndAgreed) -> Iterator[Finding]:
    """A table may end on wealth if it rules so, when no storm is left. Point A15."""
    if not state.game.rulings.end_on_wealth:
        yield illegal("no-end-on-wealth", "A15", player=event.player)
    elif not is_stalemate(state):
        yield illegal("no-stalemate", "A15", player=event.player)
