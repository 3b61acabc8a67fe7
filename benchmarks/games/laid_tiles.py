"""Tables of Big Kini as drawn games leave them: what a reader of tiles is shown."""

from __future__ import annotations

from random import Random

from companion.boards.tiles_board import TilesBoard
from companion.games.big_kini.game import GAME
from companion.games.big_kini.shipped import read_shipped_board
from companion.play.game import Seat
from companion.position import Position

PLAYERS = (2, 3, 4, 5, 6)
WITH_CARDS = 5
"""From so many players on the game is played with action cards."""
MOST_FACTS = 700


def board_of_tiles() -> TilesBoard:
    """The board that is played on."""
    return read_shipped_board()


def table_by_lot(board: TilesBoard, random: Random) -> Position:
    """What lies on the table of a game of any number of players, at any time of it."""
    count = random.choice(PLAYERS)
    seats = [Seat(f"p{nth}", colour) for nth, colour in enumerate(GAME.roles(board)[:count])]
    options = {"cards": True} if count >= WITH_CARDS else {}
    state = GAME.start(GAME.begin(seats, options, board), board)
    plays = GAME.self_play
    assert plays is not None
    for _ in range(random.randrange(2 * count, MOST_FACTS)):
        event = plays.drawn(state, random)
        if event is None:
            break
        state = GAME.apply(state, event)
    return GAME.face.position(state)
