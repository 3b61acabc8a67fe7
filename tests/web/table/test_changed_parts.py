"""An open page asks what changed, and is sent no more than that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.play.game import Seat
from tests.web.tables import client_of, make_host
from web.host.host import Host
from web.host.roles import Role
from web.news.parts import HAS, live_parts
from web.table.stream import news

PASS = {"fact": {"do": "pass", "player": "Benjamin"}}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return make_host(tmp_path / "table.sqlite")


def changed(client: FlaskClient, path: str, marks: list[str]) -> dict[str, Any]:
    headers = {"Accept": "application/json", HAS: " ".join(marks)}
    told = client.get(f"{path}?part=live", headers=headers).get_json()
    assert isinstance(told, dict)
    return told


def act(host: Host, seen: int) -> None:
    sent = {"revision": seen, "act": PASS}
    assert client_of(host, Role.BANKER).post("/act", json=sent).status_code == 200


def names(told: dict[str, Any]) -> set[str]:
    return {part["name"] for part in told["parts"]}


@pytest.mark.parametrize("path", ["/table", "/bank", "/score", "/camera"])
def test_who_has_nothing_is_sent_every_part_and_then_none(host: Host, path: str) -> None:
    client = client_of(host, Role.HOST)

    told = changed(client, path, [])

    page = client.get(path).get_data(as_text=True)
    assert told["revision"] == 0
    assert [part["name"] for part in told["parts"]] == [name for name, _ in live_parts(page)]
    assert "spots" not in "".join(part["html"] for part in told["parts"])
    assert changed(client, path, [part["mark"] for part in told["parts"]])["parts"] == []


def test_what_happened_changes_only_the_parts_it_is_told_in(host: Host) -> None:
    client = client_of(host, Role.HOST)
    has = [part["mark"] for part in changed(client, "/table", [])["parts"]]
    assert client.post("/act", json={"revision": 0, "key": "a", "act": PASS}).status_code == 200

    told = changed(client, "/table", has)

    assert told["revision"] == 1
    assert {"turn", "log", "acting"} <= names(told)
    assert not names(told) & {"laid", "companies", "hint"}


def test_a_part_that_is_as_it_was_long_ago_is_sent_all_the_same(host: Host) -> None:
    """The browser has what it was sent last, not all it ever was sent."""
    client = client_of(host, Role.HOST)
    first = {part["name"]: part for part in changed(client, "/table", [])["parts"]}
    client.post("/act", json={"revision": 0, "key": "a", "act": PASS})
    marks = {name: part["mark"] for name, part in first.items()}
    since = changed(client, "/table", list(marks.values()))["parts"]
    marks |= {part["name"]: part["mark"] for part in since}
    client.post("/act", json={"revision": 1, "key": "b", "act": {"undo": 1}})

    told = changed(client, "/table", list(marks.values()))

    acting = next(part for part in told["parts"] if part["name"] == "acting")
    assert acting["mark"] == first["acting"]["mark"] != marks["acting"]


def test_a_part_in_a_part_comes_with_it() -> None:
    page = (
        '<body data-revision="3"><div class="a" data-live="outer"><div>x</div>'
        '<section data-live="inner"><div></div></section></div>'
        '<svg><g data-live="laid"><g class="pieces"></g></g></svg>'
        '<template id="any" data-live="any" data-any="{&#34;a&#34;: 1}"></template></body>'
    )

    assert [name for name, _ in live_parts(page)] == ["outer", "laid", "any"]
    assert dict(live_parts(page))["laid"] == '<g data-live="laid"><g class="pieces"></g></g>'


def test_who_has_seen_more_than_the_table_has_looks_anew_and_hears_on(host: Host) -> None:
    """A back-up was restored: a big screen heard of nothing until as much had happened again."""
    assert host.table is not None
    act(host, 0)
    told = news(host, host.table, "en", 50)

    assert next(told).startswith("retry:")
    assert next(told).startswith("id: 1\nevent: settings\n")
    act(host, 1)
    assert next(told).startswith("id: 2\nevent: news\n")


def test_the_view_of_another_game_as_long_is_told(host: Host) -> None:
    """The last game is deleted for good, and the browser kept its view."""
    host.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})
    client = client_of(host, Role.WATCHER)
    tag = {"If-None-Match": client.get("/view").headers["ETag"]}
    assert client.get("/view", headers=tag).status_code == 304
    host.take_up(1)
    host.delete(2)
    host.empty_bin({2})
    host.begin([Seat("Eve", "french"), Seat("Tom", "english")], {})

    told = client.get("/view", headers=tag)

    assert [each["name"] for each in told.get_json()["players"]] == ["Eve", "Tom"]


def test_a_browser_that_opens_the_address_is_shown_the_page(host: Host) -> None:
    answer = client_of(host, Role.HOST).get("/table?part=live", headers={"Accept": "text/html"})

    assert answer.mimetype == "text/html"
    assert 'class="spots"' in answer.get_data(as_text=True)
