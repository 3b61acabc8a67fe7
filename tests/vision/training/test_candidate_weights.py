"""Weights of candidates, from choices in which the right one is known."""

from __future__ import annotations

import numpy as np
import pytest

from vision.stops.weighing import TRAITS
from vision.training.candidates import __main__ as command
from vision.training.candidates.weights import Choice, choices, fitted

SHIP = TRAITS.index("ship")


def drawn_by_lot(count: int, slope: float, bias: float) -> list[Choice]:
    """Choices of three candidates, or none, whose chances follow from one trait alone."""
    rng = np.random.default_rng(3)
    made = []
    for _ in range(count):
        traits = np.zeros((3, len(TRAITS)))
        traits[:, SHIP] = rng.uniform(0, 1, 3)
        odds = np.append(traits[:, SHIP] * slope + bias, 0.0)
        shares = np.exp(odds) / np.exp(odds).sum()
        made.append(Choice(traits, np.arange(3) == rng.choice(4, p=shares)))
    return made


@pytest.mark.parametrize(("slope", "bias"), [(4.0, -3.0), (-2.0, 1.0)])
def test_the_weights_that_drew_the_choices_are_found(slope: float, bias: float) -> None:
    weights, found = fitted(drawn_by_lot(2000, slope, bias))

    assert weights[SHIP] == pytest.approx(slope, abs=0.6)
    assert found == pytest.approx(bias, abs=0.4)


def test_most_ships_of_a_drawn_board_have_a_right_candidate() -> None:
    known = list(choices([509], 1))

    assert all(choice.traits.shape == (len(choice.right), len(TRAITS)) for choice in known)
    assert sum(bool(choice.right.any()) for choice in known) >= 4


@pytest.mark.parametrize("option", ["--draw", "--photos"])
@pytest.mark.parametrize("count", ["0", "-3", "many"])
def test_what_is_drawn_is_counted_from_one(
    option: str, count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main([option, count])
    assert refused.value.code == 2
    assert f"'{count}' is no whole number from 1 on" in capsys.readouterr().err
