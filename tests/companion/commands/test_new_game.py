"""A new game as a command line tells it."""

from __future__ import annotations

import argparse
from dataclasses import replace

import pytest

from companion.commands.new_game import (
    add_game_arguments,
    asked_record,
    asked_seats,
    read_seat,
)
from companion.errors import InputError
from companion.games import game_called
from companion.games.clippers.game import GAME as CLIPPERS
from companion.games.clippers.shipped import read_shipped_board
from companion.games.clippers.terms.editions import ENGLISH
from tests.catalogues import typed

BOARD = read_shipped_board()
TWO = ["--player", "Ann=english", "--player", "Ben = French"]


def asked(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_game_arguments(parser, players="who plays")
    return parser.parse_args(arguments)


def test_who_plays_in_seat_order() -> None:
    seats = asked_seats(asked(*TWO), BOARD)

    assert [(seat.name, seat.role) for seat in seats] == [
        ("Ann", "english"),
        ("Ben", "french"),
    ]


def test_a_letter_and_its_accent_are_one_however_they_are_typed() -> None:
    first, _ = asked_seats(asked("--player", "Zoe\u0301=english", *TWO[2:]), BOARD)

    assert first.name == "Zo\u00e9"


@pytest.mark.parametrize("said", ["english", "English", "anglais", "Anglais"])
def test_a_nation_is_named_in_any_language(said: str) -> None:
    first, _ = asked_seats(asked("--player", f"Ann={said}", *TWO[2:]), BOARD)

    assert first.role == "english"


def test_an_edition_and_single_rulings() -> None:
    record = asked_record(asked(*TWO, "--edition", "en", "--option", "port_price=7"), BOARD)

    rulings = CLIPPERS.ruled(CLIPPERS.start(record.header.setup, BOARD))
    assert rulings == replace(ENGLISH, port_price=7)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param([], "nobody plays", id="nobody"),
        pytest.param(TWO[:2], "there is 1; Clippers is for 2 to 5", id="one"),
        pytest.param(["--player", "Ann"], "'Ann': this is not NAME=NATION", id="no nation"),
        pytest.param(["--player", "=english"], "this is not NAME=NATION", id="no name"),
        pytest.param(["--player", "Ann=english:12"], "write 'Ann=english'", id="with money"),
        pytest.param(["--player", "Ann=dutch"], "no nation 'dutch'; give one of", id="no such"),
        pytest.param([*TWO, "--player", "Eve=french"], "both play the french", id="twice"),
        pytest.param(
            [*TWO, "--player", "ANN=german"], "Two players are called Ann; tell", id="but capitals"
        ),
        pytest.param([*TWO, "--option", "port_price"], "this is not NAME=VALUE", id="no value"),
        pytest.param([*TWO, "--option", "beards=yes"], "no such option", id="no such option"),
        pytest.param(
            [*TWO, "--option", "port_price=many"], "a number from 0 to 99", id="no number"
        ),
    ],
)
def test_what_is_no_game_is_said_in_one_line(arguments: list[str], said: str) -> None:
    with pytest.raises(InputError) as refused:
        asked_record(asked(*arguments), BOARD)

    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("game", "role", "said"),
    [
        ("clippers", "dutch", "la nation 'dutch'"),
        ("long_cours", "red", "pas de navire 'red'"),
        ("big_kini", "pink", "pas de cubes 'pink'"),
        ("carcassonne_south_seas", "pink", "pas d'insulaires 'pink'"),
    ],
)
def test_what_nobody_can_play_is_told_in_the_words_of_the_game(
    game: str, role: str, said: str
) -> None:
    with pytest.raises(InputError) as refused:
        read_seat(f"Bo={role}", game_called(game), game_called(game).shipped_board())

    assert said in typed(refused.value.said("fr"))


def test_no_game_begins_where_no_harbour_tells_its_sticks() -> None:
    harbours = {key: replace(each, pieces=None) for key, each in BOARD.harbours.items()}

    with pytest.raises(InputError, match="no harbour says how many sticks"):
        asked_record(asked(*TWO), replace(BOARD, harbours=harbours))
