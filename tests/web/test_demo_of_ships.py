"""The demo of Long Cours before its simulated camera: who sails is seen, and nobody types it."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from time import monotonic

from companion.games.long_cours.shipped import read_shipped_board
from companion.records.record import Who
from companion.store import Store
from vision.reader import reader_for
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.demo.eyes import DoubtfulEyes
from web.demo.game import begin_demo, play_before_camera
from web.demo.lying import lying_on
from web.demo.show import tap
from web.demo.slip import a_slip
from web.host.host import Address, Host

SEED, PATIENCE_S = 7, 120.0
NOW = "2026-01-01T00:00:00+00:00"


def begun(path: Path) -> Host:
    board = read_shipped_board()
    host = Host(Store(path), board, lambda: NOW, Address(8000))
    begin_demo(host, Random(SEED), watched=True)
    return host


def test_ships_are_laid_seen_and_written_down(tmp_path: Path) -> None:
    """The three ships of the set-up, each put where the demo lays it, by the camera alone."""
    host = begun(tmp_path / "table.sqlite")
    table = host.table
    assert table is not None
    camera = SimulatedCamera(host.board, SEED)
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
        while table.view.revision < 3 and monotonic() < end_s:
            stop.wait(0.1)
    finally:
        stop.set()
        playing.join(PATIENCE_S)
        watch.close()

    first = table.view.facts[:3]
    assert [(each.fact["do"], each.by.who) for each in first] == [("place", Who.CAMERA)] * 3
    assert len(lying_on(table).standing) == 3


def test_the_slip_is_a_ship_that_sails_where_nothing_else_leads(tmp_path: Path) -> None:
    """To a stranding place, where no card leads: so what the camera sees can be nothing else."""
    host = begun(tmp_path / "table.sqlite")
    table, board = host.table, read_shipped_board()
    assert table is not None
    names = [seat.name for seat in host.game.seats(table.view.last.state)]
    for name in names:
        tap(host, table, {"do": "place", "player": name, "stop": "marseille"})
    for name in names:
        tap(host, table, {"do": "done", "player": name})

    slip = a_slip(table)

    assert slip is not None
    assert slip.moved
    assert slip.kind in {stop.id for stop in board.stranding_places.values()}
    assert (slip.place, slip.kind) in slip.lies.standing
