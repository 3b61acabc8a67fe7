"""How much the companion helps: what each level shows, and to whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.records.record import SYSTEM, Happened
from companion.store.table import Request
from tests.web.tables import NOW, client_of, host_of_game, make_host
from web.host.host import Host
from web.host.roles import Role
from web.host.settings import Help, Settings
from web.table.pages import LAST_LINES

SLIP = "It is not Jean-Luc&#39;s turn"
LIT = "earning"
PAGES = {"/table": Role.HOST, "/me": Role.PLAYER, "/bank": Role.BANKER}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = make_host(tmp_path / "table.sqlite")
    yield made
    made.store.close()


@pytest.mark.parametrize(
    ("level", "slips_on", "lit"),
    [
        pytest.param("off", set(), False, id="off"),
        pytest.param("audit", {"/bank"}, False, id="audit"),
        pytest.param("warn", {"/table", "/me", "/bank"}, False, id="warn"),
        pytest.param("bank", {"/table", "/me", "/bank"}, True, id="full bank"),
    ],
)
def test_what_a_level_of_help_shows(level: str, slips_on: set[str], lit: bool, host: Host) -> None:
    client_of(host, Role.HOST).post("/settings", data={"help": level})
    assert host.table is not None
    slip = Happened({"do": "pass", "player": "Jean-Luc"})
    host.table.act(Request(slip, host.table.view.revision, SYSTEM, NOW))

    pages = {
        path: client_of(host, role, "Benjamin").get(path).get_data(as_text=True)
        for path, role in PAGES.items()
    }

    assert {path for path, page in pages.items() if SLIP in page} == slips_on
    for path in ("/table", "/me"):
        assert ('data-places="{}"' not in pages[path]) == lit
    assert "Benjamin" in pages["/table"]


@pytest.mark.parametrize("path", ["/settings", "/start"])
def test_help_is_full_until_the_host_says_otherwise(path: str, host: Host) -> None:
    client = client_of(host, Role.HOST)
    assert 'value="bank" checked' in client.get(path).get_data(as_text=True)

    assert client.post("/settings", data={"help": "warn", "hide": "on"}).status_code == 303
    page = client.get(path).get_data(as_text=True)
    assert 'value="warn" checked' in page
    assert 'name="hide" checked' in page


@pytest.mark.parametrize(
    "said",
    [{}, {"hide": "on"}, {"by_hand": "on"}, {"known": "on"}, {"help": "all", "hide": "on"}],
    ids=str,
)
def test_without_a_level_of_help_nothing_is_set(said: dict[str, str], host: Host) -> None:
    before = host.settings

    answer = client_of(host, Role.HOST).post(
        "/settings", data=said, headers={"Accept": "application/json"}
    )

    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (400, "no-such-help")
    assert all(level.value in error["message"] for level in Help)
    assert host.settings == before


@pytest.mark.parametrize(
    ("said", "settings"),
    [
        ({"help": "warn"}, Settings(Help.WARN)),
        ({"help": "warn", "hide": ""}, Settings(Help.WARN, hide_standings=True)),
        ({"help": "warn", "by_hand": "no"}, Settings(Help.WARN, by_hand=True)),
        ({"help": "bank", "known": "on"}, Settings(known=True)),
    ],
)
def test_all_settings_are_said_at_once(
    said: dict[str, str], settings: Settings, host: Host
) -> None:
    """What is not sent holds no longer, as a box that is not ticked."""
    client = client_of(host, Role.HOST)
    client.post(
        "/settings", data=dict.fromkeys(("hide", "by_hand", "known"), "on") | {"help": "off"}
    )

    assert client.post("/settings", data=said).status_code == 303
    assert host.settings == settings


@pytest.mark.parametrize(
    ("wish", "value", "known"),
    [
        ("language", "xx", "en, fr"),
        ("theme", "x", "dark"),
        ("palette", "x", "distinct"),
        ("palette", "", "distinct"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_wish_that_cannot_be_is_named_with_what_may_be(
    wish: str, value: str, known: str, language: str, host: Host
) -> None:
    client = client_of(host, Role.WATCHER)
    client.set_cookie("language", language)

    answer = client.post("/wishes", data={wish: value}, headers={"Accept": "application/json"})

    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (400, "no-such-wish")
    assert error["message"].startswith(f"{wish} ")
    assert repr(value) in error["message"]
    assert known in error["message"]
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("said", "settings"),
    [
        pytest.param({}, Settings(), id="nothing said"),
        pytest.param({"help": "audit"}, Settings(Help.AUDIT), id="a level"),
        pytest.param({"help": "off", "hide": "on"}, Settings(Help.OFF, True), id="and hidden"),
    ],
)
def test_help_is_chosen_where_a_game_begins(
    said: dict[str, str], settings: Settings, host: Host
) -> None:
    client = client_of(host, Role.HOST)
    assert host.table is not None
    seats = {"name": ["Ann", "Ben"], "nation": ["french", "english"]}
    meant = {"instead": str(host.table.number)}

    assert client.post("/start", data={**seats, **meant, **said}).status_code == 303
    assert host.settings == settings


def test_a_start_that_is_refused_keeps_what_was_chosen(host: Host) -> None:
    before = host.settings
    form = {"name": ["Ann", "Ann"], "nation": ["french", "english"], "help": "audit"}
    answer = client_of(host, Role.HOST).post("/start", data=form)

    assert answer.status_code == 422
    assert 'value="audit" checked' in answer.get_data(as_text=True)
    assert host.settings == before
    refused = client_of(host, Role.HOST).post("/start", data={**form, "help": "more"})
    assert refused.status_code == 400


@pytest.mark.parametrize(
    ("role", "status", "linked"),
    [(Role.HOST, 200, True), (Role.BANKER, 403, False), (Role.PLAYER, 403, False)],
)
def test_only_the_host_sets_it_and_finds_it_on_every_page(
    role: Role, status: int, linked: bool, host: Host
) -> None:
    client = client_of(host, role, "Benjamin" if role is Role.PLAYER else None)

    assert client.get("/settings").status_code == status
    assert ('href="/settings"' in client.get("/table").get_data(as_text=True)) is linked


def test_a_slip_is_told_in_the_language_that_is_wished_now(host: Host) -> None:
    assert host.table is not None
    slip = Happened({"do": "pass", "player": "Jean-Luc"})
    host.table.act(Request(slip, host.table.view.revision, SYSTEM, NOW))
    phone = client_of(host, Role.PLAYER, "Benjamin")
    assert SLIP in phone.get("/me").get_data(as_text=True)

    phone.post("/wishes", data={"language": "fr"})

    page = phone.get("/me").get_data(as_text=True)
    assert SLIP not in page
    assert "pas à Jean-Luc" in page or "pas le tour de Jean-Luc" in page
    assert "Règle" in page


def test_who_has_done_nothing_passes_and_is_not_done(host: Host) -> None:
    phone = client_of(host, Role.PLAYER, "Benjamin")
    page = phone.get("/me").get_data(as_text=True)
    assert (">Pass<" in page, ">Done<" in page) == (True, False)

    assert host.table is not None
    card = Happened({"do": "marker", "player": "Benjamin", "slot": "new_guinea/2"})
    host.table.act(Request(card, host.table.view.revision, SYSTEM, NOW))

    assert ">Pass<" not in phone.get("/me").get_data(as_text=True)


def test_when_the_game_is_over_the_table_says_who_wins(tmp_path: Path) -> None:
    host = host_of_game(tmp_path / "over.sqlite", "4-players-stuck")
    for role, path in ((Role.WATCHER, "/table"), (Role.PLAYER, "/me")):
        page = client_of(host, role, "Anna").get(path).get_data(as_text=True)

        assert re.search(r'class="sentence">\w+ wins with \d+ points<', page)
        assert 'href="/score">See the final score' in page
    host.store.close()


def test_what_is_only_odd_is_shown_while_it_is_news_and_kept_by_the_bank(host: Host) -> None:
    assert host.table is not None
    odd = "while the first one still lies in its harbour"
    gift: dict[str, object] = {"do": "pay", "from": "bank", "to": "Benjamin"}
    gift |= {"amount": 9, "mends": 0}
    ship: dict[str, object] = {"do": "ship", "player": "Benjamin", "company": "red"}
    facts = [gift, ship, *[gift] * LAST_LINES]
    shown = []
    for fact in facts:
        host.table.act(Request(Happened(fact), host.table.view.revision, SYSTEM, NOW))
        shown.append(odd in client_of(host, Role.WATCHER).get("/table").get_data(as_text=True))

    assert shown == [False, *([True] * LAST_LINES), False]
    assert odd in client_of(host, Role.BANKER).get("/bank").get_data(as_text=True)
