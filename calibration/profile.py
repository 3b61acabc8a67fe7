"""What was learned of one board in one room, in one file.

The photo of the empty board is kept inside the file, as it was handed in: a profile can be moved
or sent as it is, and can't lose its photo. The room's light is in that photo; every later frame is
compared with it, and taught colours are told in it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.board import Board
from companion.errors import InputError
from companion.whole_file import write_whole
from vision.photo import decode_photo
from vision.pose import Pose
from vision.reference import Reference

VERSION = 1
MOST_BYTES = 150_000_000
AGAIN = "make it again with 'companion calibrate'"


@dataclass(frozen=True)
class Profile:
    """The empty board's photo as a file's bytes, where the board lies in it, and taught colours.

    ``palette``: kind -> tones (BGR) relative to white in the photo's light. ``board_print`` tells
    the board this was made for, as ``fingerprint`` does.
    """

    board_name: str
    board_print: str
    photo: bytes
    pose: Pose
    palette: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def reference(self, name: str) -> Reference:
        """The photo, decoded, with its pose; ``name`` is what errors call it."""
        photo = decode_photo(self.photo, name)
        if (photo.shape[1], photo.shape[0]) != self.pose.size_px:
            raise InputError(f"{name}: its photo and its pose don't belong together; {AGAIN}")
        return Reference(photo, self.pose)


def fingerprint(board: Board) -> str:
    """What is the same for two board files of one printed board with the same pieces.

    Names, sources and the order of the file don't count; places, sizes and kinds do.
    """
    pieces = {
        "stick": board.stick and [kind.name for kind in board.stick.kinds],
        "marker": board.marker and [kind.name for kind in board.marker.kinds],
    }
    places = {
        **{space.id: (space.x_mm, space.y_mm, space.angle_deg) for space in board.spaces.values()},
        **{slot.id: (slot.x_mm, slot.y_mm) for slot in board.slots.values()},
    }
    told = json.dumps([board.width_mm, board.height_mm, pieces, places], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def write_profile(path: Path, profile: Profile) -> None:
    """Write a profile, whole or not at all."""
    pose = profile.pose
    data = {
        "companion_profile": VERSION,
        "board": {"name": profile.board_name, "fingerprint": profile.board_print},
        "pose": {
            "camera_matrix": pose.camera_matrix.tolist(),
            "distortion": pose.distortion.tolist(),
            "rotation": pose.rotation.ravel().tolist(),
            "translation_mm": pose.translation_mm.ravel().tolist(),
            "size_px": list(pose.size_px),
        },
        "palette": {kind: list(tones) for kind, tones in profile.palette.items()},
        "photo_sha256": hashlib.sha256(profile.photo).hexdigest(),
        "photo_base64": base64.b64encode(profile.photo).decode(),
    }
    write_whole(path, (json.dumps(data, indent=1) + "\n").encode())


def read_profile(path: Path, board: Board) -> Profile:
    """Read a profile made for this board.

    Raises InputError for a file that is missing, damaged, of another board or a newer version.
    """
    data = _load(path)
    if data["companion_profile"] != VERSION:
        raise InputError(
            f"{path}: a profile of version {data['companion_profile']}, this program reads version "
            f"{VERSION}; use the newer program, or {AGAIN}"
        )
    try:
        profile = _profile(data)
    except (KeyError, TypeError, ValueError, AttributeError, binascii.Error):
        raise InputError(f"{path}: a damaged profile; {AGAIN}") from None
    if profile.board_print != fingerprint(board):
        raise InputError(
            f"{path}: made for the board '{profile.board_name}', which is not the board file "
            f"'{board.name}' as it is now; give the other board file, or {AGAIN}"
        )
    return profile


def _load(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: too large for a profile; is it one?")
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give the path of a profile") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: no profile, or cut off; {AGAIN}") from None
    if not isinstance(data, dict) or not isinstance(data.get("companion_profile"), int):
        raise InputError(f"{path}: no profile; {AGAIN}")
    return data


def _profile(data: dict[str, Any]) -> Profile:
    """Raises one of several errors where the data are not what ``write_profile`` wrote."""
    photo = base64.b64decode(data["photo_base64"], validate=True)
    if hashlib.sha256(photo).hexdigest() != data["photo_sha256"]:
        raise ValueError("the photo is not the one that was written")
    pose, (width, height) = data["pose"], data["pose"]["size_px"]
    return Profile(
        str(data["board"]["name"]),
        str(data["board"]["fingerprint"]),
        photo,
        Pose(
            _numbers(pose["camera_matrix"], (3, 3)),
            _numbers(pose["distortion"], (2,)),
            _numbers(pose["rotation"], (3,)),
            _numbers(pose["translation_mm"], (3,)),
            (int(width), int(height)),
        ),
        {
            str(kind): tuple(_numbers(tones, (3,)).tolist())
            for kind, tones in data["palette"].items()
        },
    )


def _numbers(values: object, shape: tuple[int, ...]) -> np.ndarray[Any, np.dtype[np.float64]]:
    numbers = np.array(values, np.float64)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        raise ValueError(f"not {shape} numbers")
    return numbers
