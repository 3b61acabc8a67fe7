"""Tables under traced light: ``python -m vision.simulator.traced -o DIR``.

Boards are invented, or one is given, and photographed as the simulator does, but that their light
is followed: lamps, windows, shadows, what is mirrored. Each table is a folder of its own, with its
truth; the benchmarks read them. Nobody reaches over these boards.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from companion.boards.board import Board
from companion.boards.board_file import read_board
from companion.boards.routes_board import of_routes
from companion.boards.stops_board import StopsBoard
from companion.errors import InputError
from companion.files.whole_file import make_folder
from vision.simulator import invent_board, invent_stops_board, write_table
from vision.simulator.whole_numbers import from_one, from_zero

UNUSABLE = 2
NEEDED = ("mitsuba", "pyoidn")
INVENTED = {"routes": invent_board, "stops": invent_stops_board}


def main(argv: Sequence[str] | None = None) -> int:
    """Draw the tables; 0 when done, 2 when they can't be."""
    args = _arguments().parse_args(argv)
    try:
        missing = [name for name in NEEDED if find_spec(name) is None]
        if missing:
            raise InputError("not-installed", missing=", ".join(missing), extra="trace")
        given = _drawable(read_board(args.board)) if args.board else None
        make_folder(args.out)
        _trace(args, given)
    except InputError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return 0


def _trace(args: argparse.Namespace, given: Board | None) -> None:
    # Late: it needs what only whoever traces has.
    from vision.simulator.traced.tracer import TracedLight

    for seed in range(args.seed, args.seed + args.draw):
        board = given or INVENTED[args.kind](seed)
        kind = "stops" if isinstance(board, StopsBoard) else "routes"
        folder, tracer = args.out / f"{kind}-{seed}", TracedLight(seed, args.paths)
        write_table(folder, board, frames=args.photos, seed=seed, tracer=tracer)
        print(folder, file=sys.stderr, flush=True)


def _drawable(board: Board) -> Board:
    """A board of stops or of routes; raises InputError for tables of tiles, which grow."""
    return board if isinstance(board, StopsBoard) else of_routes(board)


def _arguments() -> argparse.ArgumentParser:
    about, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m vision.simulator.traced", description=about.replace("``", ""), epilog=rest
    )
    add = parser.add_argument
    add("--kind", choices=tuple(INVENTED), default="stops", help="boards of this kind")
    add("--board", type=Path, metavar="FILE", help="this board for all tables, not invented ones")
    add("--draw", type=from_one, default=1, metavar="N", help="so many tables (default: 1)")
    add("--photos", type=from_one, default=3, metavar="N", help="photos of each (default: 3)")
    add("--seed", type=from_zero, default=1, help="the first table's; the same draws the same")
    add("--paths", type=from_one, default=24, help="paths of light to a pixel (default: 24)")
    add("-o", "--out", type=Path, required=True, metavar="DIR", help="where the folders go")
    return parser


if __name__ == "__main__":
    sys.exit(main())
