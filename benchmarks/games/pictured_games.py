"""A drawn game before a simulated camera: hands, bumps, other light, pieces laid as people do.

What a player does is shown in frames as a camera takes them: his arm over the board, then the board
at rest. The frames go through the same watcher and referee as those of a real camera.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from benchmarks.games.simulated_games import PERSON, Visible, drawn, needs_saying, totals, turns_of
from benchmarks.games.standing_ships import standing_ships
from calibration.lookout import Lookout
from calibration.reference import find_reference
from companion.boards.routes_board import RoutesBoard
from companion.games.clippers.course.apply import apply
from companion.games.clippers.game import GAME
from companion.games.clippers.record.event_json import event_json
from companion.games.clippers.record.play import from_record
from companion.games.clippers.record.timeline import last_state, steps
from companion.games.clippers.state.state import State
from companion.position import Position
from companion.reading import EMPTY
from companion.watching.follower import Follower
from companion.watching.referee import Pace
from tests.whole_games import new_record
from vision.between.moored import Moored
from vision.picture.arrays import Image
from vision.picture.camera import Frame
from vision.routes.reader import RoutesReader
from vision.simulator import (
    Camera,
    Light,
    Scene,
    Simulator,
    camera_at,
    random_arm,
    random_light,
)
from vision.watch import LIVE, Watcher

PER_S = 5
"""Frames in a second, where nothing else is asked for."""
HANDS_S, RESTS_S, MOST_RESTS_S = 0.4, 1.0, 4.0
"""How long an arm is over the board, and the board at rest, for each thing that is done: longer
where it was not read by then, but nobody waits more than that."""
BUMP_EVERY, RELIGHT_EVERY = 25, 40


@dataclass
class Pictured:
    """What came of one game before a camera."""

    sticks: int = 0
    right: int = 0
    asked: int = 0
    false_warnings: int = 0
    money_right: bool = False
    score_right: bool = False
    latency_s: list[float] = field(default_factory=list)
    """From the first frame without the hand to the record, computing included."""
    busy_s: float = 0.0
    shown_s: float = 0.0
    """Computing time, and how long the frames take to be shown."""


class Room:
    """A table, a camera that is bumped now and then, and a light that changes."""

    def __init__(
        self, board: RoutesBoard, seed: int, size_px: tuple[int, int], per_s: int = PER_S
    ) -> None:
        self.board, self.size_px, self.step_s = board, size_px, 1 / per_s
        self.hands, self.rests, self.most_rests = (
            round(seconds * per_s) for seconds in (HANDS_S, RESTS_S, MOST_RESTS_S)
        )
        self.rng = np.random.default_rng([seed, 5])
        self.simulator = Simulator(board, seed)
        self.camera, self.light = self._bumped(), Light()
        self.taken = 0

    def change(self, number: int) -> None:
        """Bump the camera or change the light, when it is time for it."""
        size_mm = (self.board.width_mm, self.board.height_mm)
        if number % BUMP_EVERY == BUMP_EVERY - 1:
            self.camera = self._bumped()
        if number % RELIGHT_EVERY == RELIGHT_EVERY - 1:
            self.light = random_light(self.rng, size_mm)

    def empty(self) -> Image:
        """Take a picture of the board before anything lies on it."""
        return self._picture(self.simulator.hands.scene(Position({}, {})))

    def _picture(self, scene: Scene, *, arm: bool = False) -> Image:
        """Take the next picture."""
        self.taken += 1
        size_mm = (self.board.width_mm, self.board.height_mm)
        over = random_arm(self.rng, size_mm) if arm else None
        frame = self.simulator.frame(scene, self.camera, self.light, arm=over, seed=self.taken)
        return frame.photo

    def frames(self, state: State) -> Iterator[tuple[Frame, bool]]:
        """An arm over the board, then the board at rest; tells whether it is at rest."""
        ships = standing_ships(self.board, state)
        scene = self.simulator.hands.scene(state.position, ships)
        for number in range(self.hands + self.most_rests):
            rests = number >= self.hands
            photo = self._picture(scene, arm=not rests)
            yield Frame(photo, self.taken * self.step_s, self.taken, str(self.taken)), rests

    def _bumped(self) -> Camera:
        shift_mm = self.rng.uniform(-15, 15, 2)
        middle = (self.board.width_mm / 2, self.board.height_mm / 2)
        return camera_at(
            (middle[0] + float(shift_mm[0]), middle[1] + float(shift_mm[1])),
            size_px=self.size_px,
            distance_mm=float(self.rng.uniform(880, 940)),
            tilt_deg=float(self.rng.uniform(8, 18)),
        )


def watch_pictured_game(
    board: RoutesBoard,
    players: int,
    seed: int,
    size_px: tuple[int, int] = (1920, 1080),
    most_events: int | None = None,
    per_s: int = PER_S,
) -> Pictured:
    """Watch one game, or its first events, through a simulated camera of so many frames a second.

    A frame that takes longer to look at than the next takes to come makes all of them wait.
    """
    start, events = drawn(board, players, seed)
    events = events[:most_events]
    room, outcome, state = Room(board, seed, size_px, per_s), Pictured(), start
    reference = find_reference(room.empty(), board)
    watcher = Watcher(RoutesReader(board, reference), LIVE, Moored.on(board, reference))
    follower = Follower(GAME, new_record(start), board, Pace.LIVE)
    lookout = Lookout(watcher, follower)
    _show(lookout, room, state, outcome)
    for number, event in enumerate(events):
        if needs_saying(state, event):
            follower.say(event_json(event), PERSON)
        state = apply(state, event)
        if isinstance(event, Visible):
            room.change(number)
            _show(lookout, room, state, outcome)
    told = from_record(follower.record, board)
    now = last_state(told, tuple(steps(told)))
    known = turns_of(start, events)
    found = turns_of(start, [event for _, event in told.facts])
    outcome.sticks = len(known)
    outcome.right = sum(found.get(space) == turn for space, turn in known.items())
    outcome.asked = len({doubt.subject for _, doubt in follower.log.asked})
    outcome.false_warnings = len(follower.log.reported) + len(follower.log.drifted)
    _compare(outcome, now, state)
    return outcome


def _show(lookout: Lookout, room: Room, state: State, outcome: Pictured) -> None:
    rested_s: float | None = None
    written = len(lookout.follower.record.entries)
    looked, late_s = 0, 0.0
    for number, (frame, rests) in enumerate(room.frames(state), 1):
        started, worked = time.perf_counter(), time.process_time()
        lookout.see(frame)
        took_s = time.perf_counter() - started
        looked += lookout.watcher.last.fresh
        outcome.busy_s += time.process_time() - worked
        outcome.shown_s += room.step_s
        if rests and rested_s is None:
            rested_s = frame.at_s
        if rested_s is not None and len(lookout.follower.record.entries) > written:
            outcome.latency_s.append(frame.at_s - rested_s + late_s + took_s)
            written = 10**9
        late_s = max(0.0, late_s + took_s - room.step_s)
        if number >= room.hands + room.rests and looked:
            break
    _answer(lookout, state)


def _answer(lookout: Lookout, state: State) -> None:
    """Somebody at the table answers what is asked, once the board is at rest."""
    lies = {**state.spaces, **state.slots}
    for doubt in lookout.follower.outcome.doubts:
        if doubt.subject is not None:
            lookout.follower.answer(doubt.subject, lies.get(doubt.subject, EMPTY))


def _compare(outcome: Pictured, now: State, true: State) -> None:
    names = [player.name for player in true.game.players]
    outcome.money_right = all(now.money(name) == true.money(name) for name in names)
    outcome.score_right = totals(now) == totals(true)
