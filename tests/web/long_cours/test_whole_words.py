"""Which words of a fact hold a number is the game's to say: by form, and by the page's script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import game_called
from companion.play.game import Seat
from companion.store import Store
from tests.web.tables import NOW, client_of
from web.host.host import Address, Host
from web.host.roles import Role


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    board = game_called("long_cours").shipped_board()
    made = Host(Store(tmp_path / "table.sqlite"), board, lambda: NOW, Address(8000))
    made.begin([Seat("Ann", "yellow"), Seat("Ben", "green")], {})
    yield made
    made.store.close()


@pytest.mark.parametrize("path", ["/table", "/bank", "/anywhere", "/score"])
def test_a_page_says_which_words_hold_a_number(path: str, host: Host) -> None:
    page = client_of(host, Role.HOST).get(path).get_data(as_text=True)

    told = re.findall(r'<body[^>]* data-whole="([^"]*)"', page)

    assert [set(words.split()) for words in told] == [
        {"amount", "die", "mends", "millions", "zone"}
    ]
