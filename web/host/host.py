"""The host: the one table that is served, its doors, and what the host has set."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.boards.board import Board
from companion.boards.board_writing import keep_board
from companion.errors import InputError
from companion.games import game_called, game_of, game_on
from companion.play.at_table import AtTable
from companion.play.game import Game, Seat
from companion.play.sight import AnySight, GameTable, Sight
from companion.records.record import Header, Record
from companion.store import Door, Store
from companion.store.contents import Contents
from companion.store.schema import VERSION
from companion.store.table import Request, Table
from web.host.album import Albums
from web.host.bin import Bin
from web.host.collecting import nothing_thrown_away, stays
from web.host.demo_stage import Demo, Stage
from web.host.evenings import Evenings, Plays, on_the_table, taken_up
from web.host.letters import Letters
from web.host.lobby import Lobby
from web.host.played_board import board_of
from web.host.roles import Doors, Role
from web.host.settings import Settings, read_settings
from web.host.turn_end import TurnEnds
from web.news.explained import Explaining
from web.watching.mount import Mount

Clock = Callable[[], str]
CHAPTERS_AT_ONCE = 10
"""So many chapters are told in a row, in a third of a second, while nobody waits for them."""
EVENINGS_AT_ONCE_S = 0.2
"""So long it is looked, again and again, how evenings of before an update stand."""


def game_in(table: GameTable) -> Game[Any, Any]:
    """The game that is played at a table."""
    return game_of(table.view.record)


@dataclass(frozen=True)
class Address:
    """Where the page is: the port, and every name and number it may be called by, the best first.

    ``open_to_network`` says that others than this machine can see it, and ``https_only`` that they
    can't come by plain HTTP. ``https_port`` is None where there is no https.
    """

    port: int
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    open_to_network: bool = False
    https_port: int | None = None
    https_only: bool = False

    def url(self, path: str = "/") -> str:
        """The address to type or scan."""
        secure = self.secure_url(path) if self.https_only else None
        return secure or f"http://{self.hosts[0]}:{self.port}{path}"

    def secure_url(self, path: str = "/", name: str | None = None) -> str | None:
        """The address over https, by the best name or another; None where there is none."""
        if self.https_port is None:
            return None
        return f"https://{name or self.hosts[0]}:{self.https_port}{path}"


class Host:
    """What the pages ask for. Safe to use from several threads."""

    def __init__(self, store: Store, board: Board, clock: Clock, address: Address) -> None:
        self.store, self.clock, self.address = store, clock, address
        self.served: tuple[Board, GameTable | None] = board, None
        """The game that is served and its board, that of the next one where none is."""
        self.new_board = board
        """What a new game is played on."""
        self._boards = {game_on(board).about.id: board}
        """By the id of a game the board on which a new one is played, as far as it was asked."""
        self.doors = Doors(store)
        self.letters, self.lobby, self.evenings = Letters(), Lobby(), Evenings(store)
        self.albums = Albums(store)
        """The pictures of the turns of every game, where a table wanted some."""
        self.bin = Bin(store, self.albums)
        self.drawings: dict[str, str] = {}
        self.explaining = Explaining()
        self.stopping = threading.Event()
        """Set when the program is about to end: nothing new is begun or written down."""
        self._beginning = threading.RLock()
        self._settings = Settings()
        self._plays = Plays.of(store)
        """What the file says is played, as far as that was followed."""
        self.mount = Mount(lambda: self.served, clock)
        """The camera over the table, where one hangs."""
        self.turn_ends: TurnEnds | None = None
        """What ends turns by itself, where it runs."""
        self.demo: Demo | None = None
        """Where the demo stands, while there is one."""
        if (number := on_the_table(store)) is not None:
            self._open(number)
        store.remembered = self._remembered

    @property
    def board(self) -> Board:
        """The board of the game that is served, or of the next one."""
        return self.served[0]

    @property
    def table(self) -> GameTable | None:
        """The game that is served."""
        return self.served[1]

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is served, or the one that would be begun."""
        table = self.table
        return game_on(self.new_board) if table is None else game_in(table)

    @property
    def board_now(self) -> Board:
        """The board of the game that is served, with its places where they are now."""
        board, table = self.served
        if table is None:
            return board
        return board.lying(game_in(table).face.position(table.view.last.state))

    def board_for(self, game: str) -> Board:
        """The board on which a new game of this id is played; raise InputError where none is."""
        if game not in self._boards:
            self._boards[game] = game_called(game).shipped_board()
        return self._boards[game]

    def choose(self, game: str) -> None:
        """Let the next game be one of this id; raise InputError where there is none such."""
        self.play_on(self.board_for(game))

    def play_on(self, board: Board) -> None:
        """Let the next game be played on a board, and whoever waits stand for what it has."""
        game = game_on(board)
        with self._beginning:
            self.new_board = self._boards[game.about.id] = board
            self.lobby.stand_for(tuple(game.roles(board)), game.about.players[-1])
            if self.table is None:
                self.served, self.drawings = (board, None), {}

    @property
    def settings(self) -> Settings:
        """What holds for the game that is served."""
        return self._settings

    def change(self, how: Callable[[Settings], Settings]) -> None:
        """Change what the host has set, from what holds now; every page follows."""
        with self._beginning:
            if (table := self.table) is not None:
                settings = how(self._settings)
                self.store.set_settings(table.number, settings.to_json())
                self._settings = settings
                table.wake()

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Nothing else is begun, taken up or taken in, and nobody sits down, while one decides."""
        with self._beginning:
            yield

    def begin(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        settings: Settings = Settings(),  # noqa: B008  (it is frozen)
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> GameTable:
        """Start a new game and serve it; the old one stays in the file. Raises InputError.

        ``names``: by the name under which a guest waits, the one he plays by.
        """
        game, board = game_on(self.new_board), keep_board(self.new_board)
        record = Record(Header(game.about.id, game.begin(seats, options, self.new_board)))
        with self._beginning:
            number = self.store.begin(record, self.clock(), board, settings.to_json())
            self._plays = self._plays.with_own(self.store, number)
            self.lobby.begin_as(number, names)
            return self._serve(number)

    def take_bank_back(self) -> None:
        """Before a game: no phone keeps the bank any more, and none opens its page."""
        self.doors.change_lock(Role.BANKER)
        self.lobby.has_banker = False

    def take_up(self, number: int) -> GameTable:
        """Go on with a game of this file; the one that was served stays in it.

        Raises InputError where it can't be opened.
        """
        with self._beginning:
            before = self.store.settings(number)
            self.store.set_settings(number, taken_up(self.store, number))
            try:
                table = self._serve(number)
            except InputError:
                self.store.set_settings(number, before)
                raise
            self._plays = self._plays.with_own(self.store, number)
            return table

    def delete(self, number: int) -> bool:
        """Put an evening into the bin; False where it is the one that is served."""
        with self._beginning:
            if self.table is not None and self.table.number == number:
                return False
            self.bin.put(number, self.clock())
            self._plays = self._plays.with_own(self.store)
            return True

    def bring_back(self, number: int) -> bool:
        """Take an evening out of the bin; False where there is none. What is played stays it."""
        with self.adding_games():
            if number not in {head.id for head in self.store.games()}:
                return False
            self.bin.take_out(number)
            return True

    def empty_bin(self, numbers: Set[int] | None = None) -> None:
        """Delete for good these evenings of the bin; None: those whose time in it is over."""
        with self._beginning:
            wanted = self.bin.due(self.clock()) if numbers is None else numbers
            played = set() if self.table is None else {self.table.number}
            self.bin.empty(wanted - played)
            self._plays = self._plays.with_own(self.store)

    @contextmanager
    def adding_games(self) -> Iterator[None]:
        """Games are added to the file, all or none; what is played, here or elsewhere, stays it."""
        with self._beginning:
            served = self.table
            played = on_the_table(self.store) if served is None else served.number
            with self.store.together():
                yield
                if played is not None:
                    self.store.set_settings(played, taken_up(self.store, played))
            if served is not None:
                self._settings = read_settings(self.store.settings(served.number))
                served.refresh()
            self._plays = self._plays.with_own(self.store)

    def put_away(self) -> None:
        """Serve no game until one is begun or taken up; all of them stay in the file."""
        with self._beginning:
            table = self.table
            self.served, self.drawings = (self.new_board, None), {}
        if table is not None:
            table.wake()

    def show_demo(self, stage: Stage) -> None:
        """Let every page say where the demo stands."""
        if self.demo is not None:
            self.demo = self.demo.at(stage)
        if (table := self.table) is not None:
            table.wake()

    def look_after(self) -> bool:
        """See that the file is there and whole; return whether all is where it was.

        A long evening that was only passed by as it was opened is told meanwhile, bit by bit.

        Raises InputError where it is gone and can't be written anew.
        """
        is_there, table = self.store.check_place(), self.table
        if not is_there and table is not None:
            table.wake()
        self.store.settle()
        if table is not None:
            table.tell(CHAPTERS_AT_ONCE)
        played = None if table is None else table.number
        self.evenings.tell(self.new_board, played, EVENINGS_AT_ONCE_S)
        return is_there

    def back_up(self) -> Path | None:
        """Copy the table beside itself, where a game has begun and something has changed."""
        return None if self.store.last_game() is None else self.store.back_up()

    def _remembered(self) -> Contents | None:
        """The game that is served, and all doors, as they are known here."""
        table = self.table
        if table is None:
            return None
        board = keep_board(self.board)
        game = table.remembered(board.digest, self._settings.to_json())
        return Contents(VERSION, (game,), self.doors.all(), {board.digest: board})

    def follow(self) -> None:
        """Take in what others wrote to the file; what fails (InputError) is tried the next time."""
        with self._beginning:
            if self._plays.writes == self.store.writes_of_others():
                return
            now, table = Plays.of(self.store), self.table
            if (laid := now.laid_since(self._plays)) is not None:
                self._serve(laid)
            elif table is not None and not now.has(table):
                self.put_away()
            elif table is not None:
                self._settings = read_settings(self.store.settings(table.number))
                table.refresh()
                table.wake()
            self._plays = now

    def act(self, table: GameTable, request: Request) -> int:
        """Write down what a person says; where a camera watches, it hears it too."""
        watch = self.mount.watch
        return table.act(request) if watch is None else watch.act(table, request)

    def sight(
        self,
        table: GameTable,
        language: str,
        viewer: str | None,
        *,
        keeps_bank: bool = False,
    ) -> AnySight:
        """The table as somebody sees it who reads that language; ``keeps_bank``: over the books."""
        goes_on = self.turn_ends is not None and self.turn_ends.due(table) is not None
        game = game_in(table)
        words = game.words(language, self.board)
        return Sight(game, table.view, words, viewer, goes_on, keeps_bank)

    def host_door(self) -> Door:
        """The door of the one who started the program."""
        return self.doors.to(Role.HOST)

    def close(self) -> None:
        """Let the streams end and the camera go; nothing is served any more."""
        self.stopping.set()
        self.mount.close()
        board, table = self.served
        self.served = board, None
        if table is not None:
            table.wake()

    def _serve(self, number: int) -> GameTable:
        before, table = self.table, self._open(number)
        self.demo = self.demo and self.demo.left()
        self.mount.look_on()
        if before is not None:
            before.wake()
        return table

    def _open(self, number: int) -> GameTable:
        header = self.store.header(number)
        board = board_of(self.store, number, self._boards.get(header.game, self.new_board))
        settings = read_settings(self.store.settings(number))
        game = AtTable(game_called(header.game), header, board)
        with nothing_thrown_away():
            table = Table(game, self.store, number)
        stays(table.view.revision)
        # Only now: where it can't be opened, all stays as it was.
        self._settings = settings
        if board is not self.board:
            self.drawings = {}
        self.served = board, table
        return table
