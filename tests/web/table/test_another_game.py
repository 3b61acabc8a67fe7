"""A game with nothing of Clippers in it is shown and played on the same pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import games
from companion.records.record import Record
from companion.store import Store
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Doubt, Outcome
from tests.toys.toy_game import HEADER
from tests.web.glances import Watched
from tests.web.tables import BOARD, NOW, client_of
from vision.picture.camera import CameraState
from web.host.host import Address, Host
from web.host.roles import Role
from web.watching.watch import Glance


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "ferries": "tests.toys.toy_game"})
    store = Store(tmp_path / "table.sqlite")
    store.begin(Record(HEADER), NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


def act(host: Host, revision: int, **said: object) -> int:
    told = {"revision": revision, "key": f"k{revision}", "act": said}
    return client_of(host, Role.HOST).post("/act", json=told).status_code


@pytest.mark.parametrize(
    "path", ["/table", "/bank", "/score", "/anywhere", "/view", "/entry/1", "/camera", "/doors"]
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_shows_it(host: Host, path: str, language: str) -> None:
    act(host, 0, fact={"do": "return", "player": "Ann", "stop": "apia"})
    client = client_of(host, Role.HOST)
    client.set_cookie("language", language)

    assert client.get(path).status_code == 200


def test_a_phone_shows_what_is_free_to_do_and_what_is_there(host: Host) -> None:
    act(host, 0, fact={"do": "return", "player": "Ann", "stop": "apia"})

    page = client_of(host, Role.PLAYER, "Ann").get("/me").get_data(as_text=True)

    sail = json.dumps({"fact": {"do": "sail", "player": "Ann", "stop": "bora"}})
    assert sail.replace(" ", "").replace('"', "&#34;") in page
    assert "Ferries at each stop" in page
    assert "1 stops" in page
    assert "Call 2" in page
    assert "Anybody sails." in page
    for theirs in ("marker", "stick", "Phase"):
        assert theirs not in page.split('<div class="map"')[0]


def test_it_is_played_undone_and_scored(host: Host) -> None:
    assert act(host, 0, fact={"do": "return", "player": "Ann", "stop": "apia"}) == 200
    assert act(host, 1, fact={"do": "storm", "player": "Ben", "stop": "apia"}) == 200
    assert act(host, 2, undo=2) == 200
    client = client_of(host, Role.HOST)

    assert client.get("/view").get_json()["at"] == {"Ann": "apia"}
    page = client.get("/score").get_data(as_text=True)
    assert "Ann" in page.split('class="ranking"')[1].split("</table>")[0]
    assert "Money over time" not in page  # there is none
    assert client.get("/export/score.json").get_json() == {"called": {"Ann": ["apia"]}}
    assert "ferries-score.csv" in client.get("/export/score.csv").headers["Content-Disposition"]


def test_what_its_camera_asks_and_finds_astray_is_shown_and_answered(host: Host) -> None:
    """Where a ferry is, is no printed place: it has words and answers, and here no picture."""
    act(host, 0, fact={"do": "return", "player": "Ann", "stop": "apia"})
    storm = json.dumps({"do": "storm", "player": "Ben", "stop": "apia"})
    outcome = Outcome(
        Record(HEADER),
        (Doubt((("fiji", 0.6), ("apia", 0.4)), "Ann", moves=True), Doubt(((storm, 1.0),))),
        (Drift("Ben", Differs.OTHER, "bora", "efate", 0.99, moves=True),),
    )
    watched = Watched(Glance(CameraState.LIVE, outcome=outcome))
    host.mount.watch = watched  # type: ignore[assignment]
    client = client_of(host, Role.BANKER)

    page = client.get("/camera").get_data(as_text=True)
    for said in ("Where is it: Ann?", "What happened?", "Ben lets a storm strike Apia.", "bora"):
        assert said in page

    answered = client.post("/camera/answer", data={"place": "Ann", "piece": "fiji"})
    assert answered.status_code in (204, 303)
    assert [(each.subject, each.given) for each in watched.said] == [("Ann", "fiji")]
    for wrong in ({"place": "Ann", "piece": "moon"}, {"place": "Cleo", "piece": "fiji"}):
        assert client.post("/camera/answer", data=wrong).status_code == 422
