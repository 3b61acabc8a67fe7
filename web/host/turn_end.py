"""Turns that end by themselves: where only Done is left, the host says it after a moment.

One host decides, not the phones. What it decides follows from the record alone, so it is the same
after a restart; its request bears a key of its own, so that two hosts of one file say it once.
"""

from __future__ import annotations

import logging
import threading
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from companion.games import game_of
from companion.play.game import Foregone
from companion.play.sight import AnyMoment, GameTable
from companion.records.record import SYSTEM, Happened
from companion.store.table import Request, StaleError, View
from vision.picture.camera import CameraState
from vision.watch import Watching
from web.watching.watch import Glance

if TYPE_CHECKING:
    from web.host.host import Host

AFTER_S = 3.0
"""So long a turn in which nothing is left to do may still be thought over."""
LOOK_S = 1.0
log = logging.getLogger(__name__)


class TurnEnds:
    """Ends the turns of one host's table in which nothing is left to do.

    Safe to use from several threads. ``after_s`` is how long each is waited for.
    """

    def __init__(self, host: Host, after_s: float = AFTER_S) -> None:
        self._host, self.after_s = host, after_s
        self._known: tuple[View[AnyMoment], Foregone[Any] | None] | None = None

    def due(self, table: GameTable) -> Foregone[Any] | None:
        """The end that comes by itself; None where the table or the camera waits for somebody."""
        if self._host.settings.by_hand:
            return None
        view = table.view
        if self._known is None or self._known[0] is not view:
            self._known = view, game_of(view.record).foregone(view)
        end = self._known[1]
        watch = self._host.mount.watch
        asked = end is not None and watch is not None and is_asked(watch.glance, end)
        return None if asked else end

    def run(self, stop: threading.Event) -> None:
        """End turns until it is stopped."""
        while not stop.is_set():
            table = self._host.table
            if table is None:
                stop.wait(LOOK_S)
                continue
            try:
                self._look(table, stop)
            except StaleError:
                continue  # Somebody was quicker.
            except InputError as error:
                log.warning("a turn could not be ended: %s", error)
                stop.wait(LOOK_S)
            except Exception:
                # People can end every turn by hand, whatever is wrong here.
                log.exception("a turn could not be ended")
                stop.wait(LOOK_S)

    def _look(self, table: GameTable, stop: threading.Event) -> None:
        view = table.view
        if self.due(table) is None:
            table.wait(view.revision, LOOK_S)
            return
        until_s = monotonic() + self.after_s
        while table.view is view and not stop.is_set():
            left_s = until_s - monotonic()
            if left_s <= 0:
                break
            table.wait(view.revision, min(left_s, LOOK_S))
        served = table.view is view and self._host.table is table and not stop.is_set()
        if served and (end := self.due(table)) is not None and not self._moves():
            self._end(table, view.revision, end)

    def _end(self, table: GameTable, seen: int, end: Foregone[Any]) -> None:
        fact = game_of(table.view.record).fact(end.event)
        act, key = Happened(fact), f"turn-end-{seen}"
        asked = Request(act, seen, SYSTEM, self._host.clock(), key, end.along)
        self._host.act(table, asked)

    def _moves(self) -> bool:
        """Whether a hand is over the board: it may take the stick back."""
        watch = self._host.mount.watch
        if watch is None:
            return False
        glance = watch.glance
        sees = glance.camera is CameraState.LIVE and not glance.held
        return sees and glance.watching in (Watching.HAND, Watching.SETTLING)


def is_asked(glance: Glance, end: Foregone[Any]) -> bool:
    """Whether the camera asks about this turn, or sees that one of its pieces lies otherwise."""
    outcome = glance.outcome
    if outcome is None:
        return False
    player = end.event.player
    asked = [
        doubt for doubt in outcome.doubts if doubt.subject or doubt.about.get("player") == player
    ]
    differ = [drift for drift in outcome.drift if drift.subject in end.places]
    return bool(asked or differ or outcome.unexplained or outcome.disturbed)
