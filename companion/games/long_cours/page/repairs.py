"""What a page offers where one correction explains what the rules find: a question and one tap."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.long_cours.corrections.causes import Cause, causes
from companion.games.long_cours.corrections.course import Edit
from companion.games.long_cours.record.event_json import event_json
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from companion.play.correcting import act_of
from companion.play.game import Data
from companion.play.page.lines import OtherWay, Repair
from companion.play.sight import Sight
from companion.play.timeline import Step

LATEST = 250
"""Of a long game only so many facts are asked: a slip shows soon."""


def offered_repairs(sight: Sight[State, Event]) -> list[Repair]:
    """The corrections worth offering, each with its question, its act, and what it explains."""
    moments = sight.table.moments
    if not any(chapter.gist["open"] for chapter in moments.chapters):
        return []
    latest = moments[max(1, len(moments) - LATEST) :]
    steps = [moment.step for moment in latest if moment.step is not None]
    if not any(step.open_findings for step in steps):
        return []
    events, allowed = [step.event for step in steps], [step.allowed for step in steps]
    found = causes(steps[0].before, events, allowed)
    return [_offer(sight, steps, cause) for cause in found]


def _offer(sight: Sight[State, Event], steps: list[Step[State, Event]], cause: Cause) -> Repair:
    edit = cause.edit
    step = steps[min(edit.at, len(steps) - 1)]
    what = _in_words(sight, edit.put or (step.event,))
    ways = (edit, *cause.others)
    return Repair(
        edit.kind.value,
        step.number,
        sight.words.say(edit.kind.value, seq=step.number, what=what),
        sight.words.event(step.event) if edit.out else "",
        _act(step.number, edit),
        tuple(steps[at].number for at in cause.explains),
        tuple(stop for way in ways for event in way.put if (stop := getattr(event, "stop", None))),
        tuple(OtherWay(_in_words(sight, way.put), _act(step.number, way)) for way in cause.others),
    )


def _in_words(sight: Sight[State, Event], told: Iterable[Event]) -> str:
    return " ".join(map(sight.words.event, told))


def _act(number: int, edit: Edit) -> Data:
    return act_of(number, edit.out, [*map(event_json, edit.put)])
