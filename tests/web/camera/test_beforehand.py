"""What an answer to the camera will change is said before it is tapped, and is one undo."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from companion.play.page.lines import Repair
from companion.reading import EMPTY
from companion.records.record import Corrected, Happened, Undone
from tests.web.camera.watched_tables import (
    AMID_THE_SEA,
    FIRST,
    HALF_SEEN,
    SECOND,
    WHITE,
    WatchedTable,
    bare,
    changes,
    host,
    stick,
    watched,
)
from tests.web.tables import client_of
from web.host.roles import Role
from web.news.explained import Explaining

__all__ = ["bare", "host", "watched"]
GREEN = "h-green--hiva-oa/0/0"
"""A stick there earns Benjamin 2 $."""


def asked(client: FlaskClient) -> str:
    """What the camera asks on this page."""
    page = client.get("/table").get_data(as_text=True)
    return page[page.index('data-live="eye-asks"') :]


@pytest.mark.parametrize("likely", [HALF_SEEN, HALF_SEEN[::-1]])
def test_a_phone_offers_what_its_player_may_answer_and_else_says_who_does(
    likely: tuple[tuple[str, float], ...], watched: WatchedTable
) -> None:
    """Every answer that a phone shows is taken, and none that is refused is shown."""
    watched.doubt(FIRST, *likely)
    his, hers = (client_of(watched.host, Role.PLAYER, name) for name in ("Benjamin", "Pauline"))

    assert 'name="piece"' not in asked(hers)
    assert "Benjamin answers this, or whoever keeps the bank." in asked(hers)
    page = asked(his)
    assert {*re.findall('name="piece" value="(.*?)"', page)} >= {"red", EMPTY}
    assert "whoever keeps the bank" not in page
    said = {"place": FIRST, "piece": EMPTY}
    assert his.post("/camera/answer", data=said).status_code == 303


@pytest.mark.parametrize(
    ("language", "written", "nothing"),
    [
        ("en", "Written down: Benjamin lays a red stick", "Nothing in the record changes"),
        ("fr", "Noté : Benjamin pose un bâtonnet rouge", "Rien ne change"),
    ],
)
def test_a_question_says_what_each_answer_changes(
    language: str, written: str, nothing: str, watched: WatchedTable, host: FlaskClient
) -> None:
    watched.doubt(FIRST, *HALF_SEEN)
    before = watched.table.view.record
    told = changes(host, language)

    assert told["red"].startswith(written)
    assert told[EMPTY].startswith(nothing)
    assert watched.table.view.record == before


def test_what_is_folded_under_something_else_says_it_too(
    watched: WatchedTable, host: FlaskClient
) -> None:
    watched.doubt(FIRST, *HALF_SEEN)
    told = changes(host)

    companies = {harbour.company for harbour in watched.host.board.harbours.values()}
    assert set(told) == {*companies, EMPTY}
    assert told["green"].startswith("Written down: Benjamin lays a green stick")


@pytest.mark.parametrize(
    ("language", "nothing", "slips"),
    [("en", "Nothing in the record changes", "Slips"), ("fr", "Rien ne change", "Écarts")],
)
def test_what_was_guessed_is_said_to_change_what_it_does(
    language: str, nothing: str, slips: str, bare: WatchedTable
) -> None:
    """Who answers for a guess puts it right: nothing is written a second time."""
    bare.set_up()
    bare.say("pass", "Benjamin")
    bare.lay({FIRST: "red"})
    before = len(bare.facts)
    told = changes(client_of(bare.host, Role.HOST), language)
    of_pauline = {act: said for act, said in told.items() if '"Pauline"' in act}

    slipping = [act for act, said in of_pauline.items() if slips in said]
    assert [json.loads(act)["fact"]["card"] for act in slipping] == ["port"]  # Too dear for her.
    [passes] = [said for act, said in of_pauline.items() if '"pass"' in act]
    assert passes.startswith(nothing)

    [card] = [json.loads(act)["fact"] for act in of_pauline if '"2x"' in act]
    bare.act(Happened(card), "Pauline")
    assert len(bare.facts) == before
    assert card in bare.facts
    assert bare.table.view.last.step.open_findings == ()


def test_it_says_what_money_goes_back(watched: WatchedTable, host: FlaskClient) -> None:
    watched.lay({GREEN: "green"})
    watched.lay({WHITE: "white"})
    watched.lay({GREEN: EMPTY}, times=4)
    told = changes(host)
    [undo] = [said for value, said in told.items() if value.startswith('{"undo"')]

    assert undo.startswith("Struck out: Benjamin lays a green stick")
    assert "Benjamin \N{MINUS SIGN}2\u202f$." in undo


def test_what_an_answer_wrote_is_one_undo(watched: WatchedTable, host: FlaskClient) -> None:
    watched.doubt(FIRST, *HALF_SEEN)
    before = watched.facts
    revision = watched.table.view.revision
    host.post("/camera/answer", data={"place": FIRST, "piece": "red", "back": "/table"})
    assert watched.facts != before
    undoable = watched.table.view.undoable
    assert undoable is not None
    assert undoable.seq == revision + 1

    watched.act(Undone(undoable.seq))

    assert watched.facts == before


def test_a_strike_and_what_follows_from_it_are_one_undo(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    before = watched.facts
    number = next(e.seq for e in watched.table.view.facts if e.fact.get("space") == FIRST)
    watched.act(Undone(number))
    watched.show(3)
    assert watched.facts != before
    undoable = watched.table.view.undoable
    assert undoable is not None

    watched.act(Undone(undoable.seq))

    assert watched.facts == before


def test_a_correction_is_one_undo(watched: WatchedTable) -> None:
    watched.lay({FIRST: "red"})
    watched.lay({WHITE: "white"})
    before = watched.facts
    entry = next(e for e in watched.table.view.facts if e.fact.get("space") == FIRST)
    revision = watched.table.view.revision
    watched.act(Corrected(entry.seq, {**entry.fact, "company": "blue"}))
    assert watched.facts != before

    watched.act(Undone(revision + 1))

    assert watched.facts == before


def test_a_stick_that_is_asked_about_and_breaks_a_rule_is_one_card(
    watched: WatchedTable, host: FlaskClient
) -> None:
    """The question has what the rules say of the stick in it, and it stands nowhere else."""
    watched.act(Happened(stick(AMID_THE_SEA)))
    watched.lay({AMID_THE_SEA: "red"})
    page = host.get("/table").get_data(as_text=True)
    assert page.count('class="found illegal"') == 1
    assert "of-the-rules" not in page

    watched.lay({AMID_THE_SEA: "white"}, times=4)
    page = host.get("/table").get_data(as_text=True)

    card = page[page.index("eye-card") :]
    card = card[: card.index("</article>")]
    assert "was written" in card
    for once in ('class="found illegal"', "this stick goes on from nothing", "Take it back"):
        assert page.count(once) == card.count(once) > 0
    bank = client_of(watched.host, Role.BANKER).get("/bank").get_data(as_text=True)
    assert "this stick goes on from nothing" in bank


def test_the_correction_that_explains_a_stick_stands_in_the_camera_s_card(
    watched: WatchedTable, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked once, there, with all that it explains; where no camera asks, it is a card."""
    watched.act(Happened(stick(AMID_THE_SEA)))
    number = watched.table.view.facts[-1].seq
    act = {"correct": number, **stick(AMID_THE_SEA), "company": "white"}
    cause = Repair("company", number, "Was it white?", "", act, (number,), (AMID_THE_SEA,))
    monkeypatch.setattr(Explaining, "repairs", lambda *_: [cause])
    watched.lay({AMID_THE_SEA: "red"})
    assert host.get("/table").get_data(as_text=True).count("illegal cause") == 1

    watched.lay({AMID_THE_SEA: "white"}, times=4)
    page = host.get("/table").get_data(as_text=True)

    card = page[page.index("eye-card") :]
    card = card[: card.index("</article>")]
    assert "illegal cause" not in page
    for once in ("Was it white?", "Yes, put it right", 'class="found illegal"'):
        assert page.count(once) == card.count(once) == 1


def test_what_hangs_on_an_answer_stands_in_the_question(
    watched: WatchedTable, host: FlaskClient
) -> None:
    """A stick that goes on from one that is not seen is no slip of its own: one card, one tap."""
    watched.lay({SECOND: "red"}, times=4)
    page = host.get("/table").get_data(as_text=True)

    card = page[page.index("eye-card") :]
    card = card[: card.index("</article>")]
    assert "What lies here" in card
    assert page.count('class="found illegal"') == card.count('class="found illegal"') == 1
