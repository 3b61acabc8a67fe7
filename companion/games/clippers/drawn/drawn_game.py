"""A whole legal game drawn by lot: for tests, measurements and the demo."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.clippers.course.apply import apply
from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.judging.choices import Choice, options
from companion.games.clippers.state.state import MARKET, State
from companion.games.clippers.terms.events import (
    CardTaken,
    MarkerMoved,
    MarkerPlaced,
    Passed,
    PlayersAct,
    ShipBought,
    StickLaid,
    TurnEnded,
)

USUAL = {
    MarkerPlaced: 4.0,
    CardTaken: 5.0,
    Passed: 0.5,
    ShipBought: 2.0,
    StickLaid: 5.0,
    MarkerMoved: 3.0,
    TurnEnded: 1.0,
}
"""How willing the players are to do each kind of thing."""
KEEN_ON_SHIPS = {**USUAL, ShipBought: 50.0, MarkerPlaced: 0.5, CardTaken: 1.0, Passed: 1.0}


def draw_game(
    state: State, random: Random, wishes: dict[type[PlayersAct], float] | None = None
) -> Iterator[tuple[State, PlayersAct]]:
    """Play legal facts by lot until the game is over; yields each with the state before it.

    First the kind of thing is drawn by the players' wishes, then one of that kind. The same
    ``random`` gives the same game.
    """
    while not at_last(state).over:
        choices = [choice for choice in options(state) if not _is_idle(choice)]
        event = _drawn(choices, random, wishes or USUAL)
        yield state, event
        state = apply(state, event)


def _is_idle(choice: Choice) -> bool:
    """To say that a turn of phase 1 is over is not needed: the next player acts."""
    return isinstance(choice.event, TurnEnded) and choice.event.phase == MARKET


def _drawn(
    choices: list[Choice], random: Random, wishes: dict[type[PlayersAct], float]
) -> PlayersAct:
    kinds = list(dict.fromkeys(type(choice.event) for choice in choices))
    [kind] = random.choices(kinds, [wishes[kind] for kind in kinds])
    return random.choice([choice.event for choice in choices if type(choice.event) is kind])
