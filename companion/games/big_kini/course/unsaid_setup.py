"""What was left unsaid of the setting up, where what comes later shows that it is over.

One player's start atoll, or his first cubes: where more lacks, nothing is taken to be over.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_kini.course.rounds import begun
from companion.games.big_kini.course.setup import (
    FIRST_CUBES,
    is_home_unknown,
    waiting_for_home,
    with_capital,
    with_hidden,
)
from companion.games.big_kini.state.doubts import Subject
from companion.games.big_kini.state.state import Phase, State
from companion.games.big_kini.terms import events as e


def setting_up_over(state: State, event: e.Event) -> State:
    """The state after the setting up that a fact shows to be over. Rules 19 to 22."""
    if isinstance(event, e.HomeChosen | e.MoneyCounted | e.MoneyCorrected):
        return state
    if state.phase is Phase.HOMES:
        state = _homes_chosen(state)
    if state.phase is Phase.SETTLING and not isinstance(event, e.Settled):
        state = _cubes_put(state)
    return state


def is_setup_told_late(state: State, event: e.ByPlayer) -> bool:
    """Whether a start atoll or a first cube is told that was lacking when the game went on."""
    if isinstance(event, e.HomeChosen):
        return state.phase is not Phase.HOMES and is_home_unknown(state, event.player)
    return isinstance(event, e.Settled) and event.player in state.shown.lacks


def _homes_chosen(state: State) -> State:
    """The one who lacks has the one place for start atolls that is left; which, nobody knows."""
    waiting = waiting_for_home(state)
    free = [cell for cell in state.game.homes if cell not in state.homes.values()]
    if len(waiting) != 1 or len(free) != 1:
        return state
    homes = {**state.homes, waiting[0]: free[0]}
    doubts = ((Subject.TILE, free[0]), (Subject.CUBES, free[0]), (Subject.MONEY, waiting[0]))
    shown = state.shown.doubting(doubts)
    return with_hidden(replace(state, homes=homes, shown=shown))


def _cubes_put(state: State) -> State:
    """The one who lacks has his capital, and his cubes lie somewhere on his atoll. Rule 22."""
    lacks = {name: FIRST_CUBES - len(state.cubes_of(name)) for name in state.players}
    lacking = [name for name, number in lacks.items() if number > 0]
    if len(lacking) != 1:
        return state
    [player] = lacking
    shown = state.shown.doubting([(Subject.CUBES, state.homes[player])])
    shown = replace(shown, lacks=(player,) * lacks[player])
    return begun(with_capital(replace(state, shown=shown), player))
