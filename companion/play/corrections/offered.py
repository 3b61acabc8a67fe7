"""What a page offers where one correction explains what the rules find: a question and one tap."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.play.corrections.alternatives import act_of
from companion.play.corrections.causes import Cause, causes_of
from companion.play.corrections.course import Course, Edit, Inquiry, Kind, followed, followed_on
from companion.play.game import Data
from companion.play.page.face import Ask
from companion.play.page.lines import OtherWay, Repair
from companion.play.sight import Sight
from companion.play.timeline import Event, State, Step
from companion.records.chapters import Moments

Lights = Callable[[Event], Iterable[str]]
Question = Callable[[Sight[State, Event], Sequence[Step[State, Event]], Edit[Event]], str | None]
WHICH, TOLD_WRONG = "cause:missing-which", "cause:told-wrong"
LATEST = 250
"""Of a long game only so many facts are asked: a slip shows soon."""
KEPT = 4
"""So many tables are remembered with what explains them: every phone asks for the same."""
_kept: deque[tuple[Moments[Any], Course[Any, Any], tuple[Cause[Any], ...]]] = deque(maxlen=KEPT)
_looking = threading.Lock()


def offered_repairs(
    sight: Sight[State, Event],
    inquiry: Inquiry[State, Event],
    lights: Lights[Event],
    question: Question[State, Event] | None = None,
) -> list[Repair]:
    """The corrections worth offering, each with its question, its act, and what it explains.

    ``lights`` are the places of a fact, to light up; ``question`` is what the game asks in its own
    words of some corrections. What has to do with somebody's secret is asked of him alone, and of
    whoever keeps the books.
    """
    moments = sight.table.moments
    if not any(chapter.gist["open"] for chapter in moments.chapters):
        return []
    latest = moments[max(1, len(moments) - LATEST) :]
    steps = [moment.step for moment in latest if moment.step is not None]
    if not any(step.open_findings for step in steps):
        return []
    told = (_as_told(sight, steps, cause) for cause in _causes(sight, inquiry, steps))
    shown = [cause for cause in told if cause is not None]
    own = (question and question(sight, steps, cause.edit) for cause in shown)
    return [_offer(sight, lights, steps, *each) for each in zip(shown, own, strict=True)]


def _causes(
    sight: Sight[State, Event], inquiry: Inquiry[State, Event], steps: list[Step[State, Event]]
) -> tuple[Cause[Event], ...]:
    """What explains a table, looked for once; while it goes on, from where it was followed to."""
    moments, start = sight.table.moments, steps[0].before
    events, allowed = [step.event for step in steps], [step.allowed for step in steps]
    corrected = sight.table.corrected
    put_right = frozenset(at for at, step in enumerate(steps) if step.number in corrected)
    with _looking:
        for known, _, found in _kept:
            if known is moments:
                return found
        courses = (course for _, course, _ in _kept if course.states[0] is start)
        longest = max(courses, key=lambda course: len(course.events), default=None)
        course = (
            followed(inquiry, start, events, allowed, put_right)
            if longest is None
            else followed_on(inquiry, longest, events, allowed, put_right)
        )
        found = causes_of(inquiry, course)
        _kept.append((moments, course, found))
        return found


def _as_told(
    sight: Sight[State, Event], steps: list[Step[State, Event]], cause: Cause[Event]
) -> Cause[Event] | None:
    """The cause without the answers that may not be told here; None if it may not itself."""

    def may_tell(events: Iterable[Event]) -> bool:
        return all(sight.may_tell(sight.game.fact(event)) for event in events)

    edit = cause.edit
    changed = [step.event for step in steps[edit.at : edit.at + edit.out]]
    if not may_tell([*changed, *edit.put]):
        return None
    others = tuple(each for each in cause.others if may_tell(each.put))
    asked = tuple(each for each in cause.asked if may_tell(each.put))
    return cause._replace(others=others, asked=asked)


def _offer(
    sight: Sight[State, Event],
    lights: Lights[Event],
    steps: list[Step[State, Event]],
    cause: Cause[Event],
    own: str | None,
) -> Repair:
    edit = cause.edit
    step = steps[min(edit.at, len(steps) - 1)]
    ask = _word_asked(sight, cause)
    even = ask is None and edit.kind is Kind.MISSING and len(cause.asked) > 1
    others = (*cause.asked, *cause.others) if even else cause.others
    told = [event for way in dict.fromkeys((edit, *others)) for event in _new(way)]
    return Repair(
        edit.kind.value,
        step.number,
        sight.words.say(TOLD_WRONG, seq=step.number)
        if ask is not None and ask.choices
        else own or _question(sight, step, edit, even=even),
        _about(sight, step, edit),
        _act(sight, step.number, edit),
        tuple(steps[at].number for at in cause.explains),
        tuple(place for event in told for place in lights(event)),
        tuple(
            OtherWay(_in_words(sight, step, way.put), _act(sight, step.number, way))
            for way in others
        ),
        ask,
        even,
    )


def _about(sight: Sight[State, Event], step: Step[State, Event], edit: Edit[Event]) -> str:
    """What the fact of the question tells, where that does not: numbers do not stand everywhere."""
    if edit.kind is Kind.WITHOUT:
        return ""
    what = _in_words(sight, step, (step.event,))
    if edit.out and edit.kind is not Kind.EARLIER:
        return what
    return sight.words.say("cause:number", seq=step.number, what=what)


def _new(edit: Edit[Event]) -> tuple[Event, ...]:
    """The facts that a correction tells; those after which one was told stay what they are."""
    return edit.put[:1] if edit.kind is Kind.EARLIER else edit.put


def _question(
    sight: Sight[State, Event], step: Step[State, Event], edit: Edit[Event], *, even: bool
) -> str:
    """Whether it was so; or which of several it was, where nothing speaks for one of them."""
    if even:
        return sight.words.say(WHICH, seq=step.number)
    what = _in_words(sight, step, _new(edit) or (step.event,))
    return sight.words.say(edit.kind.value, seq=step.number, what=what)


def _word_asked(sight: Sight[State, Event], cause: Cause[Event]) -> Ask | None:
    """The word that was told wrong, or how much it was, where several explain as much."""
    word, words = cause.edit.opens, sight.words
    said = [sight.game.fact(each.put[-1])[word] for each in cause.asked]
    whole = [each for each in said if isinstance(each, int)]
    if len(whole) > 1:
        unit = words.plain("cash:unit-of-sum") if words.has("cash:unit-of-sum") else ""
        return Ask(word, words.plain("cause:how-much"), range(min(whole), max(whole) + 1), unit)
    if len(said) < 2 or cause.edit.kind is not Kind.INSTEAD:
        return None
    named = {words.param(word, value): str(value) for value in map(str, reversed(said))}
    choices = tuple((value, name) for name, value in reversed(named.items()))
    return Ask(word, words.plain("cause:which"), choices=choices)


def _in_words(sight: Sight[State, Event], step: Step[State, Event], told: Iterable[Event]) -> str:
    """What is told there, of the table as it lay then."""
    return " ".join(map(sight.words.when(step.before).event, told))


def _act(sight: Sight[State, Event], number: int, edit: Edit[Event]) -> Data:
    return act_of(number, edit.out, [*map(sight.game.fact, edit.put)])
