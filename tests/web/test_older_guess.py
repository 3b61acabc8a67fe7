"""What was guessed in a round that is over is asked by its round, and put right there."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.camera.watched_tables import FIRST, WatchedTable, bare
from tests.web.tables import client_of
from web.host.roles import Role

__all__ = ["bare"]
PLAYERS = ("Benjamin", "Pauline", "Jean-Luc")


@pytest.fixture
def guessed(bare: WatchedTable) -> WatchedTable:
    """Two said nothing in phase 1 of the first round; the second round has begun."""
    bare.set_up()
    bare.say("pass", "Benjamin")
    bare.lay({FIRST: "red"})
    for phase in (2, 3):
        for player in PLAYERS:
            bare.say("done", player, phase=phase)
    bare.say("pass", "Pauline")
    return bare


def in_phase_1(table: WatchedTable) -> list[tuple[int, str, str]]:
    """Who did what in phase 1 of which round."""
    view = table.table.view
    return [
        (before.state.round, str(fact.fact["player"]), str(fact.fact.get("card", "pass")))
        for before, fact in zip(view.moments, view.facts, strict=False)
        if fact.fact["do"] in ("pass", "card")
    ]


def asked(client: FlaskClient) -> list[tuple[str, list[dict[str, Any]]]]:
    """What the camera asks on this page, each with the acts that answer it."""
    page = html.unescape(client.get("/table").get_data(as_text=True))
    cards = page[page.index('data-live="eye-asks"') :].split("<article")[1:]
    return [
        (said[0], [json.loads(act) for act in re.findall(r'name="act" value="({.*?})"', card)])
        for card in cards
        if (said := re.search(r"What did \S+ do.*?\?", card))
    ]


def test_it_is_put_right_where_it_was_guessed(guessed: WatchedTable) -> None:
    client = client_of(guessed.host, Role.HOST)
    [of_pauline, of_jean_luc] = asked(client)
    assert "round 1" in of_jean_luc[0]

    [answer] = [act for act in of_jean_luc[1] if act["fact"].get("card") == "2x"]
    said = {"act": answer, "revision": guessed.table.view.revision}
    assert client.post("/act", json=said).status_code == 200

    assert in_phase_1(guessed) == [
        (1, "Benjamin", "pass"), (1, "Pauline", "pass"), (1, "Jean-Luc", "2x"),
        (2, "Pauline", "pass"),
    ]  # fmt: skip
    assert [question for question, _ in asked(client)] == [of_pauline[0]]


def test_a_phone_offers_no_answer_that_is_refused(guessed: WatchedTable) -> None:
    page = client_of(guessed.host, Role.PLAYER, "Jean-Luc")

    assert [answers for _, answers in asked(page)] == [[], []]
    assert "Whoever keeps the bank can put it right." in page.get("/table").get_data(as_text=True)
