"""What a person says of a board: counted, named, taken back; kept or left out by another photo."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.boards.board import Board
from companion.merged_reading import Look, merged
from companion.reading import EMPTY, Reading, Seen
from tests.web.photo_score.bench import SPACE, Bench, pretended, totals
from tests.web.photo_score.pictures import jpeg
from tests.web.score.reports import BOARD, DOUBTS, SLOTS, seen
from web.host.host import Host
from web.photo_score.answers import still_fit
from web.photo_score.case import Case
from web.photo_score.reader import ReadBoard, Result, Task
from web.score.report import Sighting

OWN = "malden/1"
"""A slot that was read surely, and that nobody asked about."""
OTHERS = [place for place in BOARD.slots if place not in SLOTS]


def kept(bench: Bench, address: str) -> Case:
    case = bench.cases.get(address.rpartition("/")[2])
    assert case is not None
    return case


def sure(piece: str) -> Seen:
    return Seen.only(piece, 0.999)


def test_what_is_put_right_unasked_is_an_answer_like_any_other(bench: Bench) -> None:
    case = bench.scored()
    before = totals(bench.read(case))
    card = bench.client.get(f"{case}?look={OWN}").text.partition('id="looks"')[2]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', card))

    said = bench.client.post(
        f"{case}/answer", data={**hidden, "piece": "japanese"}, follow_redirects=True
    )

    assert "You said: Japanese." in said.text.partition('id="looks"')[2]
    assert "2 places are still open. 1 is answered." in " ".join(said.text.split())
    assert totals(said.text) != before
    assert f'href="{case}?ask={OWN}#questions">The last answer was wrong' in said.text
    assert f'?ask={OWN}#questions">slot 2 of 2 (Malden' in said.text.partition('id="given"')[2]
    for place in DOUBTS:
        bench.client.post(f"{case}/answer", data={"place": place, "piece": "empty"})
    assert "All are answered. 3 are answered." in " ".join(bench.read(case).split())

    on_top = bench.client.get(f"{case}?ask={OWN}").text.partition('id="questions"')[2]
    assert "You said: Japanese." in on_top
    bench.client.post(f"{case}/answer", data={"place": OWN, "piece": ""})
    assert OWN not in kept(bench, case).fixes
    assert "2 are answered" in bench.read(case)


def test_the_sheet_names_what_was_answered(bench: Bench) -> None:
    case = bench.scored()
    assert 'id="answers"' not in bench.client.get(f"{case}/sheet.html").text
    bench.client.post(f"{case}/answer", data={"place": OWN, "piece": "japanese"})

    sheet = bench.client.get(f"{case}/sheet.html").text
    [line] = re.findall(r"<li><b>(.*?)</b>", sheet.partition('id="answers"')[2])

    assert line == "slot 2 of 2 (Malden Island): Japanese"
    assert "(in the photo: empty)" in sheet


@pytest.mark.parametrize(
    ("earlier", "later", "told"),
    [
        pytest.param({}, {}, None, id="first"),
        pytest.param({"piece": "red"}, {"was": "red"}, None, id="seen"),
        pytest.param({"piece": "red"}, {"was": ""}, "meanwhile: red", id="not seen"),
        pytest.param({"piece": "empty"}, {"was": ""}, None, id="the same was said"),
        pytest.param({"piece": ""}, {"was": "red"}, "took the answer back", id="taken back"),
        pytest.param({"piece": "red"}, {}, None, id="a script that does not say"),
        pytest.param({}, {"was": "", "reads": "0"}, "photo was read meanwhile", id="another photo"),
        pytest.param({}, {"was": "", "reads": "1"}, None, id="the same photo"),
    ],
)
def test_an_answer_to_what_was_shown_before_is_told(
    earlier: dict[str, str], later: dict[str, str], told: str | None, bench: Bench
) -> None:
    case = bench.scored()
    if earlier:
        bench.client.post(f"{case}/answer", data={"place": SPACE, **earlier})
    before = kept(bench, case).fixes

    late = bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "empty", **later})

    assert late.status_code == (303 if told is None else 409)
    assert kept(bench, case).fixes == (before if told else {SPACE: "empty"})
    if told is not None:
        [fault] = re.findall(r'role="alert">(.*?)</p>', late.text)
        assert told in fault
        assert f'value="{SPACE}"' in late.text.partition('class="answers"')[2][:200]


def test_an_answer_from_before_the_photos_were_exchanged_is_told(bench: Bench) -> None:
    case = bench.scored()
    shown = {"was": "", "reads": str(kept(bench, case).reads)}
    bench.client.post(f"{case}/exchange")

    late = bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "empty", **shown})

    assert late.status_code == 409
    assert "photo was read meanwhile" in late.text
    bench.read(case)
    assert kept(bench, case).fixes == {}


def test_a_script_is_told_that_its_answer_is_stale(bench: Bench) -> None:
    case = bench.scored()
    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "red"})

    answer = bench.client.post(
        f"{case}/answer",
        data={"place": SPACE, "piece": "empty", "was": ""},
        headers={"Accept": "application/json"},
    )

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "stale")


def reading(pieces: Mapping[str, Seen]) -> Reading:
    one = seen(DOUBTS).reading
    return replace(one, slots={**one.slots, **{at: pieces[at] for at in pieces if at in one.slots}})


@pytest.mark.parametrize(
    ("before", "now", "stands"),
    [
        pytest.param(sure(EMPTY), sure(EMPTY), True, id="misread in both"),
        pytest.param(sure(EMPTY), sure("french"), True, id="read as was said"),
        pytest.param(sure(EMPTY), Seen.only("american", 0.6), True, id="in doubt now"),
        pytest.param(sure(EMPTY), sure("hidden"), True, id="hidden now"),
        pytest.param(Seen.only("english", 0.6), sure("english"), True, id="surer of the same"),
        pytest.param(sure(EMPTY), sure("american"), False, id="surely something else"),
    ],
)
def test_an_answer_stands_unless_the_new_photo_surely_shows_another_piece(
    before: Seen, now: Seen, stands: bool
) -> None:
    fixes = {OWN: "french"}

    assert still_fit(fixes, reading({OWN: before}), reading({OWN: now})) == (
        fixes if stands else {}
    )


def test_no_answer_stands_where_another_game_was_photographed() -> None:
    other = reading(dict.fromkeys(OTHERS[: len(OTHERS) // 2], sure("american")))

    assert still_fit({SPACE: "red", OWN: EMPTY}, reading({}), other) == {}


def test_a_retake_keeps_the_answers_and_names_those_it_leaves_out(host: Host) -> None:
    retaken = replace(seen(DOUBTS), reading=reading({OWN: sure("american")}))
    results: list[Sighting] = []

    def doing(task: Task, board: Board) -> Result:
        return results.pop() if results else pretended(task, board)

    bench = Bench(host, doing)
    case = bench.scored()
    for place, piece in ((SPACE, "red"), (OWN, "japanese")):
        bench.client.post(f"{case}/answer", data={"place": place, "piece": piece})
    bench.send(case, "final", jpeg(277))
    page = bench.read(case)
    assert kept(bench, case).fixes == {SPACE: "red", OWN: "japanese"}
    assert "left out" not in page

    results.append(retaken)
    bench.send(case, "final", jpeg(278))
    page = bench.read(case)

    assert kept(bench, case).fixes == {SPACE: "red"}
    told = page.partition("1 answer was left out.")[2].partition("</ul>")[0]
    assert f"?look={OWN}#looks" in told
    assert "Japanese" in told
    bench.client.post(f"{case}/answer", data={"place": OWN, "piece": "american"})
    assert "left out" not in bench.read(case)


@pytest.mark.parametrize("piece", ["american", ""])
def test_an_answer_leaves_those_laid_aside_of_other_places(piece: str) -> None:
    case = replace(Case("1", BOARD), aside=((reading({}), {OWN: "japanese", SPACE: "red"}),))

    first = case.answered(OWN, piece)

    assert first.unfit == {SPACE: "red"}
    assert first.answered(SPACE, piece).aside == ()


def test_of_two_answers_left_out_the_one_not_given_anew_comes_back(host: Host) -> None:
    other = next(place for place in OTHERS if place != OWN)
    retaken = replace(seen(DOUBTS), reading=reading(dict.fromkeys((OWN, other), sure("american"))))
    results: list[Sighting] = []

    def doing(task: Task, board: Board) -> Result:
        return results.pop() if results else pretended(task, board)

    bench = Bench(host, doing)
    case = bench.scored()
    for place in (OWN, other):
        bench.client.post(f"{case}/answer", data={"place": place, "piece": "japanese"})
    results.append(retaken)
    bench.send(case, "final", jpeg(277))
    assert "2 answers were left out." in bench.read(case)

    bench.client.post(f"{case}/answer", data={"place": OWN, "piece": "american"})
    assert "1 answer was left out." in bench.read(case)
    bench.send(case, "final", jpeg(278))

    bench.read(case)
    assert kept(bench, case).fixes == {other: "japanese"}


def test_the_answers_come_back_after_a_photo_of_another_game(host: Host) -> None:
    """Somebody has chosen the wrong photo, and then the right one."""
    other = replace(
        seen(), reading=reading(dict.fromkeys(OTHERS[: len(OTHERS) // 2], sure("american")))
    )
    results: list[Sighting] = []

    def doing(task: Task, board: Board) -> Result:
        return results.pop() if results else pretended(task, board)

    bench = Bench(host, doing)
    case, said = bench.scored(), {SPACE: "red", OWN: "japanese"}
    for place, piece in said.items():
        bench.client.post(f"{case}/answer", data={"place": place, "piece": piece})
    results.append(other)
    bench.send(case, "final", jpeg(277))
    assert "2 answers were left out." in bench.read(case)
    assert kept(bench, case).fixes == {}

    bench.send(case, "final", jpeg(278))

    assert "left out" not in bench.read(case)
    assert kept(bench, case).fixes == said


OPEN = Seen.only("american", 0.6)


@pytest.mark.parametrize(
    ("left", "out", "said", "stands"),
    [
        pytest.param(sure("american"), sure("french"), "french", False, id="asked for the other"),
        pytest.param(sure("american"), sure("french"), "english", False, id="seen in neither"),
        pytest.param(sure("american"), sure("french"), "american", True, id="as it shows"),
        pytest.param(OPEN, sure("french"), "english", True, id="open all the same"),
        pytest.param(sure("hidden"), OPEN, "french", True, id="hidden again"),
        pytest.param(sure("american"), sure("american"), "french", True, id="misread in both"),
        pytest.param(sure("american"), sure("hidden"), "french", True, id="misread, and hidden"),
    ],
)
@pytest.mark.parametrize("nth", [1, 2])
def test_an_answer_goes_with_the_photo_that_made_it_a_question(
    left: Seen, out: Seen, said: str, stands: bool, nth: int, host: Host
) -> None:
    """The two show different positions, and one of them is left out; later there is a retake."""
    alone, other, retake = jpeg(271), jpeg(272), jpeg(273)
    shown = {photo: reading({OWN: left}) for photo in (alone, retake)}
    shown[other] = reading({OWN: out})
    given = [alone, other] if nth == 2 else [other, alone]

    def doing(task: Task, board: Board) -> Result:
        if not isinstance(task, ReadBoard):
            return pretended(task, board)
        looks = [Look(shown[each.photo], {}) for each in task.photos]
        return replace(seen(), reading=merged(looks).reading)

    bench = Bench(host, doing)
    case = bench.scored(given[0])
    bench.send(case, "more", given[1])
    bench.read(case)
    bench.client.post(f"{case}/answer", data={"place": OWN, "piece": said})
    bench.client.post(f"{case}/leave-out", data={"photo": nth})
    page = bench.read(case)

    assert kept(bench, case).fixes == ({OWN: said} if stands else {})
    assert ("1 answer was left out." in page) != stands
    bench.send(case, "final", retake)
    bench.read(case)
    assert kept(bench, case).fixes == ({OWN: said} if stands else {})


def test_another_empty_board_leaves_the_answers_alone(bench: Bench) -> None:
    """They are about the finished one, whose photo is the same."""
    case = bench.scored()
    bench.client.post(f"{case}/answer", data={"place": SPACE, "piece": "purple"})
    bench.send(case, "empty", jpeg(277))
    bench.read(case)

    assert kept(bench, case).fixes == {SPACE: "purple"}
