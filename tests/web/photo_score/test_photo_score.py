"""Score a photo on the page: the way from two photos to a score, and what is refused on it."""

from __future__ import annotations

import re
import threading

import cv2
import numpy as np
import pytest

from calibration.setup import Setup
from companion.boards.board import Board
from companion.errors import Fault
from companion.play.offered.finished import Counted
from tests.web.photo_score.bench import (
    HIDDEN_SPACE,
    SOON_S,
    SPACE,
    Bench,
    played,
    pretended,
    totals,
)
from tests.web.photo_score.pictures import huge_png, jpeg
from tests.web.score.reports import DOUBTS, PLAYERS, seen
from vision.alignment.reference import Reference
from web.host.host import Host
from web.host.roles import Role
from web.photo_score.reader import FindBoard, Result, Task
from web.photo_score.unused import BROKEN, NO_BOARD, TOO_SLOW
from web.serving.handed_in import LARGEST_PHOTO


def test_two_photos_and_the_players_give_a_score(bench: Bench) -> None:
    case = bench.scored()

    page = bench.read(case)

    assert totals(page) == {"Pauline": 12, "Jean-Luc": 10}
    assert "Pauline wins" in page
    assert page.count('class="asking"') == 1
    assert f"{len(DOUBTS)} places are still open." in page


def test_one_tap_answers_a_question_and_the_score_follows(bench: Bench) -> None:
    case = bench.scored()

    form = {"place": SPACE, "piece": "empty"}
    page = bench.client.post(f"{case}/answer", data=form, follow_redirects=True).text

    assert totals(page) == {"Pauline": 9, "Jean-Luc": 7}
    assert "1 place is still open. No answer changes who wins." in page
    assert "1 is answered." in page
    assert "You said: empty." in bench.client.get(f"{case}?ask={SPACE}").text


def test_the_hosts_own_empty_board_need_not_be_sent(bench: Bench) -> None:
    looked = seen()
    bench.host.mount.know(bench.host.board, Setup(Reference(looked.view.photo, looked.view.pose)))
    case = bench.begin()
    bench.send(case, "final", jpeg())
    bench.client.post(f"{case}/players", data=played(PLAYERS))

    assert totals(bench.read(case))


def test_what_is_wrong_with_the_empty_board_is_said_before_any_other_photo(bench: Bench) -> None:
    looked = seen()
    told = (Fault("empty-board-grey"),)
    known = Setup(Reference(looked.view.photo, looked.view.pose), doubts=told)
    bench.host.mount.know(bench.host.board, known)

    assert "The photo of the empty board has no colours" in bench.read(bench.begin())


def test_the_sheet_is_that_of_the_command(bench: Bench) -> None:
    answer = bench.client.get(f"{bench.scored()}/sheet.html")

    assert "Score sheet" in answer.text
    assert "data:image/jpeg;base64," in answer.text
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]


def test_the_sheet_leads_back_to_the_questions_of_the_page(bench: Bench) -> None:
    sheet = bench.client.get(f"{bench.scored()}/sheet.html").text

    assert "--fix" not in sheet
    asked = re.findall(r'href="(/photo/[^"#]+)#questions"', sheet)
    assert len(asked) == len(DOUBTS)
    for place, address in zip(DOUBTS, asked, strict=True):
        card = bench.client.get(address).text.partition('class="answers"')[2]
        assert f'value="{place}"' in card[:200]


@pytest.mark.parametrize(
    "path", ["board.jpg", f"final/{SPACE}.jpg", f"empty/{SPACE}.jpg", f"final/{HIDDEN_SPACE}.jpg"]
)
def test_the_pictures_are_pictures(path: str, bench: Bench) -> None:
    data = bench.client.get(f"{bench.scored()}/{path}").get_data()

    assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) is not None


@pytest.mark.parametrize(
    ("data", "status"),
    [
        pytest.param(b"", 422, id="nothing"),
        pytest.param(b"<svg onload=alert(1)>", 422, id="no photo"),
        pytest.param(b"\xff\xd8\xff\xe0", 422, id="a JPEG's beginning"),
        pytest.param(jpeg()[:-300], 422, id="cut off"),
        pytest.param(huge_png(), 422, id="40 gigapixels in 300 bytes"),
        pytest.param(jpeg(50), 422, id="too small to see a board"),
        pytest.param(b"\xff" * (LARGEST_PHOTO + 10), 413, id="too many bytes"),
    ],
)
@pytest.mark.parametrize("which", ["empty", "final"])
def test_a_bad_photo_is_told_in_one_line_and_loses_nothing(
    which: str, data: bytes, status: int, bench: Bench
) -> None:
    case = bench.scored()
    before = totals(bench.read(case))

    answer = bench.send(case, which, data)

    [fault] = re.findall(r'<p class="fault" role="alert">(.*?)</p>', answer.text)
    assert answer.status_code == status
    assert fault[0].isupper()
    assert fault.endswith(".")
    assert totals(bench.read(case)) == before


def test_an_empty_file_is_told_from_none(bench: Bench) -> None:
    case = bench.begin()

    assert "an empty file; save or send the photo again." in bench.send(case, "empty", b"").text
    assert "No photo came with it" in bench.client.post(f"{case}/empty").text


@pytest.mark.parametrize("fault", [NO_BOARD, TOO_SLOW, BROKEN])
def test_a_photo_that_cannot_be_read_leaves_what_was_there(fault: Fault, host: Host) -> None:
    results: list[Result] = [fault]
    bench = Bench(host, lambda task, board: results.pop() if late else pretended(task, board))
    late = False
    case = bench.scored()
    before = totals(bench.read(case))

    late = True
    bench.send(case, "final", jpeg(300))
    page = bench.read(case)

    assert len(re.findall(r'<p class="fault"', page)) == 1
    assert totals(page) == before


def test_a_reader_that_breaks_does_not_stop_the_queue(host: Host) -> None:
    def broken(task: Task, board: Board) -> Result:
        if isinstance(task, FindBoard):
            raise ValueError("a fault of ours")
        return pretended(task, board)

    bench = Bench(host, broken)
    for _ in range(2):
        case = bench.begin()
        bench.send(case, "empty", jpeg())
        assert "could not be read" in bench.read(case)


def test_photos_are_read_one_at_a_time(host: Host) -> None:
    inside, most, let_go = [0], [0], threading.Event()

    def slow(task: Task, board: Board) -> Result:
        inside[0] += 1
        most[0] = max(most)
        most.append(inside[0])
        let_go.wait(SOON_S)
        inside[0] -= 1
        return pretended(task, board)

    bench = Bench(host, slow)
    cases = []
    for _ in range(3):
        cases.append(bench.begin())
        bench.send(cases[-1], "empty", jpeg())

    waiting = bench.client.get(cases[2]).text
    table = bench.client.get("/table").status_code
    let_go.set()
    for case in cases:
        bench.read(case)

    assert "2 photos are before yours" in waiting
    assert table == 200
    assert max(most) == 1


@pytest.mark.parametrize(
    ("role", "path", "method", "status"),
    [
        (None, "", "get", 401),
        (Role.WATCHER, "", "get", 403),
        (Role.WATCHER, "", "post", 403),
        (Role.PLAYER, "", "get", 200),
        (None, "/{case}", "get", 401),
        (Role.WATCHER, "/{case}", "get", 200),
        (None, "/{case}/board.jpg", "get", 401),
        (None, "/{case}/sheet.html", "get", 401),
        (Role.HOST, "/guessed", "get", 404),
        (Role.HOST, "/guessed/board.jpg", "get", 404),
        (Role.WATCHER, "/{case}/answer", "post", 403),
        (Role.WATCHER, "/{case}/forget", "post", 403),
        (Role.WATCHER, "/{case}/rules", "post", 403),
        (Role.WATCHER, "/{case}/allow", "post", 403),
        (Role.HOST, "/{case}/final/nowhere.jpg", "get", 404),
        (Role.HOST, "/{case}?look=nowhere", "get", 200),
    ],
)
def test_who_may_see_what(
    role: Role | None, path: str, method: str, status: int, bench: Bench
) -> None:
    case = bench.scored().rsplit("/", 1)[1]
    client = bench.enter(role, "Pauline" if role is Role.PLAYER else None)

    answer = getattr(client, method)("/photo" + path.format(case=case))

    assert answer.status_code == status


def test_only_whoever_gave_them_finds_back_to_the_photos(bench: Bench) -> None:
    number = bench.scored().rsplit("/", 1)[1]
    others = [bench.enter(role) for role in Role]

    assert number in bench.client.get("/photo").text
    for path in ("/photo", "/table", "/score", "/bank", "/view", "/export/record.jsonl"):
        assert number not in "".join(each.get(path).text for each in others)
        assert path == "/photo" or number not in bench.client.get(path).text


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"place": "nowhere", "piece": "red"}, 422),
        ({"place": SPACE, "piece": "french"}, 422),
        ({"place": SPACE, "piece": "<b>"}, 422),
        ({}, 422),
    ],
)
def test_an_answer_that_cannot_be(form: dict[str, str], status: int, bench: Bench) -> None:
    case = bench.scored()
    before = totals(bench.read(case))

    assert bench.client.post(f"{case}/answer", data=form).status_code == status
    assert totals(bench.read(case)) == before


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        pytest.param({}, "Nobody plays", id="nobody"),
        pytest.param({"name": ["A"], "nation": ["x"], "money": ["1"]}, "nation", id="no nation"),
        pytest.param({"name": ["A"], "nation": ["french"], "money": [""]}, "money", id="no money"),
        pytest.param(
            {"name": ["A"], "nation": ["french"], "money": ["-4"]}, "0 or more", id="debts"
        ),
        pytest.param(
            {"name": ["A"], "nation": ["french"], "money": ["1$2"]}, "whole", id="a sign within"
        ),
        pytest.param({"name": ["A"], "nation": ["french"], "money": ["x"]}, "whole", id="letters"),
        pytest.param(
            {"name": ["A", ""], "nation": ["french", "english"], "money": ["1", "5"]},
            "Player 2: give a name",
            id="money of nobody",
        ),
        pytest.param(
            {"name": ["A", "A"], "nation": ["french", "english"], "money": ["1", "1"]},
            "are called A",
            id="one name twice",
        ),
    ],
)
def test_players_that_cannot_be(form: dict[str, list[str]], fault: str, bench: Bench) -> None:
    case = bench.scored()
    before = totals(bench.read(case))

    answer = bench.client.post(f"{case}/players", data=form)

    assert (answer.status_code, fault in answer.text) == (422, True)
    assert totals(bench.read(case)) == before


@pytest.mark.parametrize("money", ["9", "9 $", "$9", "$ 9", "9\N{NO-BREAK SPACE}$", " 9 "])
def test_money_may_be_written_with_its_sign(money: str, bench: Bench) -> None:
    case = bench.scored()
    form = {**played(PLAYERS), "money": [money, "4"]}

    page = bench.client.post(f"{case}/players", data=form, follow_redirects=True).text

    assert totals(page) == {"Pauline": 12, "Jean-Luc": 10}


def test_a_name_is_never_taken_for_html(bench: Bench) -> None:
    case = bench.scored()
    form = played((Counted("<b onclick=x>'\"", "japanese", 9), Counted("Jean-Luc", "french", 4)))

    page = bench.client.post(f"{case}/players", data=form, follow_redirects=True).text

    assert "<b onclick" not in page + bench.client.get(f"{case}/sheet.html").text


def test_thrown_away_photos_are_gone(bench: Bench) -> None:
    case = bench.scored()

    bench.client.post(f"{case}/forget")

    gone = bench.client.get(case)
    assert gone.status_code == 404
    assert '<a class="button" href="/photo">' in gone.text


def test_the_page_is_in_french_too(bench: Bench) -> None:
    case = bench.scored()
    bench.client.set_cookie("language", "fr")

    page = bench.client.get(f"{case}?ask={HIDDEN_SPACE}").text

    assert "Pauline gagne" in page
    assert "Caché, compté comme vide." in page
