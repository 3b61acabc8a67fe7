"""How well tables of tiles are read: ``python -m benchmarks.tiles``.

Tables are drawn games as they lie at any time, photographed by the simulator: other prints, pieces,
tables, cameras and lights for every seed. The reader knows the sheet of the tiles, in which colours
is played, and what lay there before: the tile that was turned up last it has still to tell. What is
washed out by a lamp, or hidden in part by an arm, or lies outside the picture is not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

import cv2
import numpy as np

from benchmarks.games.laid_tiles import board_of_tiles, table_by_lot
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from companion.boards.tiles_board import TilesBoard
from companion.position import Position
from companion.questions import ASK_BELOW
from companion.reading import EMPTY, HIDDEN, Reading, Seen
from vision.alignment.align import NotAligned
from vision.alignment.reference import Reference
from vision.picture.arrays import Image
from vision.simulator import Simulator, Truth, sheet
from vision.simulator.tables_of_tiles import Manner, manners
from vision.tiles.bare.sheet import sheet_position
from vision.tiles.reader import TilesReader

APART = 1000
"""Seeds below this drew what the reader was made with; none of them is measured."""

NOT_READ = "not read"
"""What is said of a place on a tile that is taken for another."""
NOT_TOLD = (HIDDEN, NOT_READ)
"""What is said of a place of which nothing is told: it is asked, however surely it is hidden."""


@dataclass
class Counts:
    """What was counted over some photos."""

    photos: int = 0
    refused: int = 0
    tiles: Counter[str] = field(default_factory=Counter)
    turned_up: Counter[str] = field(default_factory=Counter)
    posts: Counter[str] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)
    whole: int = 0
    times_ms: list[float] = field(default_factory=list)
    by_light: dict[str, Counter[str]] = field(default_factory=dict)

    def hold(self, board: TilesBoard, truth: Truth, new: str, reading: Reading) -> list[str]:
        """Count one photo, and tell what was read wrong; on the cell ``new`` a tile was found."""
        told: list[str] = []
        light = self.by_light.setdefault(str(truth.tags.get("lighting", "")), Counter())
        for cell, lies in truth.spaces.items():
            told += _held(cell, lies, reading.spaces.get(cell), self.tiles)
            if cell == new:
                _held(cell, lies, reading.spaces.get(cell), self.turned_up)
        unseen = {*truth.washed, *truth.partial}
        for place, lies in truth.slots.items():
            if place in unseen:
                continue
            into = self.beside if place in board.printed_places else self.posts
            told += _held(place, lies, reading.slots.get(place), into, light)
        self.photos += 1
        self.whole += not told
        return told


def _held(place: str, lies: str, seen: Seen | None, *into: Counter[str]) -> list[str]:
    """Count one place into some counts, and tell what is wrong there.

    What is hidden where nothing hides it is not right, but nobody is told anything false.
    """
    if lies == HIDDEN:
        return []
    piece, confidence = (seen.answer, seen.confidence) if seen else (NOT_READ, 1.0)
    right, sure = piece == lies, confidence >= ASK_BELOW and piece not in NOT_TOLD
    for counts in into:
        counts["all"] += 1
        counts["right"] += right
        counts["filled"] += lies != EMPTY
        counts["doubtful"] += not sure
        counts["right or doubtful"] += right or not sure
        counts["surely wrong"] += sure and not right
        counts["not told"] += piece in NOT_TOLD
    return [] if right else [f"{place}: {lies}, read {piece} ({confidence:.3f})"]


@dataclass(frozen=True, eq=False)
class Shown:
    """A photo with its truth; what was known before, and on which cell a tile was turned up."""

    name: str
    photo: Image
    truth: Truth
    known: Position
    new: str


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when every target is reached, else 1."""
    args = _arguments().parse_args(argv)
    counts, board = Counts(), board_of_tiles()
    manner = manners(board)[args.manner]
    for seed in range(args.seed, args.seed + args.draw):
        simulator, rng = manner.table(board, seed), np.random.default_rng([seed, 41])
        empty = sheet(simulator, rng, sheet_position(board))
        reader = TilesReader(board, Reference(empty.photo, empty.pose))
        for shown in _photos(board, manner, simulator, rng, seed, args.photos):
            _measure(board, reader, shown, counts, errors=args.errors)
    figures = _figures(counts)
    print(as_json(figures) if args.json else as_text(figures))
    if not args.json:
        for light, each in sorted(counts.by_light.items()):
            print(f"  {light}: {each['right'] / each['all']:.2%} of {each['all']} places")
    return 0 if all(figure.reached is not False for figure in figures) else 1


def _measure(
    board: TilesBoard, reader: TilesReader, shown: Shown, counts: Counts, *, errors: bool
) -> None:
    reader.forget()
    reader.knows(shown.known)
    try:
        done = reader.read(shown.photo)
    except NotAligned as error:
        counts.refused += 1
        print(f"{shown.name}: {error}", file=sys.stderr)
        return
    told = counts.hold(board, shown.truth, shown.new, done.reading)
    counts.times_ms.append(sum(done.time_ms.values()))
    for line in told if errors else ():
        print(f"{shown.name} {json.dumps(shown.truth.tags)} {line}", file=sys.stderr)


def _photos(
    board: TilesBoard,
    manner: Manner,
    simulator: Simulator,
    rng: np.random.Generator,
    seed: int,
    count: int,
) -> Iterator[Shown]:
    for number in range(count):
        random = Random(1000 * seed + number)
        position = table_by_lot(board, random)
        known, new = _before(board, position, random)
        shot = manner.shot(simulator, rng, position)
        frame = simulator.frame(
            shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number, tags=shot.tags
        )
        photo = cv2.imdecode(np.frombuffer(frame.jpeg(), np.uint8), cv2.IMREAD_COLOR)
        yield Shown(f"{seed}/{number}", np.asarray(photo, np.uint8), frame.truth, known, new)


def _before(board: TilesBoard, position: Position, random: Random) -> tuple[Position, str]:
    """The tiles as they lay before one of them was turned up, its cell; and what nobody plays."""
    backs = [tile.id for tile in board.tiles.values() if tile.back]
    up = [cell for cell, lies in position.spaces.items() if lies.split("/")[0] not in backs]
    if not up or not backs:
        return Position(position.spaces, in_box=position.in_box), ""
    new = random.choice(up)
    return Position({**position.spaces, new: f"{backs[0]}/0"}, in_box=position.in_box), new


def _figures(counts: Counts) -> list[Figure]:
    def share(of: Mapping[str, int], part: str) -> float | None:
        return round(of[part] / of["all"], 4) if of["all"] else None

    times, places = sorted(counts.times_ms), counts.posts + counts.beside
    return [
        Figure("photos", counts.photos),
        Figure("not found", counts.refused, at_most(0)),
        Figure("tiles right", share(counts.tiles, "right")),
        Figure("tiles right or doubtful", share(counts.tiles, "right or doubtful"), at_least(1)),
        Figure("tiles surely wrong", counts.tiles["surely wrong"], at_most(0)),
        Figure("turned up: right", share(counts.turned_up, "right")),
        Figure("turned up: doubtful", share(counts.turned_up, "doubtful")),
        Figure("posts right", share(counts.posts, "right"), at_least(0.995)),
        Figure("posts with a piece", counts.posts["filled"]),
        Figure("beside: right", share(counts.beside, "right"), at_least(0.995)),
        Figure("places asked a photo", round(places["doubtful"] / max(counts.photos, 1), 2)),
        Figure("places told as hidden, or not at all", places["not told"]),
        Figure("places wrong", _wrong(places)),
        Figure("places surely wrong", places["surely wrong"]),
        Figure("errors that are sure", _sure_errors(places), at_most(0.1)),
        Figure("whole tables right", round(counts.whole / max(counts.photos, 1), 3)),
        Figure("median s a photo", round(median(times) / 1e3, 2) if times else None, at_most(2)),
    ]


def _wrong(places: Mapping[str, int]) -> int:
    """How many are told, and told wrongly."""
    return places["all"] - places["right"] - places["not told"]


def _sure_errors(places: Mapping[str, int]) -> float | None:
    """The share of errors that nobody would have been asked about."""
    wrong = _wrong(places)
    return round(places["surely wrong"] / wrong, 3) if wrong else None


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tiles", description="How well tables of tiles are read."
    )
    add = parser.add_argument
    add("--draw", type=int, default=10, help="so many tables are drawn (default: 10)")
    add("--photos", type=int, default=3, help="photos of each (default: 3)")
    add("--seed", type=int, default=APART + 1, help=f"the first table's; above {APART}")
    add(
        "--manner",
        default="usual",
        choices=list(manners(board_of_tiles())),
        help="how tables are out of the ordinary (default: usual)",
    )
    add("--errors", action="store_true", help="name what is read wrong")
    add("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
