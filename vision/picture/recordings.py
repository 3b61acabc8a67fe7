"""Recorded frames: a video file, or a folder of photos, gives every one in order, with its time.

A film that breaks off gives one more without a picture, which says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2

from companion.errors import InputError
from companion.saying.phrase import Phrase
from vision.picture.camera import UPRIGHT, Frame, Mounting
from vision.picture.camera_names import check_source
from vision.picture.photo import load_photo, of_eight_bits

PHOTOS = (".jpg", ".jpeg", ".png", ".webp")
VIDEOS = (".mp4", ".mov", ".avi", ".mkv", ".webm", ".m4v", ".mjpg", ".mjpeg")
BREAK_S = 1.0
"""A film that ends so long before the end it tells of breaks off; files count roughly."""
BETWEEN_PHOTOS_S = 10.0
"""Photos in a folder are taken to be so far apart."""


def recorded_frames(
    source: str, mounting: Mounting = UPRIGHT, every_s: float = 0.2, skip: tuple[Path, ...] = ()
) -> Iterator[Frame]:
    """Every frame of a video file (one each ``every_s``) or of a folder of photos, in order.

    Photos of ``skip`` are left out. Raises InputError where there are none.
    """
    check_source(source)
    path = Path(source)
    if path.is_dir():
        return _folder_frames(path, mounting, skip)
    if not path.exists():
        raise InputError("no-such-source", source)
    if not path.is_file():
        raise InputError("source-no-file", source)
    if path.suffix.lower() in PHOTOS:
        return iter([_photo_frame(path, 0, mounting)])
    return _video_frames(path, mounting, every_s)


def count_frames(source: str, every_s: float = 0.2, skip: tuple[Path, ...] = ()) -> int | None:
    """How many frames ``recorded_frames`` will give, where that is known."""
    path = Path(source)
    if path.is_dir():
        return len(photos_in(path, skip))
    if path.suffix.lower() in PHOTOS:
        return 1
    video = cv2.VideoCapture(str(path))
    total, per_s = video.get(cv2.CAP_PROP_FRAME_COUNT), video.get(cv2.CAP_PROP_FPS)
    video.release()
    return round(total / per_s / every_s) if total > 0 and per_s > 0 else None


def photos_in(folder: Path, skip: tuple[Path, ...] = ()) -> list[Path]:
    """The photos of a folder but those of ``skip``, in the order of the numbers in their names.

    Raises InputError where there are none.
    """
    left_out = {path.resolve() for path in skip}
    photos = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in PHOTOS and path.resolve() not in left_out
    ]
    if not photos:
        raise InputError("no-photos-in-folder", folder, photos=", ".join(PHOTOS))
    return sorted(photos, key=_natural)


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sort 2.jpg before 10.jpg."""
    parts = re.split(r"(\d+)", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _folder_frames(folder: Path, mounting: Mounting, skip: tuple[Path, ...]) -> Iterator[Frame]:
    photos = photos_in(folder, skip)
    return (_photo_frame(path, number, mounting) for number, path in enumerate(photos))


def _photo_frame(path: Path, number: int, mounting: Mounting) -> Frame:
    at_s = number * BETWEEN_PHOTOS_S
    try:
        photo = mounting.upright(load_photo(path))
    except InputError as error:
        return Frame(None, at_s, number, path.name, error.fault)
    return Frame(photo, at_s, number, path.name)


def _video_frames(path: Path, mounting: Mounting, every_s: float) -> Iterator[Frame]:
    video = cv2.VideoCapture(str(path))
    if not video.isOpened():
        raise InputError("video-unplayable", path)
    return _played(video, path, mounting, every_s)


def _played(
    video: cv2.VideoCapture, path: Path, mounting: Mounting, every_s: float
) -> Iterator[Frame]:
    per_s = video.get(cv2.CAP_PROP_FPS)
    per_s = per_s if 0 < per_s < 1000 else 25.0
    number = taken = 0
    due_s = 0.0
    try:
        while video.grab():
            at_s = taken / per_s
            taken += 1
            if at_s + 1e-6 < due_s:
                continue
            due_s += every_s
            whole, photo = video.retrieve()
            if whole and photo is not None:
                upright = mounting.upright(of_eight_bits(photo))
                yield Frame(upright, at_s, number, _name_at(path, at_s))
                number += 1
        end_s, missing_s = taken / per_s, (video.get(cv2.CAP_PROP_FRAME_COUNT) - taken) / per_s
        if missing_s > BREAK_S:
            why = Phrase("film-breaks-off", missing_s=f"{missing_s:.0f}")
            yield Frame(None, end_s, number, _name_at(path, end_s), why)
    finally:
        video.release()


def _name_at(path: Path, at_s: float) -> str:
    minutes, seconds = divmod(at_s, 60)
    return f"{path.name} {int(minutes)}:{seconds:04.1f}"
