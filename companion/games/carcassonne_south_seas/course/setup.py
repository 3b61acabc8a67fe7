"""How a game begins. Rules 6 to 11."""

from __future__ import annotations

from collections.abc import Sequence

from companion.boards.board import Board
from companion.boards.lattice import Shape
from companion.boards.tiles_board import TilesBoard
from companion.cards.card import Card
from companion.errors import InputError
from companion.games.carcassonne_south_seas.state.state import Game, State
from companion.games.carcassonne_south_seas.terms.goods import MARKET, PAYS
from companion.games.carcassonne_south_seas.terms.rulings import Rulings
from companion.games.carcassonne_south_seas.terms.ships import SIGNS
from companion.play.beginning import check_seats
from companion.play.game import Seat
from companion.position import Position

ID = "carcassonne_south_seas"
PLAYERS = range(2, 6)
START = "start"
"""What is printed on the start tile."""


def tiles_board(board: Board) -> TilesBoard:
    """A table on which the game can be played; raise InputError where it can't be."""
    if not isinstance(board, TilesBoard) or board.lattice.shape is not Shape.SQUARES:
        raise InputError(f"{ID}:no-square-tiles", name=board.name)
    starts = [tile for tile in board.tiles.values() if tile.printed == START]
    if len(starts) != 1 or starts[0].count != 1:
        raise InputError(f"{ID}:no-start-tile", name=board.name, start=START)
    for tile in board.tiles.values():
        if not tile.back and not any(each.kind in (*PAYS, MARKET) for each in tile.features):
            raise InputError(f"{ID}:empty-tile", name=board.name, tile=tile.id)
        if any(not each.spots for each in tile.features if each.kind in (*PAYS, MARKET)):
            raise InputError(f"{ID}:part-without-place", name=board.name, tile=tile.id)
    for card in board.cards.values():
        _check_ship(card, board)
    if not colours_of(board):
        raise InputError(f"{ID}:no-islanders", name=board.name)
    return board


def _check_ship(card: Card, board: Board) -> None:
    """A ship asks for something, and every sign on its sail is one that the rules know. Rule 47."""
    known = ", ".join(SIGNS)
    if not card.signs:
        raise InputError(f"{ID}:empty-ship", name=board.name, ship=card.id)
    for sign in card.signs:
        if sign not in SIGNS:
            raise InputError(
                f"{ID}:no-such-sign", name=board.name, ship=card.id, sign=sign, known=known
            )


def colours_of(board: Board) -> tuple[str, ...]:
    """The colours of the islanders. Rule 5."""
    form = board.pieces.get("islander") if isinstance(board, TilesBoard) else None
    return tuple(kind.name for kind in form.kinds) if form else ()


def in_the_box(game: Game) -> frozenset[str]:
    """The colours that nobody plays. Rule 5."""
    return frozenset({*colours_of(game.board)} - {*game.colours.values()})


def new_game(board: Board, seats: Sequence[Seat], rulings: Rulings) -> Game:
    """Who plays on which table by which rulings; raise InputError where that can't be."""
    table = tiles_board(board)
    if len(seats) not in PLAYERS:
        raise InputError(
            f"{ID}:players-number", count=len(seats), least=PLAYERS[0], most=PLAYERS[-1]
        )
    check_seats(seats, colours_of(table), ID, "colour")
    return Game(table, rulings, {seat.name: seat.role for seat in seats})


def set_up(game: Game) -> State:
    """The start tile lies in the middle. Rule 7."""
    board = game.board
    start = next(tile for tile in board.tiles.values() if tile.printed == START)
    middle = next(iter(board.lying(Position()).cells))
    return State(game, {middle: f"{start.id}/0"})
