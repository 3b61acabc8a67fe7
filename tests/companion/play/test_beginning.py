"""How a game begins: whom players may be called, and what they may stand for."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.games import GAMES, game_called
from companion.games.big_kini.game import GAME as BIG_KINI
from companion.games.long_cours.game import GAME as LONG_COURS
from companion.play.game import AnyGame, Seat
from companion.saying.catalogue import LANGUAGES


@pytest.mark.parametrize(
    ("game", "name"),
    [(LONG_COURS, "gibraltar"), (LONG_COURS, "box"), (BIG_KINI, "neutral")],
)
def test_no_player_is_called_as_the_game_calls_its_own(game: AnyGame, name: str) -> None:
    """A stop may hold goods as a player does; a neutral token lies where a player's may."""
    board = game.shipped_board()
    ann, other = game.roles(board)[:2]

    with pytest.raises(InputError, match=name):
        game.begin([Seat("Ann", ann), Seat(name, other)], {}, board)

    assert game.begin([Seat("Ann", ann), Seat(name.title(), other)], {}, board)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_may_stand_for_has_its_word(name: str, language: str) -> None:
    """On the form that begins a game, in the lobby and in the score."""
    game = game_called(name)
    board = game.shipped_board()
    words = game.words(language, board)

    assert [each for each in game.roles(board) if not words.has(f"{game.about.role}:{each}")] == []
