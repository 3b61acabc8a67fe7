"""A cube that lands on a post where the camera does not tell it from the print."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.game import GAME
from companion.games.big_kini.terms import events as e
from companion.games.big_kini.watching.lying import lies
from companion.reading import EMPTY, Seen
from tests.companion.games.big_kini.watching.watched_tables import LOOKS, WatchedTable, seen_as


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


def look_on(table: WatchedTable, doubtful: str, looks: int = LOOKS) -> None:
    """The table as it lies, but that one place may as well be bare."""
    for look in range(looks):
        reading = seen_as(lies(table.state))
        likely = ((EMPTY, 0.7), (reading.slots[doubtful].answer, 0.3))
        slots = {**reading.slots, doubtful: Seen(*likely[0], likely)}
        table.follower.see(replace(reading, slots=slots), f"half {look}")
