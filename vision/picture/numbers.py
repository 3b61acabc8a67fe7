"""Arithmetic that many readings need: summits between samples, medians by weight, odds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.arrays import Floats, Tones

_FLAT = -1e-9


def vertex(before: NDArray[Any], at: NDArray[Any], after: NDArray[Any]) -> Floats:
    """Where the parabola through three samples a step apart is highest, in steps from the middle.

    All have one shape, and so has the answer: within half a step, 0 where they are level. Where
    the middle one is not the highest, it is half a step towards the higher of the others.
    """
    bend = np.minimum(before - 2 * at + after, _FLAT)
    return np.asarray(np.clip(0.5 * (before - after) / bend, -0.5, 0.5), np.float64)


def parabola(at: Floats) -> Floats:
    """What the values at -1, 0 and 1 lend to the parabola through them at places (n,): (n, 3)."""
    return np.column_stack([at * (at - 1) / 2, 1 - at * at, at * (at + 1) / 2])


def weighted_median(values: NDArray[Any], weights: Tones) -> NDArray[Any]:
    """The median of samples (..., n, k) that count so much (..., n), of each column: (..., k)."""
    order = values.argsort(axis=-2)
    counted = np.broadcast_to(weights[..., None], values.shape)
    passed = np.take_along_axis(counted, order, -2).cumsum(axis=-2)
    half = (passed >= passed[..., -1:, :] / 2).argmax(axis=-2)[..., None, :]
    at = np.take_along_axis(order, half, -2)
    return np.asarray(np.take_along_axis(values, at, -2)[..., 0, :])


def median_length(vectors: Floats) -> float:
    """The median length of vectors (n, k)."""
    return float(np.median(np.linalg.norm(vectors, axis=1)))


def logistic(odds: NDArray[Any] | float) -> Tones:
    """The chance of natural log odds (...), (...)."""
    return np.asarray(1 / (1 + np.exp(-odds)))
