"""Any state of any game is kept as JSON and comes back the very same; nothing else is read."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.bank import Bank, Ledger
from companion.games import GAMES, game_called
from companion.games.long_cours.state.kept_state import KEPT
from companion.play.game import Game, Seat

NAMES = ("Ann", "Ben", "Cleo")
STEPS = 150


def begun(game: Game[Any, Any]) -> Any:
    """A game of three on the board that comes with it."""
    board = game.shipped_board()
    seats = [Seat(name, role) for name, role in zip(NAMES, game.roles(board), strict=False)]
    return game.start(game.begin(seats, {}, board), board)


def played(game: Game[Any, Any], start: Any) -> Any:
    """So many states of a game that plays itself."""
    assert game.self_play is not None
    state, random = start, Random(3)
    while (event := game.self_play.drawn(state, random)) is not None:
        state = game.apply(state, event)
        yield state


@pytest.mark.parametrize("name", GAMES)
def test_each_state_of_a_game_comes_back_the_very_same(name: str) -> None:
    game = game_called(name)
    start = begun(game)
    for state in islice(played(game, start), STEPS):
        transfers = Ledger() if state.bank is None else state.bank.transfers
        kept = json.loads(json.dumps(game.keep(state)))

        again = game.recall(kept, start, transfers)

        assert again == state
        assert again.game is start.game
        assert game.keep(again) == game.keep(state)
        if isinstance(state.bank, Bank):
            assert again.bank.balances == state.bank.balances


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kept", [None, 7, "state", [], {}, {"kind": "State"}, {"kind": "os"}])
def test_what_is_no_state_is_refused(name: str, kept: object) -> None:
    game = game_called(name)
    with pytest.raises(ValueError, match=r"state|known"):
        game.recall(kept, begun(game), Ledger())


def test_a_state_of_another_count_of_transfers_is_refused() -> None:
    game = game_called("long_cours")
    start = begun(game)
    with pytest.raises(ValueError, match="known"):
        game.recall(game.keep(start), start, Ledger())


def test_what_no_state_is_made_of_is_not_kept() -> None:
    """A new class in a state is told at once, and not lost on the disk."""

    @dataclass(frozen=True)
    class Lighthouse:
        lit: bool = True

    state = begun(game_called("long_cours"))
    with pytest.raises(TypeError, match="Lighthouse"):
        KEPT.written(replace(state, fight=Lighthouse()))
