"""What an answer of somebody at the table means for what the camera goes on seeing."""

from __future__ import annotations

from companion.games.big_kini.game import GAME
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import lies
from companion.watching.moving_pieces.asking import ruled_out
from companion.watching.steps import written
from tests.companion.games.big_kini.watching.watched_tables import WatchedTable


def test_an_answer_rules_out_what_else_was_asked_about() -> None:
    """Of two cubes one has risen: the other lies where it lay, whatever is seen there."""
    table = WatchedTable()
    table.does(table.a(e.TokenPlaced, space="board/election/double"))
    table.says(e.ElectionCalled(table.state.at_turn, table.state.homes[table.state.at_turn]))
    crowned = (each.event for each in GAME.choices(table.state))
    first, other = (each for each in crowned if isinstance(each, e.Crowned))
    after = GAME.apply(table.state, first)

    for asked, places in ((other, {other.place}), (first, set[str]())):
        others = [written(GAME.fact(asked))]
        assert ruled_out(GAME, lies, table.state, after, others) == places
