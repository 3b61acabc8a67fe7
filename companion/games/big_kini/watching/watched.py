"""Big Kini as it is watched: the table before it begins, its referee, its questions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.boards.board import Board
from companion.games.big_kini.state.state import State
from companion.games.big_kini.terms.events import Event
from companion.games.big_kini.watching.lying import is_for_tokens
from companion.games.big_kini.watching.referee import AtATable
from companion.reading import EMPTY, HIDDEN, Reading
from companion.watching.moving_pieces.asking import what_happened
from companion.watching.moving_pieces.sightings import SURE
from companion.watching.referee import Done, Pace, Referee, SetUpStep, Watched

if TYPE_CHECKING:
    from companion.play.game import Game


def watched(game: Game[State, Event]) -> Watched:
    """What the house is handed to follow a table."""

    def referee(board: Board, pace: Pace) -> Referee:
        return AtATable(game, board, patient=pace is Pace.LIVE)

    return Watched(referee, set_up_steps, partial(what_happened, game))


def set_up_steps(_: State, reading: Reading) -> tuple[SetUpStep, ...]:
    """What has to go before a game begins: tokens on the action board. Rule 24."""
    return tuple(
        SetUpStep(place, EMPTY, Done.WRONG, seen.answer)
        for place, seen in reading.slots.items()
        if is_for_tokens(place) and seen.answer not in (EMPTY, HIDDEN) and seen.confidence >= SURE
    )
