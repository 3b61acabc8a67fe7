"""What corrects the record: what an older fact may have been instead, and the act that says so."""

from __future__ import annotations

from collections.abc import Sequence

from companion.finding import Severity
from companion.play.page.lines import Alternative
from companion.play.sight import Sight
from companion.play.timeline import Event, State, Step
from companion.records.record import Fact


def alternatives(sight: Sight[State, Event], step: Step[State, Event]) -> list[Alternative]:
    """What may have happened instead: each in words, with what the rules think of it then."""
    game = sight.game
    offered = dict.fromkeys(game.instead(step.before, step.event))
    offered.pop(step.event, None)
    return [
        Alternative(
            game.fact(event),
            sight.words.when(step.before).event(event),
            not any(
                found.severity is Severity.ILLEGAL for found in game.findings(step.before, event)
            ),
            game.picture(step.before, event),
        )
        for event in offered
    ]


def act_of(number: int, out: int, put: Sequence[Fact]) -> dict[str, object]:
    """The act that puts facts in the place of ``out`` of them, from one's number on.

    One fact is corrected or struck out; several are told anew.
    """
    if out == 1 and not put:
        return {"undo": number}
    if out == 1 and len(put) == 1:
        return {"correct": number, "fact": put[0]}
    return {"mend": {"at": number, "out": out, "put": [*put]}}
