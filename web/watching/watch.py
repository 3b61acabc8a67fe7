"""The camera at the table: frames become readings, readings become entries of the record.

What people tap and what the camera sees meet here, under one lock and in one record: a person's
word stands, and nothing is written twice. The pictures are read in a thread of their own.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

import cv2

from calibration.lookout import Briefing
from companion.boards.board import Board
from companion.errors import InputError
from companion.games import game_of
from companion.play.sight import GameTable
from companion.reading import Reading
from companion.records.record import Act, Corrected, Entry, Record, Source, entry_line
from companion.records.retelling import Mend
from companion.saying.phrase import Phrase
from companion.store.table import Request, StaleError
from companion.watching.answers import Answer, NotAskedError
from companion.watching.mending import strikes
from companion.watching.outcome import Outcome
from companion.watching.referee import SetUpStep
from companion.watching.session import LOOKS_AT_A_WORD, Session
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.between.moored import Moored
from vision.picture.camera import CameraState, Frame, LiveSource
from vision.seen.photo_reading import Reads
from vision.watch import LIVE, FrameSeen, Watcher, Watching, WatchSettings
from web.watching.again import Again, Wish
from web.watching.foreseen import Foreseen

WAIT_S = 0.5
BETWEEN_S = 0.1
"""Frames that come faster are passed over: more than ten a second tell nothing new."""
COUNTED = 20
"""Frames over which their number per second is counted."""
BROKEN = Phrase("program-broken")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Glance:
    """All that is known of the watching right now; each is a new one.

    ``frame`` is the newest, and ``frame_seen`` what came of it; ``read_frame`` is the one that
    was read last, and ``pose`` how the board lay in it.
    ``steps`` are those of the set-up, while it goes on. ``asked`` counts up whenever the questions,
    the differences or the steps are others; ``number`` whenever anything that is said is.
    ``frozen_at``: when it was noticed that the camera stands still.
    """

    camera: CameraState
    frame: Frame | None = None
    frame_seen: FrameSeen | None = None
    read_frame: Frame | None = None
    pose: Pose | None = None
    outcome: Outcome | None = None
    steps: tuple[SetUpStep, ...] = ()
    per_s: float = 0.0
    frozen_at: str = ""
    held: bool = False
    fault: Phrase | str = ""
    asked: int = 0
    number: int = 0

    @property
    def watching(self) -> Watching | None:
        """What the camera sees of the table; None before its first picture."""
        return None if self.frame_seen is None else self.frame_seen.watching

    @property
    def reading(self) -> Reading | None:
        """What is known of the board."""
        return None if self.frame_seen is None else self.frame_seen.reading


class Watch:
    """Watches the table that is served, until it is closed. Safe to use from several threads."""

    def __init__(
        self,
        board: Board,
        eyes: Reads,
        camera: LiveSource,
        table: Callable[[], GameTable | None],
        clock: Callable[[], str],
        settings: WatchSettings = LIVE,
        empty: Reference | None = None,
        before: Watch | None = None,
    ) -> None:
        """``empty``: how the empty board looks, to tell when a ship is gone.

        ``before`` watched until now: what people told it of the table stands.
        """
        self.board, self.camera, self.settings, self.empty = board, camera, settings, empty
        self._eyes, self._table, self._clock, self._before = eyes, table, clock, before
        self._briefing = Briefing(eyes)
        self._lock = threading.Lock()
        self._watcher = self._new_watcher()
        self._served: GameTable | None = None
        self._session: Session | None = None
        self._begin(None)
        self._glance = Glance(camera.state)
        self._times: deque[float] = deque(maxlen=COUNTED)
        self._stop, self._again = threading.Event(), Wish()
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
        self._thread.start()

    @property
    def glance(self) -> Glance:
        """What is known right now; nothing is asked of a table that is served no longer."""
        glance = self._glance
        return glance if self._table() is self._served else replace(glance, outcome=None, steps=())

    def act(self, table: GameTable, request: Request) -> int:
        """Write down what a person says; return the number of its entry, as ``Table.act`` does."""
        with self._lock:
            session = self._follow(table)
            if session is None:
                return table.act(request)
            before = table.view
            number = self._write(session, table, request)
            if table.view is not before:
                face = game_of(before.record).face
                lay, lies = (face.position(view.last.state) for view in (before, table.view))
                session.say_changed(lay, lies)
                mends = isinstance(request.act, Corrected | Mend) or strikes(before, request.act)
                self._look_again(session, table, before.revision + 1 if mends else None)
            return number

    def answer(self, table: GameTable, answer: Answer) -> None:
        """Take a person's word on what is asked, and look again with it.

        Raises NotAskedError for what the camera does not ask, and NotHisError where a player says
        what another did.
        """
        with self._lock:
            session = self._follow(table)
            if session is None:
                raise NotAskedError
            session.answer(table.view.record, answer)
            along = table.view.revision + 1
            for _ in range(LOOKS_AT_A_WORD):
                self._look_again(session, table, along)

    def foresee(self, table: GameTable, subject: str, given: str) -> Record | None:
        """The record as an answer would make it; None where nothing was read of this table."""
        with self._lock:
            session = self._session
            if session is None or session.settled is None or table is not self._served:
                return None
            now, record = (table.view.revision, self._glance.asked), table.view.record
            return self._foreseen.once(
                now, (subject, given), lambda: session.foresee(record, subject, given)
            )

    def foresee_act(self, table: GameTable, act: Act, by: Source) -> Record | None:
        """The record as an act would make it; None where that is just what it says."""
        with self._lock:
            session = self._session
            if session is None or table is not self._served:
                return None
            view = table.view

            def told() -> Record | None:
                try:
                    return session.foresee_told(view, act, by)
                except Exception:
                    log.exception("what would be said could not be heard")
                    return None

            now = view.revision, self._glance.asked
            return self._foreseen.once(now, entry_line(Entry(0, act, by)), told)

    def all_lies_so(self, table: GameTable) -> None:
        """The table is set up, and lies as it is written, whatever the camera says."""
        with self._lock:
            session = self._follow(table)
            if session is not None:
                view = table.view
                session.all_lies_so(game_of(view.record).face.position(view.last.state))
                self._look_again(session, table)

    def hold(self, held: bool) -> None:
        """Look no more, or look again."""
        with self._lock:
            self._show(held=held)
        if not held:
            self._again.add(Again.LOOK)

    def find_again(self) -> None:
        """Look for the board anew, in the newest frame."""
        self._again.add(Again.FIND)

    def read_again(self) -> None:
        """Read everything anew, as if nothing had been seen before."""
        self._again.add(Again.READ)

    def end(self) -> None:
        """Watch no more; the camera stays as it is, for another who watches."""
        self._stop.set()

    def hand_on(self, table: GameTable) -> Session | None:
        """Watch no more; what was told of this table, for who watches it from now on."""
        self.end()
        with self._lock:
            return self._session if table is self._served else None

    def close(self) -> None:
        """Let go of the camera."""
        self.end()
        self.camera.close()
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        after = -1
        while not self._stop.is_set():
            if (table := self._table()) is None:
                self._stop.wait(WAIT_S)  # Nobody plays yet: a film waits for its game.
                continue
            began_s = monotonic()
            try:
                with self._lock:
                    self._follow(table)
                # Whoever takes picture by picture sends no other to be looked at anew.
                frame = self.camera.newest(-1 if self._again.is_open else after, WAIT_S)
                if frame is None or frame.photo is None:
                    with self._lock:
                        self._show(camera=self.camera.state)
                else:
                    after = frame.number
                    self._see(frame)
            except (InputError, cv2.error) as error:
                with self._lock:
                    self._show(fault=getattr(error, "fault", str(error)))
            except Exception:
                # A fault in one frame must not end the watching of the evening.
                log.exception("a frame could not be looked at")
                with self._lock:
                    self._show(fault=BROKEN)
            self._stop.wait(max(0.0, began_s + BETWEEN_S - monotonic()))

    def _new_watcher(self) -> Watcher:
        return Watcher(self._eyes, self.settings, Moored.on(self.board, self.empty))

    def _begin(self, table: GameTable | None) -> None:
        """Begin to follow a table."""
        self._served, self._session = table, None
        self._foreseen: Foreseen[Record | None] = Foreseen()
        game = None if table is None else game_of(table.view.record)
        if table is not None and game is not None and game.watched is not None:
            record, pace = table.view.record, self.settings.pace
            session = self._session = Session(game, record, self.board, pace)
            before, self._before = self._before, None
            told = None if before is None else before.hand_on(table)
            if told is not None:
                session.go_on_from(told)
            else:
                session.remember(table.view)

    def _see(self, frame: Frame) -> None:
        """Take in one frame; nothing is read while the picture is held, or stands still."""
        if self._glance.held or frame.photo is None:
            return
        unsettled = self._watcher.last.watching in (Watching.HAND, Watching.SETTLING)
        unread = unsettled or self._again.is_open
        if self.camera.state is CameraState.FROZEN and not unread:
            with self._lock:
                self._show(camera=CameraState.FROZEN, frame=frame)
            return
        self._begin_anew()
        self._tell_eyes()
        seen = self._watcher.see(frame.photo, frame.at_s)
        self._times.append(frame.at_s)
        shown: dict[str, object] = {"frame": frame, "frame_seen": seen, "fault": ""}
        if seen.settled is not None:
            shown |= {"read_frame": frame, "pose": seen.pose}
        with self._lock:
            if self._glance.held or self._stop.is_set():
                return  # Meanwhile somebody has said so.
            table = self._table()
            session = self._follow(table)
            if session is not None:
                session.see(seen.settled, seen.reading)
            if table is not None and session is not None and seen.settled is not None:
                self._judge(session, table)
            self._show(camera=self.camera.state, per_s=self._per_s(), **shown)

    def _begin_anew(self) -> None:
        """Forget what somebody asked to have looked at anew."""
        again = self._again.take()
        if again is Again.READ:
            self._eyes.forget()
            self._watcher = self._new_watcher()
        elif again is Again.FIND:
            self._watcher.forget()
        elif again is Again.LOOK:
            self._watcher.look_again()

    def _tell_eyes(self) -> None:
        """A table is read by what is known of it, where its reader asks for that."""
        if (table := self._table()) is not None:
            view = table.view
            face = game_of(view.record).face
            self._briefing.by(view.record, lambda: face.position(view.last.state))

    def _per_s(self) -> float:
        took_s = self._times[-1] - self._times[0] if self._times else 0.0
        return (len(self._times) - 1) / took_s if took_s > 0 else 0.0

    def _follow(self, table: GameTable | None) -> Session | None:
        """The session of a table; None where it is not watched, or no camera follows its game."""
        if table is not self._table() or self._stop.is_set():
            return None
        if table is not self._served:
            self._begin(table)
            if self._glance.frame_seen is not None:
                self._again.add(
                    Again.LOOK
                )  # A table that lies still is not read again for a while.
        return self._session

    def _judge(self, session: Session, table: GameTable, along: int | None = None) -> None:
        """Write down what follows from what was seen last, as one deed with entry ``along``."""
        view, before = table.view, session.outcome
        outcome = session.look(view.record, over=view.last.state.over)
        if outcome is None:
            return
        try:
            table.take_in(outcome.record, view.revision, self._clock(), along=along)
        except StaleError:
            # Another program wrote into this file; the next look knows of it.
            session.outcome = before

    def _look_again(self, session: Session, table: GameTable, along: int | None = None) -> None:
        """Hold what was seen last against what has just been said, and is written down by now."""
        try:
            self._judge(session, table, along)
        except Exception:
            log.exception("what was said could not be held against what was seen")
        self._show()

    def _write(self, session: Session, table: GameTable, request: Request) -> int:
        request = replace(request, act=table.in_known_words(request.act))
        told = self._told(session, table, request) if request.seen == table.view.revision else None
        if told is None:
            return table.act(request)
        along = request.along or request.seen + 1
        return table.take_in(told, request.seen, request.at, request.key, along)

    def _told(self, session: Session, table: GameTable, request: Request) -> Record | None:
        """What the session makes of what a person says; None: what he says is all."""
        try:
            return session.told(table.view, request.act, request.by)
        except InputError:
            raise
        except Exception:
            # Whatever is wrong with the watching, people can go on by hand.
            log.exception("what was said could not be heard")
            return None

    def _show(self, **changed: object) -> None:
        """Show a new glance, and wake who waits for it where it says something new."""
        old = self._glance
        frozen = changed.get("camera", old.camera) is CameraState.FROZEN
        changed["frozen_at"] = (old.frozen_at or self._clock()) if frozen else ""
        session = self._session
        outcome, steps = (None, ()) if session is None else (session.outcome, session.steps)
        new = replace(old, outcome=outcome, steps=steps, **changed)  # type: ignore[arg-type]
        asked = old.asked + (_asked(new) != _asked(old))
        said = asked != old.asked or _said(new) != _said(old)
        self._glance = replace(new, asked=asked, number=old.number + said)
        if said and self._served is not None:
            self._served.wake()


def _asked(glance: Glance) -> object:
    """What a page has to show anew when it is another."""
    outcome = glance.outcome
    if outcome is None:
        return glance.steps
    doubts = [(each.subjects, each.about, [k for k, _ in each.likely]) for each in outcome.doubts]
    drift = tuple((each.subject, each.differs, each.seen) for each in outcome.drift)
    left = tuple(piece.place for piece in outcome.unexplained)
    return glance.steps, doubts, drift, left, outcome.disturbed


def _said(glance: Glance) -> object:
    return glance.camera, glance.watching, glance.held, glance.fault
