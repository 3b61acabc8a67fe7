"""Games whose table is laid of tiles: several open words, and pictures beside what is asked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from companion import games
from companion.__main__ import main
from companion.records.record import Happened, Record, Source, Who, write_record
from companion.store import Store
from companion.watching.drift import Differs, Drift
from companion.watching.outcome import Doubt, Outcome
from tests.catalogues import typed
from tests.toys.toy_cloth import BOARD, HEADER
from tests.web.glances import Watched
from tests.web.tables import NOW, client_of
from vision.picture.camera import CameraState, Frame
from vision.simulator import demo_camera
from web.host.host import Address, Host
from web.host.roles import Role
from web.watching.watch import Glance

LAY = {"do": "lay", "player": "Ann", "cell": "cell/11,10", "lies": "market/3", "stands": "stall"}
OPEN = ["cell", "lies", "stands"]


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "cloth": "tests.toys.toy_cloth"})
    store = Store(tmp_path / "table.sqlite")
    store.begin(Record(HEADER), NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


@pytest.mark.parametrize(
    "path",
    ["/table", "/bank", "/score", "/anywhere", "/view", "/entry/1", "/camera", "/evenings/1"],
)
def test_every_page_shows_the_table_as_it_lies(host: Host, path: str) -> None:
    told = {"revision": 0, "act": {"fact": LAY}}
    assert client_of(host, Role.HOST).post("/act", json=told).status_code == 200

    page = client_of(host, Role.HOST).get(path)

    assert page.status_code == 200
    if 'class="map"' in page.get_data(as_text=True):
        assert 'data-kind="market"' in page.get_data(as_text=True)
        assert "/map-light.svg" not in page.get_data(as_text=True)


def test_a_form_without_scripts_answers_all_open_words(host: Host) -> None:
    open_words = {f"fact.{word}": LAY[word] for word in OPEN}
    act = json.dumps({"fact": {"do": "lay", "player": "Ann"}, "asked": OPEN})

    answer = client_of(host, Role.PLAYER, "Ann").post(
        "/act", data={"revision": "0", "act": act, **open_words}
    )

    assert answer.status_code == 303
    [entry] = host.store.record(1).entries
    assert entry.act == Happened(LAY)


@pytest.mark.parametrize(
    ("wrong", "english", "french"),
    [
        (
            {"stands": "beach"},
            "Who stands there?: is 'beach'; give nobody or at the stall.",
            "Who stands there? : est 'beach' ; donnez nobody ou at the stall.",
        ),
        (
            {"cell": "cell/0,0"},
            "Where?: is 'cell/0,0'; give 10,9 or 9,10 or 11,10 or 10,11.",
            "Where? : est 'cell/0,0' ; donnez 10,9 ou 9,10 ou 11,10 ou 10,11.",
        ),
    ],
)
def test_each_answer_is_held_against_what_was_asked(
    host: Host, wrong: dict[str, str], english: str, french: str
) -> None:
    for language, said in (("en", english), ("fr", french)):
        client = client_of(host, Role.PLAYER, "Ann")
        client.set_cookie("language", language)
        told = {"revision": 0, "act": {"fact": {**LAY, **wrong}, "asked": OPEN}}
        answer = client.post("/act", json=told)
        assert answer.status_code == 422
        assert typed(answer.get_json()["error"]["message"]) == said
    assert host.store.record(1).entries == ()


def test_the_place_that_was_tapped_need_not_be_named_as_open(host: Host) -> None:
    told = {"revision": 0, "act": {"fact": LAY, "asked": OPEN[1:]}}

    assert client_of(host, Role.PLAYER, "Ann").post("/act", json=told).status_code == 200


def test_the_list_of_places_has_those_that_are_there(host: Host) -> None:
    """Five cells around one tile, and not the four hundred of the whole cloth."""
    page = client_of(host, Role.HOST).get("/anywhere").get_data(as_text=True)

    assert page.count('<option value="cell/') == 5


def test_what_differs_on_a_turned_tile_is_drawn_where_it_lies(host: Host) -> None:
    """The stall of a tile turned twice lies below its middle, and not above."""
    fact = {**LAY, "lies": "market/2"}
    told = {"revision": 0, "act": {"fact": fact}}
    assert client_of(host, Role.HOST).post("/act", json=told).status_code == 200
    drift = Drift("cell/11,10/stall", Differs.MISSING, "red", "empty", 0.99)
    outcome = Outcome(Record(HEADER), (), (drift,))
    host.mount.watch = Watched(Glance(CameraState.LIVE, outcome=outcome))  # type: ignore[assignment]

    page = client_of(host, Role.BANKER).get("/camera").get_data(as_text=True)

    [box] = re.findall(r'class="should layer" viewBox="([^"]*)"', page)
    left, top, width, height = map(float, box.split())
    assert left + width / 2 == pytest.approx(11.5 * 45)
    assert top + height / 2 == pytest.approx(10.5 * 45 + 12)


def test_a_terminal_says_in_words_what_a_page_draws(
    host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(write_record(Record(HEADER).add(Happened(LAY), Source(Who.PERSON))))

    assert main(["game", "show", str(path), "--at", "1"]) == 0

    said = capsys.readouterr().out
    assert "  Ann: Lay a bridge (Where: 10,9 or 11,9 or" in said
    assert "How does it lie? bridge, turned 0 or bridge, turned 1)" in said


def test_a_tile_that_is_doubtful_is_asked_with_pictures_of_the_few_that_fit(host: Host) -> None:
    doubt = Doubt((("market/0", 0.6), ("bridge/1", 0.4)), "cell/11,10")
    watched = Watched(Glance(CameraState.LIVE, outcome=Outcome(Record(HEADER), (doubt,))))
    host.mount.watch = watched  # type: ignore[assignment]
    client = client_of(host, Role.BANKER)

    page = client.get("/camera").get_data(as_text=True)
    assert page.count('class="layer picture"') == 2

    answered = client.post("/camera/answer", data={"place": "cell/11,10", "piece": "bridge/1"})
    assert answered.status_code in (204, 303)
    assert [(each.subject, each.given) for each in watched.said] == [("cell/11,10", "bridge/1")]


def test_a_place_on_a_tile_that_is_doubtful_is_asked_by_its_name_and_pictured(host: Host) -> None:
    """What lies there is asked, not where it is; and the photo shows that place."""
    told = {"revision": 0, "act": {"fact": LAY}}
    assert client_of(host, Role.HOST).post("/act", json=told).status_code == 200
    doubt = Doubt((("red", 0.6), ("empty", 0.4)), "cell/11,10/stall")
    frame = Frame(np.full((480, 640, 3), 90, np.uint8), 0.0, 0, "0")
    outcome = Outcome(Record(HEADER), (doubt,))
    pose = demo_camera(BOARD, (640, 480)).pose
    glance = Glance(CameraState.LIVE, frame, pose=pose, read_frame=frame, outcome=outcome)
    host.mount.watch = watched = Watched(glance)  # type: ignore[assignment]
    client = client_of(host, Role.BANKER)

    page = client.get("/camera").get_data(as_text=True)
    asked = typed(page)
    assert "What lies here" in asked
    assert "Where is it" not in asked
    assert client.get("/camera/place/cell/11,10/stall.jpg").mimetype == "image/jpeg"
    assert client.get("/camera/place/cell/9,10/stall.jpg").status_code == 404
    assert client.get("/camera/seen.svg").get_data(as_text=True).count("<circle") == 2

    answered = client.post("/camera/answer", data={"place": "cell/11,10/stall", "piece": "red"})
    assert answered.status_code in (204, 303)
    assert [(each.subject, each.given) for each in watched.said] == [("cell/11,10/stall", "red")]
