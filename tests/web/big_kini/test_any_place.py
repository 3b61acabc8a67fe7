"""A tap on a place that offers nothing says what may have been done, or that it does nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.games.big_kini.game import GAME
from companion.games.big_kini.state.state import State
from tests.web.tables import client_of
from tests.web.tiles.big_kini_tables import host_with, token_is_due
from web.host.host import Host
from web.host.roles import Role

At = tuple[Host, State]
OFFERED = {
    "action": "token",
    **dict.fromkeys(("colony", "administrator", "minister", "baron"), "proliferate"),
    "factory": "income",
    "goods": "take",
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    host, state = host_with(tmp_path_factory.mktemp("table"), token_is_due)
    yield host, state
    host.store.close()


def told(host: Host, who: str, language: str = "en") -> dict[str, Any]:
    """What the page of a player says of places that are not lit."""
    client = client_of(host, Role.PLAYER, who)
    page = client.get("/me", headers={"Accept-Language": language}).get_data(as_text=True)
    held = re.search(r'data-any="([^"]*)"', page)
    assert held is not None
    read: dict[str, Any] = json.loads(unescape(held[1]))
    return read


def test_at_every_kind_of_place_something_is_said(table: At) -> None:
    """What may have been done there, or that a tap does nothing: a tap is never silent."""
    host, state = table
    any_place = told(host, state.at_turn)
    kinds = host.board.lying(GAME.face.position(state)).kinds_of_places

    done = {
        kind: {each["fact"]["do"] for each in at["pieces"]}
        for kind, at in any_place["kinds"].items()
    }
    assert done == {kind: {do} for kind, do in OFFERED.items()}
    assert {*kinds} - {*done} == {"cell", "round"}
    assert "Nothing is done here" in any_place["nothing"]


@pytest.mark.parametrize(
    ("language", "factory", "nothing"),
    [("en", "no income here", "Nothing is done here"), ("fr", "pas de revenu ici", "ne fait rien")],
)
def test_why_is_said_in_the_readers_language(
    table: At, language: str, factory: str, nothing: str
) -> None:
    host, state = table
    any_place = told(host, state.at_turn, language)

    assert factory in any_place["kinds"]["factory"]["why"]
    assert nothing in any_place["nothing"]


def test_income_that_was_not_offered_is_written_down_and_told(tmp_path: Path) -> None:
    """The table is right: it is written, and the rules say what they have against it."""
    host, state = host_with(tmp_path, token_is_due)
    factory = next(
        place for place in host.board.lying(GAME.face.position(state)).kinds_of_places["factory"]
    )
    client = client_of(host, Role.PLAYER, state.at_turn)
    assert host.table is not None
    fact = {"do": "income", "player": state.at_turn, "place": factory}
    revision = host.table.view.revision
    answer = client.post(
        "/act", json={"revision": revision, "key": "a" * 32, "act": {"fact": fact}}
    )

    assert answer.status_code == 200
    assert host.table.view.last.step is not None
    assert host.table.view.last.step.open_findings
    host.store.close()
