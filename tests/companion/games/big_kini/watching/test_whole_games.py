"""A whole drawn game, followed by what is seen of it, with cubes lifted and put down wrongly."""

from __future__ import annotations

import pytest

from benchmarks.games.tabled_games import Table, watch_tabled_game
from tests.companion.games.big_kini.tables import BOARD

QUICK = Table(looks=(6, 6))


@pytest.mark.parametrize(("seed", "rules"), [(2, {}), (8, {"cards": "yes"})])
def test_a_whole_game_is_told_as_it_was_played(seed: int, rules: dict[str, object]) -> None:
    game = watch_tabled_game(BOARD, (2, rules), seed, QUICK)

    assert (game.cubes_right, game.tiles_right) == (game.cubes, game.tiles)
    assert game.tokens_right == game.tokens
    assert game.money_right
    assert game.ended
    assert (game.questions, game.warnings) == (0, 0), game.notes
