"""Nobody gets in: what another web site, a stranger's name and a wrong role can't do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from companion.store import Store
from tests.web.routes import path_of, rules
from tests.web.tables import BOARD, NOW, client_of, make_host
from web.app import create_app
from web.host.host import Address, Host
from web.host.roles import FRESH_S, Doors, Role

SCRIPT = "<script>x</script>"
MARKUP = "<img src=x onerror=y>'\"&"
PASS = {"do": "pass", "player": "Benjamin"}
JSON = {"Accept": "application/json"}
OPEN_WRITES = {"/wishes", "/enter"}
"""What anybody may write: his own language and light, and the letters of a code."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


def writes(host: Host) -> list[str]:
    return [path_of(rule) for rule in rules(host) if "POST" in (rule.methods or ())]


def reads(host: Host) -> list[str]:
    return [path_of(rule) for rule in rules(host) if "GET" in (rule.methods or ())]


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="another site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="another port"),
        pytest.param({"Sec-Fetch-Site": "none"}, id="an extension"),
        pytest.param({"Origin": "http://localhost:81"}, id="another port by Origin"),
        pytest.param({"Origin": "https://localhost"}, id="another scheme"),
        pytest.param({"Origin": "null"}, id="a sandboxed page"),
        pytest.param({"Origin": ""}, id="an empty Origin"),
        pytest.param(
            {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}, id="of two minds"
        ),
    ],
)
def test_every_write_of_another_site_is_refused(headers: dict[str, str], host: Host) -> None:
    client = client_of(host, Role.HOST)
    for path in writes(host):
        answer = client.post(path, headers={**headers, **JSON})
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "another-site")


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("http://localhost:8000", "same-origin"),
        ("http://127.0.0.1:8000", "same-origin"),
        ("https://192.0.2.7:8443", "same-origin"),
        ("http://192.0.2.7:8000", None),
        ("http://den.local:8000", None),
    ],
)
def test_a_page_keeps_apart_from_its_opener_where_a_browser_heeds_it(
    address: str, sent: str | None, host: Host
) -> None:
    """Elsewhere it is an error on the console of every phone."""
    host.address = Address(8000, ("192.0.2.7", "den.local", *host.address.hosts))
    answer = create_app(host).test_client().get("/", base_url=address)

    assert answer.headers.get("Cross-Origin-Opener-Policy") == sent
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_another_site_may_not_even_listen(host: Host) -> None:
    client = client_of(host, Role.HOST)
    for path in ("/news", "/view", "/table", "/doors"):
        assert client.get(path, headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.parametrize("path", ["/news", "/view", "/table", "/board.svg", "/static/icon.svg"])
@pytest.mark.parametrize("site", ["same-site", "cross-site"])
@pytest.mark.parametrize("mode", ["no-cors", "cors", "websocket", "navigate"])
def test_nothing_but_a_link_asks_from_another_site(
    path: str, site: str, mode: str, host: Host
) -> None:
    """A picture and a request without CORS say no ``Origin``; to another port the cookie goes."""
    asked = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": "iframe"}

    assert client_of(host, Role.HOST).get(path, headers=asked).status_code == 403


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({}, id="a browser that says nothing"),
        pytest.param({"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, id="typed"),
        pytest.param({"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "no-cors"}, id="the browser's"),
        pytest.param({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}, id="a script"),
        pytest.param(
            {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "no-cors"}, id="a picture"
        ),
    ],
)
def test_our_own_pages_ask_for_anything(asked: dict[str, str], host: Host) -> None:
    client = client_of(host, Role.HOST)
    for path in ("/news", "/view", "/table", "/static/icon.svg"):
        answer = client.get(path, headers=asked)
        answer.close()
        assert answer.status_code == 200


def test_a_link_from_another_site_opens_the_page(host: Host) -> None:
    asked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    client = client_of(host, Role.WATCHER)

    assert client.get("/table", headers=asked).status_code == 200
    for shown in ("document", "empty"):  # opened, and handed on by the page's own worker
        assert client.get("/table", headers={**asked, "Sec-Fetch-Dest": shown}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "evil.example:8000",
        "localhost@evil.example",
        "192.0.2.1",
        "[::2]",
        "",
    ],
)
def test_a_rebound_name_opens_nothing(name: str, host: Host) -> None:
    client = client_of(host, Role.HOST)
    before = host.doors.tokens()
    for path in reads(host):
        assert client.get(path, headers={"Host": name}, buffered=True).status_code == 400
    for path in writes(host):
        assert client.post(path, headers={"Host": name}).status_code == 400
    assert host.doors.tokens() == before


def test_the_addresses_of_this_network_are_known_by_name(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    host = Host(store, BOARD, lambda: NOW, Address(8000, ("192.0.2.7", "den.local"), True))
    client = create_app(host).test_client()
    for name in ("192.0.2.7:8000", "den.local:8000", "192.0.2.7"):
        assert client.get("/table", headers={"Host": name}).status_code == 401
    store.close()


def test_without_a_code_there_is_nothing_to_see(host: Host) -> None:
    """Only what is the same for every table in the world is open to all."""
    open_to_all = {"/static/style/page.css", "/kinds.css", "/map-light.svg", "/openapi.json"}
    open_to_all |= {"/manifest.webmanifest", "/worker.js", "/offline"}
    client = create_app(host).test_client()
    for path in set(reads(host)) - open_to_all:
        assert client.get(path, buffered=True).status_code in {401, 404}, path
    for path in set(writes(host)) - OPEN_WRITES:
        assert client.post(path).status_code == 401, path


def test_a_watcher_writes_nothing(host: Host) -> None:
    client = client_of(host, Role.WATCHER)
    before = host.doors.tokens()
    for path in set(writes(host)) - OPEN_WRITES:
        assert client.post(path, data={"act": "{}", "revision": "0"}).status_code in {400, 403}
    answer = client.post("/act", json={"revision": 0, "act": {"fact": PASS}})

    assert answer.status_code == 403
    assert host.table is not None
    assert host.table.view.revision == 0
    assert host.doors.tokens() == before


def test_the_cookie_is_for_this_page_alone(host: Host) -> None:
    client = create_app(host).test_client()
    answer = client.get(f"/join/{host.doors.to(Role.WATCHER).token}")

    assert re.search(r"; HttpOnly\b.*; SameSite=Strict", answer.headers["Set-Cookie"])
    assert "Location" not in answer.headers


def test_tokens_cannot_be_guessed(host: Host) -> None:
    tokens = {host.doors.change_lock(Role.WATCHER).token for _ in range(50)}

    assert len(tokens) == 50
    assert {len(token) for token in tokens} == {22}  # 128 bits


def test_the_host_locks_every_other_host_out(host: Host) -> None:
    mine, other = (client_of(host, Role.HOST) for _ in range(2))
    mine.post("/doors", data={"role": "host"})

    assert mine.get("/doors").status_code == 200
    assert other.get("/doors").status_code == 401


@pytest.mark.parametrize(
    "form",
    [
        pytest.param({"role": "king"}, id="no such role"),
        pytest.param({"role": "player"}, id="a player without a name"),
        pytest.param({"role": "player", "player": "Eve"}, id="nobody at this table"),
        pytest.param({"role": "banker", "player": "Pauline"}, id="a banker with a name"),
    ],
)
def test_a_door_that_cannot_be_is_not_made(form: dict[str, str], host: Host) -> None:
    client = client_of(host, Role.HOST)
    before = host.doors.tokens()

    assert client.post("/doors", data=form).status_code == 400
    assert host.doors.tokens() == before


def test_a_code_taken_back_at_one_host_opens_nothing_at_the_other(tmp_path: Path) -> None:
    now_s = [0.0]
    one = Doors(Store(tmp_path / "table.sqlite"), lambda: now_s[0])
    other = Doors(Store(tmp_path / "table.sqlite"), lambda: now_s[0])
    old = one.to(Role.WATCHER)
    now_s[0] += FRESH_S
    assert other.at(old.token) is not None

    new = one.change_lock(Role.WATCHER)
    now_s[0] += FRESH_S

    assert other.at(old.token) is None
    assert other.to(Role.WATCHER) == new


def test_the_page_says_who_can_see_it(tmp_path: Path) -> None:
    for lan, said in ((False, "Only this machine"), (True, "Every device on this network")):
        host = make_host(tmp_path / f"{lan}.sqlite")
        host.address = Address(8000, open_to_network=lan)
        assert said in client_of(host, Role.HOST).get("/doors").get_data(as_text=True)
        host.store.close()


def played_by(names: tuple[str, str], path: Path) -> FlaskClient:
    """A table of two, one of whom has done something, as its host sees it."""
    host = make_host(path, [(names[0], "french"), (names[1], "english")])
    client = client_of(host, Role.HOST)
    for seen, name in enumerate(names):
        fact = {"do": "pass", "player": name}
        client.post("/act", json={"revision": seen, "act": {"fact": fact}})
    client.post("/photo")
    return client


def test_what_people_write_is_never_markup(tmp_path: Path) -> None:
    client = played_by((SCRIPT, MARKUP), tmp_path / "table.sqlite")
    host = client.application.extensions["companion"]
    shown = 0
    for path in reads(host):
        if path == "/news":
            continue
        answer = client.get(path, buffered=True)
        assert answer.status_code < 500, path
        said = answer.get_data(as_text=True) if answer.status_code == 200 else ""
        if answer.mimetype in {"text/html", "image/svg+xml", "text/css"}:
            assert SCRIPT not in said, path
            assert "<img src=x" not in said, path
            shown += "&lt;script&gt;x" in said
        else:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert shown >= 5


def test_what_people_write_reaches_scripts_as_data(tmp_path: Path) -> None:
    client = played_by((SCRIPT, MARKUP), tmp_path / "table.sqlite")
    view = client.get("/view")
    page = client.get("/table").get_data(as_text=True)

    assert view.mimetype == "application/json"
    assert [player["name"] for player in json.loads(view.data)["players"]] == [SCRIPT, MARKUP]
    for held in re.findall(r'data-places="([^"]*)"', page):
        assert "<" not in unquote(held)


def test_an_error_never_says_markup(host: Host) -> None:
    client = client_of(host, Role.HOST)
    for answer in (
        client.get(f"/{SCRIPT}"),
        client.get(f"/join/{SCRIPT}"),
        client.post("/act", data={"revision": "0", "act": json.dumps({"fact": {"do": SCRIPT}})}),
        client.get("/table", headers={"Host": SCRIPT}),
    ):
        assert SCRIPT not in answer.get_data(as_text=True)
