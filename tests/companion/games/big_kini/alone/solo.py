"""Solo games of Big Kini."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.state.state import Hand, Phase, State
from tests.companion.games.big_kini.tables import after, fact, holding, playing

ALONE = {"0,1": "a4/0"}


def alone(round_: int) -> State:
    """A solo game at the start of a round; Ann holds a card for a move."""
    state = playing(ALONE, {"0,1/administrator-a": "Ann"}, count=1, cards=True)
    state = state.with_hand("Ann", Hand({}, ("k06",)))
    return replace(state, round=round_, phase=Phase.BLOCKING)


def spent(round_: int = 1, *, card: str = "k06") -> State:
    """A solo game in which moves are blocked, and both tokens have had their turn."""
    state = holding(alone(round_), "Ann", card)
    for up in ("k05", "k25", "k17")[: 2 if round_ < 3 else 3]:
        state = after(state, fact("turn_up", card=up))
    for row in ("income", "goods"):
        state = after(state, fact("token", space=f"{row}/double"), fact("no_card"), fact("done"))
    return state


MOVE_ALONE = fact("move", from_="0,1/administrator-a", to="0,1/administrator-b")
