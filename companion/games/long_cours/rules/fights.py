"""Fights. Rules 49 to 57, points A6 and A8."""

from __future__ import annotations

from collections.abc import Iterator

from companion.finding import Finding, illegal
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.cards import strength
from companion.games.long_cours.terms.events import Answered, FightBegun, GaveUp


def with_another(state: State, event: FightBegun) -> Iterator[Finding]:
    """One fights with somebody else, whose ship lies in the same port. Rule 49, point A6."""
    mine, other = (state.captain(name) for name in (event.player, event.opponent))
    if mine is other:
        yield illegal("fights-himself", "49", player=event.player)
    elif mine.at is not None and mine.at != other.at:
        yield illegal("not-together", "49", mine.at, player=event.player, other=event.opponent)


def in_a_port(state: State, event: FightBegun) -> Iterator[Finding]:
    """No fight on a white rectangle, unless the table rules so. Point A8."""
    at = state.captain(event.player).at
    if at is None or state.game.rulings.fights_on_rectangles:
        return
    if not state.game.board.stops[at].is_port:
        yield illegal("fight-on-rectangle", "A8", at, player=event.player)


def fight_is_on(state: State, event: Answered | GaveUp) -> Iterator[Finding]:
    """Who was struck last answers, or gives up. Rules 49 and 50."""
    if state.fight is None:
        yield illegal("no-fight", "49", player=event.player)
    elif event.player != state.fight.answers:
        yield illegal("another-answers", "50", player=event.player, answers=state.fight.answers)


def stronger(state: State, event: Answered) -> Iterator[Finding]:
    """Each card is stronger than the one just played. Rule 51."""
    if state.fight and strength(event.card) <= strength(state.fight.card):
        yield illegal(
            "not-stronger", "51", player=event.player, card=event.card, last=state.fight.card
        )
