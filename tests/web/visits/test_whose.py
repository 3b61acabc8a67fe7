"""A page says of which game it is, and of whose door; where that is another, nothing is done."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.play.game import Seat
from tests.web.glances import Watched
from tests.web.tables import PLAYERS, client_of, make_host
from vision.picture.camera import CameraState
from web.host.host import Host
from web.host.roles import Role
from web.watching.watch import Glance

PASS = {"fact": {"do": "pass", "player": "Benjamin"}}
LIVE = {"Accept": "application/json"}
BODY = re.compile(r'<body[^>]*\sdata-whose="([^"]+)"')
GONE = 410
LATER = "2026-11-21T22:00:00+00:00"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = make_host(tmp_path / "table.sqlite")
    yield host
    host.store.close()


def begin_another(host: Host) -> None:
    """A game with the same people."""
    host.begin([Seat(name, nation) for name, nation in PLAYERS], {})


def whose(client: FlaskClient, path: str) -> str:
    """What a page says of itself."""
    found = BODY.search(client.get(path).get_data(as_text=True))
    assert found is not None
    return found[1]


def tapped(client: FlaskClient, **besides: object) -> tuple[int, str]:
    """The answer to a tap: its status, and the code of the error."""
    sent = {"revision": 0, "key": "k", "act": PASS, **besides}
    answer = client.post("/act", json=sent)
    return answer.status_code, (answer.get_json().get("error") or {}).get("code", "")


def first_news(client: FlaskClient, of: str) -> str:
    """The first event of a stream that has something to tell; it ends with a game or a door."""
    with client.get(f"/news?after=0&whose={of}") as answer:
        told = (bytes(each).decode() for each in answer.response)  # type: ignore[arg-type]
        return next(each for each in told if "event:" in each).partition("\n")[0]


def test_a_tap_of_another_game_is_not_written_into_this_one(host: Host) -> None:
    phone = client_of(host, Role.PLAYER, "Benjamin")
    before = whose(phone, "/me")
    begin_another(host)

    assert tapped(phone, whose=before) == (GONE, "other-game")
    assert host.store.last_seq(2) == 0
    assert tapped(phone, whose=whose(phone, "/me")) == (200, "")


def test_what_is_of_a_deleted_game_is_of_no_other(host: Host) -> None:
    begin_another(host)
    phone = client_of(host, Role.PLAYER, "Benjamin")
    before = whose(phone, "/me")
    host.take_up(1)
    host.delete(2)
    host.empty_bin({2})
    host.clock = lambda: LATER
    begin_another(host)

    assert tapped(phone, whose=before) == (GONE, "other-game")


def test_a_tap_of_another_door_is_not_written_down(host: Host) -> None:
    browser = client_of(host, Role.PLAYER, "Benjamin")
    before = whose(browser, "/me")
    browser.get(f"/join/{host.doors.to(Role.PLAYER, 'Pauline').token}")

    assert tapped(browser, whose=before) == (GONE, "other-door")
    assert host.store.last_seq(1) == 0


def test_who_says_nothing_of_his_page_writes_as_ever(host: Host) -> None:
    begin_another(host)
    assert tapped(client_of(host, Role.PLAYER, "Benjamin")) == (200, "")


def test_a_page_is_the_same_with_a_new_code_and_after_a_restart(host: Host, tmp_path: Path) -> None:
    phone = client_of(host, Role.PLAYER, "Benjamin")
    before = whose(phone, "/me")
    host.doors.change_lock(Role.PLAYER, "Benjamin")
    assert whose(client_of(host, Role.PLAYER, "Benjamin"), "/me") == before
    host.store.close()

    again = make_host(tmp_path / "table.sqlite", ())
    assert whose(client_of(again, Role.PLAYER, "Benjamin"), "/me") == before
    again.store.close()


def test_a_form_says_it_too(host: Host) -> None:
    phone = client_of(host, Role.PLAYER, "Benjamin")
    page = phone.get("/me").get_data(as_text=True)
    assert set(re.findall(r'name="whose" value="([^"]*)"', page)) == {whose(phone, "/me")}
    sent = {"revision": "0", "act": json.dumps(PASS), "back": "/me", "whose": whose(phone, "/me")}
    begin_another(host)

    answer = phone.post("/act", data=sent)

    assert answer.status_code == GONE
    assert "Another game has begun since" in answer.get_data(as_text=True)
    assert host.store.last_seq(2) == 0


@pytest.mark.parametrize(
    ("role", "path"),
    [(Role.PLAYER, "/me"), (Role.BANKER, "/bank"), (Role.WATCHER, "/table"),
     (Role.WATCHER, "/score"), (Role.HOST, "/camera"), (Role.HOST, "/anywhere")],
)  # fmt: skip
def test_a_page_is_told_whose_its_parts_are(role: Role, path: str, host: Host) -> None:
    client = client_of(host, role, "Benjamin" if role is Role.PLAYER else None)

    def of_the_parts() -> str:
        told = client.get(f"{path}?part=live", headers=LIVE).get_json()
        return str(told["whose"])

    before = whose(client, path)
    assert of_the_parts() == before
    begin_another(host)
    assert of_the_parts() == whose(client, path) != before


def test_who_listens_for_another_game_is_told_to_leave(host: Host) -> None:
    phone = client_of(host, Role.PLAYER, "Benjamin")
    before = whose(phone, "/me")
    begin_another(host)

    assert first_news(phone, before) == "event: moved"


def test_who_listens_for_another_door_is_told_to_leave(host: Host) -> None:
    browser = client_of(host, Role.PLAYER, "Benjamin")
    before = whose(browser, "/me")
    browser.get(f"/join/{host.doors.to(Role.PLAYER, 'Pauline').token}")

    assert first_news(browser, before) == "event: moved"


def test_who_listens_for_this_game_hears_it(host: Host) -> None:
    phone = client_of(host, Role.PLAYER, "Benjamin")
    assert tapped(phone) == (200, "")

    assert first_news(phone, whose(phone, "/me")) == "id: 1"


@pytest.mark.parametrize("path", ["/camera/answer", "/camera/do"])
def test_what_the_camera_is_told_by_another_games_page_is_not_taken(path: str, host: Host) -> None:
    client = client_of(host, Role.HOST)
    sent = {"whose": whose(client, "/camera"), "place": "x", "piece": "y", "what": "hold"}
    assert client.post(path, data=sent, headers=LIVE).get_json()["error"]["code"] == "no-camera"
    begin_another(host)

    assert client.post(path, data=sent, headers=LIVE).get_json()["error"]["code"] == "other-game"


@pytest.mark.parametrize(
    ("page", "path", "sent"),
    [
        pytest.param("/settings", "/settings", {"help": "off", "hide": "on"}, id="settings"),
        pytest.param("/table", "/pictures/wanted", {"keep": "yes"}, id="pictures"),
        pytest.param("/doors", "/doors", {"role": "banker"}, id="a new code"),
        pytest.param("/doors", "/doors", {"role": "player", "player": "Benjamin"}, id="a player's"),
        pytest.param("/doors", "/doors/others", {}, id="codes of others"),
    ],
)
def test_what_the_host_sets_on_another_games_page_is_not_set_for_this_one(
    page: str, path: str, sent: dict[str, str], host: Host
) -> None:
    client, watch = client_of(host, Role.HOST), Watched(Glance(CameraState.LIVE))
    host.mount.watch = watch  # type: ignore[assignment]
    for role, player in ((Role.BANKER, None), (Role.PLAYER, "Benjamin"), (Role.PLAYER, "Zed")):
        host.doors.to(role, player)
    form = re.search(rf'<form[^>]*action="{path}".*?</form>', client.get(page).text, re.DOTALL)
    assert form is not None
    [of] = re.findall(r'name="whose" value="([^"]*)"', form[0])
    begin_another(host)
    doors, settings = host.doors.all(), host.settings

    answer = client.post(path, data={**sent, "whose": of}, headers=LIVE)

    assert answer.get_json()["error"]["code"] == "other-game"
    assert (host.doors.all(), host.settings) == (doors, settings)
    assert client.post(path, data=sent).status_code == 303  # who says nothing of his page
