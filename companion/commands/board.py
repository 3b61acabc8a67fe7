"""``companion board``: check a board file, or draw it.

``check`` ends with 2 when the file has faults: a board with faults can't be used, nor one that its
game can't be played on. ``draw`` writes the whole picture or nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.board_drawing import draw_board
from companion.boards.board import Board
from companion.boards.board_file import faults, load, parse_board, read_board
from companion.boards.position_file import read_position
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.boards.stops_board import StopsBoard
from companion.boards.tiles_board import TilesBoard
from companion.errors import InputError
from companion.files.whole_file import write_whole
from companion.games import GAMES, game_on
from companion.saying.phrase import Listed, Of, Phrase
from companion.saying.terminal import add_language

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
        "--position",
        metavar="FILE",
        type=Path,
        help='a file of pieces (JSON): {"spaces": {ID: kind}, "slots": ...}',
    )
    draw.set_defaults(do=_draw)
    for action in (check, draw):
        add_language(action)


def run(args: argparse.Namespace) -> int:
    """Check or draw, and return the exit code."""
    code: int = args.do(args)
    return code


def _check(args: argparse.Namespace) -> int:
    data = load(args.board)
    found = faults(data, args.board.parent)
    for fault in found:
        print(fault.said(args.language))
    if found:
        print(Of(args.board, Phrase("faults", count=len(found))).said(args.language))
        return UNUSABLE
    board = parse_board(data, args.board.parent)
    try:
        if board.game in GAMES:
            game_on(board).check_board(board)
    except InputError as error:
        print(error.within(args.board).said(args.language))
        return UNUSABLE
    print(Of(args.board, Phrase("no-faults", board=_summary(board))).said(args.language))
    return USABLE


def _summary(board: Board) -> Listed:
    if isinstance(board, StopsBoard):
        return Listed((board.name, *_parts_of_stops(board)))
    if isinstance(board, TilesBoard):
        return Listed((board.name, *_parts_of_tiles(board)))
    return Listed((board.name, *_parts_of_routes(of_routes(board))))


def _parts_of_stops(board: StopsBoard) -> tuple[Phrase, ...]:
    return (
        Phrase("stops", count=len(board.stops)),
        Phrase("zones", count=len(board.zones)),
        Phrase("dotted-lines", count=len(board.lines)),
        Phrase("products", count=len(board.products)),
    )


def _parts_of_tiles(board: TilesBoard) -> tuple[Phrase, ...]:
    tiles = sum(tile.count for tile in board.tiles.values() if not tile.back)
    beside = Phrase("places-beside", count=len(board.printed_places))
    own = sum(layout.in_box is not None for layout in board.layouts.values())
    return (
        Phrase("cells", count=len(board.cells)),
        Phrase("tiles", count=tiles),
        Phrase("places-on-tiles", count=len(board.spots_of_tiles)),
        *((beside,) if board.printed_places else ()),
        Phrase("layouts", count=len(board.layouts)),
        *((Phrase("own-cards", count=len(board.cards)),) if board.cards else ()),
        *((Phrase("own-boxes", count=own),) if own else ()),
    )


def _parts_of_routes(board: RoutesBoard) -> tuple[Phrase, ...]:
    double = sum(len(route.lanes) > 1 for route in board.routes.values())
    return (
        Phrase("islands", count=len(board.islands)),
        Phrase("harbours", count=len(board.harbours)),
        Phrase("routes", count=len(board.routes)),
        Phrase("double-routes", count=double),
        Phrase("spaces", count=len(board.spaces)),
        Phrase("slots", count=len(board.slots)),
    )


def _draw(args: argparse.Namespace) -> int:
    board = read_board(args.board)
    position = read_position(args.position, board) if args.position else None
    write_whole(args.output, draw_board(board, position).encode())
    print(Of(args.output, Phrase("drawn")).said(args.language))
    return USABLE
