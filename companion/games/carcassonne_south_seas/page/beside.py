"""What the rules do not offer a player, and he may have done all the same: the table is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.carcassonne_south_seas.course.apply import as_it_was
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms import events as e
from companion.games.carcassonne_south_seas.terms.goods import GOODS, IN_BOX

LIKELIEST = 3
"""So many ways to pay a ship are listed, those for which the record lacks least first."""


def done_all_the_same(state: State, player: str) -> Iterator[e.Event]:
    """What belongs to the step at hand first; the evaluation and the end of a turn always.

    Of one who is not at turn only what his merchant takes, and those two.
    """
    if player in state.turn.merchants or state.top_owed(player) is not None:
        yield from (e.ShipTaken(player, ship) for ship in state.display)
    if player == state.at_turn:
        yield from _in_turn(state, player)
    yield from (e.Evaluated(player), e.TurnEnded(player))


def _in_turn(state: State, player: str) -> Iterator[e.Event]:
    drawn = state.turn.drawn
    if drawn:
        yield e.TileUnfit(player, drawn)
    elif not state.turn.has_tile:
        yield from (e.TileDrawn(player, tile) for tile, left in state.left.items() if left < 1)
    else:
        yield from _delivered(state, player)
        mine = (place for place, who in state.islanders.items() if who == player)
        yield from (e.IslanderTaken(player, place) for place in mine)


def _delivered(state: State, player: str) -> Iterator[e.Delivered]:
    """Each ship, paid with what it asks for, held or not. Rules 45 and 46."""
    held = as_it_was(state, e.TurnEnded(player)).held(player)

    def lacks(way: Mapping[str, int]) -> int:
        return sum(max(way[kind] - held[kind], 0) for kind in GOODS)

    for ship in state.display:
        ways = sorted(state.game.ships[ship].ways(dict.fromkeys(GOODS, IN_BOX)), key=lacks)
        yield from (e.Delivered(player, ship, **way) for way in ways[:LIKELIEST])
