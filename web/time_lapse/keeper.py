"""Keeps a picture of each turn while a camera watches, and the table has said that it wants them.

It looks at what the watching knows already: a picture that was read, with no hand over the board.
Only the board and its rim are kept, never the whole frame.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.games import game_of
from companion.play.sight import AnyMoment, GameTable
from companion.store.table import View
from vision.picture.arrays import Image
from vision.picture.encoding import encoded
from web.score.cut_out import board_part
from web.score.report import View as Seen
from web.watching.watch import Glance

if TYPE_CHECKING:
    from web.host.host import Host

LOOK_S = 0.5
ANEW_S = 10.0
"""After so long the picture of a turn in which nothing more happened is taken anew."""
LONGEST_SIDE_PX = 1100
QUALITY = 82
Turn = tuple[object, ...]
log = logging.getLogger(__name__)


class Keeper:
    """Keeps the pictures of one host's table, one for each turn."""

    def __init__(self, host: Host, clock: Callable[[], float] = monotonic) -> None:
        self._host, self._clock = host, clock
        self._turn: Turn | None = None
        self._number: int | None = None
        self._taken: object = None
        self._taken_s = 0.0

    def run(self, stop: threading.Event) -> None:
        """Keep pictures until it is stopped."""
        self._quietly(self._host.albums.forget_strangers)
        while not stop.wait(LOOK_S):
            self._quietly(self.look)

    def look(self) -> None:
        """Keep what the camera read last, where that is another picture of this turn.

        Raises InputError where it can't be written.
        """
        watch, table = self._host.mount.watch, self._host.table
        if watch is None or table is None or not self._host.settings.pictures:
            self._turn = None
            return
        glance = watch.glance  # before the table: what was read is written down by then
        view = table.view
        turn = turn_of(table.number, view)
        if turn != self._turn:
            self._turn, self._number = turn, None
        frame, number = glance.read_frame, _last(view)
        lately = number == self._number and self._clock() - self._taken_s < ANEW_S
        picture = None if frame is None or frame is self._taken or lately else self._board(glance)
        if picture is not None:
            self._keep(table, number, picture)
            self._taken, self._taken_s = frame, self._clock()

    def _keep(self, table: GameTable, number: int, picture: Image) -> None:
        albums = self._host.albums
        album = albums.of(table.number)
        if self._number is None and albums.is_full():
            return
        album.keep(number, encoded(picture, quality=QUALITY), self._number)
        if self._number is None:
            table.wake()
        self._number = number

    def _board(self, glance: Glance) -> Image | None:
        """The board's part of the picture that was read last; None where it is not known."""
        board, pose = self._host.board_now, glance.pose
        photo = None if glance.read_frame is None else glance.read_frame.photo
        if photo is None or pose is None or pose.size_px != photo.shape[1::-1]:
            return None
        part = board_part(Seen(photo, pose), board.box_mm, LONGEST_SIDE_PX)
        return part.image if part.image.size else None

    def _quietly(self, work: Callable[[], None]) -> None:
        """Whatever is wrong with the pictures, the game goes on."""
        try:
            work()
        except (InputError, OSError) as error:
            log.warning("a picture of the turn could not be kept: %s", error)
        except Exception:
            log.exception("a picture of the turn could not be kept")


def turn_of(game: int, view: View[AnyMoment]) -> Turn:
    """What tells the turn in which something was done last: the game, its round, whose it was.

    The end of a turn belongs to that turn, and not to the next one.
    """
    rules, facts = game_of(view.record), view.facts
    implied = rules.about.implied
    done = (at for at in reversed(range(len(facts))) if facts[at].fact.get("do") not in implied)
    state = rules.seen(view.moments[next(done, 0)].state)
    return game, state.round, rules.awaited(state)[-1:]


def _last(view: View[AnyMoment]) -> int:
    return view.facts[-1].seq if view.facts else 0
