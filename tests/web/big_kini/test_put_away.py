"""What is hidden until the end stays so when a game that goes on is put away, and looked at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.big_kini.course.score import score
from companion.games.big_kini.state.atolls import POSTS
from companion.games.big_kini.state.state import State
from companion.saying.catalogue import LANGUAGES
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_working_says_where_each_post_lies(tmp_path: Path, language: str) -> None:
    """Rule 74: a line names as many atolls as cubes are counted in it."""
    host, state = host_with(tmp_path, is_over)
    client = client_of(host, Role.HOST)
    client.set_cookie("language", language)
    page = client.get("/evenings/1").get_data(as_text=True)
    counted = [cube for cube in state.cubes if state.kind_of(cube) in POSTS]
    numbers = {state.atoll_of(cube).number for cube in counted}  # type: ignore[union-attr]
    lines = re.findall(r'class="because">(.*?)</span>', page, re.DOTALL)
    told = [int(each) for line in lines for each in re.findall(r"atoll\s(\d+)", line)]

    assert len(told) == len(counted)
    assert {*told} == numbers
