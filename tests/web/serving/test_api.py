"""The addresses: described, guarded, and of one mind about errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.records.record import Happened
from tests.web.tables import client_of, example_of_play, make_host
from web.host.host import Host
from web.host.roles import Role
from web.serving.security import HEADERS

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PASS = {"do": "pass", "player": "Benjamin"}
JSON = {"Accept": "application/json"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def test_every_answer_carries_the_headers(host: Host) -> None:
    for path in ("/table", "/nowhere", "/static/style/page.css", "/view", "/join/x"):
        answer = client_of(host, Role.HOST).get(path, buffered=True)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_no_page_has_style_or_script_of_its_own(host: Host) -> None:
    client = client_of(host, Role.HOST)
    for path in ("/table", "/bank", "/score", "/doors", "/start"):
        page = client.get(path).get_data(as_text=True)
        assert re.findall(r"<[^>]+ style=|<style|<script(?![^>]+src=)| on\w+=\"", page) == []
        assert re.findall(r"(?:src|action|srcset)=\"https?:", page) == []


@pytest.mark.parametrize(
    ("role", "player", "path", "status"),
    [
        (None, None, "/", 401),
        (None, None, "/table", 401),
        (None, None, "/view", 401),
        (Role.WATCHER, None, "/table", 200),
        (Role.WATCHER, None, "/bank", 403),
        (Role.WATCHER, None, "/me", 403),
        (Role.PLAYER, "Pauline", "/me", 200),
        (Role.PLAYER, "Pauline", "/bank", 403),
        (Role.PLAYER, "Nobody", "/me", 410),
        (Role.BANKER, None, "/bank", 200),
        (Role.BANKER, None, "/doors", 403),
        (Role.BANKER, None, "/entry/1", 404),
        (Role.HOST, None, "/doors", 200),
        (Role.HOST, None, "/start", 200),
    ],
)
def test_who_may_open_what(
    role: Role | None, player: str | None, path: str, status: int, host: Host
) -> None:
    client = client_of(host, role, player)
    answer = client.get(path, headers=JSON)

    assert answer.status_code == status
    if status != 200:
        assert set(answer.get_json()["error"]) >= {"code", "message"}


@pytest.mark.parametrize(
    ("method", "path", "status", "told"),
    [
        ("GET", "/nowhere", 404, "pas de page à cette adresse."),
        ("DELETE", "/table", 405, "Rien de tel ne peut se faire à cette adresse."),
    ],
)
def test_what_no_page_takes_is_said_in_the_page_s_language(
    method: str, path: str, status: int, told: str, host: Host
) -> None:
    client = client_of(host, Role.HOST)
    client.set_cookie("language", "fr")
    answer = client.open(path, method=method, headers={"Sec-Fetch-Site": "same-origin"})

    assert answer.status_code == status
    assert told in answer.get_data(as_text=True)


def test_a_name_that_the_page_does_not_know_is_said_with_what_to_do(host: Host) -> None:
    client = client_of(host, Role.HOST)
    answer = client.get("/table", headers={"Host": "evil.example"})

    assert answer.status_code == 400
    assert "Open an address that the host shows." in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("role", "player", "act", "status"),
    [
        pytest.param(Role.PLAYER, "Benjamin", {"fact": PASS}, 200, id="a player for himself"),
        pytest.param(Role.PLAYER, "Pauline", {"fact": PASS}, 403, id="a player for another"),
        pytest.param(Role.WATCHER, None, {"fact": PASS}, 403, id="a watcher"),
        pytest.param(Role.BANKER, None, {"fact": PASS}, 200, id="the banker for anybody"),
        pytest.param(
            Role.PLAYER,
            "Benjamin",
            {"fact": {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 9, "mends": 0}},
            403,
            id="a player pays himself",
        ),
        pytest.param(
            Role.PLAYER,
            "Benjamin",
            {"fact": {**PASS, "do": "pay", "from": "bank", "to": "Benjamin", "amount": 9}},
            403,
            id="a player pays himself in disguise",
        ),
    ],
)
def test_who_may_write(
    role: Role, player: str | None, act: object, status: int, host: Host
) -> None:
    answer = client_of(host, role, player).post("/act", json={"revision": 0, "act": act})

    assert answer.status_code == status
    assert host.table is not None
    assert host.table.view.revision == (1 if status == 200 else 0)


@pytest.mark.parametrize(
    ("act", "status"),
    [({"undo": 1}, 403), ({"undo": 2}, 200), ({"correct": 2, "fact": PASS}, 403),
     ({"allow": 2, "code": "x"}, 403), ({"redo": 1}, 403)],
)  # fmt: skip
def test_a_player_takes_back_only_his_own_last(act: object, status: int, host: Host) -> None:
    banker = client_of(host, Role.BANKER)
    banker.post("/act", json={"revision": 0, "act": {"fact": PASS}})
    banker.post("/act", json={"revision": 1, "act": {"fact": {**PASS, "player": "Pauline"}}})

    answer = client_of(host, Role.PLAYER, "Pauline").post("/act", json={"revision": 2, "act": act})

    assert answer.status_code == status


def test_a_stale_write_says_what_happened(host: Host) -> None:
    first, second = (client_of(host, Role.PLAYER, name) for name in ("Benjamin", "Pauline"))
    first.post("/act", json={"revision": 0, "act": {"fact": PASS}})

    answer = second.post(
        "/act", json={"revision": 0, "act": {"fact": {**PASS, "player": "Pauline"}}}
    )

    error = answer.get_json()["error"]
    assert answer.status_code == 409
    assert (error["code"], error["meanwhile"]) == ("stale", ["Benjamin passes."])
    assert error["revision"] == 1


def test_a_form_works_without_scripts(host: Host) -> None:
    client = client_of(host, Role.HOST)
    form = {"revision": "0", "act": json.dumps({"fact": PASS}), "back": "/table"}

    answer = client.post("/act", data=form)

    assert (answer.status_code, answer.headers["Location"]) == (303, "/table")
    assert host.table is not None
    assert host.table.view.record.entries[0].act == Happened(PASS)


ELSEWHERE = (
    "https://evil.example/", "//evil.example", "javascript:x", "/\t/evil.example",
    "/\\evil.example", "/\n/evil.example", "/table\nSet-Cookie: x=y", "/table\r\n", "/table\0",
    " /table", "/\u3000/evil.example", "",
)  # fmt: skip


@pytest.mark.parametrize("back", ELSEWHERE)
def test_a_form_leads_nowhere_else(back: str, host: Host) -> None:
    client = client_of(host, Role.HOST)
    form = {"revision": "0", "act": json.dumps({"fact": PASS}), "back": back}
    wish = {"language": "fr", "back": back}

    for answer in (client.post("/act", data=form), client.post("/wishes", data=wish)):
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert host.table is not None
    assert host.table.view.revision == 1


@pytest.mark.parametrize("back", ["/", "/table", "/entry/12", "/score?part=live&x=1", "/camera"])
def test_a_form_leads_back_to_its_page(back: str, host: Host) -> None:
    form = {"revision": "0", "act": json.dumps({"fact": PASS}), "back": back}

    assert client_of(host, Role.HOST).post("/act", data=form).headers["Location"] == back


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 200, id="this page"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="another site says so"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="another port"),
        pytest.param({"Origin": "http://localhost"}, 200, id="this address"),
        pytest.param({"Origin": "http://localhost:81"}, 403, id="another port by Origin"),
        pytest.param({"Origin": "http://evil.example"}, 403, id="another site by Origin"),
        pytest.param({"Origin": "null"}, 403, id="a sandboxed page"),
    ],
)
def test_another_site_writes_nothing(headers: dict[str, str], status: int, host: Host) -> None:
    answer = client_of(host, Role.HOST).post(
        "/act", json={"revision": 0, "act": {"fact": PASS}}, headers=headers
    )

    assert answer.status_code == status


def test_a_foreign_host_name_is_refused(host: Host) -> None:
    answer = client_of(host, Role.HOST).get("/table", headers={"Host": "evil.example"})

    assert answer.status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="no JSON"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b'"x"', id="a word"),
        pytest.param(b"{}", id="an empty object"),
        pytest.param(b'{"revision": 0}', id="no act"),
        pytest.param(b'{"revision": 0, "act": 7}', id="an act that is a number"),
        pytest.param(b'{"revision": 0, "act": {}}', id="an empty act"),
        pytest.param(b'{"revision": -1, "act": {"undo": 1}}', id="a negative revision"),
        pytest.param(b'{"revision": 1e99, "act": {"undo": 1}}', id="a huge revision"),
        pytest.param(b'{"revision": 0, "act": {"undo": "1"}}', id="a number as a word"),
        pytest.param(b'{"revision": 0, "act": {"undo": 4}}', id="no such entry"),
        pytest.param(b'{"revision": 0, "act": {"fact": {"do": "fly"}}}', id="no such fact"),
        pytest.param(
            b'{"revision": 0, "act": {"fact": {"do": "pass", "player": "Eve"}}}', id="a stranger"
        ),
        pytest.param(b'{"revision": 0, "key": "' + b"k" * 99 + b'", "act": {}}', id="a long key"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b"x" * 70_000, id="too much"),
    ],
)
def test_bad_input_is_told_and_changes_nothing(body: bytes, host: Host) -> None:
    answer = client_of(host, Role.HOST).post("/act", data=body, content_type="application/json")

    assert answer.status_code in {400, 413, 422}
    assert answer.get_json()["error"]["message"].count("\n") == 0
    assert host.table is not None
    assert host.table.view.revision == 0


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        pytest.param({}, "two to five", id="nobody"),
        pytest.param({"name": ["Anna"], "nation": ["french"]}, "two to five", id="one"),
        pytest.param(
            {"name": ["A", "A"], "nation": ["french", "english"]}, "are called A", id="twice"
        ),
        pytest.param(
            {"name": ["A", "B"], "nation": ["french", "french"]}, "the same nation", id="same"
        ),
        pytest.param({"name": ["A", "B"], "nation": ["french", "x"]}, "choose a nation", id="none"),
        pytest.param({"name": ["bank", "B"], "nation": ["french", "english"]}, "called", id="bank"),
        pytest.param(
            {"name": ["A", "B"], "nation": ["french", "english"], "edition": "x"}, "not understood",
            id="no such edition",
        ),
        pytest.param({"name": ["x" * 99, "B"], "nation": ["french", "english"]}, "shorter", id="a"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_begin_says_why(form: dict[str, object], fault: str, host: Host) -> None:
    before = host.table

    answer = client_of(host, Role.HOST).post("/start", data=form)

    assert answer.status_code == 422
    assert fault in answer.get_data(as_text=True)
    assert host.table is before


def test_a_name_is_never_taken_for_html(tmp_path: Path) -> None:
    name = "<b onclick=x>'\"&amp;"
    host = make_host(tmp_path / "table.sqlite", [(name, "french"), ("Ben", "english")])
    client = client_of(host, Role.HOST)
    client.post("/act", json={"revision": 0, "act": {"fact": {"do": "pass", "player": name}}})

    for path in ("/table", "/bank", "/score", "/doors", "/start", "/entry/1"):
        page = client.get(path).get_data(as_text=True)
        assert "<b onclick" not in page
        assert "&lt;b onclick" in page


def test_a_taken_back_code_opens_nothing(host: Host) -> None:
    pauline = client_of(host, Role.PLAYER, "Pauline")
    form = {"role": "player", "player": "Pauline"}
    client_of(host, Role.HOST).post("/doors", data=form)

    assert pauline.get("/me").status_code == 401
    assert client_of(host, Role.PLAYER, "Pauline").get("/me").status_code == 200


def test_the_view_is_as_the_record_says(host: Host) -> None:
    banker = client_of(host, Role.BANKER)
    for seen, fact in enumerate(example_of_play()):
        assert (
            banker.post("/act", json={"revision": seen, "act": {"fact": fact}}).status_code == 200
        )

    view = banker.get("/view").get_json()

    assert {p["name"]: p["money"] for p in view["players"]} == {
        "Benjamin": 6, "Pauline": 9, "Jean-Luc": 2,
    }  # fmt: skip
    assert (view["revision"], view["round"], view["phase"]) == (22, 2, 1)
    assert view["turn"]["awaited"] == ["Pauline"]
    assert banker.get("/view", headers={"If-None-Match": "x"}).status_code == 200


def test_a_game_goes_on_after_the_program_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    first = make_host(path)
    phone = first.doors.to(Role.PLAYER, "Benjamin").token
    client_of(first, Role.HOST).post("/act", json={"revision": 0, "act": {"fact": PASS}})
    first.store.close()

    again = make_host(path, ())

    assert again.table is not None
    assert again.table.view.revision == 1
    assert again.doors.at(phone) is not None


def test_hidden_standings_are_hidden_until_the_end(host: Host) -> None:
    client_of(host, Role.HOST).post("/settings", data={"help": "warn", "hide": "on"})
    watcher = client_of(host, Role.WATCHER)

    assert "The score is hidden" in watcher.get("/score").get_data(as_text=True)
    assert watcher.get("/export/score.csv").status_code == 403
    assert client_of(host, Role.BANKER).get("/export/score.csv").status_code == 200


ANSWERS: tuple[tuple[str, int, str | None], ...] = (
    ("/camera", 200, None),
    ("/camera/picture.jpg", 404, "no-camera"),
    ("/camera/seen.svg", 404, "no-camera"),
    ("/camera/place/tahiti.jpg", 404, "no-camera"),
    ("/start?game=foo", 422, "unusable"),
    ("/start?like=99", 404, "no-such-game"),
    ("/table?host=elsewhere", 400, "bad-request"),
)


@pytest.mark.parametrize(("path", "status", "code"), ANSWERS)
def test_what_is_not_there_is_answered_as_it_is_described(
    path: str, status: int, code: str | None, host: Host
) -> None:
    """docs/api.md, of a table without a camera."""
    headers = {"Accept": "application/json"}
    if "?host=" in path:
        headers["Host"] = path.partition("=")[2]

    answer = client_of(host, Role.HOST).get(path, headers=headers)

    assert answer.status_code == status
    assert code is None or answer.get_json()["error"]["code"] == code


@pytest.mark.parametrize(("accepts", "status"), [("text/html", 303), ("application/json", 200)])
def test_a_form_is_answered_as_its_sender_reads(accepts: str, status: int, host: Host) -> None:
    form = {"revision": "0", "act": json.dumps({"fact": PASS})}

    answer = client_of(host, Role.HOST).post("/act", data=form, headers={"Accept": accepts})

    assert answer.status_code == status
    assert status == 303 or answer.get_json()["number"] == 1
