"""How a game begins: who sits down at which board, and how they play.

The set-up is kept in the header of the record. It is the same for every game but for the word for
what a player stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.boards.board import Board, digest_of
from companion.errors import InputError
from companion.files.fields import Field, shown
from companion.play.game import RESERVED, Seat
from companion.play.options import Options
from companion.records.names import LONGEST_NAME

Ruled = TypeVar("Ruled")
State = TypeVar("State")
SETUP = "line 1/setup"
"""Where in a record the set-up stands."""


def setup_json(
    board: Board, role: str, seats: Sequence[Seat], options: Options[Ruled], rulings: Ruled
) -> dict[str, object]:
    """The board, who plays what, and what the table rules otherwise."""
    return {
        "board": {"name": board.name, "digest": digest_of(board)},
        "players": [{"name": seat.name, role: seat.role} for seat in seats],
        "options": options.differences(rulings),
    }


def read_setup(
    setup: Mapping[str, object], board: Board, role: str, options: Options[Ruled]
) -> tuple[list[Seat], Ruled]:
    """Who plays, and by which rulings; raise InputError where it is of another board."""
    said = Field(setup, SETUP)
    check_board(said.get("board"), board)
    return read_seats(said, role), read_rulings(said, options)


def check_seats(seats: Sequence[Seat], roles: Sequence[str], game: str, role: str) -> None:
    """Raise InputError where two sit on one seat, or somebody plays what there is not.

    ``roles`` are what players may stand for, ``role`` the word for that; the sentences are the
    game's, by its id.
    """
    names, taken = set[str](), set[str]()
    for seat in seats:
        if seat.name in RESERVED:
            raise InputError(f"{game}:name-reserved", name=seat.name)
        if seat.role not in roles:
            known = {"player": seat.name, role: seat.role, "known": ", ".join(roles)}
            raise InputError(f"{game}:no-such-{role}", **known)
        if seat.name in names:
            raise InputError(f"{game}:player-twice", name=seat.name)
        if seat.role in taken:
            raise InputError(f"{game}:{role}-twice", **{role: seat.role})
        names.add(seat.name)
        taken.add(seat.role)


def check_board(said: Field, board: Board) -> None:
    """Raise InputError where a set-up names another board than this."""
    said.is_object()
    name, known = said.get("name").text(), said.get("digest").text()
    said.check()
    if known != digest_of(board):
        raise InputError(
            "record-of-other-board", str(said.place), name=shown(name), here=board.name
        )


def read_seats(said: Field, role: str) -> list[Seat]:
    """The players of a set-up; raise InputError where they can't be read."""
    seats = [
        Seat(player.get("name").text(LONGEST_NAME), player.get(role).text())
        for player in said.get("players").items(least=1)
        if player.is_object()
    ]
    said.check()
    return seats


def read_rulings(said: Field, options: Options[Ruled]) -> Ruled:
    """The options of a set-up, the default ones where it names none; raise InputError."""
    told = said.get("options")
    if told.given:
        told.is_object()
    said.check()
    ruled = told.value if isinstance(told.value, Mapping) else {}
    return options.read({name: ruled[name] for name in ruled if name not in options.former})


class OnBoard(Protocol):
    """What stays the same all evening, whatever else that is."""

    @property
    def board(self) -> Board:
        """The board that is played on."""


Table = TypeVar("Table", bound=OnBoard)


def nothing(table: object) -> Collection[str]:
    """No name is a game's own."""
    del table
    return ()


@dataclass(frozen=True)
class Beginning(Generic[Table, Ruled, State]):
    """The set-up of a new game and the state it leads to, the same when it is read again.

    ``role`` is the word for what a player stands for. ``new_game`` raises InputError where these
    players can't sit down at that board; ``set_up`` lays out what lies there before the first fact.
    ``called_so`` are the game's own things of a table, after which no player is named: the record
    would take one for the other.
    """

    role: str
    options: Options[Ruled]
    new_game: Callable[[Board, Sequence[Seat], Ruled], Table]
    set_up: Callable[[Table], State]
    called_so: Callable[[Table], Collection[str]] = nothing

    def begin(
        self, seats: Sequence[Seat], options: Mapping[str, object], board: Board
    ) -> Mapping[str, object]:
        """The set-up of a new game, as the header of its record keeps it; raise InputError."""
        rulings = self.options.read(options)
        game = self.new_game(board, seats, rulings)
        for seat in seats:
            if seat.name in self.called_so(game):
                raise InputError("name-reserved", name=shown(seat.name))
        return setup_json(game.board, self.role, seats, self.options, rulings)

    def start(self, setup: Mapping[str, object], board: Board) -> State:
        """Where a game of that set-up begins; raise InputError where it can't be read."""
        seats, rulings = read_setup(setup, board, self.role, self.options)
        return self.set_up(self.new_game(board, seats, rulings))
