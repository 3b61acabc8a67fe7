"""What an older fact may have been instead: offered when somebody corrects the record."""

from __future__ import annotations

from companion.finding import Severity
from companion.play.page.lines import Alternative
from companion.play.sight import Sight
from companion.play.timeline import Event, State, Step


def alternatives(sight: Sight[State, Event], step: Step[State, Event]) -> list[Alternative]:
    """What may have happened instead: each in words, with what the rules think of it then."""
    game = sight.game
    offered = dict.fromkeys(game.instead(step.before, step.event))
    offered.pop(step.event, None)
    return [
        Alternative(
            game.fact(event),
            sight.words.event(event),
            not any(
                found.severity is Severity.ILLEGAL for found in game.findings(step.before, event)
            ),
        )
        for event in offered
    ]
