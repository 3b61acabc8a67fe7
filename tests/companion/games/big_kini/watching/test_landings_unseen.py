"""A cube that lands on a post where the camera does not tell it from the print."""

from __future__ import annotations

from companion.games.big_kini.game import GAME
from companion.games.big_kini.terms import events as e
from tests.companion.games.big_kini.watching.watched_tables import WatchedTable, look_on


def test_a_cube_that_lands_half_seen_has_landed_there_when_the_next_token_comes() -> None:
    """All other posts are surely bare; nothing before it is told anew."""
    table = WatchedTable()
    first = table.a(e.TokenPlaced, space="board/discovery/double")
    table.does(first)
    found = table.a(e.Discovered)
    table.does(found)
    landed = table.a(e.Landed)
    assert isinstance(landed, e.Landed)
    table.state = GAME.apply(table.state, landed)
    look_on(table, landed.place)
    assert list(table.new) == [first, found]
    table.state = GAME.apply(table.state, e.TurnEnded(table.state.at_turn))
    then = table.a(e.TokenPlaced, space="board/income/double")
    table.state = GAME.apply(table.state, then)
    look_on(table, landed.place)

    assert list(table.new) == [first, found, landed, then]
    assert table.follower.log.drifted == []
