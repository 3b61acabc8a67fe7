"""Files that come with a form, none of them larger than may be, and pictures of the camera."""

from __future__ import annotations

from contextlib import closing

from flask import request
from werkzeug.datastructures import FileStorage

from companion.errors import InputError
from web.visits.visit import host
from web.watching.shots import shots
from web.words.errors import RefusedError

LARGEST_PHOTO, LARGEST_PHOTOS = 25_000_000, 60_000_000
"""In bytes: one photo, and several together."""
MOST_PHOTOS = 6
SHOTS = 3
"""So many pictures of the camera are made into one: less noise, and no hand that passed by."""


def handed_in(name: str, largest: int = LARGEST_PHOTO) -> bytes:
    """The file of a form, empty where none was chosen; refused where it is too large.

    Raises InputError where several came.
    """
    return files_handed_in(name, largest)[0]


def files_handed_in(name: str, largest: int, most: int = 1) -> list[bytes]:
    """The files of a form, one at least; refused where they are too large.

    A field in which nothing was chosen holds none. Raises InputError where more than ``most`` came:
    which of them were meant can't be told.
    """
    if is_too_large(largest):
        raise RefusedError(413, "request-entity-too-large", "This file is too large.")
    chosen = _chosen(name)
    if len(chosen) > most:
        raise InputError("too-many-files", count=most)
    files = []
    for file in chosen:
        with closing(file):
            files.append(bytes(file.read()))
    return files or [b""]


def was_chosen(name: str) -> bool:
    """Whether a file was chosen for this field, be it an empty one."""
    return bool(_chosen(name))


def _chosen(name: str) -> list[FileStorage]:
    return [file for file in request.files.getlist(name) if file.filename]


def is_too_large(largest: int) -> bool:
    """Whether more bytes are sent than may be; no more of them are read than that."""
    request.max_content_length = largest
    length = request.content_length
    return length is not None and length > largest


def pictures(largest: int = LARGEST_PHOTO, most: int = 1) -> list[bytes]:
    """The photos of a form; where it says ``from`` = ``camera``, the newest of the table's own.

    Raises InputError where more than ``most`` came.
    """
    files = files_handed_in("photo", largest, most)
    if request.form.get("from") == "camera":
        return shots(host().mount.camera, min(most, SHOTS))
    return files
