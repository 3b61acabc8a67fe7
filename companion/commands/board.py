"""``companion board``: check a board file, or draw it.

``check`` ends with 2 when the file has faults: a board with faults can't be used. ``draw`` writes
the whole picture or nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.board_drawing import draw_board
from companion.boards.board import Board
from companion.boards.board_file import faults, load, parse_board, read_board
from companion.boards.position_file import read_position
from companion.files.whole_file import write_whole

USABLE = 0
UNUSABLE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``check`` and ``draw``."""
    actions = parser.add_subparsers(metavar="check | draw", required=True)
    check = actions.add_parser("check", help="name every fault of a board file")
    check.add_argument("board", metavar="FILE", type=Path, help="the board file (JSON)")
    check.set_defaults(do=_check)
    draw = actions.add_parser("draw", help="draw a board as a map (SVG)")
    draw.add_argument("board", metavar="FILE", type=Path, help="the board file (JSON)")
    draw.add_argument("-o", "--output", metavar="SVG", type=Path, required=True, help="the picture")
    draw.add_argument(
        "--position", metavar="JSON", type=Path, help='pieces: {"spaces": {ID: kind}, "slots": ...}'
    )
    draw.set_defaults(do=_draw)


def run(args: argparse.Namespace) -> int:
    """Check or draw, and return the exit code."""
    code: int = args.do(args)
    return code


def _check(args: argparse.Namespace) -> int:
    data = load(args.board)
    found = faults(data, args.board.parent)
    for fault in found:
        print(fault)
    if found:
        print(f"{args.board}: {_count(len(found), 'fault')}")
        return UNUSABLE
    print(f"{args.board}: {_summary(parse_board(data, args.board.parent))}; no faults")
    return USABLE


def _summary(board: Board) -> str:
    double = sum(len(route.lanes) > 1 for route in board.routes.values())
    counts = (
        (len(board.islands), "island"),
        (len(board.harbours), "harbour"),
        (len(board.routes), "route"),
        (double, "double route"),
        (len(board.spaces), "space"),
        (len(board.slots), "slot"),
    )
    return f"{board.name}, {', '.join(_count(number, what) for number, what in counts)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _draw(args: argparse.Namespace) -> int:
    board = read_board(args.board)
    position = read_position(args.position, board) if args.position else None
    write_whole(args.output, draw_board(board, position).encode())
    print(f"{args.output}: drawn")
    return USABLE
