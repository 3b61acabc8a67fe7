"""A slip is asked about on one card, and one tap puts the record right."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.play.corrections import offered
from companion.play.corrections.causes import Cause
from companion.play.corrections.course import Course, Inquiry
from companion.play.page.lines import Repair
from companion.play.sight import AnySight
from companion.play.timeline import Event, State
from companion.records.record import Corrected, Happened, Record, Undone, facts_of, read_record
from companion.store import Store
from tests.web.tables import BOARD, NOW, client_of
from tests.whole_games import GAMES
from web.host.host import Address, Host
from web.host.roles import Role
from web.news import explained
from web.table.stream import news

PATIENCE_S = 10.0
WHOLE = read_record(GAMES / "4-players-stuck.jsonl")
RED_STICKS = [
    entry.seq
    for entry in WHOLE.entries
    if isinstance(entry.act, Happened) and entry.act.fact.get("company") == "red"
    and entry.act.fact["do"] == "stick"
]  # fmt: skip
SLIP = RED_STICKS[1]


def in_green() -> Record:
    """The game with one red stick written down as a green one."""
    act = WHOLE.entries[SLIP - 1].act
    assert isinstance(act, Happened)
    return WHOLE.add(Corrected(SLIP, {**act.fact, "company": "green"}))


def without_one() -> Record:
    """The game without one of its sticks."""
    return WHOLE.add(Undone(RED_STICKS[0]))


@pytest.fixture(params=[in_green, without_one], ids=["colour", "missing"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    store = Store(tmp_path / "table.sqlite")
    store.begin(request.param(), NOW)
    yield Host(store, BOARD, lambda: NOW, Address(8000))
    store.close()


def card(page: str) -> dict[str, object]:
    """The act behind the first card that asks."""
    found = re.search(r'class="repair" value="([^"]*)">Yes, put it right', page)
    assert found
    act: dict[str, object] = json.loads(unescape(unescape(found[1])))
    return act


def test_one_tap_undoes_the_slip(host: Host) -> None:
    client = client_of(host, Role.BANKER)
    view = client.get("/view").get_json()
    assert view["findings"]
    act = card(client.get("/bank").get_data(as_text=True))
    assert act == view["repairs"][0]["act"]

    answer = client.post("/act", json={"revision": view["revision"], "act": act})

    assert answer.status_code == 200
    assert answer.get_json()["said"]
    assert host.table is not None
    assert list(facts_of(host.table.view.record)) == list(facts_of(WHOLE))
    after = client.get("/view").get_json()
    assert (after["findings"], after["repairs"]) == ([], [])


@pytest.mark.parametrize("all_explained", [True, False])
def test_what_no_card_explains_is_said_to_be_looked_at_again(
    host: Host, all_explained: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the search ends at the first cause, nobody thinks that the rest has none."""
    client = client_of(host, Role.BANKER)
    if not all_explained:
        search = explained.Explaining.repairs
        monkeypatch.setattr(
            explained.Explaining,
            "repairs",
            lambda *asked: [replace(each, explains=()) for each in search(*asked)],
        )
    page = client.get("/bank").get_data(as_text=True)

    assert card(page)
    assert ("looked at again once this is put right" in page) is not all_explained


def test_the_latest_facts_are_enough(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long evening only these are asked; a slip among them is offered all the same."""
    client = client_of(host, Role.BANKER)
    act = card(client.get("/bank").get_data(as_text=True))
    assert host.table is not None
    monkeypatch.setattr(offered, "LATEST", len(host.table.view.moments) - 3)
    offered._kept.clear()

    assert card(client.get("/bank").get_data(as_text=True)) == act


def test_who_keeps_no_bank_may_only_read_it(host: Host) -> None:
    client = client_of(host, Role.PLAYER, "Anna")
    view = client.get("/view").get_json()

    page = client.get("/me").get_data(as_text=True)
    answer = client.post(
        "/act", json={"revision": view["revision"], "act": view["repairs"][0]["act"]}
    )

    assert "Whoever keeps the bank can put it right." in page
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("mend", "status"),
    [
        ({"at": 9999, "out": 0, "put": []}, 422),
        ({"at": 1, "out": 99, "put": []}, 400),
        ({"at": 1, "out": 1, "put": [{"do": "pass", "player": "Nobody"}]}, 422),
        ({"at": 1}, 400),
    ],
    ids=["no such fact", "too many", "nobody", "half a mend"],
)
def test_a_mend_of_what_is_not_there_changes_nothing(
    mend: dict[str, object], status: int, host: Host
) -> None:
    client = client_of(host, Role.BANKER)
    assert host.table is not None
    before = host.table.view.revision

    answer = client.post("/act", json={"revision": before, "act": {"mend": mend}})

    assert answer.status_code == status
    assert host.table.view.revision == before


class Search:
    """What explains the findings is only found when the test lets it go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self._causes_of = offered.causes_of
        monkeypatch.setattr(offered, "causes_of", self._slowly)

    def _slowly(
        self, inquiry: Inquiry[State, Event], course: Course[State, Event]
    ) -> tuple[Cause[Event], ...]:
        self.begun.set()
        assert self.go_on.wait(PATIENCE_S)
        return self._causes_of(inquiry, course)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    return Search(monkeypatch)


def test_a_page_is_shown_without_what_is_not_found_soon_and_again_with_it(
    host: Host, search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explained, "PATIENCE_S", 0.1)
    client = client_of(host, Role.BANKER)
    assert host.table is not None
    told = news(host, host.table, "en", host.table.view.revision)
    next(told)

    page, view = client.get("/bank"), client.get("/view")
    assert page.status_code == 200
    assert "Yes, put it right" not in page.get_data(as_text=True)
    assert (bool(view.get_json()["findings"]), view.get_json()["repairs"]) == (True, [])

    search.go_on.set()
    assert "event: settings" in next(told)
    assert card(client.get("/bank").get_data(as_text=True))
    again = client.get("/view", headers={"If-None-Match": view.headers["ETag"]})
    assert again.get_json()["repairs"]


def test_all_who_look_share_one_search_and_are_told_of_it_once(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes: pages drawn again found nothing, and searched again, for ever."""
    monkeypatch.setattr(explained, "PATIENCE_S", 0.0)
    assert host.table is not None
    seen = host.sight(host.table, "en", None)
    found, go_on, asked = seen.game.repairs(seen), threading.Event(), list[AnySight]()

    def slowly(seen: AnySight) -> Sequence[Repair]:
        asked.append(seen)
        assert go_on.wait(PATIENCE_S)
        return found

    seen = replace(seen, game=replace(seen.game, repairs=slowly))
    explaining, woken = explained.Explaining(), threading.Event()
    monkeypatch.setattr(host.table, "wake", woken.set)

    early = [explaining.repairs(host.table, seen) for _ in range(3)]
    go_on.set()
    assert woken.wait(PATIENCE_S)
    late = [explaining.repairs(host.table, seen) for _ in range(3)]

    assert (early, late) == ([()] * 3, [found] * 3)
    assert (len(asked), explaining.told) == (1, 1)


def test_nobody_waits_for_what_explains_a_table_that_has_gone_on(
    host: Host, search: Search
) -> None:
    """Somebody writes and writes: each page would wait for the search of every page before it."""
    with ThreadPoolExecutor() as phones:
        banker = client_of(host, Role.BANKER)
        one, other = client_of(host, Role.WATCHER), client_of(host, Role.WATCHER)
        first = phones.submit(one.get, "/table")
        assert search.begun.wait(PATIENCE_S)
        second = phones.submit(other.get, "/table")
        until_s = time.monotonic() + PATIENCE_S
        while not second.done() and time.monotonic() < until_s:
            _pay(host, banker)
            time.sleep(0.1)
        was_done = second.done()
        search.go_on.set()
        assert first.result(PATIENCE_S).status_code == second.result(PATIENCE_S).status_code == 200
    assert was_done
    assert card(client_of(host, Role.BANKER).get("/bank").get_data(as_text=True))


def _pay(host: Host, client: FlaskClient) -> None:
    assert host.table is not None
    fact = {"do": "pay", "from": "bank", "to": "Anna", "amount": 1, "mends": 0}
    asked = {"revision": host.table.view.revision, "act": {"fact": fact}}
    assert client.post("/act", json=asked).status_code == 200
