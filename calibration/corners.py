"""The board's corners in one photo of the empty board, from nothing but the board file.

Many quadrilaterals come from ``quads``; each is tried in all four turns. First a quick vote: do
edges run along the spaces where the spaces would lie? The best few are then measured space by
space (``print_match``); the right one is the one whose shifts agree with each other.
"""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from calibration.print_match import (
    Print,
    measure,
    printed_spaces,
    smooth_change,
)
from calibration.quads import candidate_quads, homographies_to, rectangle_misfit
from companion.board import Board
from companion.errors import InputError
from vision.sampling import Floats, Image, Tones

WORK_PX = 960
"""The search runs on a photo of at most this length."""
DIRECTIONS = 8
MISFIT = 0.16
TRIED_CLOSELY = 10
LEAST_SPACES = 12
LEAST_SHARE = 0.35
SURE = 0.6
"""When so many spaces agree, no other try is looked at; by chance, it is less than 0.2."""
AGREE_MM = 1.5
"""Shifts that one homography explains this well agree."""


WAY_OUT = (
    "give its corners with --corners=X,Y,X,Y,X,Y,X,Y (top left, top right, bottom right, bottom "
    "left as printed, in pixels)"
)


def find_homography(photo: Image, board: Board) -> Floats:
    """Find the empty board in a photo (h, w, 3): homography (3, 3) from board mm to px.

    Good to a few millimetres, as far as a lens lets a homography be. Raises InputError when the
    board isn't there, or not surely.
    """
    spaces = printed_spaces(board)
    if spaces is None or len(spaces.centres_mm) < LEAST_SPACES:
        raise InputError(
            f"the board file '{board.name}' has too few spaces to find the board by; {WAY_OUT}"
        )
    work, scale = _shrunk(photo)
    best, best_share = np.eye(3), 0.0
    for rough in _voted(work, board, spaces):
        homography, share = _settle(work, rough, spaces)
        if share > best_share:
            best, best_share = homography, share
        if share > SURE:
            break
    if best_share < LEAST_SHARE:
        raise InputError(
            f"the board '{board.name}' was not found in the photo of the empty board; is it this "
            f"board, empty and whole in the photo? If so, {WAY_OUT}"
        )
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


def _voted(work: Image, board: Board, spaces: Print) -> Floats:
    """The homographies (n, 3, 3) that put spaces on edges of the right direction, best first."""
    size = (work.shape[1], work.shape[0])
    quads = candidate_quads(work)
    if not len(quads):
        return np.empty((0, 3, 3))
    turned = np.concatenate([np.roll(quads, turn, axis=1) for turn in range(4)])
    misfit = rectangle_misfit(turned, board.width_mm, board.height_mm, size)
    turned = turned[misfit < MISFIT]
    homographies = homographies_to(turned, board.width_mm, board.height_mm)
    votes = _votes(work, homographies, spaces)
    order = np.argsort(-votes)
    return _different(homographies[order], turned[order])


def _different(homographies: Floats, quads: Floats) -> Floats:
    """The first few that are not all but the same."""
    kept: list[int] = []
    for index, quad in enumerate(quads):
        if all(np.abs(quad - quads[other]).max() > 6 for other in kept):
            kept.append(index)
        if len(kept) == TRIED_CLOSELY:
            break
    return homographies[kept]


def _votes(work: Image, homographies: Floats, spaces: Print) -> Floats:
    """How much more edge runs along the spaces than in their places on average, in sigmas, (n,)."""
    energy = _edge_energy(work)
    height, width = energy.shape[1:]
    pick = np.random.default_rng(0).permutation(len(spaces.centres_mm))[:150]
    centres, along = spaces.centres_mm[pick], spaces.along[pick]
    votes = np.empty(len(homographies))
    for first in range(0, len(homographies), 500):
        part = homographies[first : first + 500]
        at = _apply(part, centres)
        direction = _apply(part, centres + 0.5 * along) - at
        turn = np.arctan2(direction[..., 1], direction[..., 0]) % np.pi
        bins = np.round(turn / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
        x = np.clip(np.round(at[..., 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(at[..., 1]).astype(int), 0, height - 1)
        here = energy[:, y, x]
        hit = np.take_along_axis(here, bins[None], axis=0)[0]
        every = here.mean(axis=0)
        votes[first : first + 500] = (hit - every).mean(axis=1) / (
            (hit - every).std(axis=1) / np.sqrt(len(pick)) + 1e-6
        )
    return votes


def _edge_energy(work: Image) -> Tones:
    """How much edge runs in each direction around every pixel, against all edges (d, h, w)."""
    smooth = cv2.GaussianBlur(work, (0, 0), 0.8).astype(np.float32)
    gx, gy = (cv2.Sobel(smooth, cv2.CV_32F, *order) for order in ((1, 0), (0, 1)))
    strongest = (gx**2 + gy**2).argmax(axis=2)[..., None]
    gx, gy = (np.take_along_axis(g, strongest, axis=2)[..., 0] for g in (gx, gy))
    size = np.hypot(gx, gy)
    around = cv2.GaussianBlur(size, (0, 0), 24)
    clear = size / (size + 2 * around + 8)
    turn = (np.arctan2(gy, gx) + np.pi / 2) % np.pi
    sigma = 0.006 * work.shape[1]
    energy = []
    for index in range(DIRECTIONS):
        off = np.abs((turn - index * np.pi / DIRECTIONS + np.pi / 2) % np.pi - np.pi / 2)
        weight = np.maximum(0, 1 - off / (np.pi / DIRECTIONS))
        energy.append(cv2.GaussianBlur((clear * weight).astype(np.float32), (0, 0), sigma))
    return np.stack(energy)


def _settle(work: Image, homography: Floats, spaces: Print) -> tuple[Floats, float]:
    """Move a rough homography onto the print; with the share of the spaces that agree on it."""
    share = 0.0
    for reach, step in ((9.0, 1.0), (4.0, 0.8), (3.0, 0.6)):
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
    return np.asarray(_apply(homography[None], points)[0])


def _apply(homographies: Floats, points: Floats) -> Floats:
    """Points (m, 2) through homographies (n, 3, 3) -> (n, m, 2)."""
    with_one = np.column_stack([points, np.ones(len(points))])
    seen = with_one @ homographies.transpose(0, 2, 1)
    depth = seen[..., 2:]
    return np.asarray(seen[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth))
