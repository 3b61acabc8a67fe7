"""How surely another board is told on ``/photo``: ``python -m benchmarks.other_boards``.

Boards that nobody has seen are invented (islands, routes, sizes, colours, look), and the shipped
one is printed as in a mirror; each is photographed empty and in the middle of a game, by daylight
and under a lamp. Every photo goes through every door of ``/photo`` on the shipped board: as the
empty board, as the finished one, found by the machine or with the right corners marked. None may
be taken for the shipped board. The shipped board itself goes through the same doors, and has to be
taken. Nothing is chosen on these boards, and nothing is fitted to them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from benchmarks.measuring.report import Figure, as_json, as_text, at_least, at_most
from calibration.setup import Setup
from companion.boards.routes_board import Lane, RoutesBoard
from companion.errors import Fault
from companion.games.clippers.shipped import read_shipped_board
from companion.position import Position
from vision.picture.quads import CornerShares, shares_of
from vision.simulator import Frame, Simulator, invent_board, random_position
from web.demo.made_up import shots
from web.photo_score.case import HandedInPhoto
from web.photo_score.reader import FindBoard, ReadBoard, Result, Task, Unfound, do
from web.score.report import Sighting

FILL = 0.5


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; 1 where one is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.other_boards", description=__doc__)
    parser.add_argument("--boards", type=int, default=10, help="how many are invented")
    parser.add_argument("--seed", type=int, default=100, help="of the first of them")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    figures = _measured(range(args.seed, args.seed + args.boards))
    print(as_json(figures) if args.json else as_text(figures))
    return int(any(figure.reached is False for figure in figures))


def _measured(seeds: range) -> list[Figure]:
    shipped = read_shipped_board()
    own_empty, own_laid = _photos(shipped, seeds.start)
    setup = do(FindBoard(own_empty.jpeg()), shipped)
    assert isinstance(setup, Setup)
    doors = _doors(own_empty, own_laid, shipped, setup)
    own = [do(task, shipped) for task in doors if task != FindBoard(own_laid.jpeg())]
    others = [mirrored(shipped), *map(invent_board, seeds)]
    said: Counter[str] = Counter()
    for number, board in enumerate(others):
        empty, laid = _photos(board, seeds.start + number)
        for task in _doors(empty, laid, board, setup):
            result = do(task, shipped)
            said[_told(result)] += 1
            if _taken(result):
                print(f"{board.name}: taken, {type(task).__name__}", file=sys.stderr)
    return [
        Figure("photos of other boards, through all doors", said.total()),
        Figure("of them taken for the board it knows", said["taken"], at_most(0)),
        *(
            Figure(f"told as: {code}", count)
            for code, count in sorted(said.items())
            if code != "taken"
        ),
        Figure(
            "its own board taken, share of the doors",
            sum(map(_taken, own)) / len(own),
            at_least(1.0),
        ),
    ]


def _doors(empty: Frame, laid: Frame, board: RoutesBoard, setup: Setup) -> list[Task]:
    """The ways in which two photos can be handed in; the third takes a game for the empty board."""
    return [
        FindBoard(empty.jpeg()),
        FindBoard(empty.jpeg(), _corners(empty, board)),
        FindBoard(laid.jpeg()),
        ReadBoard((HandedInPhoto(laid.jpeg()),), setup),
        ReadBoard((HandedInPhoto(laid.jpeg(), _corners(laid, board)),), setup),
        ReadBoard((HandedInPhoto(empty.jpeg(), _corners(empty, board)),), setup),
    ]


def _photos(board: RoutesBoard, seed: int) -> tuple[Frame, Frame]:
    simulator, (before, after) = Simulator(board, seed), shots(board, Random(seed))
    laid = random_position(board, np.random.default_rng(seed), FILL)
    empty = simulator.frame(Position(), before.camera, before.light)
    return empty, simulator.frame(laid, after.camera, after.light)


def _corners(frame: Frame, board: RoutesBoard) -> CornerShares:
    """Where the board's corners truly lie, as shares of the photo, none outside."""
    return shares_of(frame.pose.corners_px(board.width_mm, board.height_mm), frame.photo)


def mirrored(board: RoutesBoard) -> RoutesBoard:
    """A board as in a mirror: the same pieces and names, another print."""
    width = board.width_mm

    def lane(one: Lane) -> Lane:
        return Lane(
            tuple(
                replace(space, x_mm=width - space.x_mm, angle_deg=-space.angle_deg)
                for space in one.spaces
            )
        )

    islands = {
        name: replace(
            island,
            x_mm=width - island.x_mm,
            slots=tuple(replace(slot, x_mm=width - slot.x_mm) for slot in island.slots),
        )
        for name, island in board.islands.items()
    }
    harbours = {
        name: replace(each, x_mm=width - each.x_mm) for name, each in board.harbours.items()
    }
    routes = {
        name: replace(route, lanes=tuple(map(lane, route.lanes)))
        for name, route in board.routes.items()
    }
    return replace(board, islands=islands, harbours=harbours, routes=routes)


def _taken(result: Result) -> bool:
    return isinstance(result, Setup | Sighting)


def _told(result: Result) -> str:
    if _taken(result):
        return "taken"
    fault = result.fault if isinstance(result, Unfound) else result
    return fault.code if isinstance(fault, Fault) else "something else"


if __name__ == "__main__":
    sys.exit(main())
