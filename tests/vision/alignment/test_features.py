"""Features: the same points in a picture as in its parts, and only pairs that belong together."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.alignment.features import MATCHED_AT_ONCE, STRIP_PIXELS, agreeing, ratio_matches, sift


def unit_rows(count: int, seed: int = 0) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, 128)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def seen_px(points_mm: np.ndarray) -> np.ndarray:
    """A board seen from aside."""
    camera = np.array([[1.2, 0.1, 40.0], [-0.2, 1.1, 60.0], [1e-4, 3e-4, 1.0]])
    at = np.column_stack([points_mm, np.ones(len(points_mm))]) @ camera.T
    return at[:, :2] / at[:, 2:]


def test_a_large_picture_shows_the_same_points_as_its_parts_and_none_of_them_twice() -> None:
    """It is looked at in strips, which must not be seen."""
    spots = np.random.default_rng(1).integers(0, 255, (40, 70), np.uint8)
    grey = np.asarray(cv2.resize(spots, (1750, 1000), interpolation=cv2.INTER_CUBIC), np.uint8)
    assert grey.size > 2 * STRIP_PIXELS
    middle = slice(500, 1250)

    points, looks = sift(grey)
    alone, alone_looks = sift(np.ascontiguousarray(grey[:, middle]))

    assert len(points) == len(looks)
    at_edges, elsewhere = (
        np.mean([np.sum(np.abs(points[:, 0] - x) < 40) for x in columns])
        for columns in ((1750 / 3, 3500 / 3), (300, 875, 1450))
    )
    assert at_edges < 1.3 * elsewhere
    inside = alone[(alone[:, 0] > 100) & (alone[:, 0] < 650)] + (middle.start, 0)
    nearest_px = np.linalg.norm(inside[:, None] - points[None], axis=2).min(axis=1)
    assert np.mean(nearest_px < 0.5) > 0.8
    assert len(alone) == len(alone_looks)


def test_a_feature_is_paired_with_the_only_one_like_it() -> None:
    known = unit_rows(40)
    order = np.random.default_rng(1).permutation(40)

    pairs = ratio_matches(known[order], known)

    assert pairs.tolist() == [[row, at] for row, at in enumerate(order)]


def test_a_feature_that_two_are_equally_like_is_paired_with_none() -> None:
    known = unit_rows(4)
    between = known[1] + known[3]
    photo = np.stack([known[0], between / np.linalg.norm(between), known[2]])

    pairs = ratio_matches(photo, known)

    assert pairs.tolist() == [[0, 0], [2, 2]]


@pytest.mark.parametrize(("photo", "known"), [(0, 0), (0, 5), (5, 0), (5, 1)])
def test_few_features_are_paired_with_none(photo: int, known: int) -> None:
    assert ratio_matches(unit_rows(photo), unit_rows(known)).shape == (0, 2)


def test_many_features_are_paired_as_a_few_are() -> None:
    known = unit_rows(6)
    many = np.tile(known, (MATCHED_AT_ONCE // 6 + 20, 1))

    assert ratio_matches(many, known).tolist() == [[row, row % 6] for row in range(len(many))]


@pytest.mark.parametrize("strays", [0, 10, 20])
def test_points_agree_but_for_those_that_lie_elsewhere(strays: int) -> None:
    random = np.random.default_rng(2)
    points_mm = random.uniform(0, 500, (40, 2))
    points_px = seen_px(points_mm)
    points_px[:strays] += random.uniform(30, 200, (strays, 2))

    assert agreeing(points_mm, points_px, 4.0).tolist() == [at >= strays for at in range(40)]


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_points_agree_on_nothing(count: int) -> None:
    points = np.random.default_rng(3).uniform(0, 500, (count, 2))

    assert agreeing(points, points, 4.0).tolist() == [False] * count


def test_points_at_one_place_agree_on_nothing() -> None:
    points = np.full((12, 2), 7.0)

    assert not agreeing(points, points, 4.0).any()
