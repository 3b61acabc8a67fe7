"""What hangs over the table: a camera, how each board looks empty, and who watches by both."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from calibration.setup import Setup
from companion.boards.board import Board, is_same
from companion.play.sight import GameTable
from vision.picture.camera import Camera, LiveSource
from vision.reader import needs_reference, reader_for
from vision.seen.photo_reading import Reads
from vision.watch import LIVE, WatchSettings
from web.watching.watch import Watch

Served = Callable[[], tuple[Board, GameTable | None]]
"""The board of the game that is served, or of the next one, and that game's table."""


class Mount:
    """The camera of one host, with the one watch that looks through it.

    Safe to use from several threads: one hangs a camera at a time, and whoever hung there before
    looks no more.
    """

    def __init__(self, served: Served, clock: Callable[[], str]) -> None:
        self._served, self._clock = served, clock
        self._hanging = threading.RLock()
        self.camera: LiveSource | None = None
        """The live camera over the table; it is watched as soon as the empty board is known."""
        self._setups: tuple[tuple[Board, Setup], ...] = ()
        """The boards of which is known how they look empty, and how."""
        self._hung: tuple[Board, Watch] | None = None
        """The watch that was hung last, and over which board."""
        self._is_closed = False

    @property
    def watch(self) -> Watch | None:
        """The watching of the table, where a camera does; one of another board is none."""
        board, watch = self._hung or (None, None)
        return watch if board is not None and is_same(board, self._served()[0]) else None

    @watch.setter
    def watch(self, watch: Watch | None) -> None:
        self._hung = None if watch is None else (self._served()[0], watch)

    @property
    def setup(self) -> Setup | None:
        """How the board of the game looks empty, where that was told."""
        return self._setup_of(self._served()[0])

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Nothing else is hung, while somebody looks what hangs there and then hangs his own."""
        with self._hanging:
            yield

    def know(self, board: Board, setup: Setup | None) -> None:
        """Take in how a board looks empty, or no longer; others stay known.

        The live camera watches by it once that board is served.
        """
        with self._hanging:
            others = tuple(each for each in self._setups if not is_same(each[0], board))
            self._setups = others if setup is None else (*others, (board, setup))
            self.look_on()

    def look_on(self) -> None:
        """Let the live camera watch what is served now, unless it does, or can't yet."""
        with self._hanging:
            board, setup = self._served()[0], self.setup
            if self.camera is None or (setup is None and needs_reference(board)):
                return
            if not is_by(self.watch, setup):
                self._hang(board, self.camera, setup, LIVE)

    def put_up(self, board: Board, camera: LiveSource, settings: WatchSettings) -> None:
        """Hang a camera over a board. A live one may wait until it is known how that looks empty.

        Any other is hung only where that is known, or need not be.
        """
        with self._hanging:
            if isinstance(camera, Camera):
                self.camera = camera
            setup = self._setup_of(board)
            if setup is not None or not needs_reference(board):
                self._hang(board, camera, setup, settings)

    def hang(
        self,
        camera: LiveSource,
        setup: Setup | None,
        settings: WatchSettings,
        eyes: Reads | None = None,
    ) -> Watch:
        """Let a camera watch the table that is served, while it is one of this board.

        Without a setup it is a table that is found by its own tiles. ``eyes`` read its
        pictures; the reader of that setup, where there are no others.
        """
        with self._hanging:
            return self._hang(self._served()[0], camera, setup, settings, eyes)

    def take_down(self, watch: Watch) -> None:
        """Close a watch; where none hangs in its place, its empty board is known no longer."""
        with self._hanging:
            board, hung = self._hung or (None, None)
            if board is not None and hung is watch:
                self._hung = None
                self.know(board, None)
        watch.close()

    def close(self) -> None:
        """Let the camera go; whoever is hung from now on does not look."""
        with self._hanging:
            self._is_closed = True
            if self._hung is not None:
                self._hung[1].close()
            if self.camera is not None:
                self.camera.close()

    def _setup_of(self, board: Board) -> Setup | None:
        return next((setup for each, setup in self._setups if is_same(each, board)), None)

    def _hang(
        self,
        board: Board,
        camera: LiveSource,
        setup: Setup | None,
        settings: WatchSettings,
        eyes: Reads | None = None,
    ) -> Watch:
        """Hang a camera over a board, in the place of the one that hung there."""

        def table() -> GameTable | None:
            served, table = self._served()
            return table if is_same(served, board) else None

        reference, palette = (setup.reference, setup.palette) if setup else (None, {})
        reads = eyes or reader_for(board, reference, palette or None)
        _, before = self._hung or (None, None)
        watch = Watch(board, reads, camera, table, self._clock, settings, reference, before)
        self._hung = board, watch
        if before is not None and before.camera is camera:
            before.end()
        elif before is not None:
            before.close()
        if self._is_closed:
            watch.close()
        return watch


def is_by(watch: Watch | None, setup: Setup | None) -> bool:
    """Whether a camera watches by this empty board; without one, by any or none."""
    return watch is not None and (setup is None or watch.empty is setup.reference)
