"""How a game begins. Rules 1 to 6 and 16 to 24, and those of the layouts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.bank import BANK, Bank, Transfer
from companion.boards.board import Board
from companion.boards.tiles_board import Layout, TilesBoard
from companion.errors import InputError
from companion.games.big_kini.state.atolls import Atoll, atolls_of
from companion.games.big_kini.state.doubts import Subject
from companion.games.big_kini.state.state import BACK, NEUTRAL, Game, Phase, State, cell_of
from companion.games.big_kini.terms.actions import ROWS, Column, space_id
from companion.games.big_kini.terms.layouts import (
    PICTURED,
    STARTS,
    LayoutChoice,
    layout_of,
    may_be_found,
)
from companion.games.big_kini.terms.own_cards import cards_of
from companion.games.big_kini.terms.rulings import Blocked, KeepsMoney, Rulings
from companion.money.pieces import Pieces
from companion.play.beginning import check_seats
from companion.play.game import Seat
from companion.saying.phrase import AnyOf

PLAYERS = range(1, 7)
ONLY_WITH_CARDS = (1, 6)
"""So many play with action cards only. Rules 90 and 101."""
BLOCKED_WITH = 3
"""So many play with two spaces blocked, where the table likes. Rule 86."""
FIRST_CUBES = 2
MORE_CAPITAL = 2
"""What each of six players has more. Rule 91."""
NOTES = Pieces.of({1: 20, 2: 20, 5: 20, 10: 15})
"""The notes in the box. Rule 5."""


def tiles_board(board: Board) -> TilesBoard:
    """A table on which the game can be played; raise InputError where it can't be."""
    if not isinstance(board, TilesBoard):
        raise InputError("big_kini:no-table-of-tiles", name=board.name)
    atolls = atolls_of(board)
    if BACK not in board.tiles or not board.tiles[BACK].back:
        raise InputError("big_kini:no-back", name=board.name, back=BACK)
    if not board.layouts:
        raise InputError("big_kini:no-layouts", name=board.name)
    if len({each.number for each in atolls.values()}) != len(atolls):
        raise InputError("big_kini:atoll-twice", name=board.name)
    if sum(each.is_start for each in atolls.values()) < 2:
        raise InputError("big_kini:no-start-atolls", name=board.name)
    lacking = [
        space
        for action in ROWS
        for space in [space_id(action, Column.DOUBLE)]
        if space not in board.places
    ]
    if lacking:
        raise InputError("big_kini:no-space", name=board.name, space=lacking[0])
    if not colours_of(board):
        raise InputError("big_kini:no-cubes", name=board.name)
    cards_of(board)
    for layout in board.layouts.values():
        if layout.in_box is not None:
            _check_box(layout, layout.in_box, atolls, board)
    return board


def _check_box(
    layout: Layout, in_box: Collection[str], atolls: Mapping[str, Atoll], board: Board
) -> None:
    """So many atolls stay in the box that there is one for each place of the layout. Rule 16."""
    about = {"name": board.name, "layout": layout.id}
    if layout.id not in PICTURED:
        raise InputError("big_kini:box-of-layout", **about, known=AnyOf(PICTURED))
    numbers = frozenset(atolls[tile].number for tile in in_box)
    left = [each for each in atolls.values() if may_be_found(layout.id, each.number, numbers)]
    if len(left) != len(layout.cells):
        raise InputError("big_kini:box-count", **about, left=len(left), cells=len(layout.cells))
    starts = sum(each.is_start for each in left)
    if starts < max(layout.players):
        raise InputError("big_kini:box-starts", **about, starts=starts, players=layout.players[-1])


def colours_of(board: Board) -> tuple[str, ...]:
    """The colours of the players' cubes. Rule 2."""
    form = board.pieces.get("cube") if isinstance(board, TilesBoard) else None
    return tuple(kind.name for kind in form.kinds) if form else ()


def in_the_box(game: Game) -> frozenset[str]:
    """The colours that nobody plays; the neutral one too, where no space is ever blocked.

    Rules 2, 86 and 103.
    """
    blocks = game.players == 1 or game.rulings.blocked is Blocked.TWO
    played = {*game.colours.values(), *((NEUTRAL,) if blocks else ())}
    return frozenset({*colours_of(game.board), NEUTRAL} - played)


def new_game(board: Board, seats: Sequence[Seat], rulings: Rulings) -> Game:
    """Who plays on which table by which rulings; raise InputError where that can't be."""
    table, count = tiles_board(board), len(seats)
    if count not in PLAYERS:
        raise InputError("big_kini:players-number", count=count, least=PLAYERS[0], most=PLAYERS[-1])
    check_seats(seats, colours_of(table), "big_kini", "colour")
    _check_rulings(rulings, count)
    name = layout_of(rulings.layout, count)
    layout = table.layouts.get(name)
    if layout is None:
        raise InputError("big_kini:no-such-layout", name=board.name, layout=name)
    colours = {seat.name: seat.role for seat in seats}
    game = Game(table, atolls_of(table), rulings, layout, colours, cards_of(table))
    if len(game.homes) < count:
        raise InputError("big_kini:too-few-homes", name=board.name, layout=name, count=count)
    return game


def _check_rulings(rulings: Rulings, count: int) -> None:
    """What goes with so many players. Rules 80 to 91 and 101."""
    if count in ONLY_WITH_CARDS and not rulings.cards:
        raise InputError("big_kini:only-with-cards", count=count)
    if rulings.blocked is Blocked.TWO and count != BLOCKED_WITH:
        raise InputError("big_kini:blocked-with-three", count=count)
    if rulings.layout is not LayoutChoice.USUAL:
        meant = int(rulings.layout.value.partition("_")[0])
        if meant != count:
            layout = rulings.layout.value
            raise InputError("big_kini:layout-of-others", layout=layout, meant=meant, count=count)


def set_up(game: Game) -> State:
    """The bank is full; no atoll lies on the table yet. Rules 5 and 24."""
    keeps = game.rulings.money is KeepsMoney.COMPANION
    return State(game, Bank.open(NOTES.worth) if keeps else None)


def waiting_for_home(state: State) -> tuple[str, ...]:
    """Who has no start atoll yet, in the order in which they choose. Rule 19."""
    return tuple(player for player in state.players[::-1] if player not in state.homes)


def passed_over(state: State) -> tuple[str, ...]:
    """Who of them comes before whoever chose last: nobody told what they chose."""
    last = tuple(state.homes)[-1] if state.homes else ""
    order = state.players[::-1]
    before = order[: order.index(last)] if last else ()
    return tuple(player for player in before if player not in state.homes)


def chooses_home(state: State) -> str:
    """Who chooses his start atoll next: from the first player's right, counter-clockwise. Rule 19.

    Those who were passed over come after all others; the first player where everybody has one.
    """
    waiting, passed = waiting_for_home(state), passed_over(state)
    rest = [player for player in waiting if player not in passed]
    return (*rest, *waiting, state.first_player)[0]


def is_home_unknown(state: State, player: str) -> bool:
    """Whether nobody told which start atoll a player has, though all have chosen."""
    return player in state.homes and state.homes[player] not in state.tiles


def atoll_laid(state: State, player: str, cell: str, atoll: str) -> State:
    """A start atoll is laid; after the last, hidden ones lie on all other places. Rules 19, 20.

    Who chooses anew takes up what he has laid before; but where somebody was passed over, that
    was his, and told of another.
    """
    homes, tiles = dict(state.homes), dict(state.tiles)
    if state.phase is not Phase.HOMES and is_home_unknown(state, player):
        return _laid_late(state, player, cell, atoll)
    before = homes.pop(player, None) if state.phase is Phase.HOMES else None
    if before is not None and before != cell and (passed := passed_over(state)):
        homes[passed[0]] = before
    elif before is not None:
        tiles.pop(before, None)
    homes, tiles = {**homes, player: cell}, {**tiles, cell: atoll}
    state = replace(state, homes=homes, tiles=tiles)
    if state.phase is not Phase.HOMES or len(homes) < state.game.players:
        return state
    return with_hidden(state)


def with_hidden(state: State) -> State:
    """Everybody has chosen: hidden atolls lie on all other places. Rule 20."""
    known = {*state.tiles, *state.homes.values()}
    rest = {each: f"{BACK}/0" for each in state.game.layout.cells if each not in known}
    return replace(state, tiles={**state.tiles, **rest}, phase=Phase.SETTLING)


def _laid_late(state: State, player: str, cell: str, atoll: str) -> State:
    """A start atoll that nobody told when it was laid; its capital is paid, if it is due."""
    homes, tiles = {**state.homes, player: cell}, {**state.tiles, cell: atoll}
    known = ((Subject.TILE, cell), (Subject.CUBES, cell), (Subject.MONEY, player))
    state = replace(state, homes=homes, tiles=tiles, shown=state.shown.settling(known))
    due = len(state.cubes_of(player)) >= FIRST_CUBES or state.phase is not Phase.SETTLING
    return with_capital(state, player) if due else state


def settled(state: State, player: str, place: str) -> State:
    """A first cube lies on the start atoll; after the second the capital is paid. Rules 21, 22."""
    state = replace(state, cubes={**state.cubes, place: player})
    if player in state.shown.lacks:
        left = state.shown.lacks[1:]
        shown = replace(state.shown, lacks=left)
        known = () if left else ((Subject.CUBES, cell_of(place)),)
        return replace(state, shown=shown.settling(known))
    if state.phase is not Phase.SETTLING or len(state.cubes_of(player)) != FIRST_CUBES:
        return state
    return with_capital(state, player)


def with_capital(state: State, player: str) -> State:
    """What is printed on his start atoll, and two more with six players. Rules 22 and 91."""
    atoll = state.atoll_at(state.homes.get(player, ""))
    capital = atoll.capital if atoll else 0
    capital += MORE_CAPITAL if atoll and state.game.players == PLAYERS[-1] else 0
    if state.bank is None or not capital:
        return state
    paid = Transfer(BANK, player, capital, "capital", state.facts)
    return replace(state, bank=state.bank.pay(paid))


def has_settled(state: State, player: str) -> bool:
    """Whether both of his first cubes lie on the table."""
    return len(state.cubes_of(player)) >= FIRST_CUBES


def may_be_home(game: Game, number: int) -> bool:
    """Whether a start atoll takes part: some stay in the box with two or three players. Rule 16."""
    return number in STARTS and number not in game.in_box
