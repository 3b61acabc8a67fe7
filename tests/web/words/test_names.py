"""Whatever people are called: every page, export and stream works, and says the name as it is."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from companion.records.record import Record, parse_record
from companion.store import Store
from tests.web.routes import path_of, rules
from tests.web.tables import BOARD, NOW, client_of, make_host
from tests.whole_games import GAMES
from tests.whole_games import TABLE as PLAYED
from web.host.host import Address, Host
from web.host.roles import Role
from web.table.stream import news

NAMES = (
    "Łukasz", "李雷", 'Ann "Shark"', "O'Brien", "Zoë & Cie",
    "<b>Bob</b>", "=1+1", "{{7*7}}", "%(name)s %s", "C:\\new\\table",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467🦈", "א ב ג", "e\u0301ve", "null", "0",
    "a,b;c|d", "../../etc/passwd", "--help", "Player 2", "M" * 40,
)  # fmt: skip
NATIONS = ("american", "english", "french", "german", "japanese")
TABLES = [NAMES[at : at + 5] for at in range(0, len(NAMES), 5)]
ROLES = ((Role.HOST, None), (Role.BANKER, None), (Role.WATCHER, None))


@pytest.fixture(params=TABLES, ids=lambda names: names[0])
def seated(request: pytest.FixtureRequest, tmp_path: Path) -> Host:
    """Five of them, each of whom has passed."""
    names = request.param
    host = make_host(tmp_path / "table.sqlite", list(zip(names, NATIONS, strict=True)))
    for seen, name in enumerate(names):
        fact = {"do": "pass", "player": name}
        answer = client_of(host, Role.PLAYER, name).post(
            "/act", json={"revision": seen, "act": {"fact": fact}}
        )
        assert answer.status_code == 200
    return host


def names_of(host: Host) -> list[str]:
    assert host.table is not None
    return [player.name for player in host.table.view.last.state.game.players]


def test_every_page_shows_them_as_they_are(seated: Host) -> None:
    names = names_of(seated)
    every = {path_of(rule) for rule in rules(seated) if "GET" in (rule.methods or ())} - {"/news"}
    own = {path for path in every if path.startswith("/me")}
    doors = [(*door, every) for door in (*ROLES, (Role.PLAYER, names[0]))]
    for role, player, paths in (*doors, *((Role.PLAYER, name, own) for name in names[1:])):
        client = client_of(seated, role, player)
        for path in sorted(paths):
            answer = client.get(path, buffered=True)
            assert answer.status_code < 500, (path, player)
        for path in ("/table", "/score"):
            page = html.unescape(client.get(path).get_data(as_text=True))
            assert [name for name in names if name not in page] == [], path


def test_the_view_is_kept_by_a_browser_and_asked_for_again(seated: Host) -> None:
    for name in names_of(seated):
        client = client_of(seated, Role.PLAYER, name)
        first = client.get("/view")
        assert [player["name"] for player in first.get_json()["players"]] == names_of(seated)

        again = client.get("/view", headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
    tags = {_tag(client_of(seated, Role.PLAYER, name)) for name in names_of(seated)}
    assert len(tags) == len(NATIONS)


def _tag(client: FlaskClient) -> str:
    return client.get("/view").headers["ETag"]


def test_every_export_and_the_stream_name_them(seated: Host) -> None:
    names, host = names_of(seated), client_of(seated, Role.HOST)
    assert seated.table is not None
    record = parse_record(host.get("/export/record.jsonl").get_data(as_text=True))
    rows = list(csv.reader(io.StringIO(host.get("/export/score.csv").get_data(as_text=True))))
    score = json.loads(host.get("/export/score.json").data)
    flow = news(seated, seated.table, "en", 0)
    told = [next(flow) for _ in range(len(names) + 1)]
    flow.close()  # type: ignore[attr-defined]

    assert record == seated.table.view.record
    assert [row[1].removeprefix("'") for row in rows if row[3] == "Money"] == names
    assert [player["name"] for player in score["score"]["players"]] == names
    for name, said in zip(names, told[1:], strict=True):
        assert json.loads(said.partition("data: ")[2])["said"] == f"{name} passes."


@pytest.mark.parametrize("names", TABLES, ids=lambda names: names[0])
def test_bg_stats_gets_them_when_the_game_is_over(names: tuple[str, ...], tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    store.begin(over_with(names), NOW)
    client = client_of(Host(store, BOARD, lambda: NOW, Address(8000)), Role.HOST)

    play = json.loads(client.get("/export/play.bgsplay").data)
    link = html.unescape(client.get("/score").get_data(as_text=True)).partition("?data=")[2]
    linked = json.loads(unquote(link.partition('"')[0]))

    assert [player["name"] for player in play["players"]] == list(names)
    assert [player["name"] for player in linked["players"]] == list(names)


def over_with(names: Sequence[str]) -> Record:
    """A whole game in which these have played."""
    called = dict(zip(PLAYED, names, strict=True))

    def renamed(part: dict[str, object]) -> dict[str, object]:
        return {key: called.get(str(value), value) for key, value in part.items()}

    text = (GAMES / "5-players-stuck.jsonl").read_text(encoding="utf-8")
    lines = (json.loads(line, object_hook=renamed) for line in text.splitlines())
    return parse_record("\n".join(map(json.dumps, lines)))


def test_they_come_back_after_a_restart(seated: Host) -> None:
    again = Host(type(seated.store)(seated.store.path), BOARD, seated.clock, seated.address)

    assert again.table is not None
    assert seated.table is not None
    assert again.table.view.record == seated.table.view.record
    for name in names_of(seated):
        assert again.doors.to(Role.PLAYER, name) == seated.doors.to(Role.PLAYER, name)
