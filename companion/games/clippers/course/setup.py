"""How a game begins. Rules, section 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.bank import BANK, Bank, Transfer
from companion.boards.board import Board
from companion.errors import InputError
from companion.games.clippers.chart.chart import Chart, chart_of
from companion.games.clippers.scoring.final_score import check_scorable
from companion.games.clippers.state.state import Company, Game, Seat, State
from companion.games.clippers.terms.editions import DEFAULT, Rulings
from companion.games.clippers.terms.events import Card
from companion.games.clippers.terms.players import MARKERS_OF_A_NATION, Player, check_players
from companion.money.pieces import Pieces
from companion.play.game import RESERVED
from companion.saying.phrase import Phrase

FEWEST_PLAYERS = 2
MOST_PLAYERS = 5
START_MONEY = 2
BOX = Pieces.of({1: 50, 5: 15})


def new_game(board: Board, players: Sequence[Player], rulings: Rulings = DEFAULT) -> Game:
    """Who plays on which board by which rulings; raise InputError where that can't be.

    Players are in seat order, clockwise, the first player first. Rules, sections 2.1 and 2.5.
    """
    scorable = check_scorable(board)
    check_players(players)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise InputError(
            "clippers:players-number",
            count=Phrase("clippers:there-are", count=len(players)),
            least=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
        )
    for player in players:
        if player.name in RESERVED:
            raise InputError("clippers:name-reserved", name=player.name)
    return Game(chart_of(scorable), rulings, tuple(players))


def check_stick_numbers(board: Board) -> None:
    """Raise InputError where no harbour says how many sticks its company has.

    A board may be scored so, and an old record of it be read. Rules, section 1.2.
    """
    if not any(harbour.pieces for harbour in check_scorable(board).harbours.values()):
        raise InputError("clippers:no-stick-numbers", board=board.name)


def set_up(game: Game) -> State:
    """Lay out a new game. Rules, sections 2.1 to 2.5."""
    slots = departure_markers(game)
    laid = list(slots.values())
    return State(
        game=game,
        spaces={},
        slots=slots,
        companies=dict(_companies(game.chart)),
        seats=tuple(Seat(p, MARKERS_OF_A_NATION - laid.count(p.nation)) for p in game.players),
        cards=option_cards(game),
        bank=bank_of({player.name: START_MONEY for player in game.players}),
    )


def bank_of(money: Mapping[str, int]) -> Bank:
    """The bank when it has given everybody what he begins with. Rules, section 2.1."""
    bank = Bank.open(BOX.worth)
    for player, amount in money.items():
        if amount:
            bank = bank.pay(Transfer(BANK, player, amount, "start", 0))
    return bank


def departure_markers(game: Game) -> dict[str, str]:
    """The first markers of every nation that plays, each on the first slot that is free.

    Where an island has too few slots, the marker stays with its player. Rules, section 2.2.
    """
    board = game.chart.board
    ports = {card.nation: card.ports for card in board.departure_cards}
    slots: dict[str, str] = {}
    for player in game.players:
        for island in ports.get(player.nation, ()):
            free = (slot.id for slot in board.islands[island].slots if slot.id not in slots)
            if (slot := next(free, None)) is not None:
                slots[slot] = player.nation
    return slots


def option_cards(game: Game) -> Mapping[Card, int]:
    """The option cards beside the board. Rules, section 2.4; ruling C5."""
    if len(game.players) == FEWEST_PLAYERS:
        two_x = game.rulings.two_x_cards_2p
    else:
        two_x = 3 if len(game.players) == MOST_PLAYERS else 2
    return {Card.TWO_X: two_x, Card.THREE_X: 1, Card.FIVE_X: 1, Card.PORT: 1}


def _companies(chart: Chart) -> Iterator[tuple[str, Company]]:
    """One ship of each company stands in its harbour, the others beside the board (2.3)."""
    for company, harbour in chart.harbours.items():
        home = chart.homes[company]
        has_ships = company not in chart.island_companies
        yield (
            company,
            Company(
                sticks=harbour.pieces or 0,
                ships=max(0, (harbour.ships or 0) - 1) if has_ships else 0,
                reached=frozenset({home}),
                fleets=((home,),) if has_ships else ((),),
            ),
        )
