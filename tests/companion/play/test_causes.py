"""How long a cause is looked for: a record that nobody can explain keeps nobody waiting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.finding import Finding, Severity
from companion.play.corrections.causes import MOST_FOLLOWED, MOST_TRIED, causes
from companion.play.corrections.course import AHEAD, Course, Edit, Inquiry, Kind

OPEN = 12


@pytest.mark.parametrize(
    ("worth_trying", "asked_about"), [(1, OPEN), (MOST_TRIED // 4, 5), (2 * MOST_TRIED, 1)]
)
def test_once_enough_was_tried_no_later_finding_is_asked_about(
    worth_trying: int, asked_about: int
) -> None:
    """The first one always is; how many follow is a matter of what each has to be tried for."""
    asked: list[int] = []

    def found(_: int, event: int) -> Iterator[Finding]:
        yield Finding("wrong", Severity.ILLEGAL, "1")

    def suspects(_: Course[int, int], at: int) -> Iterator[Edit[int]]:
        asked.append(at)
        yield from (Edit(Kind.INSTEAD, at, 1, (1000 + each,)) for each in range(worth_trying))

    inquiry = Inquiry[int, int](lambda state, *_: state + 1, found, suspects)

    assert causes(inquiry, 0, range(OPEN)) == ()
    assert asked == list(range(asked_about))


@pytest.mark.parametrize("right", [1, 2])
def test_what_explains_as_much_at_first_is_told_apart_by_what_comes_long_after(right: int) -> None:
    """Which way a cube went shows when it acts, a hundred facts later."""
    untold, soon, later = 0, 10, 20

    def went(state: int, event: int, _: frozenset[str]) -> int:
        return event if event in (1, 2) else state

    def found(state: int, event: int) -> Iterator[Finding]:
        if (event == soon and state == untold) or (event == later and state != right):
            yield Finding("wrong", Severity.ILLEGAL, "1")

    def suspects(_: Course[int, int], at: int) -> Iterator[Edit[int]]:
        yield from (Edit(Kind.MISSING, at, 0, (way,)) for way in (1, 2))

    facts = [soon, *[30] * (AHEAD + 40), later]
    cause = causes(Inquiry[int, int](went, found, suspects), untold, facts)[0]

    assert cause.edit.put == (right,)
    assert cause.explains == (0, len(facts) - 1)


def test_no_more_facts_are_followed_than_somebody_waits_for() -> None:
    """Each of many corrections shows to be wrong at the very last: those tried first are all."""
    followed, facts = [0], range(AHEAD)

    def found(state: int, event: int) -> Iterator[Finding]:
        followed[0] += 1
        if event == 0 or (event == AHEAD - 1 and state > 0):
            yield Finding("wrong", Severity.ILLEGAL, "1")

    def suspects(_: Course[int, int], at: int) -> Iterator[Edit[int]]:
        yield from (Edit(Kind.INSTEAD, at, 1, (1000 + each,)) for each in range(MOST_FOLLOWED))

    went = Inquiry[int, int](lambda state, event, _: max(state, event - 999), found, suspects)

    assert causes(went, 0, facts) == ()
    assert AHEAD < followed[0] <= MOST_FOLLOWED + 2 * AHEAD


@pytest.mark.parametrize(("other_at", "offers"), [(0, [(2, 1002)]), (2, [])])
def test_only_rivals_at_the_same_fact_make_a_guess(
    other_at: int, offers: list[tuple[int, int]]
) -> None:
    """Which of two things it was nobody knows; an older fact is as good, and less likely."""

    def found(state: int, event: int) -> Iterator[Finding]:
        if event == 2 and state == 0:
            yield Finding("wrong", Severity.ILLEGAL, "1")

    def suspects(_: Course[int, int], at: int) -> Iterator[Edit[int]]:
        yield Edit(Kind.INSTEAD, at, 1, (1002,))
        yield Edit(Kind.EARLIER, other_at, 1, (1000,))

    inquiry = Inquiry[int, int](lambda state, event, _: max(state, event // 1000), found, suspects)
    told = causes(inquiry, 0, range(3))

    assert [(each.edit.at, each.edit.put[0]) for each in told] == offers
