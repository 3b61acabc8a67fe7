"""Train the networks of square tiles: ``python -m vision.training.squares BOARD``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.boards.board_file import read_board
from companion.boards.tiles_board import of_tiles
from companion.errors import InputError
from companion.files.input_file import read_bytes
from companion.files.whole_file import check_writable, write_whole
from vision.picture.networks import NETWORK
from vision.training.shipping.exporting import as_onnx
from vision.training.squares.lessons import Lessons, drawn_pool

NAMES = ("tile", "match")
FIRST, TEST = 10_000, 900_000
"""The prints that are learned from have numbers from the first on; those measured from the other.
"""
POOL, APART, EACH = 4_000, 64, 250
EVERY = 100


def main(argv: Sequence[str] | None = None) -> int:
    """Draw crops, learn from them, and write both networks."""
    args = _arguments().parse_args(argv)
    try:
        return _train(args)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2


def _train(args: argparse.Namespace) -> int:
    board = of_tiles(read_board(args.board))
    names = [f"{name}_wide" if args.wide else name for name in NAMES]
    begun = [read_bytes(args.go_on / f"{name}.onnx", NETWORK) for name in names if args.go_on]
    for name in names:
        check_writable(args.output / f"{name}.onnx")
    firsts = range(args.prints, args.prints + APART * args.pools, APART)
    pools = [drawn_pool(board, first, POOL, EACH) for first in firsts]
    lessons = Lessons(board, args.seed, args.steps, wide=args.wide)
    if begun:
        lessons.go_on(pools[0], *begun)
    for step, told in enumerate(lessons.learn(pools)):
        if step % EVERY == 0:
            print(step, {name: round(value, 3) for name, value in told.items()}, flush=True)
    print(lessons.measure(drawn_pool(board, TEST, 400, 25)))
    for name, net in zip(names, (lessons.tile, lessons.match), strict=True):
        write_whole(args.output / f"{name}.onnx", as_onnx(name, net))
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.training.squares", description=__doc__)
    parser.add_argument("board", type=Path, help="the board file whose tiles are drawn")
    parser.add_argument("--pools", type=int, default=9, help=f"so many times {POOL} crops")
    parser.add_argument(
        "--steps", type=int, nargs="+", default=[3500], help="so many in each cycle"
    )
    parser.add_argument("--wide", action="store_true", help="the wider two of the four networks")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--prints", type=int, default=FIRST, help="the first of their numbers, to draw new ones"
    )
    parser.add_argument(
        "--go-on", type=Path, metavar="DIR", help="teach the networks that lie there, not new ones"
    )
    parser.add_argument("-o", "--output", type=Path, default=Path("vision/models"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
