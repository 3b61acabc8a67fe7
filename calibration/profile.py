"""What was learned of one board in one room, in one file that can be sent to others.

The board file, the picture of its markers and the photo of the empty board are kept inside the
file, as they were handed in: a profile can be moved or sent as it is, and can't lose its photo. The
room's light is in that photo; every later frame is compared with it, and taught colours are told in
it. Files of version 1 lack the board, which then has to be given beside them.
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

from calibration.board_pose.pose_json import numbers, pose_json, read_pose
from companion.boards.board import Board
from companion.boards.board_file import OF_PROFILES, load, parse_board
from companion.boards.routes_board import RoutesBoard, marker_of
from companion.errors import InputError
from companion.files.fields import shown
from companion.files.input_file import FileKind, parse_json, read_bytes
from companion.files.whole_file import write_whole
from companion.saying.phrase import Phrase, reason
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.photo import MARKER_ART, check_photo, decode_marker_art, decode_photo

VERSION = 2
PROFILE_FILE = FileKind(Phrase("a-profile"), 150_000_000)
MOST_ART_BYTES = 5_000_000
MOST_COLOURS = 100
ART = "markers.png"
PNG = b"\x89PNG\r\n\x1a\n"
DAMAGE = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, binascii.Error)
"""What reading a file may raise that is not what ``write_profile`` wrote."""


@dataclass(frozen=True)
class Profile:
    """The empty board's photo as a file's bytes, where the board lies in it, and taught colours.

    ``palette``: kind -> tones (BGR) relative to white in the photo's light. ``board_print`` tells
    the board this was made for, as ``fingerprint`` does. ``board_file`` is that board's file as
    JSON, ``art`` the picture that it names; None where the profile is older than these.
    """

    board_name: str
    board_print: str
    photo: bytes
    pose: Pose
    palette: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    board_file: Mapping[str, Any] | None = None
    art: bytes | None = None

    def reference(self, name: Phrase | str) -> Reference:
        """The photo, decoded, with its pose; ``name`` is what errors call it."""
        photo = decode_photo(self.photo, name)
        if (photo.shape[1], photo.shape[0]) != self.pose.size_px:
            raise InputError("profile-photo-pose", name)
        return Reference(photo, self.pose)

    def board(self, folder: Path, name: Phrase | str) -> Board:
        """The board inside; the picture of its markers is laid into that folder.

        ``name`` is what errors call the profile. Raises InputError where there is no board in it,
        it isn't the one that was learned, or the picture doesn't show its markers.
        """
        if self.board_file is None:
            raise InputError("profile-without-board", name)
        if self.art is not None:
            write_whole(folder / ART, self.art)
        try:
            board = parse_board(self.board_file, folder)
        except InputError as error:
            raise InputError("profile-board-unfit", name, error=error) from None
        if self.board_print != fingerprint(board):
            raise InputError("profile-board-photo", name)
        marker = marker_of(board)
        if self.art is not None and marker is not None:
            decode_marker_art(self.art, len(marker.kinds), Phrase("markers-in", file=name))
        return board


def fingerprint(board: Board) -> str:
    """What is the same for two board files of one printed board with the same pieces.

    The board's size counts, where its places lie, and the kinds of pieces in their order; names,
    sources, how large pieces are and the order of places do not.
    """
    pieces: dict[str, object] = {"kinds": list(board.kinds)}
    places: dict[str, tuple[float, ...]] = {
        place.id: (place.x_mm, place.y_mm) for place in board.places.values()
    }
    if isinstance(board, RoutesBoard):
        pieces = {
            "stick": board.stick and [kind.name for kind in board.stick.kinds],
            "marker": board.marker and [kind.name for kind in board.marker.kinds],
        }
        places |= {s.id: (s.x_mm, s.y_mm, s.angle_deg) for s in board.spaces.values()}
    told = json.dumps([board.width_mm, board.height_mm, pieces, places], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def profile_of(
    board: Board,
    board_file: Mapping[str, Any],
    reference: tuple[bytes, Pose],
    palette: Mapping[str, tuple[float, ...]],
) -> Profile:
    """A profile with its board; ``reference`` is the empty board's photo as a file, and its pose.

    Raises InputError where the markers' picture can't be put in.
    """
    art = None
    if board.art is not None:
        art = _checked_art(board.art)
        marker = {**board_file["pieces"]["marker"], "art": ART}
        board_file = {**board_file, "pieces": {**board_file["pieces"], "marker": marker}}
    photo, pose = reference
    return Profile(board.name, fingerprint(board), photo, pose, palette, board_file, art)


def load_board_file(path: Path) -> Mapping[str, Any]:
    """The JSON of a board file that has been read already, to be kept in a profile."""
    data = load(path)
    if not isinstance(data, dict):
        raise InputError("no-board-file", path)
    return data


def profile_bytes(profile: Profile) -> bytes:
    """A profile as the bytes of its file."""
    data = {
        OF_PROFILES: VERSION,
        "board": {"name": profile.board_name, "fingerprint": profile.board_print},
        "board_file": profile.board_file,
        "art_base64": None if profile.art is None else base64.b64encode(profile.art).decode(),
        "pose": pose_json(profile.pose),
        "palette": {kind: list(tones) for kind, tones in profile.palette.items()},
        "photo_sha256": hashlib.sha256(profile.photo).hexdigest(),
        "photo_base64": base64.b64encode(profile.photo).decode(),
    }
    return (json.dumps(data, indent=1) + "\n").encode()


def write_profile(path: Path, profile: Profile) -> None:
    """Write a profile, whole or not at all."""
    write_whole(path, profile_bytes(profile))


def read_profile(path: Path, board: Board) -> Profile:
    """Read a profile made for this board.

    Raises InputError for a file that is missing, damaged, of another board or a newer version.
    """
    profile = open_profile(path)
    if profile.board_print != fingerprint(board):
        raise InputError(
            "profile-of-other-board", path, made_for=profile.board_name, board=board.name
        )
    return profile


def open_profile(path: Path) -> Profile:
    """Read a profile of any board; raises InputError as ``read_profile`` does."""
    return parse_profile(read_bytes(path, PROFILE_FILE), str(path))


def parse_profile(data: bytes, name: Phrase | str) -> Profile:
    """Read a profile from a file's bytes; ``name`` is what errors call it."""
    try:
        read = parse_json(data, name)
    except (ValueError, RecursionError):
        raise InputError("profile-cut-off", name) from None
    if not isinstance(read, dict):
        raise InputError("no-profile", name)
    version = read.get(OF_PROFILES)
    if not isinstance(version, int) or isinstance(version, bool):
        raise InputError("no-profile", name)
    if not 1 <= version <= VERSION:
        raise InputError("profile-newer", name, version=shown(version), known=VERSION)
    try:
        return _profile(read, name)
    except DAMAGE:
        raise InputError("profile-damaged", name) from None


def _profile(data: dict[str, Any], name: Phrase | str) -> Profile:
    """Raises one of several errors where the data are not what ``write_profile`` wrote.

    An InputError says what is wrong with the picture of the markers.
    """
    photo = base64.b64decode(data["photo_base64"], validate=True)
    if hashlib.sha256(photo).hexdigest() != data["photo_sha256"]:
        raise ValueError("the photo is not the one that was written")
    if len(data["palette"]) > MOST_COLOURS:
        raise ValueError("no box holds pieces of so many colours")
    board_file, art = data.get("board_file"), data.get("art_base64")
    called = Phrase("markers-in", file=name)
    if board_file is not None and not isinstance(board_file, dict):
        raise TypeError("the board is no object")
    return Profile(
        str(data["board"]["name"]),
        str(data["board"]["fingerprint"]),
        photo,
        read_pose(data["pose"]),
        {
            str(kind): tuple(numbers(tones, (3,)).tolist())
            for kind, tones in data["palette"].items()
        },
        board_file,
        None if art is None else check_art(base64.b64decode(art, validate=True), called),
    )


def check_art(data: bytes, name: Phrase | str) -> bytes:
    """The bytes of a picture of markers; ``name`` is what errors call it.

    Raises ValueError where they are none, InputError where it is damaged or too large to decode.
    """
    if len(data) > MOST_ART_BYTES or not data.startswith(PNG):
        raise ValueError("no picture of markers")
    check_photo(data, name, MARKER_ART)
    return data


def _checked_art(path: Path) -> bytes:
    try:
        return check_art(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError("markers-picture-unread", path, why=reason(error)) from None
    except ValueError:
        raise InputError("markers-picture-unfit", path, most=MOST_ART_BYTES // 1000000) from None
