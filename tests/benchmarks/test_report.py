"""How a figure and its target are shown."""

from __future__ import annotations

import json

import pytest

from benchmarks.measuring.report import Figure, Target, as_json, as_text, at_least, at_most


@pytest.mark.parametrize(
    ("value", "target", "reached"),
    [
        pytest.param(0.997, at_least(0.997), True, id="just reached from below"),
        pytest.param(0.9969, at_least(0.997), False, id="just missed from below"),
        pytest.param(3.0, at_most(3), True, id="just reached from above"),
        pytest.param(3.1, at_most(3), False, id="just missed from above"),
        pytest.param(None, at_most(3), None, id="nothing measured"),
        pytest.param(3.0, None, None, id="no target"),
    ],
)
def test_a_figure_says_whether_it_is_reached(
    value: float | None, target: Target | None, reached: bool | None
) -> None:
    figure = Figure("spaces right", value, target)

    assert figure.reached is reached
    assert json.loads(as_json([figure]))["spaces right"]["reached"] is reached
    assert ("MISSED" in as_text([figure])) is (reached is False)
