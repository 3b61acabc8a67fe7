"""A person's word stands: whatever camera looks, and whatever it just reads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calibration.setup import Setup
from companion.reading import EMPTY, Seen
from companion.records.record import Corrected, Undone
from companion.store import Store
from tests.web.camera.watched_tables import EMPTY_BOARD, PATIENCE_S, VIEW, Pictures, WatchedTable
from tests.web.tables import BOARD, NOW
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.seen.photo_reading import PhotoReading
from vision.watch import ON_CALL
from web.host.host import Address, Host

FIRST, OTHER = "h-red--kiritimati/0/0", "h-white--manihi/0/0"


def hung_anew(table: WatchedTable) -> WatchedTable:
    """As where a phone goes over from tapped pictures to live ones."""
    table.camera = Pictures()
    setup = Setup(Reference(EMPTY_BOARD, VIEW))
    table.watch = table.host.mount.hang(table.camera, setup, ON_CALL, table.eyes)
    return table


def started_again(table: WatchedTable) -> WatchedTable:
    path = table.host.store.path
    table.close()
    again = WatchedTable(path, host=Host(Store(path), BOARD, lambda: NOW, Address(8000)))
    again.lies, again.doubts = table.lies, table.doubts
    return again


@pytest.fixture(params=[hung_anew, started_again])
def anew(request: pytest.FixtureRequest) -> Callable[[WatchedTable], WatchedTable]:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[WatchedTable]:
    """A game in whose last phase the camera has seen one stick."""
    table = WatchedTable(tmp_path / "table.sqlite")
    table.set_up()
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        table.say("pass", player)
    table.lay({FIRST: "red"})
    assert table.position.spaces == {FIRST: "red"}
    yield table
    table.close()


def test_an_undone_stick_that_still_lies_there_is_not_written_again(
    laid: WatchedTable, anew: Callable[[WatchedTable], WatchedTable]
) -> None:
    undoable = laid.table.view.undoable
    assert undoable is not None
    laid.act(Undone(undoable.seq))
    laid.show(2)
    assert laid.position.spaces == {}

    table = anew(laid)

    table.show(4)
    assert table.position.spaces == {}
    table.lay({FIRST: EMPTY})
    table.lay({FIRST: "red"})
    assert table.position.spaces == {FIRST: "red"}, "taken off and laid anew, it is"
    table.close()


def test_a_corrected_stick_stays_as_it_was_said(
    laid: WatchedTable, anew: Callable[[WatchedTable], WatchedTable]
) -> None:
    fact = laid.facts[-1]
    seq = next(each.seq for each in laid.table.view.facts if each.fact == fact)
    laid.act(Corrected(seq, {**fact, "company": "blue"}))
    laid.show(2)

    table = anew(laid)

    glance = table.show(4)
    assert table.position.spaces == {FIRST: "blue"}
    assert glance.outcome is not None
    assert glance.outcome.drift == glance.outcome.doubts == ()
    table.close()


def test_a_picture_that_is_read_while_somebody_holds_it_writes_nothing(
    laid: WatchedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = laid.eyes.read
    reading, held = threading.Event(), threading.Event()

    def slowly(photo: Image, hint: Pose | None = None) -> PhotoReading:
        reading.set()
        assert held.wait(PATIENCE_S)
        return read(photo, hint)

    monkeypatch.setattr(laid.eyes, "read", slowly)
    laid.eyes.places = {**laid.eyes.places, OTHER: Seen("white", 0.999, (("white", 0.999),))}
    laid.camera.show()
    assert reading.wait(PATIENCE_S)
    laid.watch.hold(held=True)
    held.set()
    time.sleep(0.3)
    assert laid.position.spaces == {FIRST: "red"}

    laid.watch.hold(held=False)
    laid.lay({OTHER: "white"})
    assert laid.position.spaces == {FIRST: "red", OTHER: "white"}


def test_what_was_answered_is_not_asked_again_by_the_next_camera(laid: WatchedTable) -> None:
    outcome = laid.doubt(OTHER, (EMPTY, 0.55), ("white", 0.45)).outcome
    assert outcome is not None
    assert outcome.doubts
    laid.answer(OTHER, EMPTY)

    outcome = hung_anew(laid).show(2).outcome

    assert outcome is not None
    assert outcome.doubts == ()
