"""Who stands where: the last one afloat wins. Rule 76, point A15."""

from __future__ import annotations

from companion.games.long_cours.state.state import State
from companion.score import Score, ScoreLine, ranked

OUTLIVED = "outlived"


def score(state: State) -> Score:
    """A point for each player whom one has outlived; among equals, money and cargo tell."""
    lines = [
        ScoreLine(captain.name, OUTLIVED, 1, "76", because=(other.name,))
        for captain in state.captains
        for other in state.captains
        if other.sunk is not None and (captain.sunk is None or captain.sunk > other.sunk)
    ]
    wealth = [state.wealth(name) for name in state.players]
    return Score(tuple(lines), ranked(state.players, lines, {"wealth": wealth}))
