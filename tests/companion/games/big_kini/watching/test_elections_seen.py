"""Who rises to the baron's space, as a camera sees it when more has been tapped by then."""

from __future__ import annotations

import pytest

from companion.games.big_kini.game import GAME
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import lies
from tests.companion.games.big_kini.watching.watched_tables import WatchedTable


@pytest.mark.parametrize("which", [0, 1])
def test_who_rises_is_told_though_the_next_token_is_tapped_by_then(which: int) -> None:
    """Whichever of his cubes it was: the first is what is understood where nobody says it."""
    table = WatchedTable()
    table.does(table.a(e.TokenPlaced, space="board/election/double"))
    caller, [opponent] = table.state.at_turn, [*{*table.state.players} - {table.state.at_turn}]
    table.says(e.ElectionCalled(caller, table.state.homes[caller]))
    rising = [each.event for each in GAME.choices(table.state)]
    before, risen = list(table.new), [each for each in rising if isinstance(each, e.Crowned)][which]
    lay, then = lies(table.state), e.TokenPlaced(opponent, "board/income/double")
    after = GAME.apply(table.state, risen)
    table.says(then)
    table.looks_at(lay)
    table.looks_at(lies(after))
    table.looks_at(lies(GAME.apply(after, then)))

    assert list(table.new) == [*before, risen, then]
    assert (table.follower.log.asked, table.follower.log.drifted) == ([], [])
