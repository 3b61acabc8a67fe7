"""Paints of all that stands are told together, and each only by what it may be at its place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.games.big_kini.shipped import read_shipped_board
from companion.questions import ASK_BELOW
from companion.reading import EMPTY
from vision.photometry.colours import usual_palette
from vision.photometry.light import FittedLight, Light
from vision.tiles.standing.forms import SIDE
from vision.tiles.standing.occupied import Place, Stood, tell_places
from vision.tiles.standing.patches import Patch

BOARD = read_shipped_board()
PALETTE = usual_palette(tuple(BOARD.kinds.values()))
AS_IT_IS = Light(
    FittedLight(
        np.eye(4, 3, dtype=np.float32),
        np.ones((2, 2, 3), np.float32),
        np.zeros((2, 2, 3), np.float32),
        np.array([500.0, 500.0], np.float32),
    )
)
CUBE, GOODS, TOKEN, ROUND = "administrator", "goods", "action", "round"


def stands(nth: int, at: str, tones: tuple[float, float, float]) -> Stood:
    """What surely stands at a place of this kind, its top seen in these tones."""
    ((form, kinds),) = BOARD.forms_at(at).items()
    blank = np.zeros((SIDE * SIDE, 3), np.float32)
    flat = np.zeros((SIDE * SIDE, 2))
    patch = Patch(flat, blank, blank, blank[:, 0], np.zeros(2), blank[:, 0] > 0)
    at_mm = np.array([100.0 + 20 * nth, 100.0])
    place = Place(str(nth), patch, at_mm, BOARD.forms_at(at))
    return Stood(place, BOARD.pieces[form], kinds, 1.0, np.array(tones, np.float32), at_mm)


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param(
            [
                (CUBE, "yellow", (0.40, 0.70, 0.90)),
                (CUBE, "red", (0.30, 0.30, 0.87)),
                (CUBE, "blue", (0.54, 0.36, 0.22)),
                (GOODS, "shell", (0.51, 0.66, 0.94)),
                (GOODS, "pearl", (0.76, 0.74, 0.74)),
                (GOODS, "pearl", (0.82, 0.79, 0.78)),
                (GOODS, "fish", (0.82, 0.71, 0.53)),
            ],
            id="pearls under a warm lamp, while no cube is white",
        ),
        pytest.param(
            [
                (GOODS, "fish", (0.82, 0.72, 0.48)),
                (CUBE, "green", (0.64, 0.74, 0.55)),
                (CUBE, "green", (0.49, 0.66, 0.43)),
                (TOKEN, "white", (0.85, 0.87, 0.90)),
                (TOKEN, "green", (0.22, 0.60, 0.23)),
                (TOKEN, "blue", (0.72, 0.34, 0.16)),
                (ROUND, "round_marker", (0.15, 0.27, 0.47)),
            ],
            id="a white token in glare, as pale as a pearl",
        ),
    ],
)
def test_a_paint_is_told_by_what_may_have_it(
    lie: list[tuple[str, str, tuple[float, float, float]]],
) -> None:
    stood = [stands(nth, at, tones) for nth, (at, _, tones) in enumerate(lie)]

    told = tell_places([each.place for each in stood], stood, AS_IT_IS, PALETTE)

    assert [told[str(nth)].answer for nth in range(len(lie))] == [kind for _, kind, _ in lie]


@pytest.mark.parametrize(
    ("chance", "in_box", "piece", "doubted"),
    [
        pytest.param(0.98, False, "round_marker", False, id="a marker that is in play"),
        pytest.param(0.98, True, EMPTY, True, id="one that should be in the box"),
        pytest.param(1.0, True, EMPTY, True, id="the same, seen without a doubt"),
        pytest.param(0.01, True, EMPTY, False, id="nothing, while all are in the box"),
    ],
)
def test_what_nobody_can_have_is_doubted_and_not_surely_gone(
    chance: float, in_box: bool, piece: str, doubted: bool
) -> None:
    marker = replace(stands(0, ROUND, (0.15, 0.27, 0.47)), chance=chance)
    cube = stands(1, CUBE, (0.30, 0.30, 0.87))
    played = [kind for kind in PALETTE.kinds if not (in_box and kind == "round_marker")]

    told = tell_places([marker.place, cube.place], [marker, cube], AS_IT_IS, PALETTE.only(played))

    assert told["0"].answer == piece
    assert (told["0"].confidence < ASK_BELOW) == doubted
    assert dict(told["0"].likely)[piece] == told["0"].confidence
    assert told["1"].answer == "red"
