"""Several photos on the page: what is added is read beside what was there; two are exchanged."""

from __future__ import annotations

from dataclasses import replace

from companion.boards.board import Board
from companion.errors import Fault as Wrong
from tests.web.photo_score.pictures import jpeg
from tests.web.photo_score.test_photo_score import SPACE, Bench, bench, host, played, pretended
from tests.web.score.reports import PLAYERS, seen
from vision.picture.photo import decode_photo
from web.host.host import Host
from web.photo_score.case import Fault
from web.photo_score.reader import FindBoard, ReadBoard, Result, Task
from web.score.report import Sighting

__all__ = ["bench", "host"]


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
    assert added.earlier == ((first.photo, None),)
    assert added.photo == jpeg(277)
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
    results.append(Fault.TOO_SLOW)
    bench.send(case, "more", jpeg(277))
    page = bench.read(case)

    after = bench.cases.get(number)
    assert after is not None
    assert "took too long" in page
    assert (after.final, after.earlier, after.seen) == (before.final, (), before.seen)


def test_before_the_first_photo_and_after_the_fourth_none_can_be_added(bench: Bench) -> None:
    assert bench.send(bench.begin(), "more", jpeg(277)).status_code == 409
    case = bench.scored()
    for side in (271, 272, 273):
        assert bench.send(case, "more", jpeg(side)).status_code == 303
        page = bench.read(case)

    assert bench.send(case, "more", jpeg(274)).status_code == 409
    assert "/more" not in page


def test_photos_given_the_wrong_way_round_are_exchanged_by_one_tap(host: Host) -> None:
    tasks: list[Task] = []

    def doing(task: Task, board: Board) -> Result:
        tasks.append(task)
        result = pretended(task, board)
        if isinstance(result, Sighting) and len(tasks) == 2:
            return replace(
                result, mistaken=True, exchanged=True, doubts=(Wrong("photos-exchanged"),)
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
