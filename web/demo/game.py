"""A game that plays itself: drawn by lot, and written down like any other."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from random import Random
from time import monotonic

from companion.files.fields import Field
from companion.games import game_of, game_on
from companion.play.game import Seat
from companion.play.sight import GameTable
from companion.position import Position
from companion.records.facts import Word
from companion.records.record import Fact
from companion.watching.answers import Answer, NotAskedError
from web.demo.camera import SimulatedCamera
from web.demo.eyes import DoubtfulEyes
from web.demo.lying import Lies, lying_in, lying_on
from web.demo.show import BY, Showing, show_slip, show_slip_to_camera, tap
from web.demo.slip import a_slip, is_time_for_slip
from web.host.demo_stage import Demo, Stage
from web.host.host import Host

NAMES = ("Benjamin", "Pauline", "Jean-Luc")
LOOK_S, ANSWER_S, PATIENCE_S = 0.2, 3.0, 9.0
"""How long until what the camera asks is answered, and until what it missed is tapped."""
LOOKS, LONGEST_S = 8, 60.0
"""So often it has looked before it has missed anything; a slow machine is waited for so long."""
AGAIN_S = 60.0
"""So long what a demo came to can be looked at, before the next begins."""
HOLD = 18
"""So many acts' time a slip is shown, each stage of it."""
HANDFULS = 3
"""The markers of the set-up are put down in so many goes."""


class Then(Enum):
    """What comes when a demo's game was over."""

    ANOTHER = "another"
    ON = "on"
    """The same one: it is over no longer."""
    NOTHING = "nothing"


def begin_demo(host: Host, random: Random, *, watched: bool = False, kept: bool = False) -> None:
    """Seat three players, their roles drawn by lot, and say on every page that this is a demo."""
    roles = random.sample(game_on(host.board).roles(host.board), len(NAMES))
    again = host.demo.again if host.demo else threading.Event()
    host.begin([Seat(n, role) for n, role in zip(NAMES, roles, strict=True)], {})
    host.demo = Demo(Stage.SET_UP if watched else Stage.PLAYS, watched, kept, again)
    if watched and not kept:
        host.change(lambda now: replace(now, pictures=True))  # they go with the demo
    host.show_demo(host.demo.stage)


def play_demo(host: Host, random: Random, pace_s: float, stop: threading.Event) -> None:
    """Play until the game is over, or somebody stops it, or begins another.

    Whoever taps meanwhile is a player like any other: each fact is drawn from the table as it
    stands. Once somebody slips, for all to see what becomes of it.
    """
    table, slipped = host.table, False
    while table is not None and host.table is table and not stop.wait(pace_s):
        if _slips_now(host, table, slipped=slipped):
            slipped = True
            show_slip(Showing(host, table, HOLD * pace_s, stop))
            continue
        fact = _drawn(table, random)
        if fact is None:
            return
        tap(host, table, fact)


def play_before_camera(
    host: Host,
    camera: SimulatedCamera,
    random: Random,
    pace_s: float,
    stop: threading.Event,
    eyes: DoubtfulEyes | None = None,
) -> None:
    """Play it before a camera: what can be seen is laid, and only the rest is tapped.

    With ``eyes`` that can doubt, the camera asks about the stick that is laid wrongly.
    """
    table, slipped = host.table, False
    if table is None:
        return
    _set_up(table, camera, stop)
    host.show_demo(Stage.PLAYS)
    while host.table is table and not stop.wait(pace_s):
        if _slips_now(host, table, slipped=slipped):
            slipped = True
            show_slip_to_camera(Showing(host, table, HOLD * pace_s, stop), camera, eyes)
            continue
        fact = _drawn(table, random)
        if fact is None:
            return
        before = lying_on(table)
        if _is_seen(table, fact, before):
            _lay(host, table, camera, fact, stop)
            continue
        tap(host, table, fact)
        after = lying_on(table)
        if after != before:  # a card that is played by tap, and takes pieces off the board
            camera.lay(after.position, after.standing, reaches=True)
            stop.wait(ANSWER_S)  # so that it is seen, before a token comes to the same place


def _slips_now(host: Host, table: GameTable, *, slipped: bool) -> bool:
    """Whether somebody slips now: once by itself, and whenever a visitor asks to see it."""
    demo = host.demo
    if demo is not None and demo.slip.is_set() and a_slip(table) is not None:
        demo.slip.clear()
        return True
    return not slipped and is_time_for_slip(table)


def wait_for_another(host: Host, stop: threading.Event) -> Then:
    """Say that the game is over, and wait for the next; or go on where somebody took it back."""
    table, demo = host.table, host.demo
    if demo is None or table is None:
        return Then.NOTHING
    demo.again.clear()
    host.show_demo(Stage.OVER)
    end_s, seen = monotonic() + AGAIN_S, table.view.revision
    while monotonic() < end_s and host.table is table and not stop.is_set():
        if demo.again.wait(LOOK_S):
            break
        revision = table.view.revision
        if revision != seen and _drawn(table, Random(revision)) is not None:
            host.show_demo(Stage.PLAYS)
            return Then.ON
        seen = revision
    return Then.ANOTHER if host.table is table and not stop.is_set() else Then.NOTHING


def _drawn(table: GameTable, random: Random) -> Fact | None:
    """What somebody does next; None when the game is over, or plays itself no more."""
    game = game_of(table.view.record)
    play = game.self_play
    event = None if play is None else play.drawn(table.view.last.state, random)
    return None if event is None else game.fact(event)


def _is_seen(table: GameTable, fact: Fact, before: Lies) -> bool:
    """Whether a fact is of a place, and changes what lies there.

    A piece that comes and goes home at once is seen by nobody who looks afterwards.
    """
    game, state = game_of(table.view.record), table.view.last.state
    place = game.about.held(fact, Word.AT)
    if place is None:
        return False
    after = lying_in(game, game.apply(state, game.parse(Field(fact), state)))
    return _at(before, place) != _at(after, place)


def _at(lies: Lies, place: object) -> set[tuple[str, str]]:
    """What lies on a place, or which pieces do."""
    return {each for each in lies.answers.items() if place in each}


def _set_up(table: GameTable, camera: SimulatedCamera, stop: threading.Event) -> None:
    """Put the first markers down, a handful at a time; a game that goes on lies there at once."""
    lies = lying_on(table)
    position, ships = lies.position, lies.standing
    slots = list(position.slots.items())
    for goes in range(1, HANDFULS + 1):
        if table.view.revision or len(slots) < HANDFULS or stop.wait(ANSWER_S):
            break
        put = dict(slots[: len(slots) * goes // HANDFULS])
        camera.lay(Position(position.spaces, put), ships)
    camera.lay(position, ships)
    stop.wait(ANSWER_S)


def _lay(
    host: Host,
    table: GameTable,
    camera: SimulatedCamera,
    fact: Fact,
    stop: threading.Event,
) -> None:
    """Lay a piece, and wait until it is written down; help the camera where it can't."""
    before, game = table.view, game_of(table.view.record)
    event = game.parse(Field(fact), before.last.state)
    after = lying_in(game, game.apply(before.last.state, event))
    camera.lay(after.position, after.standing, reaches=True)
    waited_s, looks, last = 0.0, 0, None
    while table.wait(before.revision, LOOK_S).revision == before.revision:
        if stop.is_set() or host.table is not table:
            return
        waited_s += LOOK_S
        read = None if host.mount.watch is None else host.mount.watch.glance.read_frame
        looks, last = looks + (read is not last), read
        if waited_s >= (PATIENCE_S if looks >= LOOKS else LONGEST_S):
            tap(host, table, fact)
            return
        if waited_s >= ANSWER_S and _is_asked_what_happened(host):
            tap(host, table, fact)
            return
        if waited_s >= ANSWER_S and host.mount.watch is not None:
            _answer(host, table, after)


def _is_asked_what_happened(host: Host) -> bool:
    """Whether the camera asks what was done, and not what lies somewhere."""
    outcome = None if host.mount.watch is None else host.mount.watch.glance.outcome
    return outcome is not None and any(doubt.subject is None for doubt in outcome.doubts)


def _answer(host: Host, table: GameTable, lies: Lies) -> None:
    """Answer what the camera asks about the board, truly."""
    watch = host.mount.watch
    outcome = None if watch is None else watch.glance.outcome
    for doubt in outcome.doubts if outcome is not None else ():
        true = doubt.answered(lies.answers)
        if watch is not None and true is not None:
            said = Answer(*true, BY)
            with suppress(NotAskedError):  # the answer before it has told this too
                watch.answer(table, said)
