"""Draw tables to measure the reader on: ``python -m benchmarks.simulated_tables -o DIR``.

Each table is a folder as docs/first-hour.md has it (board file, marker art, empty reference,
frames, truth), so that ``python -m benchmarks.reading DIR/*`` can be run on it. Without ``--board``
every table has a board of its own that nobody has seen.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.boards.board_file import read_board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from companion.games.clippers.drawn.finished import finished_game
from companion.position import Position
from vision.simulator import invent_board, random_position, write_table


def main(argv: Sequence[str] | None = None) -> int:
    """Write the tables; 0 when done, 2 when the board file can't be used."""
    args = _arguments().parse_args(argv)
    try:
        board = of_routes(read_board(args.board)) if args.board else None
        for seed in range(args.seed, args.seed + args.tables):
            drawn = board or invent_board(seed)
            folder = args.out / f"sim{seed}"
            write_table(
                folder,
                drawn,
                frames=args.frames,
                seed=seed,
                size_px=args.size,
                draw_position=played if drawn.departure_cards else random_position,
            )
            print(folder)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def played(board: RoutesBoard, rng: np.random.Generator, fill: float) -> Position:
    """What lies on a Clippers board after a share of a game: a finished one, less some of it."""
    nations = [kind.name for kind in board.marker.kinds] if board.marker else []
    whole = finished_game(board, nations, random.Random(int(rng.integers(2**31)))).position
    return Position(
        {place: piece for place, piece in whole.spaces.items() if rng.random() < 1.1 * fill},
        {place: piece for place, piece in whole.slots.items() if rng.random() < 1.1 * fill},
    )


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.simulated_tables", description=__doc__
    )
    parser.add_argument("--board", type=Path, help="a board file; without it boards are invented")
    parser.add_argument("--tables", type=_count, default=1, help="how many tables, seeds upwards")
    parser.add_argument("--frames", type=_count, default=8, help="photos to a table")
    parser.add_argument("--seed", type=_count, default=0, help="the first table's seed")
    parser.add_argument(
        "--size", type=_size, default=(1920, 1080), metavar="WxH", help="of a photo, in px"
    )
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder for the tables")
    return parser


def _count(words: str) -> int:
    if int(words) < 0:
        raise argparse.ArgumentTypeError("can't be negative")
    return int(words)


def _size(words: str) -> tuple[int, int]:
    width, _, height = words.partition("x")
    size = int(width), int(height)
    if min(size) < 160 or max(size) > 8192:
        raise argparse.ArgumentTypeError("a photo is 160 to 8192 px wide and high")
    return size


if __name__ == "__main__":
    raise SystemExit(main())
