"""A card that asks where an ousted baron went claims no place: each is a button like the others."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from companion.games.big_kini.course.election import free_for_ousted
from companion.games.big_kini.course.spaces import in_use, is_free
from companion.games.big_kini.state.election import Stage
from companion.games.big_kini.state.state import State
from companion.records.record import Happened
from companion.store import Store
from tests.catalogues import typed
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import NOW, client_of
from tests.web.tiles.big_kini_tables import drawn_until
from web.host.host import Address, Host
from web.host.roles import Role

WITH_A_RETREAT = 23
BUTTON = r'class="repair" value="(.*?)"'
ASKED = {
    "en": ("Before number {} one of these is missing. Which was it?", "Yes, put it right"),
    "fr": ("Avant le numéro {}, il manque l'une de ces choses. Laquelle ?", "Oui, corriger"),
}


def a_retreat(state: State) -> bool:
    return state.election is not None and state.election.stage is Stage.RETREATING


@pytest.mark.parametrize("language", ASKED)
def test_each_space_where_he_may_be_is_one_tap(tmp_path: Path, language: str) -> None:
    record, state = drawn_until(a_retreat, seed=WITH_A_RETREAT)
    assert state.election is not None
    free = free_for_ousted(state, state.election)
    names, caller = state.players, state.election.caller
    after = names[(names.index(caller) + 1) % len(names)]
    space = next(each for each in in_use(state.game) if is_free(state, each))
    token = {"do": "token", "player": after, "space": space}
    store = Store(tmp_path / "table.sqlite")
    store.begin(record.add(Happened(token)), NOW)
    host = Host(store, BOARD, lambda: NOW, Address(8000))
    bank = client_of(host, Role.BANKER)
    tongue = {"Accept-Language": language}

    [card] = bank.get("/view", headers=tongue).get_json()["repairs"]
    page = bank.get("/bank", headers=tongue).get_data(as_text=True)
    acts = [json.loads(unescape(each)) for each in re.findall(BUTTON, page)]
    mended = [act["mend"]["put"] for act in acts if "mend" in act]
    asked, yes = ASKED[language]

    assert typed(card["words"]) == asked.format(len(record.entries) + 1)
    assert card["words"] in unescape(page)
    assert yes not in page
    retreats = [{"do": "retreat", "player": state.election.ousted, "place": at} for at in free]
    assert mended == [[each] for each in retreats]
    host.store.close()
