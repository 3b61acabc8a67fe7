"""A slip for all to see: what the camera asks, the card with the rule, how it is taken back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from companion.play.sight import GameTable
from companion.records.record import Act, Fact, Happened, Source, Undone, Who
from companion.store.table import Request, StaleError
from companion.watching.answers import Answer, NotAskedError
from web.demo.camera import SimulatedCamera
from web.demo.eyes import DoubtfulEyes
from web.demo.lying import lying_on
from web.demo.slip import Slip, a_slip
from web.host.demo_stage import Stage
from web.host.host import Host

BY = Source(Who.SYSTEM, "demo")
LOOK_S, PATIENCE_S, LONGEST_LOOK_S = 0.1, 12.0, 60.0
ASKEW_DEG = 40.0
"""So far across its space the stick lies that the camera asks about."""


@dataclass(frozen=True)
class Showing:
    """What is shown where, for how long each, until it is stopped."""

    host: Host
    table: GameTable
    hold_s: float
    stop: threading.Event

    @property
    def goes_on(self) -> bool:
        """Whether it is still this game that is served."""
        return self.host.table is self.table and not self.stop.is_set()

    def show(self, stage: Stage) -> None:
        """Say what is to be seen, and leave time to look at it."""
        if self.goes_on:
            self.host.show_demo(stage)
            self.stop.wait(self.hold_s)
            end_s = monotonic() + LONGEST_LOOK_S
            while stage is Stage.BREAKS and self.is_looked_at and monotonic() < end_s:
                self.stop.wait(LOOK_S)

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody on a tour still looks at what is shown."""
        demo = self.host.demo
        return self.goes_on and demo is not None and demo.looked_at.is_set()

    def wait_for(self, condition: Callable[[], object]) -> bool:
        """Wait until something is so; whether it came about."""
        end_s = monotonic() + PATIENCE_S
        while not condition():
            if not self.goes_on or monotonic() > end_s:
                return False
            self.stop.wait(LOOK_S)
        return True

    def number_of(self, slip: Slip) -> int | None:
        """The number under which a piece stands in the record; None where it doesn't."""
        facts = reversed(self.table.view.facts)
        return next((each.seq for each in facts if slip.is_at(each.fact)), None)

    def is_asked(self, slip: Slip) -> bool:
        """Whether the camera asks about this place."""
        watch = self.host.mount.watch
        outcome = None if watch is None else watch.glance.outcome
        return outcome is not None and any(doubt.subject == slip.place for doubt in outcome.doubts)


def tap(host: Host, table: GameTable, fact: Fact) -> None:
    """Do what somebody does on his phone."""
    _act(host, table, Happened(fact))


def show_slip(showing: Showing) -> None:
    """Somebody lays a stick where the rules expect none, and takes it back."""
    slip = a_slip(showing.table)
    if slip is None:
        return
    tap(showing.host, showing.table, slip.fact)
    showing.show(Stage.BREAKS)
    _mend(showing, slip)


def show_slip_to_camera(
    showing: Showing, camera: SimulatedCamera, eyes: DoubtfulEyes | None
) -> None:
    """The same on the board; where its ``eyes`` can doubt, askew, so that the camera asks."""
    host, before = showing.host, lying_on(showing.table)
    slip = a_slip(showing.table)
    if slip is None:
        return
    askew = {}
    if eyes is not None and slip.is_asked_about:
        eyes.doubt(slip.place, slip.kind)
        askew = {} if slip.moved else {slip.place: ASKEW_DEG}
    ships = slip.lies.standing if slip.moved else before.standing
    camera.lay(slip.lies.position, ships, reaches=True, askew=askew)
    showing.wait_for(lambda: showing.is_asked(slip) or showing.number_of(slip))
    if showing.is_asked(slip):
        showing.show(Stage.ASKS)
    if showing.is_asked(slip) and host.mount.watch is not None:
        with suppress(NotAskedError):  # somebody else was quicker
            host.mount.watch.answer(showing.table, Answer(slip.place, slip.kind, BY))
    if not showing.wait_for(lambda: showing.number_of(slip)) and showing.goes_on:
        tap(host, showing.table, slip.fact)
    showing.show(Stage.BREAKS)
    if eyes is not None:
        eyes.doubt_nothing()
    if slip.moved:
        # By a tap first: what only goes back would be one more move.
        _take_back(showing, slip)
        camera.lay(before.position, before.standing, reaches=True)
    else:
        camera.lay(slip.without(lying_on(showing.table).position), ships, reaches=True)
        showing.wait_for(lambda: showing.number_of(slip) is None)
    _mend(showing, slip)


def _mend(showing: Showing, slip: Slip) -> None:
    """Take it back, where that has not been done, and go on."""
    _take_back(showing, slip)
    showing.show(Stage.MENDED)
    if showing.goes_on:
        showing.host.show_demo(Stage.PLAYS)


def _take_back(showing: Showing, slip: Slip) -> None:
    number = showing.number_of(slip)
    if number is not None and showing.goes_on:
        _act(showing.host, showing.table, Undone(number))


def _act(host: Host, table: GameTable, act: Act) -> None:
    try:
        host.act(table, Request(act, table.view.revision, BY, host.clock()))
    except StaleError:
        return  # Somebody was quicker; what comes next is drawn from what he did.
