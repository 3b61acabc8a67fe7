"""The lobby: who sits down before a game, and by which name and code he is led on."""

from __future__ import annotations

import re
import threading
from itertools import cycle
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.play.game import Seat
from companion.records.record import Header
from tests.web.start.people import PAGE, PEOPLE, form, sit, stranger
from tests.web.tables import client_of, make_host
from web.host.host import Host
from web.host.roles import Role

JSON = {"Accept": "application/json"}
A_WHILE_S = 0.3
"""So long a request that does not wait would take at most."""


def test_who_sits_down_is_that_player_when_the_game_begins(host: Host) -> None:
    phones = [sit(host, *each)[0] for each in PEOPLE]
    boss = client_of(host, Role.HOST)
    assert [each["name"] for each in boss.get("/seats").get_json()["players"]] == ["Ann", "Ben"]
    rows = [pair for name, nation in PEOPLE for pair in (("name", name), ("role", nation))]
    page = boss.get("/start").get_data(as_text=True)
    assert page.count('name="guest" value="Ann"') == page.count('name="name" value="Ben"') == 1

    answer = boss.post("/start", data=form([*rows, ("guest", "Ann"), ("guest", "Ben")]))

    assert answer.headers["Location"] == "/table"  # all are here: no codes are needed
    assert [phone.get("/").headers["Location"] for phone in phones] == ["/me", "/me"]
    assert "Ann" in phones[0].get("/me").get_data(as_text=True)
    assert host.lobby.guests == ()


def test_a_name_that_the_host_mends_is_the_phones_name(host: Host) -> None:
    phone, _ = sit(host, "Anne", "french")
    boss = client_of(host, Role.HOST)
    rows = [("name", "Ann"), ("role", "french"), ("guest", "Anne"), ("name", "Ben")]
    answer = boss.post("/start", data=form([*rows, ("role", "english"), ("guest", "")]))

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

    boss.post("/start", data=form(rows))  # the form's own box for the bank was left empty

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
    client_of(host, Role.HOST).post("/start", data=form([*rows, ("bank", "on")]))
    assert phone.get("/bank", headers={"Accept": "application/json"}).status_code in (401, 403)


def worn_out(host: Host) -> FlaskClient:
    """Somebody with the invitation sits down again and again, under two names, and keeps the bank.

    Returned is his phone.
    """
    phone = client_of(host, Role.WATCHER)
    client_of(host, Role.WATCHER).post("/keep-bank")
    sits = ({"name": name, "role": "french"} for name in cycle(("Ann", "Ben")))
    while (answer := phone.post("/sit", data=next(sits), headers=JSON)).status_code == 200:
        pass
    assert answer.get_json()["error"]["code"] == "worn-out"
    return phone


def test_a_worn_out_lobby_is_the_hosts_all_the_same(host: Host) -> None:
    phone, boss = worn_out(host), client_of(host, Role.HOST)
    [guest] = host.lobby.players
    assert "nobody can any more" in boss.get("/").text

    answers = [boss.post("/rise", data={"name": guest.name})]
    answers.append(boss.post("/rise", data={"bank": "yes"}))
    answers.append(boss.post("/doors", data={"role": "watcher"}))

    assert [(answer.status_code, answer.location) for answer in answers] == [(303, "/")] * 3
    assert (host.lobby.players, host.lobby.has_banker) == ((), False)
    assert "nobody can any more" not in boss.get("/").text
    assert sit(host, "Eve", "german")[1] == 200  # by the new invitation
    assert phone.get("/", headers=JSON).status_code == 401


def test_a_new_invitation_ends_the_old_one_and_nobodys_seat(host: Host) -> None:
    ann, _ = sit(host, "Ann", "french")
    boss, late = client_of(host, Role.HOST), client_of(host, Role.WATCHER)
    assert 'action="/doors"' in boss.get("/").text
    boss.post("/doors", data={"role": "watcher"})

    assert late.get("/", headers=JSON).status_code == 401
    assert ann.get("/").status_code == 200
    assert [player.name for player in host.lobby.players] == ["Ann"]
    assert boss.post("/doors", data={"role": "banker"}, headers=JSON).status_code == 404


def test_whom_the_host_takes_off_the_list_is_out(host: Host) -> None:
    ann, eve = sit(host, "Ann", "french")[0], sit(host, "Eve", "german")[0]
    client_of(host, Role.HOST).post("/rise", data={"name": "Eve"})
    host.begin([Seat("Ann", "french"), Seat("Ben", "english")], {})

    for path in ("/table", "/score", "/view", "/export/record.jsonl"):
        assert eve.get(path, headers=JSON).status_code == 401, path
        assert ann.get(path, headers=JSON).status_code == 200, path


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(("/rise", {}), id="gets up"),
        pytest.param(("/sit", {"name": "Eve", "role": "german"}), id="sits by another name"),
        pytest.param(("/keep-bank", {}), id="keeps the bank"),
    ],
)
def test_the_code_of_a_seat_ends_with_it(way: tuple[str, dict[str, str]], host: Host) -> None:
    """Or he has one of which the host sees nothing."""
    phone, _ = sit(host, "Ann", "french")
    [guest] = host.lobby.guests
    path, data = way

    assert phone.post(path, data=data).status_code == 200
    assert host.doors.at(guest.token) is None
    assert phone.get("/", headers=JSON).status_code == 200  # by another


def test_codes_of_others_are_taken_back(host: Host) -> None:
    """Of an older evening, also after the program was started again; and nobody else's."""
    zed, ann = (client_of(host, Role.PLAYER, name) for name in ("Zed", "Ann"))
    anne, _ = sit(host, "Anne", "french")  # whom the host calls Anna
    host.begin([Seat("Anna", "french"), Seat("Ann", "english")], {}, names={"Anne": "Anna"})
    boss = client_of(host, Role.HOST)
    page = boss.get("/doors").text
    assert zed.get("/table").status_code == 200

    assert boss.post("/doors/others").location == "/doors"

    assert "not in this game still open its pages: Zed." in page
    assert "not in this game" not in boss.get("/doors").text
    assert zed.get("/table", headers=JSON).status_code == 401
    assert ann.get("/table").status_code == boss.get("/table").status_code == 200
    anne.get("/")
    assert anne.get("/me").status_code == 200


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


@pytest.mark.parametrize(
    ("role", "path", "data"),
    [
        pytest.param(Role.WATCHER, "/sit", {"name": "Ann", "role": "french"}, id="sits"),
        pytest.param(Role.WATCHER, "/keep-bank", {}, id="keeps the bank"),
        pytest.param(Role.BANKER, "/rise", {}, id="leaves the bank"),
        pytest.param(Role.HOST, "/rise", {"bank": "yes"}, id="the host takes the bank"),
    ],
)
def test_while_the_game_begins_nobody_takes_a_seat(
    role: Role, path: str, data: dict[str, str], host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby is empty already, and no table is laid yet: no name is free for all that."""
    ann, _ = sit(host, "Ann", "french")
    client_of(host, Role.WATCHER).post("/keep-bank")
    banker, late = host.doors.to(Role.BANKER), client_of(host, role)
    amidst, answered, header = threading.Event(), threading.Event(), host.store.header

    def slow_header(number: int) -> Header:
        amidst.set()
        answered.wait(A_WHILE_S)
        return header(number)

    monkeypatch.setattr(host.store, "header", slow_header)
    seats = [Seat("Ann", "french"), Seat("Ben", "english")]
    beginning = threading.Thread(target=host.begin, args=(seats, {}))
    beginning.start()
    assert amidst.wait(5)
    answer = late.post(path, data=data, headers=JSON)
    answered.set()
    beginning.join()

    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "has-begun")
    assert ann.get("/me").status_code == 200
    assert host.doors.at(banker.token) is not None
    assert (host.lobby.guests, host.lobby.has_banker) == ((), False)


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


@pytest.mark.parametrize(
    ("mine", "opened", "is_asked"),
    [
        (Role.HOST, Role.PLAYER, True),
        (Role.HOST, Role.BANKER, True),
        (Role.HOST, Role.WATCHER, True),
        (Role.HOST, Role.HOST, False),
        (Role.BANKER, Role.PLAYER, True),
        (Role.BANKER, Role.WATCHER, True),
        (Role.BANKER, Role.HOST, False),
        (Role.PLAYER, Role.BANKER, False),
        (Role.PLAYER, Role.HOST, False),
        (Role.WATCHER, Role.PLAYER, False),
    ],
)
def test_who_would_lose_by_a_code_is_asked_first(
    mine: Role, opened: Role, is_asked: bool, tmp_path: Path
) -> None:
    host = make_host(tmp_path / "table.sqlite")
    own = host.doors.to(mine, "Pauline" if mine is Role.PLAYER else None)
    other = host.doors.to(opened, "Benjamin" if opened is Role.PLAYER else None)
    browser = client_of(host, mine, own.player)
    answer = browser.get(f"/join/{other.token}?to=camera")

    assert ("Set-Cookie" in answer.headers) is not is_asked
    if is_asked:
        anew = re.search(r'href="(/join/[^"]*)"', answer.get_data(as_text=True))
        assert anew is not None
        after = browser.get(anew[1].replace("&amp;", "&"))
        assert "Set-Cookie" in after.headers
        assert 'content="0;url=/camera"' in after.get_data(as_text=True)
    host.store.close()


def test_who_plays_in_another_game_watches_this_one(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite")
    phone = client_of(host, Role.PLAYER, "Eve")

    assert phone.get("/").headers["Location"] == "/table"
    page = phone.get("/table").get_data(as_text=True)
    assert 'href="/me"' not in page
    host.store.close()
