"""How well ships, odd things and hands are seen: ``python -m benchmarks.leftovers TABLE...``.

A ship is found when one of its colour is read within 8 mm of it; ships that an arm hides count as
missed, because the truth does not tell them apart. An odd thing on the board is found when one is
read within 12 mm. A false one is far from everything of its kind in the truth; a ship that is
reported as odd is counted as neither. Cover is held against the spaces that the truth calls hidden.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring.accuracy import share
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from calibration.reference import find_reference
from companion.boards.board_file import read_board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from companion.reading import HIDDEN, OddSeen, ShipSeen
from vision.alignment.align import NotAligned
from vision.picture.photo import load_photo
from vision.routes.reader import RoutesReader
from vision.seen.photo_reading import PhotoReading

SHIP_MM = 8.0
ODD_MM = 12.0


@dataclass
class Counts:
    """What was counted over some frames."""

    frames: int = 0
    refused: int = 0
    ships: int = 0
    ships_found: int = 0
    ships_recoloured: int = 0
    ships_false: int = 0
    odd: int = 0
    odd_found: int = 0
    odd_false: int = 0
    hidden: int = 0
    hidden_covered: int = 0
    seen: int = 0
    seen_covered: int = 0

    def hold(self, board: RoutesBoard, truth: Mapping[str, Any], done: PhotoReading) -> None:
        """Count one frame."""
        self.frames += 1
        self._hold_ships(truth.get("ships", []), done.reading.ships)
        inside = [
            thing
            for thing in truth.get("odd", [])
            if 0 < thing["x"] < board.width_mm and 0 < thing["y"] < board.height_mm
        ]
        self._hold_odd(inside, truth.get("ships", []), done.reading.odd)
        if done.cover is not None:
            spaces = list(board.spaces.values())
            points = np.array([[(space.x_mm, space.y_mm)] for space in spaces])
            covered = done.cover.covered(points) > 0.5
            hidden = np.array([truth["spaces"][space.id] == HIDDEN for space in spaces])
            self.hidden += int(hidden.sum())
            self.hidden_covered += int((hidden & covered).sum())
            self.seen += int((~hidden).sum())
            self.seen_covered += int((~hidden & covered).sum())

    def _hold_ships(self, true: Sequence[Mapping[str, Any]], seen: Sequence[ShipSeen]) -> None:
        left = list(seen)
        self.ships += len(true)
        for ship in true:
            near = [(_apart(ship, other), other) for other in left]
            near = sorted((pair for pair in near if pair[0] < SHIP_MM), key=lambda pair: pair[0])
            if not near:
                continue
            left.remove(near[0][1])
            same = near[0][1].colour == ship["colour"]
            self.ships_found += same
            self.ships_recoloured += not same
        self.ships_false += len(left)

    def _hold_odd(
        self,
        true: Sequence[Mapping[str, Any]],
        ships: Sequence[Mapping[str, Any]],
        seen: Sequence[OddSeen],
    ) -> None:
        self.odd += len(true)
        self.odd_found += sum(any(_apart(thing, o) < ODD_MM for o in seen) for thing in true)
        known = [*true, *ships]
        self.odd_false += sum(all(_apart(thing, o) > ODD_MM for thing in known) for o in seen)

    def figures(self) -> Iterator[Figure]:
        """The figures with their targets."""
        yield Figure("frames", self.frames)
        yield Figure("frames refused", self.refused)
        yield Figure("ships", self.ships)
        yield Figure("ships found", share(self.ships_found, self.ships), at_least(0.7))
        yield Figure(
            "ships of wrong colour", share(self.ships_recoloured, self.ships), at_most(0.01)
        )
        yield Figure("false ships per frame", share(self.ships_false, self.frames), at_most(0.3))
        yield Figure("odd things", self.odd)
        yield Figure("odd things found", share(self.odd_found, self.odd), at_least(0.6))
        yield Figure("false odd things per frame", share(self.odd_false, self.frames), at_most(0.5))
        yield Figure("hidden spaces in cover", share(self.hidden_covered, self.hidden))
        yield Figure("seen spaces in cover", share(self.seen_covered, self.seen), at_most(0.01))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the named tables; 0 when every target is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leftovers", description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE")
    parser.add_argument("--json", action="store_true", help="figures, targets, whether reached")
    parser.add_argument("--every", type=int, default=1, help="take every n-th frame")
    args = parser.parse_args(argv)
    counts = Counts()
    for table in args.tables:
        if (table / "truth.json").exists():
            measure(table, args.every, counts)
    figures = list(counts.figures())
    print(as_json(figures) if args.json else as_text(figures))
    return 1 if any(figure.reached is False for figure in figures) else 0


def measure(table: Path, every: int, counts: Counts) -> None:
    """Read every n-th frame of one table by itself."""
    board = of_routes(read_board(table / "board.json"))
    truth = json.loads((table / "truth.json").read_text(encoding="utf-8"))
    try:
        reader = RoutesReader(board, find_reference(load_photo(table / "reference.jpg"), board))
    except InputError as error:
        print(f"{table.name}: refused: {error}", file=sys.stderr)
        return
    for name, frame in list(truth["frames"].items())[::every]:
        try:
            counts.hold(board, frame, reader.read(load_photo(table / name)))
        except NotAligned:
            counts.refused += 1


def _apart(true: Mapping[str, Any], seen: ShipSeen | OddSeen) -> float:
    return math.hypot(true["x"] - seen.x_mm, true["y"] - seen.y_mm)


if __name__ == "__main__":
    raise SystemExit(main())
