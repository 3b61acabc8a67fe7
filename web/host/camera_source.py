"""Which camera watches the table, as the command line says."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.setup import Setup
from companion.boards.board import Board, is_same
from companion.errors import InputError
from companion.play.sight import GameTable
from vision.picture.camera import (
    TURNS_DEG,
    Camera,
    LiveSource,
    Mounting,
    Playback,
)
from vision.picture.camera_names import check_source, is_live
from vision.picture.recordings import VIDEOS, recorded_frames
from vision.reader import needs_reference, reader_for
from vision.seen.photo_reading import Reads
from vision.watch import LIVE, PHOTOS, WatchSettings
from web.watching.watch import Watch

if TYPE_CHECKING:
    from web.host.host import Host

BETWEEN_PHOTOS_S = 3.0
"""A folder of photos is shown at this pace; they were taken further apart."""


def add_camera_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``--camera`` and how it hangs."""
    add = parser.add_argument
    add(
        "--camera",
        metavar="N|URL|VIDEO|FOLDER",
        help="what watches the table: a webcam's number, a stream's address, a video, or photos",
    )
    add("--turn", type=int, choices=TURNS_DEG, default=0, help="the camera hangs turned clockwise")
    add("--mirrored", action="store_true", help="the camera's pictures are mirrored")


def open_camera(args: argparse.Namespace) -> tuple[LiveSource, WatchSettings] | None:
    """Open what was asked for, None where nothing was; raise InputError where it can't be."""
    if args.camera is None:
        return None
    check_source(args.camera)
    mounting = Mounting(args.turn, args.mirrored)
    if is_live(args.camera):
        return Camera(args.camera, mounting), LIVE
    if not (args.reference or args.profile):
        raise InputError("camera-needs-empty-photo", f"--camera {args.camera}")
    frames = recorded_frames(args.camera, mounting, skip=tuple(filter(None, [args.reference])))
    if Path(args.camera).suffix.lower() in VIDEOS:
        return Playback(frames), LIVE
    return Playback(frames, every_s=BETWEEN_PHOTOS_S), PHOTOS


def mount(
    host: Host, board: Board, camera: LiveSource, setup: Setup | None, settings: WatchSettings
) -> None:
    """Hang a camera over a board. A live one may wait there until the empty board is known."""
    if isinstance(camera, Camera):
        host.camera = camera
    if setup is not None or not needs_reference(board):
        _hang(host, board, camera, setup, settings)


def know_empty_board(host: Host, board: Board, setup: Setup) -> None:
    """Take in how a board looks empty; the live camera watches by it once that is served."""
    host.know(board, setup)
    look_on(host)


def look_on(host: Host) -> None:
    """Let the live camera watch what is served now, unless it does, or can't yet."""
    setup = host.setup
    if host.camera is None or (setup is None and needs_reference(host.board)):
        return
    if not is_by(host.watch, setup):
        watch_with(host, host.camera, setup, LIVE)


def is_by(watch: Watch | None, setup: Setup | None) -> bool:
    """Whether a camera watches by this empty board; without one, by any or none."""
    return watch is not None and (setup is None or watch.empty is setup.reference)


def watch_with(
    host: Host,
    camera: LiveSource,
    setup: Setup | None,
    settings: WatchSettings,
    eyes: Reads | None = None,
) -> Watch:
    """Let a camera watch the table that this host serves, while it is one of this board.

    Without a setup it is a table that is found by its own tiles. ``eyes`` read its
    pictures; the reader of that setup, where there are no others.
    """
    return _hang(host, host.board, camera, setup, settings, eyes)


def _hang(
    host: Host,
    board: Board,
    camera: LiveSource,
    setup: Setup | None,
    settings: WatchSettings,
    eyes: Reads | None = None,
) -> Watch:
    """Hang a camera over a board, in the place of the one that hung there."""

    def table() -> GameTable | None:
        served, table = host.served
        return table if is_same(served, board) else None

    reference, palette = (setup.reference, setup.palette) if setup else (None, {})
    reads = eyes or reader_for(board, reference, palette or None)
    _, before = host.hung or (None, None)
    watch = Watch(board, reads, camera, table, host.clock, settings, reference, before)
    host.hung = board, watch
    if before is not None and before.camera is camera:
        before.end()
    elif before is not None:
        before.close()
    return watch
