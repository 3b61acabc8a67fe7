"""How much of a board a person need not trace: ``python -m benchmarks.tracing TABLE...``.

For every table, tracing begins from its reference photo alone: outline, lens, ghosts. What a person
gives is where islands and harbours lie (each tap slips by about 2 mm) and, for every route, its two
ends, its number of spaces and its lanes. Nothing is mended. Places are compared with the board
file's. ``--invented SEED...`` draws boards nobody has seen, and traces these as well.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np

from benchmarks.corners import empty_photos
from benchmarks.measuring.report import Figure, as_json, as_text, at_least, columns
from calibration.board_pose.flat import flattened, px_per_mm
from calibration.board_pose.outline import find_corners, outline_pose
from calibration.ghosts.found import Ghost, GhostKind, find_ghosts, sizes_of
from calibration.ghosts.routes import SpacePlace, snap_route
from calibration.tracing.wishes.ghosts import NUMBER_MM
from companion.boards.board_file import read_board
from companion.boards.routes_board import Harbour, Island, Route, RoutesBoard, of_routes
from companion.errors import InputError
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats, Image
from vision.picture.photo import load_photo
from vision.simulator import Simulator, invent_board, reference_frame

NEAR_MM = 1.5
SLIP_MM = 2.0
"""How far a tap lands from where it was meant, on average."""
ROUND_MM, HARBOUR_MM = 1.5, 3.0
MOST_TURNED_DEG = 10.0
WRONG_CORNER_MM = 4.0
"""Corners found farther off than this are dragged by the person."""


@dataclass(frozen=True, eq=False)
class Case:
    """An empty board's photo with its truth: ``corners_px`` (4, 2) of the printed board."""

    name: str
    board: RoutesBoard
    photo: Image
    corners_px: Floats


@dataclass(frozen=True)
class Outcome:
    """What came of one board: counts of places, found ones, false ghosts, and time."""

    name: str
    spaces: int
    near: int
    seen: int
    false_dashes: int
    slots: int
    seen_slots: int
    false_slots: int
    harbours: int
    seen_harbours: int
    false_harbours: int
    corners: str
    seconds: float

    @property
    def taps(self) -> int:
        """A person still drags each space that lies wrong, and each corner that was found wrong."""
        return self.spaces - self.near + (4 if self.corners == "dragged" else 0)


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line per board and the figures of all; 1 when a board misses its target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracing", description=__doc__)
    parser.add_argument("tables", nargs="*", type=Path, metavar="TABLE")
    parser.add_argument("--invented", nargs="*", type=int, default=[], metavar="SEED")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    args = parser.parse_args(argv)
    outcomes: list[Outcome] = []
    try:
        outcomes.extend(map(traced, (*_tables(args.tables), *_invented(args.invented))))
    except (InputError, OSError, KeyError, ValueError) as error:
        print(f"not a table: {error}", file=sys.stderr)
        return 2
    if not outcomes:
        parser.error("name a table, or --invented with a seed")
    figures = measured(outcomes)
    if args.json:
        print(as_json(figures))
    else:
        print(columns(_rows(outcomes)))
        print(as_text(figures))
    return 0 if all(figure.reached is not False for figure in figures) else 1


def traced(case: Case) -> Outcome:
    """Trace one board from its photo and a person's taps, and hold it against the truth."""
    board, rng = case.board, np.random.default_rng(6)
    started = time.perf_counter()
    pose, corners = _placed(case)
    scale = px_per_mm(pose, board.width_mm, board.height_mm)
    flat = flattened(case.photo, pose, board.width_mm, board.height_mm, scale)
    ghosts = find_ghosts(flat, scale, sizes_of(board))
    seconds = time.perf_counter() - started
    near = sum(_near(board, ghosts, rng))
    offered = [g for g in ghosts if g.is_offered and not _is_number(g, board)]
    dashes, slots, harbours = (_met(board, offered, kind) for kind in GhostKind)
    return Outcome(
        case.name, len(board.spaces), near, *dashes, len(board.slots), *slots,
        len(board.harbours), *harbours, corners, seconds,
    )  # fmt: skip


def measured(outcomes: Sequence[Outcome]) -> list[Figure]:
    """The figures over all boards; the first is that of the board that came off worst."""
    every = {name: sum(getattr(o, name) for o in outcomes) for name in COUNTS}
    return [
        Figure(
            "spaces within 1.5 mm, worst board",
            min(o.near / o.spaces for o in outcomes if o.spaces),
            at_least(0.9),
        ),
        Figure("spaces within 1.5 mm", every["near"] / max(every["spaces"], 1), at_least(0.9)),
        Figure("spaces offered as ghosts", every["seen"] / max(every["spaces"], 1)),
        Figure("false dashes a board", every["false_dashes"] / len(outcomes)),
        Figure("slots offered as ghosts", every["seen_slots"] / max(every["slots"], 1)),
        Figure("false slots a board", every["false_slots"] / len(outcomes)),
        Figure("harbours offered as ghosts", every["seen_harbours"] / max(every["harbours"], 1)),
        Figure("false harbours a board", every["false_harbours"] / len(outcomes)),
        Figure("taps still needed a board", sum(o.taps for o in outcomes) / len(outcomes)),
        Figure("seconds, most", max(o.seconds for o in outcomes)),
    ]


COUNTS = (
    "spaces", "near", "seen", "false_dashes", "slots", "seen_slots", "false_slots",
    "harbours", "seen_harbours", "false_harbours",
)  # fmt: skip


def _tables(folders: Sequence[Path]) -> Iterator[Case]:
    for folder in filter(Path.is_dir, folders):  # A shell's * names the files beside them too.
        reference = next(empty_photos(folder))
        board = of_routes(read_board(folder / "board.json"))
        yield Case(folder.name, board, load_photo(reference.path), reference.corners_px)


def _invented(seeds: Sequence[int]) -> Iterator[Case]:
    for seed in seeds:
        board = invent_board(seed)
        frame = reference_frame(Simulator(board, seed), np.random.default_rng([seed, 5]))
        corners = frame.pose.corners_px(board.width_mm, board.height_mm)
        yield Case(f"invented {seed}", board, frame.photo, corners)


def _placed(case: Case) -> tuple[Pose, str]:
    """The camera behind the photo, and whether its corners were found or dragged."""
    size_mm = (case.board.width_mm, case.board.height_mm)
    truth = outline_pose(case.photo, case.corners_px, *size_mm)
    try:
        found = find_corners(case.photo, *size_mm)
    except InputError:
        return truth, "dragged"
    off_mm = np.linalg.norm(truth.to_board(found) - truth.to_board(case.corners_px), axis=1)
    if off_mm.max() > WRONG_CORNER_MM:
        return truth, "dragged"
    return outline_pose(case.photo, found, *size_mm), "found"


def _near(board: RoutesBoard, ghosts: Sequence[Ghost], rng: np.random.Generator) -> Iterator[int]:
    """For each route, how many of its spaces lie where they are printed."""
    slip = SLIP_MM / np.sqrt(np.pi / 2)  # So that a slip is this long on average.
    ends: list[Island | Harbour] = [*board.islands.values(), *board.harbours.values()]
    taps = {
        end.id: (end.x_mm + rng.normal(0, slip), end.y_mm + rng.normal(0, slip)) for end in ends
    }
    sizes, free = sizes_of(board), list(ghosts)
    for route in board.routes.values():
        lanes = snap_route(
            taps[route.a], taps[route.b], len(route.lanes[0].spaces), free,
            lanes=len(route.lanes), stick_length_mm=sizes.stick_length_mm,
            stick_width_mm=sizes.stick_width_mm,
        )  # fmt: skip
        snapped = {(s.x_mm, s.y_mm) for lane in lanes for s in lane if s.snapped}
        free = [
            ghost
            for ghost in free
            if all(np.hypot(ghost.x_mm - x, ghost.y_mm - y) > 0.01 for x, y in snapped)
        ]
        yield _right(route, lanes)


def _right(route: Route, lanes: Sequence[Sequence[SpacePlace]]) -> int:
    """How many spaces lie within 1.5 mm; nobody says which of two lanes is the first."""
    truth = [np.array([(s.x_mm, s.y_mm) for s in lane.spaces]) for lane in route.lanes]
    placed = [np.array([(s.x_mm, s.y_mm) for s in lane]) for lane in lanes]
    return max(
        sum(
            int((np.linalg.norm(there[: len(here)] - here[: len(there)], axis=1) < NEAR_MM).sum())
            for there, here in zip(truth, order, strict=True)
        )
        for order in permutations(placed)
    )


def _is_number(ghost: Ghost, board: RoutesBoard) -> bool:
    """Whether it is the round of an island's number, which nobody is offered as a slot."""
    at = (ghost.x_mm, ghost.y_mm)
    return ghost.kind is GhostKind.SLOT and any(
        math.dist(at, (island.x_mm, island.y_mm)) < NUMBER_MM for island in board.islands.values()
    )


def _met(board: RoutesBoard, ghosts: Sequence[Ghost], kind: GhostKind) -> tuple[int, int]:
    """How many of the board's places of this kind have a ghost, and how many ghosts have none."""
    mine = [ghost for ghost in ghosts if ghost.kind is kind]
    seen = np.array([(g.x_mm, g.y_mm, g.angle_deg) for g in mine]).reshape(-1, 1, 3)
    truth, reach_mm = _truth(board, kind)
    near = np.linalg.norm(seen[..., :2] - truth[None, :, :2], axis=2) < reach_mm
    near &= np.abs((seen[..., 2] - truth[None, :, 2] + 90) % 180 - 90) < MOST_TURNED_DEG
    return int(near.any(axis=0).sum()), int((~near.any(axis=1)).sum())


def _truth(board: RoutesBoard, kind: GhostKind) -> tuple[Floats, float]:
    """The board's places of a kind, (n, 3) in mm and degrees, and how near counts as there."""
    if kind is GhostKind.DASH:
        spaces = board.spaces.values()
        return np.array([(s.x_mm, s.y_mm, s.angle_deg) for s in spaces]).reshape(-1, 3), NEAR_MM
    if kind is GhostKind.SLOT:
        rounds, reach_mm = [(s.x_mm, s.y_mm, 0.0) for s in board.slots.values()], ROUND_MM
    else:
        rounds, reach_mm = [(h.x_mm, h.y_mm, 0.0) for h in board.harbours.values()], HARBOUR_MM
    return np.array(rounds).reshape(-1, 3), reach_mm


def _rows(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, ...]]:
    yield (
        "board", "spaces", "within 1.5 mm", "ghosts", "false", "slots", "ghosts", "false",
        "harbours", "ghosts", "false", "corners", "taps", "s",
    )  # fmt: skip
    for o in outcomes:
        yield (
            o.name, str(o.spaces), f"{o.near / max(o.spaces, 1):.3f}", str(o.seen),
            str(o.false_dashes), str(o.slots), str(o.seen_slots), str(o.false_slots),
            str(o.harbours), str(o.seen_harbours), str(o.false_harbours), o.corners,
            str(o.taps), f"{o.seconds:.1f}",
        )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
