"""The board's corners in one photo of the empty board, from nothing but the board file.

Outlines come from ``quads``, or, where no outline shows, from ``blind_search``. A quick vote ranks
them: do edges run along the spaces where the spaces would lie? The likeliest are then measured
space by space (``print_match``); the right one is the one whose shifts agree with each other.
"""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from calibration.board_pose.blind_search import blind_tries
from calibration.board_pose.print_match import (
    Print,
    measure,
    printed_spaces,
    smooth_change,
)
from calibration.board_pose.quads import WORK_PX, candidate_quads, homographies_to, rectangle_misfit
from calibration.board_pose.votes import Edges, EdgeVotes, project
from companion.boards.board import Board
from companion.errors import InputError
from vision.picture.arrays import Floats, Image

VOTE_REACH = 0.006
"""How far an edge is felt in the vote on outlines, as a share of the picture's width."""
MISFIT = 0.16
"""Outlines farther than this from a rectangle before a camera are no board."""
TRIED_OUTLINES, TRIED_BLINDLY = 10, 30
"""So many of the likeliest are measured space by space."""
REACHES = ((10.0, 1.0), (4.0, 0.8), (3.0, 0.6))
"""How far around its place each space is looked for, and in which steps, mm, round by round."""
AGREE_MM = 1.5
"""Shifts that one homography explains this well agree."""
SURE = 0.6
"""When so many spaces agree, nothing else is tried; by chance less than 0.2 do."""
LEAST_SHARE = 0.35
LEAST_SPACES = 12
"""With fewer spaces than this, chance could agree as well."""


def find_homography(photo: Image, board: Board) -> Floats:
    """Find the empty board in a photo (h, w, 3): homography (3, 3) from board mm to px.

    Good to a few millimetres, as far as a lens lets a homography be. Raises InputError when the
    board isn't there, or not surely.
    """
    spaces = printed_spaces(board)
    if spaces is None or len(spaces.centres_mm) < LEAST_SPACES:
        raise InputError("too-few-spaces", board=board.name)
    work, scale = _shrunk(photo)
    best, best_share = np.eye(3), 0.0
    for tries in (_outlined, _blind):
        for rough in tries(work, board, spaces):
            homography, share = _settle(work, rough, spaces)
            if share > best_share:
                best, best_share = homography, share
            if share > SURE:
                return _at_full_size(best, scale)
    if best_share < LEAST_SHARE:
        raise InputError("board-not-in-photo", board=board.name)
    return _at_full_size(best, scale)


def settle(photo: Image, homography: Floats, board: Board) -> Floats:
    """Move a rough homography, by a person's corners, onto the print where it can be made out."""
    spaces = printed_spaces(board)
    if spaces is None or len(spaces.centres_mm) < LEAST_SPACES:
        return homography
    work, scale = _shrunk(photo)
    settled, share = _settle(work, _at_full_size(homography, 1 / scale), spaces)
    return _at_full_size(settled, scale) if share >= LEAST_SHARE else homography


def _at_full_size(homography: Floats, scale: float) -> Floats:
    """From px of a shrunk picture to px of the whole one; a pixel's middle stays its middle."""
    shift = 0.5 / scale - 0.5
    return np.array([[1 / scale, 0, shift], [0, 1 / scale, shift], [0, 0, 1]]) @ homography


def _shrunk(photo: Image) -> tuple[Image, float]:
    scale = min(1.0, WORK_PX / max(photo.shape[:2]))
    if scale == 1.0:
        return photo, 1.0
    return np.asarray(
        cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ), scale


def _outlined(work: Image, board: Board, spaces: Print) -> Floats:
    """The homographies (n, 3, 3) of outlines seen in the picture, likeliest first."""
    quads = candidate_quads(work)
    turned = np.concatenate([np.roll(quads, turn, axis=1) for turn in range(4)])
    size_px = (work.shape[1], work.shape[0])
    fits = rectangle_misfit(turned, board.width_mm, board.height_mm, size_px) < MISFIT
    turned = turned[fits]
    homographies = homographies_to(turned, board.width_mm, board.height_mm)
    order = np.argsort(-EdgeVotes(Edges.of(work), VOTE_REACH).count(homographies, spaces))
    return homographies[order[_different(turned[order], 0.006 * work.shape[1], TRIED_OUTLINES)]]


def _blind(work: Image, board: Board, spaces: Print) -> Floats:
    """The same without any outline seen."""
    quads = blind_tries(work, board, spaces)
    quads = quads[_different(quads, 0.02 * work.shape[1], TRIED_BLINDLY)]
    return homographies_to(quads, board.width_mm, board.height_mm)


def _different(quads: Floats, apart_px: float, most: int) -> list[int]:
    """The first few that are not all but the same."""
    kept: list[int] = []
    for index, quad in enumerate(quads):
        if all(np.abs(quad - quads[other]).max() > apart_px for other in kept):
            kept.append(index)
        if len(kept) == most:
            break
    return kept


def _settle(work: Image, homography: Floats, spaces: Print) -> tuple[Floats, float]:
    """Move a rough homography onto the print; with the share of the spaces that agree on it."""
    share = 0.0
    for reach, step in REACHES:
        found = measure(work, partial(through, homography), spaces, reach, step)
        agreed = smooth_change(spaces, found, AGREE_MM)
        if agreed is None:
            return homography, 0.0
        share = float(agreed[1].mean())
        homography = homography @ agreed[0]
        if share < 0.2:
            break
    return homography / homography[2, 2], share


def through(homography: Floats, points: Floats) -> Floats:
    """Points (n, 2) through a homography (3, 3)."""
    return np.asarray(project(homography[None], points)[0])
