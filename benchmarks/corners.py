"""How exactly the empty board is placed: ``python -m benchmarks.corners TABLE...``.

For every table its reference photo, and every frame of it on which nothing lies, is taken as a
photo of the empty board; the board is found in it from the board file alone. Corner error is told
in mm on the board, each corner for itself. The truth's lens is told beside the fitted one: its k1
counts from another radius (half the picture's diagonal), and is brought to ours.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.reference import find_reference
from companion.boards.board import Board
from companion.boards.board_file import read_board
from companion.errors import InputError
from vision.alignment.pose import Pose
from vision.picture.arrays import Floats
from vision.picture.photo import load_photo
from vision.picture.quads import FILE_PX


@dataclass(frozen=True, eq=False)
class Case:
    """An empty photo with its truth: corners (4, 2) in px, and the camera where it is told."""

    name: str
    path: Path
    corners_px: Floats
    camera: dict[str, float] | None


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line per photo and the figures of all; 1 when a board was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="+", type=Path, metavar="TABLE")
    args = parser.parse_args(argv)
    errors, seconds, missed = [], [], 0
    print(f"{'photo':18} worst mm  median mm  k1 (truth)       hfov (truth)   s")
    for folder in args.tables:
        try:
            board = read_board(folder / "board.json")
            cases = list(empty_photos(folder))
        except (InputError, OSError, KeyError, ValueError) as error:
            print(f"{folder}: not a table: {error}", file=sys.stderr)
            return 2
        for case in cases:
            photo = load_photo(case.path)
            started = time.perf_counter()
            try:
                pose = find_reference(photo, board).pose
            except InputError as error:
                missed += 1
                print(f"{case.name:18} {error}")
                continue
            seconds.append(time.perf_counter() - started)
            errors.append(corner_errors_mm(pose, board, case.corners_px))
            print(_line(case, pose, errors[-1], seconds[-1]))
    print(f"found {len(errors)} of {len(errors) + missed}")
    if errors:
        every = np.concatenate(errors)
        print(f"corners: median {np.median(every):.2f} mm, worst {every.max():.2f} mm")
        print(f"seconds: median {np.median(seconds):.1f}, most {max(seconds):.1f}")
    return 1 if missed else 0


def empty_photos(folder: Path) -> Iterator[Case]:
    """The reference photo of a table, and its frames on which nothing lies."""
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text())
    corners = _corners(truth["reference_corners_px"])
    yield Case(f"{folder.name}/reference", folder / "reference.jpg", corners, None)
    for name, frame in truth["frames"].items():
        tags = frame.get("tags", {})
        lying = set(frame["spaces"].values()) | set(frame["slots"].values())
        if lying <= {"empty"} and not tags.get("occluded"):
            case = f"{folder.name}/{Path(name).stem}"
            yield Case(case, folder / name, _corners(frame["corners_px"]), tags.get("camera"))


def corner_errors_mm(pose: Pose, board: Board, corners_px: Floats) -> Floats:
    """How far on the board each true corner (4, 2) lies from where the pose puts it, (4,)."""
    width, height = board.width_mm, board.height_mm
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    return np.asarray(np.linalg.norm(pose.to_board(corners_px) - outline, axis=1))


def _corners(told: Sequence[Sequence[float]]) -> Floats:
    return np.array(told, float) - FILE_PX


def _line(case: Case, pose: Pose, error_mm: Floats, seconds: float) -> str:
    k1, hfov = "", ""
    if case.camera and "k1" in case.camera:
        half_diagonal = np.hypot(*pose.size_px) / 2 / pose.camera_matrix[0, 0]
        k1 = f"({case.camera['k1'] / half_diagonal**2:+.3f})"
        hfov = f"({case.camera['hfov_deg']:.1f})"
    return (
        f"{case.name:18} {error_mm.max():8.2f} {np.median(error_mm):10.2f}  "
        f"{pose.distortion[0]:+.3f} {k1:9} {pose.hfov_deg:7.1f} {hfov:7} {seconds:5.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
