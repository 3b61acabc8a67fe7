"""Which boards that are scored from photos are kept, and which makes room for another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from calibration.setup import Setup
from tests.web.photo_score.bench import Bench
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import BOARD, PLAYERS, seen
from vision.alignment.reference import Reference
from web.host.roles import Role
from web.photo_score import cases as kept_cases
from web.photo_score.case import Case, HandedInPhoto
from web.photo_score.cases import KEPT_S, MOST_CASES, Cases
from web.photo_score.unused import NO_PHOTO


def test_few_photos_are_kept_and_not_for_long() -> None:
    now = [0.0]
    cases = Cases(lambda: now[0])
    first = cases.begin(BOARD)
    assert first is not None
    for _ in range(MOST_CASES):
        now[0] += 1
        last = cases.begin(BOARD)
    assert last is not None

    assert cases.get(first.id) is None
    assert cases.get(last.id) is not None
    now[0] += KEPT_S + 1
    assert cases.get(last.id) is None


def test_large_photos_make_room_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_cases, "MOST_HELD_BYTES", 250)
    now = [0.0]
    cases = Cases(lambda: now[0])
    begun = []
    for _ in range(3):
        now[0] += 1
        opened = cases.begin(BOARD)
        assert opened is not None
        cases.change(opened.id, lambda now: now.handed_in("final", bytes([1] * 100)))
        begun.append(opened.id)

    assert [cases.peek(number) is not None for number in begun] == [False, True, True]


def test_what_still_waits_is_not_thrown_away_for_what_comes() -> None:
    cases = Cases()
    for _ in range(MOST_CASES):
        assert cases.begin(BOARD, example=1) is not None

    assert cases.begin(BOARD) is None


def known() -> Setup:
    view = seen().view
    return Setup(Reference(view.photo, view.pose))


@pytest.mark.parametrize(
    ("given", "stays"),
    [
        pytest.param(lambda case: replace(case, setup=known()), True, id="the empty board"),
        pytest.param(
            lambda case: replace(case, finished=(HandedInPhoto(jpeg()),)),
            True,
            id="the finished board",
        ),
        pytest.param(lambda case: replace(case, players=PLAYERS), True, id="who played"),
        pytest.param(lambda case: replace(case, fault=NO_PHOTO), False, id="no photo"),
        pytest.param(lambda case: case, False, id="nothing"),
    ],
)
@pytest.mark.parametrize("of_the_evening", [None, known()], ids=["unknown", "known"])
def test_what_holds_something_is_not_thrown_away_for_empty_ones(
    given: Callable[[Case], Case], stays: bool, of_the_evening: Setup | None
) -> None:
    now = [0.0]
    cases = Cases(lambda: now[0])
    first = cases.begin(BOARD, of_the_evening)
    assert first is not None
    cases.change(first.id, given)
    for _ in range(2 * MOST_CASES):
        now[0] += 1
        assert cases.begin(BOARD, of_the_evening) is not None

    assert (cases.peek(first.id) is not None) == stays


def test_empty_cases_make_no_room_for_large_photos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_cases, "MOST_HELD_BYTES", 150)
    now = [0.0]
    cases = Cases(lambda: now[0])
    begun = []
    for photo in (None, bytes([1] * 100), bytes([2] * 100)):
        now[0] += 1
        opened = cases.begin(BOARD)
        assert opened is not None
        begun.append(opened.id)
        taken = () if photo is None else (HandedInPhoto(photo),)
        cases.change(opened.id, lambda now, taken=taken: replace(now, finished=taken))

    assert [cases.peek(number) is not None for number in begun] == [True, False, True]


def test_a_browser_that_begins_again_gets_its_empty_case_again(bench: Bench) -> None:
    case = bench.begin()
    assert bench.begin() == case
    other = bench.enter(Role.BANKER)
    assert other.post("/photo").headers["Location"] != case

    bench.send(case, "empty", jpeg())
    bench.read(case)

    assert bench.begin() != case
    assert bench.client.get(case).status_code == 200


def test_a_case_begun_again_knows_what_the_evening_knows_by_then(bench: Bench) -> None:
    case = bench.begin()
    bench.host.mount.know(bench.host.board, known())

    assert bench.begin() == case
    kept = bench.cases.get(case.rpartition("/")[2])
    assert kept is not None
    assert kept.setup is bench.host.mount.setup
