"""Summits between samples, medians by weight, and chances of odds."""

from __future__ import annotations

import numpy as np
import pytest

from vision.picture.numbers import logistic, parabola, vertex, weighted_median


@pytest.mark.parametrize("summit", [-0.5, -0.2, 0.0, 0.31, 0.5])
def test_a_summit_between_samples_is_found_exactly(summit: float) -> None:
    samples = [7 - 3 * (np.array([at]) - summit) ** 2 for at in (-1, 0, 1)]

    assert vertex(*samples) == pytest.approx(summit)


@pytest.mark.parametrize(
    ("samples", "beside"),
    [
        pytest.param((2, 2, 2), 0.0, id="level"),
        pytest.param((1, 2, 9), 0.5, id="rising"),
        pytest.param((9, 2, 1), -0.5, id="falling"),
        pytest.param((0, 2, 3), 0.5, id="a summit beyond the next sample"),
    ],
)
def test_where_no_summit_lies_between_it_is_at_most_half_a_step_away(
    samples: tuple[float, float, float], beside: float
) -> None:
    assert vertex(*(np.array([sample], float) for sample in samples)) == beside


def test_a_parabola_runs_through_its_three_points_and_on_between() -> None:
    at = np.array([-1, -0.5, 0, 0.25, 1])

    assert parabola(at) @ [3 - 2 + 1, 1, 3 + 2 + 1] == pytest.approx(3 * at**2 + 2 * at + 1)


@pytest.mark.parametrize(
    ("weights", "median"),
    [
        ([1, 1, 1, 0.5], [2, 8]),
        ([0.1, 0.1, 0.1, 9], [100, 0]),
        ([0, 0, 1, 0], [3, 7]),
    ],
)
def test_a_median_counts_each_sample_by_its_weight(
    weights: list[float], median: list[float]
) -> None:
    values = np.array([[1.0, 9.0], [2.0, 8.0], [3.0, 7.0], [100.0, 0.0]])

    assert weighted_median(values, np.array(weights)).tolist() == median
    many = weighted_median(np.stack([values, values[::-1]]), np.array([weights, weights[::-1]]))
    assert many.tolist() == [median, median]


@pytest.mark.parametrize(("odds", "chance"), [(0, 0.5), (np.log(3), 0.75), (-np.log(3), 0.25)])
def test_odds_are_chances(odds: float, chance: float) -> None:
    assert logistic(odds) == pytest.approx(chance)
    assert logistic(np.full((2, 3), odds)) == pytest.approx(np.full((2, 3), chance))
