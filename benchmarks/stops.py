"""How well boards of stops are read: ``python -m benchmarks.stops [TABLE...]``.

Without tables, boards are invented and drawn here, with a photo each of ``--photos`` scenes: other
prints, ships, cameras and lights for every seed. A stop is wholly right where every ship in sight
that lies there, or is read there, is read at its stop, and goods as they lie. What is hidden by an
arm or lies outside the picture is not counted. With ``--board`` all tables have this board.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from calibration.reference import find_reference
from companion.boards.board_file import read_board
from companion.boards.stops_board import StopsBoard
from companion.errors import InputError
from companion.questions import ASK_BELOW
from companion.reading import EMPTY, HIDDEN, Reading
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX
from vision.reader import Reader, reader_for
from vision.simulator import Simulator, invent_stops_board, random_shot, reference_frame

APART = 1000
"""Seeds below this drew what the reader was made with; none of them is measured."""


@dataclass
class Counts:
    """What was counted over some photos."""

    photos: int = 0
    refused: int = 0
    stops: int = 0
    wrong_stops: int = 0
    ships: int = 0
    right_ships: int = 0
    piles: int = 0
    right_piles: int = 0
    unsure: int = 0
    surely_wrong: int = 0
    whole: int = 0
    times_ms: list[float] = field(default_factory=list)
    by_light: Counter[str] = field(default_factory=Counter)
    stops_by_light: Counter[str] = field(default_factory=Counter)

    def hold(self, board: StopsBoard, truth: Mapping[str, Any], reading: Reading) -> list[str]:
        """Count one photo, and tell what was read wrong."""
        wrong: set[str] = set()
        told = []
        for thing, lies in {**truth["pieces"], **truth["spaces"]}.items():
            if lies == HIDDEN:
                continue
            seen, is_pile = reading.subjects[thing], thing in board.stops
            right = seen.answer == lies
            self.piles += is_pile
            self.ships += not is_pile
            self.right_piles += is_pile and right
            self.right_ships += not is_pile and right
            self.unsure += seen.confidence < ASK_BELOW
            if right:
                continue
            self.surely_wrong += seen.confidence >= ASK_BELOW
            wrong |= {thing} if is_pile else {lies, seen.answer} - {EMPTY, HIDDEN}
            told.append(f"{thing}: {lies}, read {seen.answer} ({seen.confidence:.2f})")
        light = str(truth["tags"].get("lighting", ""))
        self.photos += 1
        self.whole += not wrong and not told
        self.stops += len(board.stops)
        self.wrong_stops += len(wrong)
        self.by_light[light] += len(wrong)
        self.stops_by_light[light] += len(board.stops)
        return told


@dataclass(frozen=True, eq=False)
class Table:
    """One board with the photo of it empty, and its photos, each with its truth and its name."""

    board: StopsBoard
    reference: Reference
    photos: Iterator[tuple[str, Image, Mapping[str, Any]]]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when every target is reached, else 1, 2 for unusable tables."""
    args = _arguments().parse_args(argv)
    counts = Counts()
    try:
        for table in _tables(args):
            _measure(table, counts, args.errors)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    figures = _figures(counts)
    print(as_json(figures) if args.json else as_text(figures))
    if not args.json:
        for light, stops in sorted(counts.stops_by_light.items()):
            print(f"  {light or 'any light'}: {1 - counts.by_light[light] / stops:.2%} of {stops}")
    return 0 if all(figure.reached is not False for figure in figures) else 1


def _measure(table: Table, counts: Counts, errors: bool) -> None:
    reader: Reader = reader_for(table.board, table.reference)
    for name, photo, truth in table.photos:
        try:
            done = reader.read(photo)
        except NotAligned as error:
            counts.refused += 1
            print(f"{name}: {error}", file=sys.stderr)
            continue
        told = counts.hold(table.board, truth, done.reading)
        counts.times_ms.append(sum(done.time_ms.values()))
        if errors:
            for line in told:
                print(f"{name} ({truth['tags'].get('lighting')}) {line}", file=sys.stderr)


def _tables(args: argparse.Namespace) -> Iterator[Table]:
    for folder in args.tables:
        yield _kept(folder)
    if args.tables:
        return
    given = read_board(args.board) if args.board else None
    if given is not None and not isinstance(given, StopsBoard):
        raise SystemExit(f"{args.board} is no board of stops")
    for seed in range(args.seed, args.seed + args.draw):
        yield _drawn(given or invent_stops_board(seed), seed, args.photos)


def _drawn(board: StopsBoard, seed: int, photos: int) -> Table:
    simulator, rng = Simulator(board, seed), np.random.default_rng([seed, 41])
    empty = reference_frame(simulator, rng)

    def draw() -> Iterator[tuple[str, Image, Mapping[str, Any]]]:
        for number in range(photos):
            shot = random_shot(simulator, rng)
            frame = simulator.frame(
                shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number, tags=shot.tags
            )
            photo = cv2.imdecode(np.frombuffer(frame.jpeg(), np.uint8), cv2.IMREAD_COLOR)
            yield f"{seed}/{number}", np.asarray(photo, np.uint8), frame.truth.to_json()

    return Table(board, Reference(empty.photo, empty.pose), draw())


def _kept(folder: Path) -> Table:
    board = read_board(folder / "board.json")
    if not isinstance(board, StopsBoard):
        raise SystemExit(f"{folder / 'board.json'} is no board of stops")
    truth = json.loads((folder / "truth.json").read_text())
    corners = np.array(truth["reference_corners_px"], float) - FILE_PX
    reference = find_reference(load_photo(folder / "reference.jpg"), board, corners)
    frames = (
        (f"{folder.name}/{name}", load_photo(folder / name), {"tags": {}, **each})
        for name, each in truth["frames"].items()
    )
    return Table(board, reference, frames)


def _figures(counts: Counts) -> list[Figure]:
    def share(part: int, whole: int) -> float | None:
        return round(part / whole, 4) if whole else None

    times = sorted(counts.times_ms)
    return [
        Figure("photos", counts.photos),
        Figure("refused", counts.refused),
        Figure(
            "stops wholly right",
            share(counts.stops - counts.wrong_stops, counts.stops),
            at_least(0.995),
        ),
        Figure("ships right", share(counts.right_ships, counts.ships)),
        Figure("piles right", share(counts.right_piles, counts.piles)),
        Figure("whole boards right", share(counts.whole, counts.photos)),
        Figure("unsure answers a photo", round(counts.unsure / max(counts.photos, 1), 2)),
        Figure("surely wrong a photo", round(counts.surely_wrong / max(counts.photos, 1), 3)),
        Figure("median ms a photo", round(median(times), 0) if times else None, at_most(700)),
    ]


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.stops", description="How well boards of stops are read."
    )
    add = parser.add_argument
    add("tables", nargs="*", type=Path, metavar="TABLE", help="folders as in docs/first-hour.md")
    add("--draw", type=int, default=12, help="so many boards are drawn (default: 12)")
    add("--photos", type=int, default=3, help="photos of each (default: 3)")
    add("--seed", type=int, default=APART + 1, help=f"the first board's; above {APART}")
    add("--board", type=Path, metavar="FILE", help="a board file for all of them")
    add("--errors", action="store_true", help="name what is read wrong")
    add("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
