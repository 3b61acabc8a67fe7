"""Measure how a box of tiles is counted in a photo: ``python -m benchmarks.counted_tiles``.

All 73 tiles lie in rows, in an order and with turns by lot, in a drawn photograph: another print,
camera and light for each box. Some kinds are taken out of the tiles that the program knows, so that
they have to be drawn anew. The middles of four tiles are marked some pixels off, as by hand.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from benchmarks.games.pictured.growing_table import GrowingTable
from benchmarks.measuring.report import Figure, as_json, as_text, at_least
from calibration.own_tiles.printed_areas import DrawnTile, Style, drawn_tile, style_of
from calibration.own_tiles.rows import cells_in_rows, counted
from companion.boards.tiles_board import Tile, TilesBoard
from companion.games.carcassonne_south_seas.shipped import read_shipped_board
from companion.position import Position
from vision.tiles.bare.sheet import furthest_out

UNKNOWN = 6
"""So many kinds of a box are taken out, if nothing else is said."""
OFF_PX = 3.0
"""How far marks are off, as a sigma."""
QUALITY = 92


@dataclass
class Counts:
    """What came of some boxes."""

    tiles: int = 0
    counted: int = 0
    unknown: int = 0
    sides: int = 0
    areas: int = 0
    whole: int = 0
    seconds: list[float] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print; 0 when every target is reached, else 1."""
    args = _arguments().parse_args(argv)
    board, sums = read_shipped_board(), Counts()
    style = style_of(board)
    assert style is not None
    for seed in range(args.seed, args.seed + args.boxes):
        _count(board, style, seed, args.unknown, sums)
    figures = _figures(sums)
    print(as_json(figures) if args.json else as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def _count(board: TilesBoard, style: Style, seed: int, unknown: int, sums: Counts) -> None:
    """Lay a box out, take its photo, and hold what is proposed against it."""
    rng = np.random.default_rng([seed, 71])
    box = [tile for tile in board.tiles.values() for _ in range(tile.count)]
    rng.shuffle(box)
    cells = cells_in_rows(board, len(box))
    lies = {
        cell.id: f"{tile.id}/{rng.integers(tile.turns)}"
        for cell, tile in zip(cells, box, strict=True)
    }
    table = Position(lies)
    taken = GrowingTable(board, table, seed)
    photo = taken.photo(table, 0)
    size_px = np.array([photo.shape[1], photo.shape[0]])
    at_mm = np.array([(cell.x_mm, cell.y_mm) for cell in furthest_out(cells)])
    marks = taken.pose.project(at_mm) + rng.normal(0, OFF_PX, (4, 2))
    corners = tuple((float(x), float(y)) for x, y in (marks + 0.5) / size_px)
    kinds = [tile.id for tile in board.tiles.values() if tile.printed.isdecimal()]
    gone = {str(kind) for kind in rng.choice(kinds, unknown, replace=False)}
    known = replace(board, tiles={k: tile for k, tile in board.tiles.items() if k not in gone})
    _, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    began = time.process_time()
    found = counted(jpeg.tobytes(), known, style, len(box), corners).proposal
    sums.seconds.append(time.process_time() - began)
    made = found.board.tiles
    told = Counter({id_: tile.count for id_, tile in made.items() if id_ not in found.new})
    true = Counter(tile.id for tile in box if tile.id not in gone)
    sums.tiles += true.total()
    sums.counted += (told & true).total()
    for id_ in found.new:
        _hold(made[id_], box[found.shown[id_].nth], style, sums)


def _hold(told: Tile, true: Tile, style: Style, sums: Counts) -> None:
    """Count what is right of a tile that was drawn anew."""
    one, other = drawn_tile(told, style, 4), drawn_tile(true, style, 4)
    turns = [DrawnTile(4, one.areas, {}).turned(quarters) for quarters in range(4)]
    sums.unknown += 1
    sums.sides += any(np.roll(one.edges, n).tolist() == [*other.edges] for n in range(4))
    sums.areas += DrawnTile(4, other.areas, {}).turned(0) in turns
    sums.whole += any(one.turned(quarters) == other.turned(0) for quarters in range(4))


def _figures(sums: Counts) -> list[Figure]:
    def share(right: int, of: int) -> float | None:
        return round(right / of, 4) if of else None

    return [
        Figure("tiles of known kinds counted", share(sums.counted, sums.tiles), at_least(0.99)),
        Figure("unknown kinds, sides right", share(sums.sides, sums.unknown)),
        Figure("unknown kinds, areas right", share(sums.areas, sums.unknown)),
        Figure("unknown kinds, wholly right", share(sums.whole, sums.unknown)),
        Figure("processor s a photo", round(float(np.median(sums.seconds)), 2)),
        Figure("known tiles", float(sums.tiles)),
        Figure("kinds drawn anew", float(sums.unknown)),
    ]


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.counted_tiles", description="How a box of tiles is counted."
    )
    add = parser.add_argument
    add("--boxes", type=int, default=6)
    add("--seed", type=int, default=3201)
    add("--unknown", type=int, default=UNKNOWN, help="so many kinds the program does not know")
    add("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
