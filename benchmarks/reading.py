"""Measure the reader: ``python -m benchmarks.reading TABLE_DIR... [--json]``.

Every table is read by the same code as ``companion read``: its board file, its empty reference,
then each photo. The frames of a table named ``seq*`` or ``game*`` are one camera's evening: there
each frame is given the pose of the one before, as ``companion read --sequence`` does. Times are
wall-clock on this machine; the frame's own decoding, measured beside it, says how fast that is.
"Pose known" is a photo read with nothing else kept from before. "Camera still" is the next frame
of an evening, timed as it comes, where places that look as they did are not looked at again.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.measuring.accuracy import (
    Accuracy,
    FrameTruth,
    TableTruth,
    Tally,
    corner_error_mm,
    read_truth,
    share,
)
from benchmarks.measuring.pictures import error_tile, save_sheet
from benchmarks.measuring.report import (
    Figure,
    as_json,
    as_text,
    at_least,
    at_most,
    columns,
    number,
    peak_memory_mb,
)
from calibration.reference import find_reference
from companion.boards.board_file import read_board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from companion.questions import ASK_BELOW
from vision.alignment.align import NotAligned
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX
from vision.routes.reader import RoutesReader
from vision.seen.photo_reading import PhotoReading

SEQUENCES = ("seq", "game")
TIMED_FRAMES = 6
"""How many frames of a table are timed again with the pose known, evenly spread."""
REPEATS = 3
"""A time is the shortest of this many: the others measure what else the machine does."""
HARD_COLOURS = ("blue", "white", "black")
"""Blue on blue sea, white on a light dash, black in shadow: shown first."""


@dataclass
class Times:
    """What was measured with the clock, one entry a frame, in ms."""

    first_align_1080p: list[float] = field(default_factory=list)
    decode: list[float] = field(default_factory=list)
    frame: list[float] = field(default_factory=list)
    """Decoding and reading together, with the pose known and all else read anew."""
    next: list[float] = field(default_factory=list)
    """Frames of an evening whose camera did not move, decoding included."""

    def add(self, other: Times) -> None:
        """Take in what was measured elsewhere."""
        self.first_align_1080p += other.first_align_1080p
        self.decode += other.decode
        self.frame += other.frame
        self.next += other.next


@dataclass(eq=False)
class Measured:
    """One table, or all of them."""

    name: str
    accuracy: Accuracy = field(default_factory=Accuracy)
    times: Times = field(default_factory=Times)
    tiles: list[Image] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the named tables and print their figures; 0 when every target is reached."""
    args = _arguments().parse_args(argv)
    tables = [_measure(folder, args) for folder in args.tables if (folder / "truth.json").exists()]
    if not tables:
        print("no table with a truth.json among these folders", file=sys.stderr)
        return 2
    whole = Measured("all")
    for table in tables:
        whole.accuracy.add(table.accuracy)
        whole.times.add(table.times)
        if args.overlays and table.tiles:
            save_sheet(table.tiles, args.overlays / f"{table.name}.jpg")
    figures = list(_figures(whole, args.threshold))
    if args.json:
        print(as_json(figures))
    else:
        _print(tables, whole, figures)
    if args.errors:
        _print_errors(whole.accuracy)
    return 1 if any(figure.reached is False for figure in figures) else 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE_DIR")
    parser.add_argument("--json", action="store_true", help="figures, targets and whether reached")
    parser.add_argument("--errors", action="store_true", help="list every error on standard error")
    parser.add_argument(
        "--overlays", type=Path, metavar="DIR", help="a picture sheet of the errors"
    )
    parser.add_argument(
        "--truth-corners",
        action="store_true",
        help="give the reader the reference's true corners instead of having it find them",
    )
    parser.add_argument(
        "--alone", action="store_true", help="read every frame as if it were the only one"
    )
    parser.add_argument(
        "--threshold",
        type=float,
        default=ASK_BELOW,
        help="below this confidence a place is asked about",
    )
    return parser


def _measure(folder: Path, args: argparse.Namespace) -> Measured:
    truth = read_truth(folder)
    board = of_routes(read_board(folder / "board.json"))
    corners = np.array(truth.reference_corners_px) - FILE_PX if args.truth_corners else None
    measured = Measured(truth.name)
    try:
        reference = find_reference(load_photo(folder / "reference.jpg"), board, corners)
    except InputError as error:
        print(f"{truth.name}: refused: {error}", file=sys.stderr)
        for frame in truth.frames:
            measured.accuracy.hold(truth.name, frame, None)
        return measured
    bench = _Bench(folder, truth, board, reference, measured, tiles=bool(args.overlays))
    bench.run(keeps_pose=truth.name.startswith(SEQUENCES) and not args.alone)
    return measured


@dataclass
class _Bench:
    """One table being measured."""

    folder: Path
    truth: TableTruth
    board: RoutesBoard
    reference: Reference
    measured: Measured
    tiles: bool
    """Whether pictures of the errors are kept."""

    def run(self, *, keeps_pose: bool) -> None:
        reader = RoutesReader(self.board, self.reference)
        pose: Pose | None = None
        step = max(1, len(self.truth.frames) // TIMED_FRAMES)
        for index, frame in enumerate(self.truth.frames):
            done = self._read(reader, frame, pose if keeps_pose else None)
            if done is None:
                continue
            pose = done.pose
            if index % step == 0:
                self._time(reader, frame, pose)

    def _read(
        self, reader: RoutesReader, frame: FrameTruth, hint: Pose | None
    ) -> PhotoReading | None:
        accuracy, times = self.measured.accuracy, self.measured.times
        started = time.perf_counter()
        photo = load_photo(self.folder / frame.name)
        decode_ms = 1e3 * (time.perf_counter() - started)
        try:
            done = reader.read(photo, hint)
        except NotAligned:
            accuracy.hold(self.truth.name, frame, None)
            return None
        known = len(accuracy.wrong)
        accuracy.hold(self.truth.name, frame, done.reading)
        outline_mm = 2 * (self.board.width_mm + self.board.height_mm)
        accuracy.corner_errors_mm.append(
            corner_error_mm(frame.corners_px, _in_file(done.reading.corners_px), outline_mm)
        )
        if hint is None and min(photo.shape[:2]) >= 1080:
            times.first_align_1080p.append(done.time_ms["align"])
        if done.pose is hint:
            times.next.append(decode_ms + sum(done.time_ms.values()))
        if self.tiles:
            seen, empty = (photo, done.pose), (self.reference.photo, self.reference.pose)
            for error in accuracy.wrong[known:]:
                self.measured.tiles.append(error_tile(error, self.board, seen, empty))
        return done

    def _time(self, reader: RoutesReader, frame: FrameTruth, pose: Pose) -> None:
        path = self.folder / frame.name
        jpeg = np.frombuffer(path.read_bytes(), np.uint8)
        times = self.measured.times

        def read_anew() -> None:
            reader.forget()
            reader.read(load_photo(path), pose)

        times.decode.append(_shortest_ms(lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR)))
        times.frame.append(_shortest_ms(read_anew))


def _shortest_ms(action: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        action()
        times.append(1e3 * (time.perf_counter() - start))
    return min(times)


def _figures(whole: Measured, threshold: float) -> Iterable[Figure]:
    accuracy, times = whole.accuracy, whole.times
    spaces, slots = accuracy.spaces, accuracy.slots
    corners = accuracy.corner_errors_mm
    yield Figure("frames", accuracy.frames)
    yield Figure("frames refused", accuracy.refused)
    yield Figure("corner error, median mm", median(corners), at_most(0.7))
    yield Figure("corner error, worst mm", max(corners, default=None), at_most(2.5))
    yield Figure("visible spaces right", spaces.share_right, at_least(0.997))
    yield Figure("false pieces in 10,000 empty spaces", spaces.false_per_10000, at_most(3))
    yield Figure("pieces missed on spaces", spaces.share_of_pieces("missed piece"))
    yield Figure("pieces of a wrong colour", spaces.share_of_pieces("wrong kind"))
    yield from _by_kind("spaces right", spaces)
    yield Figure("visible slots right", slots.share_right, at_least(0.98))
    yield from _by_kind("slots right", slots)
    yield Figure("whole boards exact", share(accuracy.exact, accuracy.frames), at_least(0.7))
    yield Figure("hidden places not taken for something else", accuracy.share_hidden_right)
    yield Figure(
        f"errors with a confidence below {threshold:g}",
        accuracy.share_of_errors_below(threshold),
        at_least(0.9),
    )
    yield Figure("decoding, median ms", median(times.decode))
    yield Figure("frame, pose known, median ms", median(times.frame), at_most(150))
    yield Figure("next frame of an evening, median ms", median(times.next), at_most(40))
    first = times.first_align_1080p
    yield Figure("first alignment at 1080p, median ms", median(first), at_most(500))
    yield Figure("first alignment at 1080p, worst ms", max(first, default=None))
    yield Figure("peak memory, MB", peak_memory_mb(), at_most(450))


def _by_kind(what: str, tally: Tally) -> Iterable[Figure]:
    hard = [kind for kind in HARD_COLOURS if kind in tally.visible]
    for kind in [*hard, *sorted(set(tally.visible) - set(hard))]:
        yield Figure(f"{what}: {kind}", share(tally.right[kind], tally.visible[kind]))


def _print(tables: Sequence[Measured], whole: Measured, figures: Sequence[Figure]) -> None:
    head = ("table", "frames", "refused", "exact", "spaces", "false/10k", "missed", "wrong")
    rows: list[tuple[str, ...]] = [(*head, "slots", "corner mm", "align ms", "frame ms")]
    for table in (*tables, whole):
        accuracy, spaces = table.accuracy, table.accuracy.spaces
        numbers = (
            accuracy.frames,
            accuracy.refused,
            accuracy.exact,
            spaces.share_right,
            spaces.false_per_10000,
            spaces.share_of_pieces("missed piece"),
            spaces.share_of_pieces("wrong kind"),
            accuracy.slots.share_right,
            max(accuracy.corner_errors_mm, default=None),
            median(table.times.first_align_1080p),
            median(table.times.frame),
        )
        rows.append((table.name, *map(number, numbers)))
    print(columns(rows), as_text(figures), sep="\n\n")


def _print_errors(accuracy: Accuracy) -> None:
    for error in accuracy.wrong:
        print(
            f"{error.table}/{error.frame}/{error.place} {error.true} {error.read}"
            f" {error.confidence:.3f}",
            file=sys.stderr,
        )


def median(values: Sequence[float]) -> float | None:
    """Give the middle value, of two middle ones the higher; None of nothing."""
    return statistics.median_high(values) if values else None


def _in_file(points_px: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x + FILE_PX, y + FILE_PX) for x, y in points_px]


if __name__ == "__main__":
    sys.exit(main())
