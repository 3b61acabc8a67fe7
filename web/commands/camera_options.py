"""Which camera watches the table, as the command line says."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.errors import InputError
from vision.picture.camera import TURNS_DEG, Camera, LiveSource, Mounting, Playback
from vision.picture.camera_names import check_source, is_live
from vision.picture.recordings import VIDEOS, recorded_frames
from vision.watch import LIVE, PHOTOS, WatchSettings

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
