"""Clippers, as it plays itself."""

from __future__ import annotations

from random import Random

from companion.games.clippers.course.rounds import at_last
from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.drawn.finished import finished_game
from companion.games.clippers.drawn.slip import a_slip, is_time_for_slip
from companion.games.clippers.state.state import State
from companion.games.clippers.terms.events import PlayersAct
from companion.play.offered.self_play import SelfPlay


def drawn(state: State, random: Random) -> PlayersAct | None:
    """What somebody does next; None when the game is over."""
    return None if at_last(state).over else next(draw_game(state, random))[1]


SELF_PLAY = SelfPlay(drawn, a_slip, is_time_for_slip, finished_game)
