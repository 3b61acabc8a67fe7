"""A cube that moves to a post where the camera does not tell it from the print."""

from __future__ import annotations

from companion.games.big_kini.game import GAME
from companion.games.big_kini.terms import events as e
from tests.companion.games.big_kini.watching.watched_tables import WatchedTable, look_on

A_MOMENT = 4
"""So many looks pass before the next one acts."""


def moved(table: WatchedTable) -> tuple[e.Event, e.Moved]:
    """A token on a move, and a cube that has gone to a post where it is half seen."""
    first = table.a(e.TokenPlaced, space="board/move/double")
    table.does(first)
    gone = table.a(e.Moved)
    assert isinstance(gone, e.Moved)
    table.state = GAME.apply(table.state, gone)
    look_on(table, gone.target, looks=A_MOMENT)
    return first, gone


def test_a_cube_that_is_gone_lies_where_nothing_is_surely_seen_when_the_next_token_comes() -> None:
    table = WatchedTable()
    first, gone = moved(table)
    assert list(table.new) == [first]
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    then = table.a(e.TokenPlaced, space="board/income/double")
    table.state = GAME.apply(table.state, then)
    look_on(table, gone.target)

    assert list(table.new) == [first, gone, then]
    assert table.follower.log.drifted == []


def test_a_cube_that_has_stayed_has_gone_nowhere() -> None:
    """A post is half seen, and no cube has left: who moves nothing forgoes his action."""
    table = WatchedTable()
    first = table.a(e.TokenPlaced, space="board/move/double")
    table.does(first)
    gone = table.a(e.Moved)
    assert isinstance(gone, e.Moved)
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    then = table.a(e.TokenPlaced, space="board/income/double")
    table.state = GAME.apply(table.state, then)
    look_on(table, gone.target)

    assert e.Moved not in {type(event) for event in table.new}
    assert table.told.cubes == table.state.cubes


def test_a_cube_that_is_seen_in_the_end_is_told_once() -> None:
    table = WatchedTable()
    first, gone = moved(table)
    table.does()

    assert list(table.new) == [first, gone]
    assert table.follower.log.drifted == []
