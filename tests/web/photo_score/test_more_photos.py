"""Several photos on the page: what is added is read beside what was there; two are exchanged."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from companion.boards.board import Board
from companion.errors import Fault
from tests.web.photo_score.bench import MARKED, SPACE, Bench, played, pretended, totals
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import PLAYERS, seen
from vision.picture.photo import decode_photo
from web.host.host import Host
from web.photo_score import page as photo_page
from web.photo_score.case import Case, HandedInPhoto
from web.photo_score.reader import FindBoard, ReadBoard, Result, Task, Unfound
from web.photo_score.unused import NO_BOARD, TOO_SLOW
from web.score.report import Sighting


def test_a_second_photo_is_read_beside_the_first_and_answers_stay(host: Host) -> None:
    tasks: list[Task] = []

    def doing(task: Task, board: Board) -> Result:
        tasks.append(task)
        return pretended(task, board)

    bench = Bench(host, doing)
    case = bench.scored()
    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "red"})
    first = tasks[-1]

    assert bench.send(case, "more", jpeg(277)).status_code == 303
    page = bench.read(case)

    added = tasks[-1]
    assert isinstance(first, ReadBoard)
    assert isinstance(added, ReadBoard)
    assert added.photos == (*first.photos, HandedInPhoto(jpeg(277)))
    kept = bench.cases.get(case.rpartition("/")[2])
    assert kept is not None
    assert kept.fixes == {SPACE: "red"}
    assert 'action="' + case + '/more"' in page


def test_a_second_photo_of_no_use_takes_nothing_away(host: Host) -> None:
    results: list[Result] = []

    def doing(task: Task, board: Board) -> Result:
        return results.pop() if results else pretended(task, board)

    bench = Bench(host, doing)
    case = bench.scored()
    number = case.rpartition("/")[2]
    before = bench.cases.get(number)
    assert before is not None
    results.append(TOO_SLOW)
    bench.send(case, "more", jpeg(277))
    page = bench.read(case)

    after = bench.cases.get(number)
    assert after is not None
    assert "took too long" in page
    assert (after.finished, after.seen) == (before.finished, before.seen)


def test_before_the_first_photo_and_after_the_fourth_none_can_be_added(bench: Bench) -> None:
    assert bench.send(bench.begin(), "more", jpeg(277)).status_code == 409
    case = bench.scored()
    for side in (271, 272, 273):
        assert bench.send(case, "more", jpeg(side)).status_code == 303
        page = bench.read(case)

    assert bench.send(case, "more", jpeg(274)).status_code == 409
    assert "/more" not in page


def test_of_two_photos_in_one_form_none_is_taken(bench: Bench) -> None:
    """Without a script one can be taken and another chosen before both are sent."""
    case = bench.scored()
    before = totals(bench.read(case))
    both = [(BytesIO(jpeg(side)), f"{side}.jpg") for side in (271, 272)]

    answer = bench.client.post(f"{case}/final", data={"photo": both})

    assert answer.status_code == 422
    assert "Several files came, and none was taken; choose one, and send it again." in answer.text
    assert totals(bench.read(case)) == before


def test_photos_given_the_wrong_way_round_are_exchanged_by_one_tap(host: Host) -> None:
    tasks: list[Task] = []

    def doing(task: Task, board: Board) -> Result:
        tasks.append(task)
        result = pretended(task, board)
        if isinstance(result, Sighting) and len(tasks) == 2:
            return replace(
                result, mistaken=True, exchanged=True, doubts=(Fault("photos-exchanged"),)
            )
        return result

    bench = Bench(host, doing)
    case = bench.begin()
    bench.client.post(f"{case}/players", data=played(PLAYERS))
    bench.send(case, "empty", jpeg(271))
    bench.send(case, "final", jpeg(272))
    page = bench.read(case)
    assert "This looks like the empty board" in page
    assert "No winner yet" in page

    bench.client.post(f"{case}/exchange")
    page = bench.read(case)

    empty, final = tasks[-2:]
    assert isinstance(empty, FindBoard)
    assert isinstance(final, ReadBoard)
    assert empty.photo == jpeg(272)
    assert decode_photo(final.photo, "final").shape == seen().view.photo.shape
    assert "Pauline wins" in page
    assert f'action="{case}/exchange"' not in page


def test_an_older_page_does_not_exchange_the_photos_back(host: Host) -> None:
    bench = Bench(host, pretended)
    case = bench.scored()
    assert bench.client.post(f"{case}/exchange", data={"reads": "1"}).status_code == 303
    bench.read(case)
    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "red"})
    before = bench.cases.get(case.rpartition("/")[2])

    late = bench.client.post(f"{case}/exchange", data={"reads": "1"})

    assert late.status_code == 409
    assert "nothing was changed" in late.text
    after = bench.cases.get(case.rpartition("/")[2])
    assert before is not None
    assert after is not None
    assert (after.finished, after.fixes) == (before.finished, {SPACE: "red"})


@pytest.mark.parametrize("act", ["exchange", "leave-out"])
@pytest.mark.parametrize(
    ("meanwhile", "code"),
    [
        pytest.param({"final_due": True}, "being-read", id="being read"),
        pytest.param({"reads": 9}, "stale", id="read anew"),
    ],
)
def test_what_another_phone_did_just_before_is_told(
    act: str,
    meanwhile: dict[str, Any],
    code: str,
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It comes when the case was already found, and before it is changed."""
    case = bench.scored()
    bench.send(case, "more", jpeg(277))
    bench.read(case)
    number = case.rpartition("/")[2]

    def found(number: str) -> Case:
        looked_up = bench.cases.get(number)
        assert looked_up is not None
        bench.cases.change(number, lambda now: replace(now, **meanwhile))
        return looked_up

    monkeypatch.setattr(photo_page, "case_of", found)
    answer = bench.client.post(
        f"{case}/{act}",
        data={"photo": "1", "reads": "2"},
        headers={"Accept": "application/json"},
    )

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, code)
    after = bench.cases.get(number)
    assert after is not None
    assert len(after.finished) == 2


@pytest.mark.parametrize(("photos", "status"), [(2, 303), (3, 409)])
def test_two_phones_add_no_fifth_photo(
    photos: int, status: int, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one's comes while this one is looked at, and may still be being read."""
    case = bench.scored()
    for nth in range(1, photos):
        bench.send(case, "more", jpeg(270 + nth))
        bench.read(case)
    number = case.rpartition("/")[2]

    def checked(photo: bytes, name: str) -> None:
        bench.cases.change(number, lambda now: now.handed_in("more", jpeg(280)))

    monkeypatch.setattr(photo_page, "check_photo", checked)
    assert bench.send(case, "more", jpeg(281)).status_code == status

    after = bench.cases.get(number)
    assert after is not None
    assert len(after.finished) == 4


@pytest.mark.parametrize(("nth", "left"), [(1, (272, 273)), (2, (200, 273)), (3, (200, 272))])
def test_any_of_several_photos_can_be_left_out_again(
    nth: int, left: tuple[int, ...], host: Host
) -> None:
    tasks: list[Task] = []

    def doing(task: Task, board: Board) -> Result:
        tasks.append(task)
        result = pretended(task, board)
        if isinstance(task, ReadBoard) and isinstance(result, Sighting) and len(task.photos) == 3:
            return replace(result, doubts=(Fault("photos-differ"),))
        return result

    bench = Bench(host, doing)
    case = bench.scored()
    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "red"})
    for side in (272, 273):
        bench.send(case, "more", jpeg(side))
        page = bench.read(case)
    assert 'id="step-more" open' in page
    assert page.count('name="photo" value="') == 3

    answer = bench.client.post(f"{case}/leave-out", data={"photo": nth, "reads": 3})
    page = bench.read(case)

    assert answer.status_code == 303
    task = tasks[-1]
    assert isinstance(task, ReadBoard)
    assert [each.photo for each in task.photos] == list(map(jpeg, left))
    assert "different positions" not in page
    kept = bench.cases.get(case.rpartition("/")[2])
    assert kept is not None
    assert kept.fixes == {SPACE: "red"}


def test_the_step_stays_after_the_fourth_photo(bench: Bench) -> None:
    case = bench.scored()
    for side in (271, 272, 273):
        bench.send(case, "more", jpeg(side))
        page = bench.read(case)

    assert "No further one can be added." in page
    assert page.count('name="photo" value="') == 4


@pytest.mark.parametrize(
    ("more", "form", "status", "code"),
    [
        (0, {"photo": "1"}, 422, "no-such-photo"),
        (1, {"photo": "3"}, 422, "no-such-photo"),
        (1, {"photo": "0"}, 422, "no-such-photo"),
        (1, {"photo": "-1"}, 422, "no-such-photo"),
        (1, {"photo": "1", "reads": "1"}, 409, "stale"),
    ],
)
def test_what_cannot_be_left_out(
    more: int, form: dict[str, str], status: int, code: str, bench: Bench
) -> None:
    """The last photo of all, one that is not there, and what a page of before calls so."""
    case = bench.scored()
    for nth in range(more):
        bench.send(case, "more", jpeg(271 + nth))
    bench.read(case)

    answer = bench.client.post(
        f"{case}/leave-out", data=form, headers={"Accept": "application/json"}
    )

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)


CORNERS = ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4")
LOST = Unfound(NO_BOARD, jpeg(), 640, 480, MARKED)


@pytest.mark.parametrize("which", ["final", "more"])
def test_a_photo_without_a_board_leaves_nothing_behind(which: str, host: Host) -> None:
    results: list[Result] = []

    def doing(task: Task, board: Board) -> Result:
        return results.pop() if results else pretended(task, board)

    bench = Bench(host, doing)
    case = bench.scored()
    number = case.rpartition("/")[2]
    before = bench.cases.get(number)
    assert before is not None
    results.append(LOST)
    bench.send(case, which, jpeg(277))
    assert "Where is the board?" in bench.read(case)

    assert bench.client.post(f"{case}/never-mind").status_code == 303
    page = bench.read(case)

    after = bench.cases.get(number)
    assert after is not None
    assert (after.finished, after.seen) == (before.finished, before.seen)
    assert (after.unplaced, after.fault) == (None, None)
    assert "Where is the board?" not in page
    assert '<p class="fault"' not in page


@pytest.mark.parametrize("act", ["never-mind", "corners"])
def test_an_older_page_leaves_another_photo_without_a_board_alone(act: str, host: Host) -> None:
    sides_px = iter((120, 130))

    def doing(task: Task, board: Board) -> Result:
        return replace(LOST, picture=jpeg(next(sides_px)))

    bench = Bench(host, doing)
    case = bench.begin()
    pages = []
    for side_px in (271, 272):
        bench.send(case, "empty", jpeg(side_px))
        pages.append(bench.read(case))
    number = case.rpartition("/")[2]
    before = bench.cases.get(number)
    assert before is not None
    first, second = (shown_mark(page, f"{case}/{act}") for page in pages)
    corners = dict(zip(CORNERS, (10, 10, 90, 10, 90, 90, 10, 90), strict=True))

    late = bench.client.post(f"{case}/{act}", data={**corners, "mark": first})

    assert late.status_code == 409
    assert "nothing was changed" in late.text
    after = bench.cases.get(number)
    assert after is not None
    assert (after.unplaced, after.empty) == (before.unplaced, None)
    now = bench.client.post(f"{case}/{act}", data={**corners, "mark": second})
    assert now.status_code == 303
    after = bench.cases.get(number)
    assert after is not None
    assert after.unplaced is None


def shown_mark(page: str, action: str) -> str:
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    [mark] = re.findall(r'name="mark" value="(\w+)"', form)
    return mark


def test_with_no_photo_to_lay_aside_what_is_wrong_stays_said(host: Host) -> None:
    results: list[Result] = []

    def doing(task: Task, board: Board) -> Result:
        return results.pop() if results else pretended(task, board)

    bench = Bench(host, doing)
    case = bench.scored()
    results.append(TOO_SLOW)
    bench.send(case, "more", jpeg(277))
    bench.read(case)

    bench.client.post(f"{case}/never-mind")

    assert "took too long" in bench.read(case)


def test_before_any_was_read_a_photo_without_a_board_is_asked_for_again(host: Host) -> None:
    bench = Bench(host, lambda task, board: LOST if late else pretended(task, board))
    late = False
    case = bench.begin()
    bench.send(case, "empty", jpeg(271))
    bench.read(case)
    late = True
    bench.send(case, "final", jpeg(272))
    bench.read(case)

    bench.client.post(f"{case}/never-mind")
    page = bench.read(case)

    assert 'id="step-final" open' in page
    assert "Where is the board?" not in page
