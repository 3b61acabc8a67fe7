"""What a page offers where one correction explains what the rules find: a question and one tap."""

from __future__ import annotations

import threading
from collections import deque
from functools import partial

from companion.games.clippers.corrections.causes import Cause, causes_of
from companion.games.clippers.corrections.edits import Course, Edit, Kind, followed, followed_on
from companion.games.clippers.page.story_json import LATEST
from companion.games.clippers.page.view import Sight
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.timeline import Moment, Step
from companion.games.clippers.terms.events import StickLaid
from companion.play.corrections.alternatives import act_of
from companion.play.page.lines import Repair
from companion.records.chapters import Moments

KEPT = 4
"""So many tables are remembered with what explains them: every phone asks for the same."""
OF_A_STICK = (Kind.COLOUR, Kind.SPACE, Kind.PLAYER, Kind.OPENS)
"""Questions about one stick, which need not be told whole."""
_kept: deque[tuple[Moments[Moment], Course, tuple[Cause, ...]]] = deque(maxlen=KEPT)
_looking = threading.Lock()


def offered_repairs(sight: Sight) -> list[Repair]:
    """The corrections worth offering, each with its question, its act, and what it explains."""
    moments = sight.table.moments
    if not any(chapter.gist["open"] for chapter in moments.chapters):
        return []
    latest = moments[max(1, len(moments) - LATEST) :]
    steps = [moment.step for moment in latest if moment.step is not None]
    return [_offer(sight, steps, cause) for cause in _causes(moments, steps)]


def _causes(moments: Moments[Moment], steps: list[Step]) -> tuple[Cause, ...]:
    if not any(step.open_findings for step in steps):
        return ()
    events = [step.event for step in steps]
    allowed = [step.allowed for step in steps]
    with _looking:
        for known, _, found in _kept:
            if known is moments:
                return found
        courses = (course for _, course, _ in _kept if course.states[0] is steps[0].before)
        known_course = max(courses, key=lambda course: len(course.events), default=None)
        course = (
            followed(steps[0].before, events, allowed)
            if known_course is None
            else followed_on(known_course, events, allowed)
        )
        found = causes_of(course)
        _kept.append((moments, course, found))
        return found


def _offer(sight: Sight, steps: list[Step], cause: Cause) -> Repair:
    edit = cause.edit
    return Repair(
        edit.kind.value,
        steps[min(edit.at, len(steps) - 1)].number,
        _question(sight, steps, edit),
        sight.words.event(steps[edit.at].event) if edit.out else "",
        act_of(steps[edit.at].number, edit.out, [*map(event_json, edit.put)]),
        tuple(steps[at].number for at in cause.explains),
        tuple(event.space for event in edit.put if isinstance(event, StickLaid)),
    )


def _question(sight: Sight, steps: list[Step], edit: Edit) -> str:
    words, step = sight.words, steps[edit.at]
    say = partial(words.say, edit.kind.value, seq=step.number)
    new = edit.put[0] if edit.put else step.event
    if isinstance(new, StickLaid) and edit.kind in (
        Kind.COLOUR,
        Kind.SPACE,
        Kind.PLAYER,
        Kind.OPENS,
    ):
        company = words.named("company", new.company)
        return say(company=company, where=words.place(new.space), player=new.player)
    if edit.kind is Kind.ORDER:
        return say(other=steps[edit.at + 1].number)
    told = edit.put or (step.event,)
    return say(what=" ".join(map(words.event, told)))
