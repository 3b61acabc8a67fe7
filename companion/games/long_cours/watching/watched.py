"""Long Cours as it is watched: the table before it begins, its referee, its questions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.boards.board import Board
from companion.games.long_cours.state.state import State
from companion.games.long_cours.terms.events import Event
from companion.games.long_cours.watching.habits import HABITS
from companion.games.long_cours.watching.lying import lies
from companion.reading import EMPTY, HIDDEN, Reading
from companion.watching.by_choices import SURE, ByChoices, what_happened
from companion.watching.referee import Done, Pace, Referee, SetUpStep, Watched

if TYPE_CHECKING:
    from companion.play.game import Game


def watched(game: Game[State, Event]) -> Watched:
    """What the house is handed to follow a table."""

    def referee(board: Board, pace: Pace) -> Referee:
        return ByChoices(game, lies, board, patient=pace is Pace.LIVE, habits=HABITS)

    return Watched(referee, set_up_steps, partial(what_happened, game))


def set_up_steps(state: State, reading: Reading) -> tuple[SetUpStep, ...]:
    """What has to go before a game begins: goods, the corsair, ships that nobody plays. Rule 9.

    The players' own ships may come at any time: each is put on a port of its choice (rule 16).
    """
    own = set(state.game.ships.values())
    steps = []
    for place, seen in reading.places.items():
        astray = place not in own and seen.piece not in (EMPTY, HIDDEN)
        if astray and seen.confidence >= SURE:
            is_ship = place in reading.pieces
            stop, kind = (seen.piece, place) if is_ship else (place, seen.piece)
            steps.append(SetUpStep(stop, EMPTY, Done.WRONG, kind))
    return tuple(steps)
