"""How a game begins. Rules 8 to 14."""

from __future__ import annotations

from collections.abc import Sequence

from companion.bank import BANK, Bank, Transfer
from companion.boards.board import Board
from companion.boards.stops_board import StopsBoard
from companion.errors import InputError
from companion.games.long_cours.state.state import CORSAIR, Captain, Game, State
from companion.games.long_cours.terms.cards import Deck
from companion.games.long_cours.terms.rulings import Rulings
from companion.money.pieces import Pieces
from companion.play.beginning import check_seats
from companion.play.game import Seat

PLAYERS = range(2, 7)
FEWEST_FOR_SHORT_DECK = 3
START_MONEY = 3
NOTES = Pieces.of({1: 200, 5: 200, 10: 200, 50: 1000})
"""The notes in the box. Their values are stated, their numbers not (rule 6): here are plenty."""
ZONES = 6


def stops_board(board: Board) -> StopsBoard:
    """A board on which the game can be played; raise InputError where it can't be.

    A throw of the die names one of six zones and one of six products.
    """
    if not isinstance(board, StopsBoard):
        raise InputError("long_cours:no-board-of-stops", name=board.name)
    for what, count in (("zones", len(board.zones)), ("products", len(board.products))):
        if count != ZONES:
            raise InputError(f"long_cours:{what}-number", name=board.name, count=count)
    if not ship_colours(board):
        raise InputError("long_cours:no-ships", name=board.name)
    return board


def ship_colours(board: Board) -> tuple[str, ...]:
    """The colours of the cargo ships, the corsair's not among them. Rule 3."""
    kinds = board.ship.kinds if board.ship else ()
    return tuple(kind.name for kind in kinds if kind.name != CORSAIR)


def new_game(board: Board, seats: Sequence[Seat], rulings: Rulings) -> Game:
    """Who plays on which board by which rulings; raise InputError where that can't be."""
    stops = stops_board(board)
    if len(seats) not in PLAYERS:
        count, least, most = len(seats), PLAYERS[0], PLAYERS[-1]
        raise InputError("long_cours:players-number", count=count, least=least, most=most)
    if rulings.deck is Deck.SHORT and len(seats) < FEWEST_FOR_SHORT_DECK:
        raise InputError("long_cours:short-deck-for-two", least=FEWEST_FOR_SHORT_DECK)
    check_seats(seats, ship_colours(stops), "long_cours", "ship")
    return Game(stops, rulings, {seat.name: seat.role for seat in seats})


def set_up(game: Game) -> State:
    """Deal the cards and give everybody his money; no ship is on the board yet. Rules 8 to 10."""
    bank = Bank.open(NOTES.worth)
    for player in game.ships:
        bank = bank.pay(Transfer(BANK, player, START_MONEY, "start", 0))
    return State(game, tuple(captains(game)), bank)


def captains(game: Game) -> list[Captain]:
    """Everybody with his hand; who is dealt to first has one more where they do not go up."""
    each, more = divmod(game.cards.count, len(game.ships))
    return [Captain(name, cards=each + (at < more)) for at, name in enumerate(game.ships)]
