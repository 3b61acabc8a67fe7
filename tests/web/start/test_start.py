"""A game begins: who plays, by which edition, and what the table rules otherwise."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.games.clippers.page.words import Words
from companion.games.clippers.terms.editions import EDITIONS, OPTIONS, Rulings
from companion.play.options import written
from companion.play.words import LANGUAGES
from tests.web.tables import BOARD, client_of, make_host
from web.host.host import Host
from web.host.roles import Role

ASKED = [name for names in OPTIONS.groups.values() for name in names]
TWO = [("Ann", "french"), ("Ben", "english")]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return make_host(tmp_path / "table.sqlite", ())


@pytest.fixture
def browser(host: Host) -> FlaskClient:
    return client_of(host, Role.HOST)


def form(seats: list[tuple[str, str]], **more: str) -> MultiDict[str, str]:
    rows = [pair for name, nation in seats for pair in (("name", name), ("role", nation))]
    return MultiDict(
        [*rows, *((name.replace("ruling_", "ruling."), said) for name, said in more.items())]
    )


def played(host: Host) -> Rulings:
    assert host.table is not None
    return host.table.view.last.state.game.rulings


def test_every_ruling_that_a_rule_asks_for_is_asked_once() -> None:
    of_a_table = {field.name for field in fields(Rulings)} - {"slot_shape"}

    assert sorted(ASKED) == sorted(of_a_table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ASKED)
def test_every_ruling_has_its_sentences(name: str, language: str, browser: FlaskClient) -> None:
    browser.post("/wishes", data={"language": language})
    page = browser.get("/start").get_data(as_text=True)
    words = Words(language, BOARD)
    question = words.plain(f"ruling:{name}")

    assert question != f"ruling:{name}"
    assert question.replace("'", "&#39;") in page
    assert "ruling:" not in page
    if len(OPTIONS.choices(name)) < 10:
        asked = page.partition(f'name="ruling.{name}"')[2].partition("</select>")[0]
        assert asked.count("<option") == 1 + len(OPTIONS.choices(name))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_edition_decides_what_is_left_alone(
    edition: str, host: Host, browser: FlaskClient
) -> None:
    left = {f"ruling_{name}": "" for name in ASKED}
    assert browser.post("/start", data=form(TWO, edition=edition, **left)).status_code == 303

    assert OPTIONS.differences(played(host), edition) == {}


@pytest.mark.parametrize("name", ASKED)
def test_a_table_may_rule_otherwise(name: str, host: Host, browser: FlaskClient) -> None:
    usual = written(getattr(EDITIONS["fr"], name))
    other = next(value for value in OPTIONS.choices(name) if value != usual)
    sent = form(TWO, edition="fr", **{f"ruling_{name}": str(other)})
    assert browser.post("/start", data=sent).status_code == 303

    assert OPTIONS.differences(played(host), "fr") == {name: other}
    page = browser.get("/score").get_data(as_text=True)
    question = Words("en", BOARD).plain(f"ruling:{name}").replace("'", "&#39;")
    assert page.count(question) == 1
    assert page.count("<dt>") == 1


def test_the_next_game_is_offered_the_rulings_of_the_last(browser: FlaskClient) -> None:
    browser.post("/start", data=form(TWO, edition="en", ruling_five_x_zero="yes"))
    page = browser.get("/start").get_data(as_text=True)

    assert 'value="en" checked' in page
    assert page.count(" selected") == 1 + len(BOARD.departure_cards)
    assert '<option value="yes" selected>Yes' in page


@pytest.mark.parametrize(
    ("seats", "more", "fault"),
    [
        pytest.param([("Ann", "french")], {}, "two to five players", id="one player"),
        pytest.param([("A" * 41, "french"), TWO[1]], {}, "shorter name", id="a long name"),
        pytest.param([("A\x07", "french"), TWO[1]], {}, "shorter name", id="no letters"),
        pytest.param([("Ann", "martian"), TWO[1]], {}, "choose a nation", id="no nation"),
        pytest.param([TWO[0], ("Ann", "english")], {}, "are called Ann", id="a name twice"),
        pytest.param([TWO[0], ("ANN", "english")], {}, "are called Ann", id="a name twice, large"),
        pytest.param([TWO[0], ("Ben", "french")], {}, "the same nation", id="a nation twice"),
        pytest.param([TWO[0], ("bank", "english")], {}, "called bank", id="a word of the record"),
        pytest.param(TWO, {"edition": "de"}, "not understood", id="no edition"),
        pytest.param(TWO, {"ruling_beer": "yes"}, "not understood", id="no ruling"),
        pytest.param(TWO, {"ruling_port_price": "-1"}, "not understood", id="no price"),
    ],
)
def test_a_slip_is_told_and_nothing_begins(
    seats: list[tuple[str, str]], more: dict[str, str], fault: str, host: Host, browser: FlaskClient
) -> None:
    answer = browser.post("/start", data=form(seats, **more))

    assert answer.status_code == 422
    assert fault in answer.get_data(as_text=True)
    assert host.table is None


def test_a_slip_is_told_in_the_language_of_the_phone(browser: FlaskClient) -> None:
    browser.post("/wishes", data={"language": "fr"})
    answer = browser.post("/start", data=form([TWO[0], ("Ben", "french")]))

    assert "Ann et Ben jouent la même nation" in answer.get_data(as_text=True)
