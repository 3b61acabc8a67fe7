"""Where a board may lie when its edges can't be seen: cameras by lot, kept and varied by votes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.board_pose.print_match import Print
from calibration.board_pose.quads import homographies_to
from calibration.board_pose.votes import Edges, EdgeVotes
from companion.boards.board import Board
from vision.picture.arrays import Floats, Image
from vision.picture.quads import rectangle

FIRST = 24_000
TURNS = 12
KEPT = 20
"""Of each twelfth of a full turn: a board that lies upside down must not be voted out early."""
ROUNDS = ((0.02, 0.05, 16), (0.013, 0.03, 16), (0.008, 0.018, 12), (0.006, 0.009, 8))
"""Round by round: the votes' reach, how far corners are varied (shares of the picture's width),
and how often each one kept is varied."""
SEED = 5


def blind_tries(work: Image, board: Board, spaces: Print) -> Floats:
    """Quads (n, 4, 2) in px that may be the board's outline, likeliest first."""
    rng = np.random.default_rng(SEED)
    quads = _cameras(rng, board, (work.shape[1], work.shape[0]))
    edges = Edges.of(work)
    votes = _vote(edges, 0.028, quads, board, spaces)
    for reach, jitter, times in ROUNDS:
        best = quads[_best_of_each_turn(quads, votes)]
        varied = np.repeat(best, times, axis=0)
        # Half of the play is common to the four corners, half is each one's own.
        play = rng.normal(0, jitter, (len(varied), 1, 2)) + rng.normal(0, jitter, varied.shape)
        quads = np.concatenate([best, varied + 0.7 * play * work.shape[1]])
        votes = _vote(edges, reach, quads, board, spaces)
    return quads[np.argsort(-votes)]


def _best_of_each_turn(quads: Floats, votes: Floats) -> NDArray[np.intp]:
    top = quads[:, 1] - quads[:, 0]
    turn = np.floor(np.arctan2(top[:, 1], top[:, 0]) / (2 * np.pi) * TURNS) % TURNS
    order = np.argsort(-votes)
    return np.concatenate([order[turn[order] == each][:KEPT] for each in range(TURNS)])


def _vote(edges: Edges, reach: float, quads: Floats, board: Board, spaces: Print) -> Floats:
    homographies = homographies_to(quads, board.width_mm, board.height_mm)
    return EdgeVotes(edges, reach).count(homographies, spaces)


def _cameras(rng: np.random.Generator, board: Board, size_px: tuple[int, int]) -> Floats:
    """Outlines (n, 4, 2) of the board before cameras in any turn that see most of it, in px."""
    width, height = board.width_mm, board.height_mm
    flat = np.column_stack([rectangle(width, height) - [width / 2, height / 2], np.zeros(4)])
    spin, lean = rng.uniform(0, 2 * np.pi, (2, FIRST))
    tilt = np.radians(rng.uniform(0, 42, FIRST))
    turned = _about_z(lean) @ _about_x(tilt) @ _about_z(spin - lean)
    points = flat @ turned.transpose(0, 2, 1)
    points[..., 2] += 1.25 * max(width, height) * rng.uniform(0.9, 1.2, (FIRST, 1))
    seen = points[..., :2] / points[..., 2:]
    low, high = seen.min(axis=1, keepdims=True), seen.max(axis=1, keepdims=True)
    size = np.array(size_px, float)
    fill = rng.uniform(0.55, 1.12, (FIRST, 1, 1)) * (size / (high - low)).min(axis=2, keepdims=True)
    room = np.maximum(size - fill * (high - low), 0.12 * size)
    middle = size / 2 + room * rng.uniform(-0.5, 0.5, (FIRST, 1, 2))
    return np.asarray((seen - (low + high) / 2) * fill + middle)


def _about_z(angle: Floats) -> Floats:
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros(FIRST), np.ones(FIRST)
    return np.stack([c, -s, o, s, c, o, o, o, i], axis=1).reshape(-1, 3, 3)


def _about_x(angle: Floats) -> Floats:
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros(FIRST), np.ones(FIRST)
    return np.stack([i, o, o, o, c, -s, o, s, c], axis=1).reshape(-1, 3, 3)
