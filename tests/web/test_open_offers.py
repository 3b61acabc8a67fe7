"""Money of another game, and offers that leave a number or a choice open."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from companion import games
from companion.play.page.face import Ask
from companion.records.record import Record
from companion.store import Store
from tests.catalogues import typed
from tests.toys.toy_market import HEADER
from tests.web.tables import BOARD, NOW, client_of
from web.host.host import Address, Host
from web.host.roles import Role

FISH = {"do": "fish", "player": "Ann"}


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "market": "tests.toys.toy_market"})
    store = Store(tmp_path / "table.sqlite")
    store.begin(Record(HEADER), NOW)
    return Host(store, BOARD, lambda: NOW, Address(8000))


def page(host: Host, path: str, language: str = "en") -> str:
    client = client_of(host, Role.HOST)
    client.set_cookie("language", language)
    return html.unescape(client.get(path).get_data(as_text=True))


def test_a_number_that_was_asked_for_is_written_as_a_whole_fact(host: Host) -> None:
    act = {"fact": {**FISH, "shells": 4}, "asked": "shells"}

    answer = client_of(host, Role.PLAYER, "Ann").post("/act", json={"revision": 0, "act": act})

    assert answer.get_json()["said"].startswith("Ann fishes for 4 shells.")
    [entry] = host.store.record(1).entries
    assert entry.act.fact == act["fact"]  # type: ignore[union-attr]


def test_a_form_without_scripts_does_the_same(host: Host) -> None:
    sent = {
        "revision": "0",
        "act": json.dumps({"fact": FISH, "asked": "shells"}),
        "fact.shells": "4",
    }

    assert client_of(host, Role.PLAYER, "Ann").post("/act", data=sent).status_code == 303
    assert "4\u202fshells" in page(host, "/table")


@pytest.mark.parametrize(
    ("fact", "asked", "english", "french"),
    [
        (
            {**FISH, "shells": 9},
            "shells",
            "How many shells?: is 9; give a number from 1 to 5.",
            "How many shells? : est 9 ; donnez un nombre de 1 à 5.",
        ),
        (
            {"do": "vote", "player": "Ann", "whom": "Dan"},
            "whom",
            "For whom?: is 'Dan'; give Ann or Ben.",
            "For whom? : est 'Dan' ; donnez Ann ou Ben.",
        ),
    ],
)
def test_an_answer_out_of_bounds_is_refused_with_a_sentence(
    host: Host, fact: dict[str, object], asked: str, english: str, french: str
) -> None:
    for language, said in (("en", english), ("fr", french)):
        client = client_of(host, Role.PLAYER, "Ann")
        client.set_cookie("language", language)
        answer = client.post("/act", json={"revision": 0, "act": {"fact": fact, "asked": asked}})
        assert answer.status_code == 422
        assert typed(answer.get_json()["error"]["message"]) == said
    assert host.store.record(1).entries == ()


def test_whoever_says_the_whole_fact_is_believed(host: Host) -> None:
    """The table is right: more than the rules allow is found, not refused."""
    told = {"revision": 0, "act": {"fact": {**FISH, "shells": 9}}}

    assert client_of(host, Role.PLAYER, "Ann").post("/act", json=told).status_code == 200
    assert "Ann fishes for too many." in page(host, "/table")


@pytest.mark.parametrize(
    ("ask", "right", "wrong", "said"),
    [
        (Ask("n", "N"), (), (0, 1, None), None),
        (
            Ask("n", "N", range(5, 51, 5)),
            (5, 50),
            (0, 7, 55, "5", True, 5.0),
            "5 to 50, in steps of 5",
        ),
        (Ask("n", "N", range(3, 0, -1)), (1, 3), (0, 4), None),
        (
            Ask("n", "N", choices=(("a", "A"), ("b", "B"))),
            ("a", "b"),
            ("A", "c", 1, None, []),
            "A or B",
        ),
    ],
)
def test_what_an_offer_asks_for(
    ask: Ask, right: tuple[object, ...], wrong: tuple[object, ...], said: str | None
) -> None:
    assert [ask.fault(each) for each in right] == [None] * len(right)
    assert all(ask.fault(each) is not None for each in wrong)
    assert said is None or said in str(ask.fault(wrong[0]))


def test_many_choices_are_grouped_by_what_they_are_ways_of() -> None:
    choices = (("a/0", "A"), ("b/0", "B"), ("a/1", "A turned"), ("none", "None"))
    ask = Ask("n", "N", choices=choices, kinds={"a/0": "a", "a/1": "a", "b/0": "b"})

    assert ask.by_kind == {
        "a": (("a/0", "A"), ("a/1", "A turned")),
        "b": (("b/0", "B"),),
        "": (("none", "None"),),
    }


def test_the_page_asks_in_a_field_of_its_own(host: Host) -> None:
    shown = page(host, "/table", "fr")

    [form, *_] = re.findall(r'<div class="asking row".*?</div>.*?</div>', shown, re.DOTALL)
    assert 'name="fact.shells" type="number"' in form
    assert 'min="1" max="5" step="1" value="1"' in form
    assert 'data-refusal="donnez un nombre de 1 à 5"' in typed(form)
    assert 'aria-label="Moins"' in form
    assert '"asked":"shells"' in form


def test_money_is_said_as_the_game_says_it(host: Host) -> None:
    """Shells of 1, 3 and 10: a word behind the sum, and nowhere a dollar."""
    for shells in (4, 5):
        act = {
            "revision": host.store.record(1).entries.__len__(),
            "act": {"fact": {**FISH, "shells": shells}},
        }
        assert client_of(host, Role.HOST).post("/act", json=act).status_code == 200
    bank = page(host, "/bank")

    assert "Shells: 1 \u00d7 3\u202fshells, 2 \u00d7 1\u202fshells." in bank
    assert "The bank pays Ann 5 shells for fishing." in bank
    assert "9\u202fshells" in bank
    for path in ("/bank", "/table", "/score", "/anywhere", "/entry/1"):
        body = re.sub(r"<script.*?</script>", "", page(host, path), flags=re.DOTALL)
        assert "$" not in body, path
