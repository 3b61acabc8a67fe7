"""Wooden figures: a body with arms and a head, that stands upright or lies on its back."""

from __future__ import annotations

import math

import numpy as np

from companion.boards.tiles_board import FIGURE_THICK, PieceType, TilesBoard
from vision.picture.arrays import Tones
from vision.simulator.laid.scene import Laid
from vision.simulator.laid.solids import Solid
from vision.simulator.printed.outlines import circle, rectangle


def lies_down(board: TilesBoard, lies: str, place: str) -> bool:
    """Whether a figure lies on a place: those on water do."""
    lying, spot = board.read(lies), place.rpartition("/")[2]
    features = board.tiles[lying.tile].features if lying else ()
    return any(each.drawn == "water" and spot in each.spots for each in features)


def figure(form: PieceType, place: str, laid: Laid, colour: Tones, *, down: bool) -> list[Solid]:
    """The parts of a figure, as they are drawn one after the other."""
    parts = _lying(form, laid) if down else _standing(form, laid)
    stands = np.array([laid.x_mm, laid.y_mm])
    return [
        Solid(
            outline, high, colour, colour, base_mm=base, place=place, lift_mm=base,
            stands_mm=stands, key=("figure", place, laid, down, nth),
        )
        for nth, (outline, base, high) in enumerate(parts)
    ]  # fmt: skip


def _standing(form: PieceType, laid: Laid) -> list[tuple[np.ndarray, float, float]]:
    x, y, wide, high = laid.x_mm, laid.y_mm, form.length_mm, form.height_mm
    thick = FIGURE_THICK * wide
    legs = rectangle(x, y, 0.8 * wide, thick, laid.angle_deg)
    arms = rectangle(x, y, wide, thick, laid.angle_deg)
    head = rectangle(x, y, 0.42 * wide, thick, laid.angle_deg)
    return [
        (legs, 0.0, 0.42 * high),
        (arms, 0.42 * high, 0.26 * high),
        (head, 0.68 * high, 0.32 * high),
    ]


def _lying(form: PieceType, laid: Laid) -> list[tuple[np.ndarray, float, float]]:
    wide, long_, thick = form.length_mm, form.height_mm, FIGURE_THICK * form.length_mm
    angle = math.radians(laid.angle_deg)
    along = np.array([math.cos(angle), math.sin(angle)])
    middle = np.array([laid.x_mm, laid.y_mm])

    def at(share: float) -> tuple[float, float]:
        x, y = middle + along * long_ * share
        return float(x), float(y)

    legs = rectangle(*at(-0.28), 0.44 * long_, 0.8 * wide, laid.angle_deg)
    arms = rectangle(*at(0.06), 0.26 * long_, wide, laid.angle_deg)
    head = circle(*at(0.34), 0.42 * wide, 14)
    return [(legs, 0.0, thick), (arms, 0.0, thick), (head, 0.0, thick)]
