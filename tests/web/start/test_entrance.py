"""The way in: this machine's own host, letters beside codes, and the lobby before a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.play.game import Seat
from tests.web.tables import client_of, make_host, serve_table
from web.app import create_app
from web.host.host import Address, Host
from web.host.letters import ALPHABET, LENGTH, SHOWN_S, WITH_ALL, WITH_EACH, Letters
from web.host.roles import Role
from web.serving.crowd import GONE
from web.words.errors import RefusedError

PAGE = {"Accept": "text/html"}
TYPED = {**PAGE, "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
HANDED_ON = {**TYPED, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"}
"""What a service worker that fetches the page itself lets a browser say."""
NEAR, FAR = "127.0.0.1", "192.0.2.40"
LAN = ("192.0.2.7", "den.local", "localhost", "127.0.0.1", "[::1]")
PEOPLE = (("Ann", "french"), ("Ben", "english"))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A table on a network, before its game."""
    made = make_host(tmp_path / "table.sqlite", ())
    made.address = Address(8000, LAN, open_to_network=True)
    yield made
    made.store.close()


def stranger(host: Host, address: str = FAR) -> FlaskClient:
    """A browser that has no code."""
    client = create_app(host).test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


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


def sit(host: Host, name: str, nation: str) -> tuple[FlaskClient, int]:
    client = client_of(host, Role.WATCHER)
    return client, client.post("/sit", data={"name": name, "role": nation}).status_code


def test_who_sits_down_is_that_player_when_the_game_begins(host: Host) -> None:
    phones = [sit(host, *each)[0] for each in PEOPLE]
    boss = client_of(host, Role.HOST)
    assert [each["name"] for each in boss.get("/seats").get_json()["players"]] == ["Ann", "Ben"]
    rows = [pair for name, nation in PEOPLE for pair in (("name", name), ("role", nation))]
    page = boss.get("/start").get_data(as_text=True)
    assert page.count('name="guest" value="Ann"') == page.count('name="name" value="Ben"') == 1

    answer = boss.post("/start", data=_form([*rows, ("guest", "Ann"), ("guest", "Ben")]))

    assert answer.headers["Location"] == "/table"  # all are here: no codes are needed
    assert [phone.get("/").headers["Location"] for phone in phones] == ["/me", "/me"]
    assert "Ann" in phones[0].get("/me").get_data(as_text=True)
    assert host.lobby.guests == ()


def test_a_name_that_the_host_mends_is_the_phones_name(host: Host) -> None:
    phone, _ = sit(host, "Anne", "french")
    boss = client_of(host, Role.HOST)
    rows = [("name", "Ann"), ("role", "french"), ("guest", "Anne"), ("name", "Ben")]
    answer = boss.post("/start", data=_form([*rows, ("role", "english"), ("guest", "")]))

    assert answer.headers["Location"] == "/doors"  # Ben has no phone yet
    phone.get("/")
    assert phone.get("/").headers["Location"] == "/me"
    assert phone.get("/me").status_code == 200


@pytest.mark.parametrize("was_led_on", [True, False])
def test_a_mended_name_is_the_phones_name_in_that_game_alone(was_led_on: bool, host: Host) -> None:
    """Who plays the next one under his own name was led to the page of somebody else in it."""
    phone, _ = sit(host, "Ben", "french")
    host.begin([Seat("Tom", "french"), Seat("Ann", "english")], {}, names={"Ben": "Tom"})
    if was_led_on:
        phone.get("/")
    host.begin([Seat("Tom", "french"), Seat("Ben", "english")], {})
    phone.get(f"/join/{host.doors.to(Role.PLAYER, 'Ben').token}")

    assert phone.get("/").headers.get("Location") == "/me"


def test_two_of_one_name_each_get_their_own_page(host: Host) -> None:
    """The host calls the first one otherwise; the second one's code is that of the first."""
    first, _ = sit(host, "Ben", "french")
    host.begin([Seat("Ben A.", "french"), Seat("Ben", "english")], {}, names={"Ben": "Ben A."})
    first.get("/")
    second = stranger(host)
    second.get(f"/join/{host.doors.to(Role.PLAYER, 'Ben').token}")

    assert second.get("/").headers.get("Location") == first.get("/").headers["Location"] == "/me"


@pytest.mark.parametrize(
    ("name", "nation", "fault"),
    [
        pytest.param("", "english", "Give your name", id="no name"),
        pytest.param("A" * 41, "english", "shorter name", id="a long name"),
        pytest.param("bank", "english", "called bank", id="a word of the record"),
        pytest.param("Ann", "english", "are called Ann", id="a name twice"),
        pytest.param("ann", "english", "are called Ann", id="a name twice, small"),
        pytest.param("Eve", "french", "the same nation", id="a nation twice"),
        pytest.param("Eve", "martian", "choose a nation", id="no nation"),
    ],
)
def test_a_seat_that_cannot_be_is_told(name: str, nation: str, fault: str, host: Host) -> None:
    sit(host, "Ann", "french")
    client = client_of(host, Role.WATCHER)
    answer = client.post("/sit", data={"name": name, "role": nation})

    assert answer.status_code == 422
    assert fault in answer.get_data(as_text=True)
    assert [player.name for player in host.lobby.players] == ["Ann"]


def test_a_family_of_emoji_sits_down(host: Host) -> None:
    """One sign on its keyboard, seven to a program."""
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466\U0001f419"
    sit(host, family, "french")

    assert [player.name for player in host.lobby.players] == [family]


def test_a_name_is_the_same_however_a_keyboard_sends_its_accents(host: Host) -> None:
    sit(host, "Zoe\u0301", "french")

    assert [player.name for player in host.lobby.players] == ["Zo\u00e9"]
    assert host.doors.people() == {"Zo\u00e9"}
    assert sit(host, "Zo\u00e9", "english")[1] == 422


def test_who_names_no_nation_gets_one_that_is_free(host: Host) -> None:
    """Two who sit down at once were both shown the same list."""
    codes = [sit(host, name, nation)[1] for name, nation in (("Ann", ""), ("Ben", ""))]

    assert codes == [200, 200]
    assert len({player.role for player in host.lobby.players}) == 2


def test_a_guest_sits_otherwise_or_gets_up(host: Host) -> None:
    phone, _ = sit(host, "Ann", "french")
    phone.post("/sit", data={"name": "Anna", "role": "german"})
    assert [(p.name, p.role) for p in host.lobby.players] == [("Anna", "german")]

    phone.post("/rise")
    assert host.lobby.players == ()
    _, code = sit(host, "Eve", "german")
    client_of(host, Role.HOST).post("/rise", data={"name": "Eve"})

    assert (code, host.lobby.players) == (200, ())


def test_one_phone_keeps_the_bank_until_the_host_says_no(host: Host) -> None:
    first, second = client_of(host, Role.WATCHER), client_of(host, Role.WATCHER)
    boss = client_of(host, Role.HOST)
    for phone in (first, second):
        phone.post("/keep-bank")
    assert boss.get("/seats").get_json()["bank"] is True
    assert "You keep the bank" in first.get("/").get_data(as_text=True)
    assert "You keep the bank" not in second.get("/").get_data(as_text=True)
    rows = [pair for name, nation in PEOPLE for pair in (("name", name), ("role", nation))]

    boss.post("/start", data=_form(rows))  # the form's own box for the bank was left empty

    assert first.get("/bank", headers={"Accept": "application/json"}).status_code == 401
    assert not host.lobby.has_banker


@pytest.mark.parametrize("who", ["the banker", "the host"])
def test_the_bank_is_left_to_somebody_else(who: str, host: Host) -> None:
    phone = client_of(host, Role.WATCHER)
    phone.post("/keep-bank")
    if who == "the host":
        client_of(host, Role.HOST).post("/rise", data={"bank": "yes"})
    else:
        phone.post("/rise")
        assert "Keep the bank" in phone.get("/").get_data(as_text=True)

    assert not host.lobby.has_banker
    rows = [pair for name, nation in PEOPLE for pair in (("name", name), ("role", nation))]
    client_of(host, Role.HOST).post("/start", data=_form([*rows, ("bank", "on")]))
    assert phone.get("/bank", headers={"Accept": "application/json"}).status_code in (401, 403)


def test_nobody_becomes_a_player_of_a_game_that_runs(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    before = host.doors.tokens()
    watcher = client_of(host, Role.WATCHER)
    answer = watcher.post(
        "/sit",
        data={"name": "Pauline", "role": "german"},
        headers={"Accept": "application/json"},
    )

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "has-begun")
    assert watcher.get("/me").status_code == 403
    assert len(host.doors.tokens()) == len(before) + 1  # the watcher's own
    host.store.close()


def test_a_name_from_an_older_evening_gets_a_new_code(host: Host) -> None:
    """Whoever sits down as Ann is Ann tonight; the code of another Ann's phone ends."""
    older = client_of(host, Role.PLAYER, "Ann")
    sit(host, "Ann", "french")

    assert older.get("/", headers={"Accept": "application/json"}).status_code == 401


@pytest.mark.parametrize("role", list(Role))
def test_before_a_game_nothing_leads_astray(role: Role, host: Host) -> None:
    client = client_of(host, role, "Ann" if role is Role.PLAYER else None)
    page = client.get("/", headers=PAGE).get_data(as_text=True)
    ways = re.findall(r'<li><a href="(/[^"]*)"', page.partition("</nav>")[0])
    assert "/" in ways
    for path in {*ways, *re.findall(r'class="way-in[^"]*" href="([^"]+)"', page)}:
        assert client.get(path, headers=PAGE).status_code == 200, path
    for path in ("/table", "/score", "/camera"):
        assert client.get(path, headers=PAGE).headers["Location"] == "/"


def test_a_players_phone_stays_his_when_it_scans_the_tables_code(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    phone = client_of(host, Role.PLAYER, "Pauline")
    watchers = host.doors.to(Role.WATCHER).token

    page = phone.get(f"/join/{watchers}").get_data(as_text=True)
    assert "Pauline" in page
    assert phone.get("/").headers["Location"] == "/me"

    phone.get(f"/join/{watchers}?anew=yes")
    assert phone.get("/").headers["Location"] == "/table"
    host.store.close()


def test_who_plays_in_another_game_watches_this_one(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    phone = client_of(host, Role.PLAYER, "Eve")

    assert phone.get("/").headers["Location"] == "/table"
    page = phone.get("/table").get_data(as_text=True)
    assert 'href="/me"' not in page
    host.store.close()


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


def _form(rows: list[tuple[str, str]]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for name, value in rows:
        fields.setdefault(name, []).append(value)
    return fields
