"""Who plays, as a person types it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.clippers.terms.players import Player, check_players, parse_player

NATIONS = ("french", "english", "american", "german", "japanese")


@pytest.mark.parametrize(
    ("text", "player"),
    [
        pytest.param("Pauline=japanese:9", Player("Pauline", "japanese", 9), id="as in the README"),
        pytest.param(
            " Pauline = Japanese : 9 ", Player("Pauline", "japanese", 9), id="with blanks"
        ),
        pytest.param("Jean-Luc=french:0", Player("Jean-Luc", "french", 0), id="nothing left"),
        pytest.param("Ève & Zoé=german:007", Player("Ève & Zoé", "german", 7), id="letters"),
        pytest.param("a=b=english:1", Player("a=b", "english", 1), id="a name with ="),
    ],
)
def test_a_player(text: str, player: Player) -> None:
    assert parse_player(text, NATIONS) == player


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("Pauline", "NAME=NATION:MONEY", id="only a name"),
        pytest.param("Pauline=japanese", "NAME=NATION:MONEY", id="no money"),
        pytest.param("=japanese:9", "NAME=NATION:MONEY", id="no name"),
        pytest.param("Pauline=:9", "NAME=NATION:MONEY", id="no nation"),
        pytest.param("Pauline=dutch:9", "no nation 'dutch'", id="no such nation"),
        pytest.param("Pauline=japanese:-9", "less than nothing", id="negative money"),
        pytest.param("Pauline=japanese:9.5", "no sum of money", id="half a dollar"),
        pytest.param("Pauline=japanese:nan", "no sum of money", id="NaN"),
        pytest.param("Pauline=japanese:٣", "no sum of money", id="other digits"),
        pytest.param("Pauline=japanese:1000000", "at most 6 digits", id="more than there is"),
        pytest.param("P" * 41 + "=japanese:9", "too long", id="a long name"),
        pytest.param("P\x1b[2J=japanese:9", "can't be printed", id="a name that moves the cursor"),
    ],
)
def test_what_is_no_player(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_player(text, NATIONS)


@given(st.text())
def test_any_text_is_a_player_or_refused(text: str) -> None:
    try:
        player = parse_player(text, NATIONS)
    except InputError:
        return
    assert player.money >= 0
    assert player.nation in NATIONS


@pytest.mark.parametrize(
    ("players", "words"),
    [
        pytest.param([], "nobody plays", id="nobody"),
        pytest.param(["A=french:1", "B=french:2"], "both play", id="a nation twice"),
        pytest.param(["A=french:1", "A=german:2"], "given twice", id="a name twice"),
    ],
)
def test_a_table_that_does_not_fit(players: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        check_players([parse_player(text, NATIONS) for text in players])
