"""How exactly the board is found: ``python -m benchmarks.alignment [--json] TABLE...``.

Corner error is the referee's: the worst of four corners over the mean px per mm of the board.
Space error is told where sticks are looked for: spaces at stick height, through the pose found,
against the camera the picture was made with (its lens from the truth, its place from the truth's
corners). That camera takes the board for flat, which it isn't, so one more figure is told that
needs no camera: how far the print around empty spaces lies from where the pose says (it is found
there by correlation with the reference photo; these places play no part in the alignment).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.reference import find_reference
from companion.boards.board_file import read_board
from companion.boards.routes_board import RoutesBoard, of_routes
from vision.alignment.align import NotAligned, align
from vision.alignment.pose import Pose
from vision.alignment.reference import Reference, Spots
from vision.alignment.spots import look_for, match
from vision.picture.arrays import Floats, Image
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX


@dataclass(frozen=True, eq=False)
class Aligned:
    """One frame: what it cost, and how far off it is; ``why`` is set where it was refused."""

    name: str
    ms: float
    corner_mm: float = np.nan
    spaces_mm: Floats | None = None
    spaces_px: Floats | None = None
    print_px: Floats | None = None
    why: str = ""
    pose: Pose | None = None


def main(argv: Sequence[str] | None = None) -> int:
    """Measure every table named and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--per-frame", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="take every n-th frame")
    parser.add_argument(
        "--sequence", action="store_true", help="each frame's pose is the next one's hint"
    )
    parser.add_argument(
        "--told-corners", action="store_true", help="start from the reference's true corners"
    )
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    frames: list[Aligned] = []
    report = {}
    for table in sorted(path for path in args.tables if (path / "truth.json").exists()):
        measured = measure(table, args)
        frames += measured
        report[table.name] = figures(measured)
        if not args.json:
            print(_line(table.name, report[table.name]), flush=True)
        if args.per_frame:
            for frame in measured:
                print("   ", frame.name, frame.why or _line("", figures([frame])), file=sys.stderr)
    report["all"] = figures(frames)
    print(json.dumps(report, indent=1) if args.json else _line("all", report["all"]))
    return 0


def measure(table: Path, args: argparse.Namespace) -> list[Aligned]:
    """Align the frames of a table, each by itself or with the pose of the one before."""
    board = of_routes(read_board(table / "board.json"))
    truth = json.loads((table / "truth.json").read_text(encoding="utf-8"))
    photo = load_photo(table / "reference.jpg")
    corners = told_px(truth["reference_corners_px"]) if args.told_corners else None
    reference = find_reference(photo, board, corners)
    measured: list[Aligned] = []
    for name, told in list(truth["frames"].items())[:: args.every]:
        hint = measured[-1].pose if args.sequence and measured else None
        measured.append(_measure_frame(table / name, told, reference, board, hint))
    return measured


def board_corners(board: RoutesBoard) -> Floats:
    """TL, TR, BR, BL in mm."""
    width, height = board.width_mm, board.height_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)


def told_px(corners: object) -> Floats:
    """Corners of a truth, in which a picture's edge is 0, with the first pixel's middle at 0."""
    return np.array(corners, float) - FILE_PX


def true_pose(told: dict[str, Any], board: RoutesBoard, size_px: tuple[int, int]) -> Pose | None:
    """The camera a frame was made with, or None where the truth has no lens."""
    camera = told.get("tags", {}).get("camera")
    if camera is None:
        return None
    width, height = size_px
    focal = width / 2 / np.tan(np.radians(camera["hfov_deg"]) / 2)
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    lens = np.array([camera["k1"], camera["k2"]])
    points = np.column_stack([board_corners(board), np.zeros(4)])
    corners = told_px(told["corners_px"])
    bend = np.array([*lens, 0.0, 0.0])
    _, rotation, place = cv2.solvePnP(points, corners, matrix, bend, flags=cv2.SOLVEPNP_SQPNP)
    rotation, place = cv2.solvePnPRefineLM(points, corners, matrix, bend, rotation, place)
    return Pose(
        matrix, lens, np.asarray(rotation, float).ravel(), np.asarray(place, float).ravel(), size_px
    )


def figures(frames: Sequence[Aligned]) -> dict[str, Any]:
    """The figures of some frames."""
    corners = [frame.corner_mm for frame in frames if not frame.why]
    spaces = [frame.spaces_mm for frame in frames if frame.spaces_mm is not None]
    prints = [frame.print_px for frame in frames if frame.print_px is not None]
    pixels = [frame.spaces_px for frame in frames if frame.spaces_px is not None]
    return {
        "frames": len(frames),
        "refused": {frame.name: frame.why for frame in frames if frame.why},
        "corner_mm": _spread(corners, (50, 95, 100)),
        "space_mm": _spread(np.concatenate(spaces or [np.empty(0)]), (50, 95, 100)),
        "space_px": _spread(np.concatenate(pixels or [np.empty(0)]), (50, 95, 100)),
        "print_px": _spread(np.concatenate(prints or [np.empty(0)]), (50, 95, 100)),
        "first_ms": round(frames[0].ms) if frames else None,
        "ms": _spread([frame.ms for frame in frames[1:]], (50, 95, 100)),
    }


def _measure_frame(
    path: Path, told: dict[str, Any], reference: Reference, board: RoutesBoard, hint: Pose | None
) -> Aligned:
    name = f"{path.parent.name}/{path.name}"
    photo = load_photo(path)
    start = time.process_time()
    try:
        pose = align(photo, reference, board, hint)
    except NotAligned as error:
        return Aligned(name, 1000 * (time.process_time() - start), why=str(error))
    ms = 1000 * (time.process_time() - start)
    corners = told_px(told["corners_px"])
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    px_per_mm = sides.sum() / (2 * (board.width_mm + board.height_mm))
    misses = np.linalg.norm(pose.corners_px(board.width_mm, board.height_mm) - corners, axis=1)
    print_px = _print_error(photo, told, reference, board, pose)
    truth = true_pose(told, board, pose.size_px)
    if truth is None:
        return Aligned(name, ms, float(misses.max() / px_per_mm), print_px=print_px, pose=pose)
    height = board.stick.height_mm if board.stick else 0.0
    spaces = np.array([[space.x_mm, space.y_mm] for space in board.spaces.values()])
    there = pose.project(spaces, height)
    off_px = np.linalg.norm(there - truth.project(spaces, height), axis=1)
    off_mm = np.linalg.norm(truth.to_board(there, height) - spaces, axis=1)
    return Aligned(name, ms, float(misses.max() / px_per_mm), off_mm, off_px, print_px, pose=pose)


def _print_error(
    photo: Image, told: dict[str, Any], reference: Reference, board: RoutesBoard, pose: Pose
) -> Floats:
    """How far off the print around each empty space lies, (n,) in px, where it is well seen."""
    unsure = {*told.get("partial", []), *told.get("washed", [])}
    empty = [
        (board.spaces[place].x_mm, board.spaces[place].y_mm)
        for place, piece in told["spaces"].items()
        if piece == "empty" and place not in unsure
    ]
    if not empty:
        return np.empty(0)
    spots = Spots(np.array(empty), np.ones(len(empty)))
    grey = np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), np.uint8)
    # Wide enough to see both ends of a space: along its edges alone it could slide.
    reach_mm = 0.8 * board.stick.length_mm if board.stick else 16.0
    look = look_for(reference.print_of(board), pose, spots, reach_mm)
    matches = match(grey, look, reach_px=6)
    off = np.linalg.norm(matches.seen_px - matches.expected_px, axis=1)
    return np.asarray(off[matches.likeness > 0.85])


def _spread(values: Sequence[float] | Floats, percentiles: tuple[int, ...]) -> list[float]:
    if not len(values):
        return []
    return [round(float(value), 2) for value in np.percentile(values, percentiles)]


def _line(name: str, told: dict[str, Any]) -> str:
    return (
        f"{name:12} {told['frames']:4} frames, {len(told['refused'])} refused;"
        f" corner mm (50/95/max) {told['corner_mm']}; space mm {told['space_mm']},"
        f" px {told['space_px']}; print px {told['print_px']};"
        f" first {told['first_ms']} ms, then {told['ms']}"
    )


if __name__ == "__main__":
    sys.exit(main())
