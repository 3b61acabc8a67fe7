"""What nothing has changed since says of where a ship may lie."""

from __future__ import annotations

import numpy as np
import pytest

from vision.stops.assigning import Weighed
from vision.stops.candidates import Candidate
from vision.stops.unmoved import Unmoved

SHAPE = (20, 20)
HERE, ELSEWHERE = slice(0, 5), slice(10, 15)
"""The rows of samples that a ship covers where it was seen, and where another may lie."""


def candidate(rows: slice, kind: str = "blue") -> Candidate:
    """A candidate on these rows of samples, one to ten millimetres, and on as many columns."""
    at = np.indices(SHAPE)[:, rows, :5].reshape(2, -1)
    hull = np.ones(at.shape[1], bool)
    return Candidate(kind, 25.0, 10.0 * rows.start, 0.0, 0.5, 1.0, 0.0, at[0], at[1], hull)


def changed(*rows: slice) -> np.ndarray:
    samples = np.zeros(SHAPE, bool)
    for each in rows:
        samples[each] = True
    return samples


@pytest.mark.parametrize(
    ("looks", "at", "says"),
    [
        pytest.param([changed()], HERE, 1, id="it lies there still"),
        pytest.param([changed()], ELSEWHERE, -1, id="it has not come"),
        pytest.param([changed(HERE)], HERE, 0, id="it may have gone"),
        pytest.param([changed(ELSEWHERE)], ELSEWHERE, 0, id="it may have come"),
        pytest.param([changed(HERE)], ELSEWHERE, -1, id="gone, and not come there"),
        pytest.param([changed(ELSEWHERE), changed()], ELSEWHERE, 0, id="come a while ago"),
        pytest.param([], ELSEWHERE, -1, id="in the same look"),
    ],
)
def test_what_has_not_changed_speaks(looks: list[np.ndarray], at: slice, says: int) -> None:
    unmoved = Unmoved()
    unmoved.saw(candidate(HERE), SHAPE)
    for look in looks:
        unmoved.take_in(look)
    [one] = unmoved.weighed({"blue": [Weighed(candidate(at), 0.0)]})["blue"]

    assert np.sign(one.log_odds) == says


def test_what_changed_before_a_ship_was_seen_anew_says_nothing() -> None:
    unmoved = Unmoved()
    unmoved.saw(candidate(HERE), SHAPE)
    unmoved.take_in(changed(HERE, ELSEWHERE))
    unmoved.saw(candidate(ELSEWHERE), SHAPE)
    there, before = unmoved.weighed(
        {"blue": [Weighed(candidate(ELSEWHERE), 0.0), Weighed(candidate(HERE), 0.0)]}
    )["blue"]

    assert there.log_odds > 0 > before.log_odds


def test_ships_that_were_not_seen_may_lie_anywhere() -> None:
    unmoved = Unmoved()
    unmoved.saw(candidate(HERE), SHAPE)
    other = {"pink": [Weighed(candidate(HERE, "pink"), 1.0)]}
    assert unmoved.weighed(other) == other
    unmoved.forget()
    same = {"blue": [Weighed(candidate(HERE), 1.0)]}
    assert unmoved.weighed(same) == same
