"""``companion play --demo``: how it goes on, and how it ends."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from random import Random

import pytest

from companion.records.record import Source, Undone, Who
from companion.store.table import Request
from tests.web.running_table import PATIENCE_S, door, playing
from tests.web.tables import NOW, host_of_game, make_host
from web.demo.game import Then, begin_demo, play_demo, wait_for_another
from web.host.demo_stage import Demo, Stage
from web.host.host import Host


@pytest.mark.parametrize("after_s", [(1.0,), (1.8,), (2.6,), (1.8, 0.2)], ids=str)
def test_a_demo_ends_in_order_however_early_it_is_stopped(
    after_s: tuple[float, ...], tmp_path: Path
) -> None:
    """Its camera is drawn and its reader made meanwhile; a second Ctrl-C changes nothing."""
    with playing(tmp_path, "--demo") as (running, path, port):
        door(port, path)
        for wait_s in after_s:
            time.sleep(wait_s)
            running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE_S)

    assert (running.returncode, err) == (0, "")


def test_a_demo_plays_to_the_end(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite", ())
    begin_demo(host, Random(5))

    play_demo(host, Random(5), 0, threading.Event())

    assert host.table is not None
    view = host.table.view
    assert view.last.state.over
    steps = [moment.step for moment in view.moments if moment.step is not None]
    found = [each.code for step in steps for each in step.findings]
    assert set(found) <= {"ship-before-first-route"}


def stage_of(host: Host) -> Stage | None:
    return None if host.demo is None else host.demo.stage


def test_a_demo_that_is_taken_back_from_its_end_is_over_no_longer(tmp_path: Path) -> None:
    host = host_of_game(tmp_path / "table.sqlite", "3-players-all-sticks")
    host.demo, stop, table = Demo(Stage.PLAYS), threading.Event(), host.table
    assert table is not None
    then: list[Then] = []
    waiting = threading.Thread(target=lambda: then.append(wait_for_another(host, stop)))
    waiting.start()
    while stage_of(host) is not Stage.OVER:
        time.sleep(0.01)

    last = next(each.seq for each in reversed(table.view.facts))
    host.act(table, Request(Undone(last), table.view.revision, Source(Who.PERSON), NOW))
    waiting.join(PATIENCE_S)

    assert then == [Then.ON]
    assert stage_of(host) is Stage.PLAYS
    play_demo(host, Random(5), 0, stop)
    assert table.view.last.state.over
    host.store.close()


def test_a_demo_stops_when_another_game_begins(tmp_path: Path) -> None:
    host = make_host(tmp_path / "table.sqlite", ())
    begin_demo(host, Random(5))
    played = threading.Thread(target=play_demo, args=(host, Random(5), 0.01, threading.Event()))
    played.start()

    begin_demo(host, Random(6))
    played.join(PATIENCE_S)

    assert not played.is_alive()
