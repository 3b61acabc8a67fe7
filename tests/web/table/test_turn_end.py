"""A turn in which nothing is left to do ends by itself: once, undoable, and only where it may."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.records.record import (
    SYSTEM,
    EffectiveFact,
    Entry,
    Fact,
    Happened,
    Source,
    Undone,
    Who,
)
from companion.records.record import Record as WrittenRecord
from companion.store import Store
from companion.store.table import Request, Table
from companion.watching.drift import Differs, Drift
from companion.watching.laid_pieces.referee import Outcome
from companion.watching.outcome import Doubt
from tests.web.glances import Watched
from tests.web.tables import BOARD, NOW, client_of, make_host
from vision.picture.camera import CameraState
from vision.watch import FrameSeen, Watching
from web.host.host import Address, Host
from web.host.roles import Role
from web.host.settings import Settings
from web.host.turn_end import TurnEnds, is_asked
from web.watching.watch import Glance

SOON_S = 10.0
"""For a busy machine; it takes no time of its own."""
NEVER_S = 0.5
RED = "h-red--kiritimati/0/0"
STICK = {"do": "stick", "player": "Benjamin", "company": "red", "space": RED, "alternate": False}
DONE = {"do": "done", "player": "Benjamin", "phase": 2}
BENJAMIN = Source(Who.PERSON, "Benjamin")


@contextmanager
def running(host: Host) -> Iterator[None]:
    """Turns of this host end by themselves, at once."""
    host.turn_ends, stop = TurnEnds(host, after_s=0.05), threading.Event()
    thread = threading.Thread(target=host.turn_ends.run, args=(stop,))
    thread.start()
    yield
    stop.set()
    thread.join()


@dataclass
class Evening:
    host: Host

    @property
    def table(self) -> Table:  # type: ignore[type-arg]
        assert self.host.table is not None
        return self.host.table

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.table.view.record.entries

    @property
    def facts(self) -> tuple[EffectiveFact, ...]:
        return self.table.view.facts

    def say(self, act: Happened | Undone) -> None:
        self.table.act(Request(act, self.table.view.revision, BENJAMIN, NOW))

    def lay(self, *facts: Fact) -> None:
        for fact in facts:
            self.say(Happened(fact))

    def grows_to(self, entries: int) -> None:
        until = time.monotonic() + SOON_S
        while len(self.entries) < entries:
            assert time.monotonic() < until, self.entries
            self.table.wait(self.table.view.revision, 0.05)

    def stays(self) -> None:
        before = self.entries
        time.sleep(NEVER_S)
        assert self.entries == before


def passes() -> list[Fact]:
    return [{"do": "pass", "player": name} for name in ("Benjamin", "Pauline", "Jean-Luc")]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Phase 2: Benjamin has to lay one stick."""
    evening = Evening(make_host(tmp_path / "table.sqlite"))
    evening.lay(*passes())
    return evening


def test_it_ends_once_and_says_who_said_so(evening: Evening) -> None:
    with running(evening.host):
        evening.lay(STICK)
        evening.grows_to(5)
        evening.stays()

    assert evening.entries[-1].act == Happened(DONE)
    assert evening.entries[-1].by == SYSTEM


@pytest.mark.parametrize("seen", [5, 4], ids=["after it ended", "while it ended"])
def test_one_undo_takes_the_stick_and_the_end_back_and_nothing_is_done_again(
    seen: int, evening: Evening
) -> None:
    with running(evening.host):
        evening.lay(STICK)
        evening.grows_to(5)
        client = client_of(evening.host, Role.PLAYER, "Benjamin")
        page = client.get("/me").get_data(as_text=True)
        assert "Benjamin lays a red stick" in page.split('class="undo"')[1].split("</small>")[0]
        said = {"revision": seen, "act": {"undo": 4}}
        assert client.post("/act", json=said).status_code == 200
        evening.stays()

    assert [each.fact for each in evening.facts] == passes()


def test_an_end_that_is_struck_out_alone_stays_struck_out(evening: Evening) -> None:
    with running(evening.host):
        evening.lay(STICK)
        evening.grows_to(5)
        evening.say(Undone(5))
        evening.stays()

    assert evening.facts[-1].fact == STICK


def test_it_ends_after_a_restart_too(evening: Evening) -> None:
    evening.lay(STICK)
    path = evening.host.store.path
    evening.host.store.close()

    again = Evening(Host(Store(path), BOARD, lambda: NOW, Address(8000)))
    with running(again.host):
        again.grows_to(5)
        again.stays()

    assert again.entries[-1].act == Happened(DONE)


def test_two_hosts_of_one_file_say_it_once(evening: Evening) -> None:
    other = Evening(Host(Store(evening.host.store.path), BOARD, lambda: NOW, Address(8001)))
    evening.lay(STICK)
    other.table.refresh()
    with running(evening.host), running(other.host):
        evening.grows_to(5)
        other.grows_to(5)
        evening.stays()

    assert len(evening.entries) == 5


@pytest.mark.parametrize("by_hand", [False, True], ids=["usually", "switched off"])
def test_the_table_may_say_every_end_by_hand(by_hand: bool, evening: Evening) -> None:
    evening.host.change(lambda _: Settings(by_hand=by_hand))
    with running(evening.host):
        evening.lay(STICK)
        if by_hand:
            evening.stays()
        else:
            evening.grows_to(5)
        page = client_of(evening.host, Role.HOST).get("/table").get_data(as_text=True)

    assert "It goes on by itself" not in page


def test_the_page_says_that_it_goes_on_by_itself(evening: Evening) -> None:
    evening.host.turn_ends = TurnEnds(evening.host)  # it does not run: the moment stands still
    evening.lay(STICK)
    page = client_of(evening.host, Role.PLAYER, "Benjamin").get("/me").get_data(as_text=True)

    assert "It goes on by itself in a moment." in page
    assert "Tap Done." not in page
    assert 'class="done by-itself"' in page


def test_who_taps_done_at_the_same_moment_is_not_told_off(evening: Evening) -> None:
    evening.lay(STICK, DONE)
    client = client_of(evening.host, Role.PLAYER, "Benjamin")

    late = client.post("/act", json={"revision": 4, "key": "late", "act": {"fact": DONE}})

    assert late.status_code == 200
    assert late.get_json()["number"] == 5
    assert len(evening.entries) == 5


@pytest.mark.parametrize(
    ("outcome", "waits"),
    [
        pytest.param({}, False, id="nothing is asked"),
        pytest.param({"doubts": (Doubt((("red", 0.5),), RED),)}, True, id="what lies there"),
        pytest.param(
            {"doubts": (Doubt((("pass", 0.5),), None, {"player": "Benjamin"}),)}, True,
            id="what he did in phase 1",
        ),
        pytest.param(
            {"doubts": (Doubt((("pass", 0.5),), None, {"player": "Pauline"}),)}, False,
            id="what another did in phase 1",
        ),
        pytest.param(
            {"drift": (Drift(RED, Differs.MISSING, "red", "empty", 0.9),)}, True,
            id="this turn's stick is gone",
        ),
        pytest.param(
            {"drift": (Drift("guam/0", Differs.MISSING, "french", "empty", 0.9),)}, False,
            id="an old piece is gone",
        ),
        pytest.param({"disturbed": True}, True, id="all is in disorder"),
    ],
)  # fmt: skip
def test_a_turn_the_camera_asks_about_waits(
    outcome: dict[str, object], waits: bool, evening: Evening
) -> None:
    evening.lay(STICK)
    ends = TurnEnds(evening.host)
    end = ends.due(evening.table)
    assert end is not None
    record: WrittenRecord = evening.table.view.record
    glance = Glance(CameraState.LIVE, outcome=Outcome(record, **outcome))  # type: ignore[arg-type]

    assert is_asked(glance, end) is waits


@pytest.mark.parametrize("camera", [CameraState.LIVE, CameraState.LOST])
def test_a_hand_over_the_board_is_waited_for_while_the_camera_sees_it(
    camera: CameraState, evening: Evening
) -> None:
    """A phone that was lifted off its stand saw everything move, and sees nothing since."""
    glance = Glance(camera, frame_seen=FrameSeen(Watching.HAND, 0.0))
    evening.host.mount.watch = Watched(glance)  # type: ignore[assignment]
    evening.lay(STICK)
    with running(evening.host):
        if camera is CameraState.LIVE:
            evening.stays()
        else:
            evening.grows_to(5)


OTHERS_RED = {**STICK, "space": "h-red--malden/0/0"}
PAID = {"do": "pay", "from": "Pauline", "to": "bank", "amount": 1}
CROSSING: list[tuple[str, Role, str | None, dict[str, object], int]] = [
    ("undo of what the turn ended with", Role.PLAYER, "Benjamin", {"undo": 4}, 200),
    ("undo of an older event", Role.BANKER, None, {"undo": 1}, 200),
    ("a correction", Role.BANKER, None, {"correct": 4, "fact": OTHERS_RED}, 200),
    ("money", Role.BANKER, None, {"fact": PAID}, 200),
    ("the same end", Role.PLAYER, "Benjamin", {"fact": DONE}, 200),
    ("one more of the same player", Role.PLAYER, "Benjamin", {"fact": OTHERS_RED}, 409),
    ("something done again", Role.BANKER, None, {"redo": 1}, 409),
]


@pytest.mark.parametrize(
    ("role", "player", "act", "status"),
    [pytest.param(*case[1:], id=case[0]) for case in CROSSING],
)
def test_a_tap_that_crosses_the_end_counts_where_it_means_the_same(
    role: Role, player: str | None, act: dict[str, object], status: int, evening: Evening
) -> None:
    """Whoever taps while a turn ends by itself has not seen that, and need not tap again."""
    with running(evening.host):
        evening.lay(STICK)
        evening.grows_to(5)
    client = client_of(evening.host, role, player)

    assert client.post("/act", json={"revision": 4, "act": act}).status_code == status


def test_a_tap_that_crosses_the_end_and_another_event_does_not_count(evening: Evening) -> None:
    with running(evening.host):
        evening.lay(STICK)
        evening.grows_to(5)
        evening.lay(PAID)
    client = client_of(evening.host, Role.PLAYER, "Benjamin")

    assert client.post("/act", json={"revision": 4, "act": {"undo": 4}}).status_code == 409
