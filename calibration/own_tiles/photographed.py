"""The photo of own tiles: all of them once, bare, in the order of their board, cut up by tile.

It is the sheet that a camera needs of a table of tiles (``vision.tiles.bare.sheet``), so it is kept
whole, with where its tiles lie; and each tile's picture stands beside its drawing while the tile is
put right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.board_pose.pose_json import pose_json, read_pose
from calibration.profile import Profile, fingerprint
from companion.boards.board_writing import tiles_json
from companion.boards.tiles_board import TilesBoard
from companion.files.whole_file import UnwrittenFileError, make_folder, write_whole
from companion.saying.phrase import Phrase
from vision.alignment.pose import Pose
from vision.picture.encoding import KEPT_QUALITY, encoded
from vision.picture.photo import decode_to_read
from vision.picture.quads import CornerShares, px_of
from vision.picture.resizing import smaller
from vision.tiles.bare.looks import Looks
from vision.tiles.bare.sheet import place_sheet, sheet_position

PHOTO = Phrase("the-photo")
SHOWN, TAKEN, PLACED = "shown.jpg", "taken.jpg", "placed.json"
PIECE, NEW = "tile-", "new-"
"""What the names of the files of pieces begin with, and of those that are not all written yet."""
SHOWN_PX = 1600


@dataclass(frozen=True)
class PhotoToKeep:
    """A photo as it is kept, no larger than is ever read, and a smaller one to show."""

    kept: bytes
    shown: bytes


@dataclass(frozen=True)
class CutUp:
    """Where the tiles lie in a photo, and the picture of each from straight above, as JPEG."""

    pose: Pose
    tiles: Mapping[str, bytes]


def first_tiles(board: TilesBoard, count: int) -> TilesBoard:
    """The board with so many of its faces, in its order: what lies in the photo of a smaller box.

    All of them bring the backs along, which a camera has to know too.
    """
    faces = [tile.id for tile in board.tiles.values() if not tile.back]
    if count >= len(faces):
        return board
    kept = set(faces[:count])
    return replace(board, tiles={id_: tile for id_, tile in board.tiles.items() if id_ in kept})


def photo_to_keep(data: bytes) -> PhotoToKeep:
    """Decode a photo. Raises InputError for what is none."""
    photo = decode_to_read(data, PHOTO)
    shown = smaller(photo, longest_px=SHOWN_PX).picture
    return PhotoToKeep(encoded(photo, quality=KEPT_QUALITY), encoded(shown))


def cut_up(data: bytes, board: TilesBoard, corners: CornerShares) -> CutUp:
    """Find the tiles by the middles of the four furthest out, in shares of the photo, and cut them.

    Raises InputError where no camera sees them so.
    """
    photo = decode_to_read(data, PHOTO)
    sheet = place_sheet(photo, board, px_of(corners, photo))
    looks = Looks.of(board, sheet, sheet_position(board))
    return CutUp(sheet.pose, {tile: encoded(look) for tile, look in looks.tiles.items()})


class KeptPhoto:
    """A photo in a folder of its own, and the pieces that were cut out of it, by their ids."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def is_there(self) -> bool:
        """Whether a photo was handed in."""
        return (self._folder / TAKEN).is_file()

    def keep(self, photo: PhotoToKeep) -> None:
        """Keep a photo; an older one and its pieces are forgotten. Raises as ``_put`` does."""
        make_folder(self._folder)
        self._put({SHOWN: photo.shown, TAKEN: photo.kept}, "*")

    def keep_cut(self, pieces: Mapping[str, bytes]) -> None:
        """Keep the pictures of pieces; those of before are forgotten. Raises as ``_put`` does."""
        self._put(_files(pieces), f"{PIECE}*.jpg")

    def _put(self, files: Mapping[str, bytes], *instead_of: str) -> None:
        """Put files by their names in the place of all others with names of such patterns.

        Raises UnwrittenFileError, and all is as it was, where there is no room for them.
        """
        written = {name: self._folder / f"{NEW}{name}" for name in files}
        try:
            for name, data in files.items():
                write_whole(written[name], data)
        except UnwrittenFileError:
            for path in written.values():
                path.unlink(missing_ok=True)
            raise
        # From here on no room is needed.
        old = {path for pattern in instead_of for path in self._folder.glob(pattern)}
        for path in old - {*written.values(), *(self._folder / name for name in files)}:
            path.unlink()
        for name, path in written.items():
            path.replace(self._folder / name)

    @property
    def cut(self) -> frozenset[str]:
        """The pieces that have a picture."""
        found = self._folder.glob(f"{PIECE}*.jpg")
        return frozenset(path.stem.removeprefix(PIECE) for path in found)

    def picture(self, name: str) -> bytes | None:
        """``taken``, or smaller, ``shown``; None where there is none."""
        try:
            return (self._folder / f"{name}.jpg").read_bytes()
        except OSError:
            return None

    def piece(self, id_: str) -> bytes | None:
        """The picture of a piece; None where there is none."""
        return self.picture(f"{PIECE}{id_}") if id_ in self.cut else None


def _files(pieces: Mapping[str, bytes]) -> dict[str, bytes]:
    """The pictures of pieces by the names of their files."""
    return {f"{PIECE}{id_}.jpg": picture for id_, picture in pieces.items()}


class TilesPhoto(KeptPhoto):
    """The photo beside one board of own tiles, with where they lie in it."""

    def keep_pieces(self, cut: CutUp) -> None:
        """Keep where the tiles lie, and their pictures; those of before are forgotten."""
        placed = json.dumps(pose_json(cut.pose)).encode()
        self._put({**_files(cut.tiles), PLACED: placed}, f"{PIECE}*.jpg", PLACED)

    @property
    def tiles(self) -> frozenset[str]:
        """The tiles that have a picture."""
        return self.cut if (self._folder / PLACED).is_file() else frozenset()

    def profile(self, board: TilesBoard) -> Profile | None:
        """Board, photo and camera in one file; None where not all tiles lie in the photo."""
        photo = self.picture("taken")
        if photo is None or not set(board.tiles) <= self.tiles:
            return None
        try:
            pose = read_pose(json.loads((self._folder / PLACED).read_bytes()))
        except (OSError, ValueError, KeyError, TypeError, ArithmeticError):
            return None
        return Profile(board.name, fingerprint(board), photo, pose, {}, tiles_json(board))
