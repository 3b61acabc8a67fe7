"""The network that sees what lies on each sample of a board: its print, a ship, card, or a hand.

It is trained on drawn boards (``vision/training``) and knows no game and no colour: it compares the
picture with the print that it should show.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.between.ground import Ground
from vision.between.outlook import Outlook
from vision.picture.arrays import Floats, Tones
from vision.picture.networks import run, softmax
from vision.picture.numbers import logistic

PRINT, SHIP, CARD, OTHER = range(4)
"""What a sample may show; other things are hands, and whatever else lies there."""
KINDS = 4
CHANNELS = 9
"""The picture (3), the print it should show (3), whether both see it, and the lean along x, y."""
LEAN_X, LEAN_Y = 7, 8
"""The channels of the lean."""
SQUARE = 8
"""Rows and columns are filled up to a multiple of this."""
LEAN_OF_MM = 16.0
"""The lean is that of a body so high, in bodies so high."""
COARSE = 9
"""The lean is worked out at so many points along each side."""


@dataclass(frozen=True, eq=False)
class Things:
    """What lies on each sample.

    ``shares`` (4, rows, columns): how likely it shows bare print, a ship, card, or another thing;
    ``feet`` (rows, columns): the chance that the middle of a ship's base stands there.
    """

    shares: Tones
    feet: Tones


def look_at_board(tones: Tones, expected: Tones, in_view: Tones, lean: Tones) -> Things:
    """See what lies on a board, as it is and turned over, and take the mean of both.

    ``tones`` and ``expected`` (rows, columns, 3) are the picture and the print that it should show,
    relative to the local white; ``in_view`` (rows, columns) is 1 where both see the board, else 0;
    ``lean`` (rows, columns, 2) as ``spread_lean`` says.
    """
    rows, columns = in_view.shape
    shown = channels(tones, expected, in_view, lean)
    shown = np.pad(shown, ((0, 0), (0, -rows % SQUARE), (0, -columns % SQUARE)))
    kinds, feet = (
        (upright + _turned(turned)) / 2
        for upright, turned in zip(_told(shown), _told(_turned_over(shown)), strict=True)
    )
    shares = softmax(kinds[:, :rows, :columns], axis=0)
    return Things(shares, np.asarray(logistic(feet[0, :rows, :columns]), np.float32))


class BoardLook:
    """What the network sees on a board in picture after picture under one pose.

    Where nothing changed an outlook keeps the very tones of before: the network would say the same
    again, and isn't asked.
    """

    def __init__(self, outlook: Outlook, lean: Tones) -> None:
        self._outlook, self._lean = outlook, lean
        self._told: Things | None = None

    def take_in(self) -> None:
        """See the picture that the outlook has just taken in."""
        if self._outlook.changed.any():
            self._told = None

    def things(self) -> Things:
        """What lies on the board in the last picture that was taken in."""
        if self._told is None:
            seen = self._outlook
            in_view = seen.ground.in_view
            self._told = look_at_board(seen.tones, seen.expected.tones, in_view, self._lean)
        return self._told


def _told(shown: Tones) -> tuple[Tones, Tones]:
    """What the network tells of a board: the logits of its kinds (4, h, w) and feet (1, h, w)."""
    kinds, feet = run("stops", {"board": shown[None]}, ("kinds", "feet"))
    return kinds[0], feet[0]


def _turned(planes: Tones) -> Tones:
    """Planes (n, h, w) turned over about the rising diagonal, (n, w, h)."""
    return np.ascontiguousarray(planes[:, ::-1, ::-1].transpose(0, 2, 1))


def _turned_over(shown: Tones) -> Tones:
    """What the network is shown of a board that is turned over; the lean turns with it."""
    turned = _turned(shown)
    turned[[LEAN_X, LEAN_Y]] = -turned[[LEAN_Y, LEAN_X]]
    return turned


def channels(tones: Tones, expected: Tones, in_view: Tones, lean: Tones) -> Tones:
    """What the network is shown, (9, rows, columns), from what it is told of each sample."""
    stacked = np.dstack([tones, expected, in_view, lean]).astype(np.float32)
    return np.ascontiguousarray(stacked.transpose(2, 0, 1))


def coarse_lean(ground: Ground) -> Tones:
    """How a body leans over a board, as a share of its height, at ``COARSE`` points a side."""
    rows, columns = ground.shape
    at = [(np.arange(COARSE) + 0.5) * n / COARSE for n in (columns, rows)]
    at_mm: Floats = np.stack(np.meshgrid(*at), axis=-1) * ground.step_mm
    return np.asarray(ground.lean_mm(at_mm, LEAN_OF_MM) / LEAN_OF_MM, np.float32)


def spread_lean(coarse: Tones, shape: tuple[int, int]) -> Tones:
    """The lean at each sample, (rows, columns, 2)."""
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0])), np.float32)
