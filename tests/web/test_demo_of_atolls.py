"""The demo of Big Kini before its simulated camera: atolls, cubes and tokens are seen."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from time import monotonic

from companion.games.big_kini.shipped import read_shipped_board
from companion.records.record import Who
from companion.store import Store
from tests.web.tables import client_of
from vision.reader import reader_for
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.demo.eyes import DoubtfulEyes
from web.demo.game import begin_demo, play_before_camera
from web.demo.lying import lying_on
from web.demo.show import tap
from web.demo.slip import a_slip, is_time_for_slip
from web.host.host import Address, Host
from web.host.roles import Role

SEED, PATIENCE_S = 7, 120.0
FIRST = ["home", "home"]
NOW = "2026-01-01T00:00:00+00:00"


def begun(path: Path) -> Host:
    host = Host(Store(path), read_shipped_board(), lambda: NOW, Address(8000))
    begin_demo(host, Random(SEED), watched=True)
    return host


def test_the_tour_promises_nobody_anothers_money(tmp_path: Path) -> None:
    """Rule 23: neither the sums nor what may be done with them are on the big screen."""
    host = begun(tmp_path / "table.sqlite")
    client = client_of(host, Role.HOST)
    told = [client.get(f"/table?tour={stop}").get_data(as_text=True) for stop in (1, 2)]

    assert "What money somebody has is hidden here" in told[0]
    assert "On a player&#39;s own phone what he may use is lit" in told[1]
    assert not any("everybody&#39;s money" in each or "you play along." in each for each in told)
    host.store.close()


def test_atolls_are_laid_seen_and_written_down(tmp_path: Path) -> None:
    """Start atolls, each in the turn in which the demo lays it, by the camera alone."""
    host = begun(tmp_path / "table.sqlite")
    table = host.table
    assert table is not None
    camera = SimulatedCamera(host.board, SEED, lying_on(table).position)
    setup = camera.setup()
    host.mount.know(host.board, setup)
    eyes = DoubtfulEyes(reader_for(host.board, setup.reference))
    watch = host.mount.hang(camera, setup, LIVE, eyes)
    stop = threading.Event()
    play = (host, camera, Random(SEED), 0.0, stop, eyes)
    playing = threading.Thread(target=play_before_camera, args=play)
    playing.start()
    try:
        end_s = monotonic() + PATIENCE_S
        while table.view.revision < len(FIRST) and monotonic() < end_s:
            stop.wait(0.1)
    finally:
        stop.set()
        playing.join(PATIENCE_S)
        watch.close()

    told = table.view.facts[: len(FIRST)]
    assert [(each.fact["do"], each.by.who) for each in told] == [(do, Who.CAMERA) for do in FIRST]


def test_the_slip_is_a_cube_that_goes_to_the_barons_space(tmp_path: Path) -> None:
    """It comes from a post of the same atoll: so it lies on the table in one place, before it."""
    host = begun(tmp_path / "table.sqlite")
    table, random = host.table, Random(SEED)
    assert table is not None
    play = host.game.self_play
    assert play is not None
    while not is_time_for_slip(table) or a_slip(table) is None:
        event = play.drawn(table.view.last.state, random)
        assert event is not None
        tap(host, table, host.game.fact(event))

    slip, lay = a_slip(table), lying_on(table).position.places

    assert slip is not None
    assert slip.moved
    assert slip.place.endswith("/baron")
    assert slip.lies.position.places[slip.place] == slip.kind == lay[str(slip.fact["from"])]
    assert slip.fact["from"] not in slip.lies.position.places
