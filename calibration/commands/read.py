"""``companion read``: what lies on the board in one photo or many, as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from calibration.setup import add_setup_arguments, open_board, open_setup
from companion.boards.board import Board
from companion.errors import Fault, InputError
from companion.reading import Reading, Seen
from companion.saying.phrase import Phrase
from companion.saying.terminal import asked_in
from vision.alignment.framing import outside_words
from vision.alignment.pose import Pose
from vision.photometry.colourless import has_no_colours
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX
from vision.picture.recordings import photos_in
from vision.reader import Reader, needs_reference, reader_for
from vision.seen.photo_reading import PhotoReading
from vision.seen.several_looks import known_after

DONE = 0
NEEDS_A_PERSON = 1
UNUSABLE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add(
        "--board",
        type=Path,
        metavar="FILE",
        help="the board file (default: the one in the profile)",
    )
    add_setup_arguments(parser)
    add("--profile", type=Path, metavar="FILE", help="what 'companion calibrate' learned")
    add(
        "--sequence",
        action="store_true",
        help="the photos are one camera's, in order: what was known is kept where it is hidden",
    )
    add("frames", nargs="+", type=Path, metavar="FRAME", help="photos, or folders of photos")


def run(args: argparse.Namespace) -> int:
    """Print the readings; 1 when a photo could not be read, 2 when none could."""
    board = open_board(args.board, args.profile)
    paths = _photos(args.frames, board, args.reference)
    if not needs_reference(board):
        raise InputError("read-by-its-record", board=board.name)
    setup = open_setup(board, args.reference, args.corners, args.profile)
    language = asked_in(args)
    for doubt in setup.doubts:
        print(doubt.said(language), file=sys.stderr)
    session = _Session(reader_for(board, setup.reference, setup.palette), args.sequence, language)
    frames = {name: session.read(path) for name, path in _named(paths)}
    json.dump({"frames": frames}, sys.stdout, ensure_ascii=False)
    print()
    refused = session.refused
    if len(refused) == len(frames):
        others = len(refused) - 1
        told = Fault("more-like-it", fault=refused[0], more=others) if others else refused[0]
        print(told.said(language), file=sys.stderr)
        return UNUSABLE
    return NEEDS_A_PERSON if refused else DONE


@dataclass
class _Session:
    """Reads photo after photo; in a sequence each helps with the next."""

    reader: Reader
    sequence: bool
    language: str
    pose: Pose | None = None
    known: Reading | None = None
    refused: list[Fault] = field(default_factory=list)

    def read(self, path: Path) -> dict[str, object]:
        """One photo's entry in the JSON; a photo that can't be read says why."""
        started = perf_counter()
        try:
            photo = load_photo(path)
        except InputError as error:
            return self._refused(error.fault)
        decode_ms = 1e3 * (perf_counter() - started)
        if has_no_colours(photo):
            self._tell(Fault("photo-grey").within(path))
        try:
            seen = self.reader.read(photo, self.pose)
        except InputError as error:
            return self._refused(error.fault.within(path))
        reading = seen.reading
        if self.sequence:
            reading = known_after(reading, self.known)
            self.pose, self.known = seen.pose, reading
        if reading.outside:
            self._tell(outside_words(reading.outside).within(path))
        return _entry(seen, reading, decode_ms)

    def _tell(self, doubt: Phrase) -> None:
        """Say on standard error what is to be known of a photo that is read all the same."""
        print(doubt.said(self.language), file=sys.stderr)

    def _refused(self, fault: Fault) -> dict[str, object]:
        self.refused.append(fault)
        return {"aligned": False, "why": str(fault)}


def _entry(seen: PhotoReading, reading: Reading, decode_ms: float) -> dict[str, object]:
    times = {"decode": decode_ms, **seen.time_ms}
    return {
        "aligned": True,
        "corners_px": [
            [round(x + FILE_PX, 2), round(y + FILE_PX, 2)] for x, y in reading.corners_px
        ],
        "spaces": {place: _seen(one) for place, one in reading.spaces.items()},
        "slots": {place: _seen(one) for place, one in reading.slots.items()},
        **_pieces(reading),
        "ships": [
            {
                "colour": ship.colour,
                "x": round(ship.x_mm, 1),
                "y": round(ship.y_mm, 1),
                "angle_deg": round(ship.angle_deg, 1),
            }
            for ship in reading.ships
        ],
        "odd": [{"x": round(odd.x_mm, 1), "y": round(odd.y_mm, 1)} for odd in reading.odd],
        **({"outside": [side.value for side in reading.outside]} if reading.outside else {}),
        "time_ms": {stage: round(float(time), 1) for stage, time in times.items()},
    }


def _pieces(reading: Reading) -> dict[str, object]:
    """Where the pieces that move lie, on a board that has such."""
    if not reading.pieces:
        return {}
    return {"pieces": {kind: _seen(one) for kind, one in reading.pieces.items()}}


def _seen(one: Seen) -> dict[str, object]:
    return {"piece": one.answer, "confidence": round(float(one.confidence), 4)}


def _photos(frames: Sequence[Path], board: Board, reference: Path | None) -> list[Path]:
    """The photos named, and those in the folders named, each once, without what is no frame."""
    not_frames = tuple(path for path in (board.art, reference) if path is not None)
    paths: list[Path] = []
    for frame in frames:
        paths += photos_in(frame, not_frames) if frame.is_dir() else [frame]
    return list(dict.fromkeys(paths))


def _named(paths: Sequence[Path]) -> list[tuple[str, Path]]:
    """Photos by file name; by the path as given where two files have one name."""
    names = [path.name for path in paths]
    return [
        (name if names.count(name) == 1 else str(path), path)
        for name, path in zip(names, paths, strict=True)
    ]
