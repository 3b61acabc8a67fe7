"""Tables to learn from: what lies where in every frame, and where its camera stood.

A table is a folder of photos with their truth, laid out as ``vision.simulator.write_table`` does,
or is drawn on the spot. Cameras come from the truth, not from alignment: a network should not
learn from patches that alignment happened to lose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.boards.board_file import load, read_board
from companion.boards.routes_board import RoutesBoard, of_routes
from companion.errors import InputError
from vision.alignment.features import agreeing, ratio_matches, sift
from vision.alignment.lens import ANY_LENS, LensPrior
from vision.alignment.pose import Pose, pose_from_points
from vision.alignment.reference import Reference
from vision.picture.arrays import Floats, Image
from vision.picture.photo import decode_photo, load_photo
from vision.picture.quads import FILE_PX, rectangle
from vision.routes.marker_art import MarkerArt
from vision.simulator import (
    Simulator,
    Sloppiness,
    invent_board,
    random_shot,
    reference_frame,
    write_board,
)
from vision.simulator.laid.scene import USUAL
from vision.simulator.table import BOARD, REFERENCE, TRUTH

DRAWN_SIZES_PX = ((640, 480), (1280, 720), (1280, 720), (1920, 1080), (1920, 1080))
"""Drawn frames have one of these sizes, each as likely."""
DRAWN_FRAMES = 5
MATCHED_FRAMES = 8
"""So many frames are matched with a folder's reference to find that photo's lens."""
FEWEST_MATCHES = 20
MATCH_RATIO = 0.85
"""The best match must be this much nearer than the second."""
REACH_PX = 4.0
CORNER_WEIGHT = 10.0
"""A corner marked by hand counts as much as so many matches."""


@dataclass(frozen=True, eq=False)
class TrueFrame:
    """A photo (h, w, 3), BGR, its camera, and what lies on each place: a kind, empty or hidden.

    ``unclear`` are places partly hidden or blown out: nothing is learned from them. ``markers_mm``
    is where markers truly lie, as far as that is known.
    """

    name: str
    photo: Image
    pose: Pose
    pieces: Mapping[str, str]
    unclear: frozenset[str]
    markers_mm: Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Table:
    """One board, its empty photo, its markers' art, and its frames, made anew at each call."""

    name: str
    board: RoutesBoard
    reference: Reference
    art: MarkerArt | None
    frames: Callable[[], Iterator[TrueFrame]]


def folder_table(folder: Path) -> Table:
    """The table in a folder. Raises InputError where a part is missing or makes no sense."""
    board = of_routes(read_board(folder / BOARD))
    truth: Any = load(folder / TRUTH)
    try:
        corners_px: Floats = np.array(truth["reference_corners_px"], float)
        named = dict(truth["frames"])
        if corners_px.shape != (4, 2):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise InputError("truth-incomplete", folder / TRUTH) from None
    frames = partial(_folder_frames, folder, board, named)
    photo = load_photo(folder / REFERENCE)
    pose = reference_pose(photo, corners_px - FILE_PX, board, frames())
    return Table(folder.name, board, Reference(photo, pose), _art_of(board), frames)


def drawn_table(seed: int, frames: int = DRAWN_FRAMES, sloppiness: Sloppiness = USUAL) -> Table:
    """A table of an invented board. The same seed gives the same table."""
    board = invent_board(seed)
    simulator = Simulator(board, seed, sloppiness=sloppiness)
    empty = reference_frame(simulator, np.random.default_rng([seed, 41]))
    with TemporaryDirectory() as folder:  # A board's art is known by its file.
        write_board(Path(folder), board)
        art = _art_of(of_routes(read_board(Path(folder) / BOARD)))
    reference = Reference(decode_photo(empty.jpeg(), "drawn reference"), empty.pose)
    draw = partial(_drawn_frames, simulator, seed, frames)
    return Table(f"drawn-{seed}", board, reference, art, draw)


def true_pose(
    corners_px: Floats,
    size_px: tuple[int, int],
    board: RoutesBoard,
    camera: Mapping[str, float] | None,
) -> Pose:
    """The camera that sees the board's corners (4, 2) there, its lens told by ``camera``.

    ``camera`` has ``hfov_deg``, ``k1`` and ``k2``; without it the lens is any camera's.
    """
    prior = ANY_LENS
    if camera is not None:
        prior = LensPrior(camera["hfov_deg"], 0.02, camera["k1"], 1e-4, camera["k2"], 1e-4)
    return pose_from_points(_corners_mm(board), corners_px, size_px, prior=prior)


def reference_pose(
    photo: Image, corners_px: Floats, board: RoutesBoard, frames: Iterator[TrueFrame]
) -> Pose:
    """The camera of a reference photo whose lens nobody noted.

    Four corners can't tell a lens; what is printed between them can, once frames with a known
    camera say where on the board it lies.
    """
    size_px = (photo.shape[1], photo.shape[0])
    start = pose_from_points(_corners_mm(board), corners_px, size_px)
    points_mm, points_px = [_corners_mm(board)], [corners_px]
    mine_px, mine = sift(_grey(photo))
    for frame in islice(frames, MATCHED_FRAMES):
        theirs_px, theirs = sift(_grey(frame.photo))
        pairs = ratio_matches(theirs, mine, MATCH_RATIO)
        if len(pairs) < FEWEST_MATCHES:
            continue
        at_mm, at_px = frame.pose.to_board(theirs_px[pairs[:, 0]]), mine_px[pairs[:, 1]]
        fits = agreeing(at_mm, at_px, REACH_PX)
        points_mm.append(at_mm[fits])
        points_px.append(at_px[fits])
    weights = np.ones(sum(map(len, points_mm)))
    weights[:4] = CORNER_WEIGHT
    return pose_from_points(
        np.concatenate(points_mm), np.concatenate(points_px), size_px, weights=weights, start=start
    )


def _folder_frames(
    folder: Path, board: RoutesBoard, named: Mapping[str, Any]
) -> Iterator[TrueFrame]:
    for name, truth in named.items():
        photo = load_photo(folder / name)
        try:
            pieces = {**truth["spaces"], **truth.get("slots", {})}
            unclear = frozenset([*truth.get("partial", []), *truth.get("washed", [])])
            camera = truth.get("tags", {}).get("camera")
            corners_px = np.array(truth["corners_px"], float) - FILE_PX
            pose = true_pose(corners_px, (photo.shape[1], photo.shape[0]), board, camera)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise InputError("truth-frame-incomplete", folder / TRUTH, name=name) from None
        yield TrueFrame(name, photo, pose, pieces, unclear, {})


def _drawn_frames(simulator: Simulator, seed: int, frames: int) -> Iterator[TrueFrame]:
    rng = np.random.default_rng([seed, 42])
    for number in range(frames):
        size_px = DRAWN_SIZES_PX[int(rng.integers(len(DRAWN_SIZES_PX)))]
        shot = random_shot(simulator, rng, size_px)
        drawn = simulator.frame(shot.scene, shot.camera, shot.light, arm=shot.arm, seed=number)
        truth = drawn.truth
        name = f"{number:03}.jpg"
        yield TrueFrame(
            name,
            decode_photo(drawn.jpeg(), name),
            drawn.pose,
            {**truth.spaces, **truth.slots},
            frozenset([*truth.partial, *truth.washed]),
            {place: (laid.x_mm, laid.y_mm) for place, laid in truth.scene.markers.items()},
        )


def _art_of(board: RoutesBoard) -> MarkerArt | None:
    marker = board.marker
    return MarkerArt.load(marker.art, len(marker.kinds)) if marker and marker.art else None


def _corners_mm(board: RoutesBoard) -> Floats:
    return rectangle(board.width_mm, board.height_mm)


def _grey(photo: Image) -> Image:
    return np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), np.uint8)
