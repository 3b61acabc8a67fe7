"""What is hidden until the end stays so when a game that goes on is put away, and looked at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.big_kini.course.score import score
from companion.games.big_kini.state.state import State
from tests.web.tables import client_of
from tests.web.tiles.big_kini_tables import host_with, token_is_due
from web.host.roles import Role


def is_over(state: State) -> bool:
    return state.over


def test_nobody_sees_the_standings_of_a_game_that_goes_on(tmp_path: Path) -> None:
    """Rule 23: money lies behind screens, also from the host, who may be at the table himself."""
    host, _ = host_with(tmp_path, token_is_due)
    page = client_of(host, Role.HOST).get("/evenings/1?at=9").get_data(as_text=True)

    assert "The score is hidden" in page
    assert "It is shown when the game is over." in page
    assert 'class="working"' not in page
    assert "score.csv" not in page
    assert not re.search(r"\d+ points?\b", page)
    assert "To the table" in page


@pytest.mark.parametrize("at", ["", "?at=9"])
def test_when_it_is_over_all_lies_open(tmp_path: Path, at: str) -> None:
    host, state = host_with(tmp_path, is_over)
    page = client_of(host, Role.HOST).get(f"/evenings/1{at}").get_data(as_text=True)

    assert "The final score" in page
    assert page.count('class="working"') == 3
    assert all(f"{each.total}</span></summary>" in page for each in score(state).standings)
