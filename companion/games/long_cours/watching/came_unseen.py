"""A corsair that came in onto goods, where no camera saw it, and was sunk there by a storm.

Its owner is thought to have it in hand then, and whoever asks for the next auction to break a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms import events as e


def corsair_sunk_unseen(
    state: State, event: e.Event, since: Sequence[e.Event]
) -> Iterator[e.CorsairEntered]:
    """Before its owner's turn ended it may have entered where a storm struck since. Rules 62, 74.

    It waits there until its owner's next turn (rule 64), so it lay hidden only where goods were.
    """
    corsair = state.corsair
    if not isinstance(event, e.TurnEnded) or event.player != corsair.owner or corsair.at:
        return
    struck = {each.zone for each in since if isinstance(each, e.Storm)}
    for die, zone in enumerate(state.game.board.zones, 1):
        rectangle = state.game.board.stranding_places[zone].id
        if zone in struck and state.goods.cargo(rectangle):
            yield e.CorsairEntered(event.player, die, rectangle)
