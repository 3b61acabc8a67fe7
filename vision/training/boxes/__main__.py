"""``python -m vision.training.boxes BOARD``: fit the weights of boxes again, and print them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.boards.board_file import read_board
from companion.boards.tiles_board import TilesBoard
from vision.tiles.standing.best_box import TRAITS
from vision.training.boxes.weights import FIRST, boxes, fitted


def main(argv: Sequence[str] | None = None) -> int:
    """Draw, fit and print."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.boxes", description="Fit the weights of boxes."
    )
    parser.add_argument("board", type=Path, help="the file of a table of tiles")
    parser.add_argument("--draw", type=int, default=30, help="so many tables (default: 30)")
    parser.add_argument("--photos", type=int, default=3, help="photos of each (default: 3)")
    args = parser.parse_args(argv)
    board = read_board(args.board)
    if not isinstance(board, TilesBoard):
        parser.error(f"{args.board} is no table of tiles")
    known = list(boxes(board, range(FIRST, FIRST + args.draw), args.photos))
    print(", ".join(TRAITS))
    for name, flat in (("TALL", False), ("FLAT", True)):
        rows = [one for one in known if one.flat is flat]
        weights = ", ".join(f"{weight:.3f}" for weight in fitted(rows)) if rows else ""
        print(f"{name} = ({weights})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
