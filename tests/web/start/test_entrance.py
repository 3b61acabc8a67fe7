"""The way in: this machine's own host, and letters beside codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.play.game import Seat
from tests.web.start.people import FAR, NEAR, PAGE, stranger
from tests.web.tables import client_of, serve_table
from web.app import create_app
from web.host.host import Host
from web.host.letters import ALPHABET, LENGTH, SHOWN_S, WITH_ALL, WITH_EACH, Letters
from web.host.roles import Role
from web.serving.crowd import GONE
from web.start.invitation import invitation_of
from web.words.errors import RefusedError

TYPED = {**PAGE, "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
HANDED_ON = {**TYPED, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"}
"""What a service worker that fetches the page itself lets a browser say."""


@pytest.mark.parametrize(
    ("address", "name", "headers", "is_host"),
    [
        pytest.param(NEAR, "localhost:8000", TYPED, True, id="typed on the host's machine"),
        pytest.param(NEAR, "127.0.0.1:8000", TYPED, True, id="by its number"),
        pytest.param(NEAR, "localhost:8000", PAGE, True, id="a browser that says less"),
        pytest.param(
            NEAR, "localhost:8000", {**TYPED, "Sec-Fetch-Site": "same-origin"}, True, id="our link"
        ),
        pytest.param(NEAR, "localhost:8000", HANDED_ON, True, id="by our service worker"),
        pytest.param(
            NEAR,
            "localhost:8000",
            {**HANDED_ON, "Sec-Fetch-Site": "cross-site"},
            False,
            id="a link, or a frame elsewhere, by our service worker",
        ),
        pytest.param(
            NEAR,
            "localhost:8000",
            {**HANDED_ON, "Sec-Fetch-Mode": "same-origin"},
            False,
            id="a script of ours",
        ),
        pytest.param(FAR, "localhost:8000", HANDED_ON, False, id="a phone's service worker"),
        pytest.param(FAR, "localhost:8000", TYPED, False, id="a phone that says it is here"),
        pytest.param("", "localhost:8000", TYPED, False, id="from nowhere"),
        pytest.param(GONE, "localhost:8000", TYPED, False, id="over https, and hung up"),
        pytest.param(NEAR, "den.local:8000", TYPED, False, id="another name, bent to here"),
        pytest.param(NEAR, "192.0.2.7:8000", TYPED, False, id="the network's number"),
        pytest.param(
            NEAR, "localhost:8000", {**TYPED, "Sec-Fetch-Site": "cross-site"}, False, id="a link"
        ),
        pytest.param(
            NEAR, "localhost:8000", {**TYPED, "Sec-Fetch-Site": "same-site"}, False, id="other port"
        ),
        pytest.param(
            NEAR, "localhost:8000", {**TYPED, "Sec-Fetch-Mode": "no-cors"}, False, id="a picture"
        ),
        pytest.param(
            NEAR, "localhost:8000", {**TYPED, "Sec-Fetch-Dest": "iframe"}, False, id="a frame"
        ),
        *(
            pytest.param(NEAR, "localhost:8000", {**TYPED, name: FAR}, False, id=name)
            for name in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP")
        ),
        pytest.param(NEAR, "localhost:8000", {"Accept": "*/*"}, False, id="a script"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/here"])
def test_who_sits_at_the_machine_is_the_host_and_nobody_else(
    path: str, address: str, name: str, headers: dict[str, str], is_host: bool, host: Host
) -> None:
    client = stranger(host, address)
    client.get(path, headers={**headers, "Host": name}, follow_redirects=True)
    cookie = client.get_cookie("door-8000", domain=name.rpartition(":")[0])

    assert (cookie is not None) is is_host
    if cookie is not None:
        assert cookie.value == host.host_door().token


@pytest.mark.parametrize(
    ("typed", "site", "led_to"),
    [
        pytest.param("/table", "none", "/table", id="a bookmark"),
        pytest.param("/start?game=clippers", "none", "/start?game=clippers", id="with a query"),
        pytest.param("/evenings", "same-origin", "/evenings", id="our own link"),
        pytest.param("/here?then=//evil.example/", "none", "/", id="elsewhere"),
        pytest.param("/here?then=/%09/evil.example", "none", "/", id="elsewhere, by a tab"),
        pytest.param("/here?then=https://evil.example", "none", "/", id="another site"),
    ],
)
def test_any_page_typed_on_the_hosts_machine_opens_for_the_host(
    typed: str, site: str, led_to: str, host: Host
) -> None:
    client = stranger(host, NEAR)

    page = client.get(typed, headers={**TYPED, "Sec-Fetch-Site": site}, follow_redirects=True)

    assert page.status_code == 200
    assert f'content="0;url={led_to}"' in page.text
    assert client.get("/start").status_code == 200


@pytest.mark.parametrize(("address", "leads_back"), [(NEAR, True), (FAR, False)])
@pytest.mark.parametrize("role", [Role.BANKER, Role.PLAYER, Role.WATCHER])
def test_who_is_another_on_the_hosts_machine_is_led_back(
    role: Role, address: str, leads_back: bool, host: Host
) -> None:
    client = stranger(host, address)
    client.get(f"/join/{host.doors.to(role, 'Ann' if role is Role.PLAYER else None).token}")

    menu = client.get("/", headers=TYPED, follow_redirects=True).text.partition("</nav>")[0]

    assert ('href="/here"' in menu) is leads_back


def test_a_link_of_another_site_gets_no_code_for_the_page_it_leads_to(host: Host) -> None:
    client = stranger(host, NEAR)

    client.get("/start", headers={**TYPED, "Sec-Fetch-Site": "cross-site"}, follow_redirects=True)

    assert client.get("/start").status_code == 401


def test_letters_open_what_their_code_opens(host: Host) -> None:
    letters = host.letters.shown(host.doors.to(Role.BANKER).token)
    client = stranger(host)

    answer = client.post("/enter", data={"letters": f" {letters[:2].lower()} {letters[2:]} "})

    assert answer.status_code == 200
    assert client.get("/", headers=PAGE).status_code == 200
    assert client.get("/bank", headers={"Accept": "application/json"}).status_code == 404  # no game


def test_letters_of_a_code_taken_back_open_nothing(host: Host) -> None:
    letters = host.letters.shown(host.doors.to(Role.WATCHER).token)
    host.doors.change_lock(Role.WATCHER)

    assert stranger(host).post("/enter", data={"letters": letters}).status_code == 422


def test_wrong_letters_run_out_for_a_phone_and_then_for_all(host: Host) -> None:
    """And right ones are of no use then: else they could be told from the wrong ones."""
    letters = host.letters.shown(host.doors.to(Role.WATCHER).token)
    wrong = {"letters": "AAAA"}  # a vowel: never drawn
    client = stranger(host)
    codes = [client.post("/enter", data=wrong).status_code for _ in range(WITH_EACH.at_once + 2)]
    assert codes == [422] * WITH_EACH.at_once + [429] * 2
    assert client.post("/enter", data={"letters": letters}).status_code == 429
    assert stranger(host, "192.0.2.41").post("/enter", data={"letters": letters}).status_code == 200

    others = [stranger(host, f"192.0.2.{n}") for n in range(50, 70)]
    for other in others:
        other.application = client.application
    codes = [other.post("/enter", data=wrong).status_code for other in others]

    assert codes.count(422) == WITH_ALL.at_once - WITH_EACH.at_once
    assert others[-1].post("/enter", data={"letters": letters}).status_code == 429


def test_letters_hold_for_a_while_and_tries_come_back_slowly() -> None:
    now_s = [0.0]
    letters = Letters(lambda: now_s[0])
    said = letters.shown("code")
    now_s[0] += SHOWN_S - 1
    assert letters.shown("code") == said
    now_s[0] += SHOWN_S - 1
    assert letters.token(said, "a") == "code"
    now_s[0] += 2
    assert letters.token(said, "a") is None

    for _ in range(WITH_EACH.at_once - 1):
        letters.token("", "a")
    with pytest.raises(RefusedError):
        letters.token("", "a")
    now_s[0] += WITH_EACH.another_s
    assert letters.token("", "a") is None
    with pytest.raises(RefusedError):
        letters.token("", "a")


def test_the_letters_of_the_invitation_hold_until_a_game_begins(host: Host) -> None:
    """They stand in the terminal, where nobody shows them anew."""
    now_s = [0.0]
    host.letters = Letters(lambda: now_s[0])
    invited, bank = invitation_of(host), host.doors.to(Role.BANKER).token
    banks = host.letters.shown(bank)
    now_s[0] += 3 * SHOWN_S

    assert host.letters.token(banks, FAR) is None
    assert stranger(host).post("/enter", data={"letters": invited.letters}).status_code == 200

    host.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})
    assert stranger(host).post("/enter", data={"letters": invited.letters}).status_code == 422


def test_no_two_codes_have_the_same_letters() -> None:
    letters = Letters()
    shown = [letters.shown(f"code {n}") for n in range(500)]

    assert len(set(shown)) == 500
    assert {len(each) for each in shown} == {LENGTH}
    assert set("".join(shown)) <= set(ALPHABET)


def test_another_host_of_letters_is_never_the_hosts_own(host: Host) -> None:
    """What lets the host in is shown nowhere as letters."""
    client = client_of(host, Role.HOST)
    for path in ("/", "/start"):
        shown = re.findall(r'class="letters">(\w+)<', client.get(path).get_data(as_text=True))
        assert shown
        found = [host.doors.at(host.letters.token(each, FAR)) for each in shown]
        assert [door.role for door in found if door] == ["watcher"] * len(shown)


def test_who_comes_over_https_is_never_this_machine(tmp_path: Path) -> None:
    """The server hears that door on a socket of its own, whoever has hung up meanwhile."""
    with serve_table(tmp_path / "table.sqlite", https=True) as served:
        app = create_app(served.host)
        told: list[tuple[object, object]] = []

        def heard(environ: dict[str, object], start: object) -> list[bytes]:
            told.append((environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]))
            return []

        front = served.front
        assert front is not None
        inner = front.inner.getsockname()[1]
        wrapped = front.told(heard)  # type: ignore[arg-type]
        for port in (inner, served.port):
            asked = app.test_request_context(environ_base={"REMOTE_ADDR": NEAR}).request.environ
            wrapped({**asked, "SERVER_PORT": str(port), "REMOTE_PORT": "1"}, None)  # type: ignore[arg-type]

    assert told == [(GONE, "https"), (NEAR, "http")]
