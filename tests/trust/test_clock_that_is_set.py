"""The clock of the host's computer is set while people play: by hours, by years, back and forth."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.store import Store
from tests.web.tables import BOARD, NOW, PLAYERS, client_of, make_host
from web.host.host import Address, Host
from web.host.roles import Role

PAGES = ("/table", "/bank", "/score", "/view", "/settings", "/doors", "/start", "/evenings",
         "/evenings/1", "/entry/1", "/export/score.json", "/export/record.jsonl",
         "/export/score.csv",  "/evenings/carry.json")  # fmt: skip
HOURS = {
    "forward": (0, 3, 3.01, 9),
    "back": (0, -3, -2.99, -9),
    "back and forth": (0, 5, -5, 4, -40),
    "to the beginning of time": (0, -24 * 365 * 56, 0.1),
    "by a century": (0, 24 * 365 * 100, 0.1),
    "over the end of a day and a year": (0, 24 * 40, 24 * 41, -24 * 300),
}


class Clock:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.ahead_h = 0.0

    def __call__(self) -> str:
        return (datetime.fromisoformat(NOW) + timedelta(hours=self.ahead_h)).isoformat()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(tmp_path: Path, clock: Clock) -> Iterator[Host]:
    make_host(tmp_path / "table.sqlite").store.close()
    made = Host(Store(tmp_path / "table.sqlite"), BOARD, clock, Address(8000))
    yield made
    made.store.close()


@pytest.mark.parametrize("way", HOURS)
def test_people_play_on_and_nothing_is_lost(
    way: str, host: Host, clock: Clock, tmp_path: Path
) -> None:
    phone, names = client_of(host, Role.HOST), [name for name, _ in PLAYERS]
    player = client_of(host, Role.PLAYER, names[0])
    letters = host.letters.shown(host.doors.to(Role.PLAYER, names[1]).token)
    for count, ahead_h in enumerate(HOURS[way]):
        clock.ahead_h = ahead_h
        pays = {"do": "pay", "from": "bank", "to": names[0], "amount": 1, "mends": 0}
        sent = {"revision": count, "key": f"key-{count}", "act": {"fact": pays}}
        for _ in range(2):  # sent twice, it counts once
            assert phone.post("/act", json=sent).get_json()["number"] == count + 1
        host.look_after()
        for page in PAGES:
            assert phone.get(page).status_code == 200, page
        assert player.get("/me").status_code == 200
    assert host.letters.token(letters, "192.168.1.7")

    undo = {"revision": len(HOURS[way]), "act": {"undo": len(HOURS[way])}}
    assert phone.post("/act", json=undo).status_code == 200
    assert host.table is not None
    record = host.table.view.record
    again = Host(Store(tmp_path / "table.sqlite"), BOARD, clock, Address(8001))
    assert again.table is not None
    assert again.table.view.record == record
    again.store.close()


@pytest.mark.parametrize("way", HOURS)
def test_what_is_on_the_table_stays_there(way: str, host: Host, clock: Clock) -> None:
    """Games begun, taken up and deleted under any clock: what was done last counts."""
    phone = client_of(host, Role.HOST)
    pages = {"name": ["Eve", "Dan"], "nation": ["french", "english"]}
    for ahead_h in HOURS[way]:
        clock.ahead_h = ahead_h
        assert host.table is not None
        phone.post("/start", data={**pages, "instead": str(host.table.number)})
        newest = host.table.number
        assert newest == len(host.store.games())
        phone.post("/evenings/1/open")
        assert host.table.number == 1
        phone.post(f"/evenings/{newest}/delete")
        assert phone.get("/evenings").status_code == 200
        phone.post(f"/evenings/{newest}/bring-back")
        assert newest in host.evenings.numbers()


def test_a_turn_never_lasts_less_than_nothing(host: Host, clock: Clock) -> None:
    clock.ahead_h = 2
    phone = client_of(host, Role.HOST)
    fact = {"do": "pass", "player": PLAYERS[0][0]}
    phone.post("/act", json={"revision": 0, "act": {"fact": fact}})
    for ahead_h, lasts_s in ((2.5, 1800), (-2, 0)):
        clock.ahead_h = ahead_h

        assert f'data-lasts="{lasts_s}"' in phone.get("/table").get_data(as_text=True)
