"""What is taken for a figure and is a token; who stands on an islet and nobody sees as such."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.boards.tiles_board import Lying
from companion.games.carcassonne_south_seas.game import GAME
from companion.position import Position
from vision.picture.arrays import Tones
from vision.squares.came import BareTiles
from vision.squares.figures import Figure
from vision.squares.reader import SquaresReader, _Looked
from vision.squares.unseen import unseen_figures

BOARD = GAME.shipped_board()
CELL, MARKET = "cell/15,15", Lying("ss02", 0)
AT = BOARD.cells[CELL]
CROP = np.full((64, 64, 3), 0.95, np.float32)


def standing(bgr: tuple[float, float, float]) -> Figure:
    """A figure in the middle of the tile."""
    at_mm = np.array([AT.x_mm, AT.y_mm])
    return Figure(np.stack([at_mm, at_mm]), 0.0, np.array(bgr) * 0.95, 0.98)


@pytest.mark.parametrize(
    ("bgr", "is_figure"),
    [((0.15, 0.33, 0.56), False), ((0.18, 0.2, 0.75), True), ((0.2, 0.74, 0.9), True)],
    ids=["the token's", "red", "yellow"],
)
def test_a_part_of_a_token_is_no_figure(
    bgr: tuple[float, float, float], *, is_figure: bool
) -> None:
    """A boat token of which the edge alone shows is as large as a figure; its paint is another."""
    others = [standing((0.7, 0.37, 0.17)), standing((0.29, 0.56, 0.25))]
    shares: dict[str, dict[str, float]] = {}

    SquaresReader(BOARD)._on_parts(
        [standing(bgr), *others], {CELL: MARKET}, _Looked({CELL: CROP}, {}), shares
    )

    most: dict[str, float] = {}
    for here in shares.values():
        most = {kind: max(share, most.get(kind, 0.0)) for kind, share in here.items()}
    assert {"blue", "green"} <= {kind for kind, share in most.items() if share > 0.5}
    assert any(most[kind] > 0.5 for kind in ("red", "yellow")) == is_figure
    assert "boat" not in most


class SeenBare(BareTiles):
    """A tile whose places look so much like they did bare."""

    def __init__(self, like: float) -> None:
        super().__init__()
        self.like = like

    def likeness(self, cell: str, crop: Tones, at: tuple[float, float]) -> float | None:
        del cell, crop, at
        return self.like


@pytest.mark.parametrize(("like", "stands"), [(0.84, True), (0.98, False)])
def test_an_islet_that_looks_other_than_bare_has_a_figure(like: float, *, stands: bool) -> None:
    """A blue one on a stall that is blue too leaves 0.86 of its looks; a bare one keeps 0.98."""
    lying = BOARD.lying(Position({CELL: str(MARKET)}))
    places = [at for id_, at in lying.places.items() if id_.startswith(f"{CELL}/")]

    found = unseen_figures(BOARD, {CELL: MARKET}, places, SeenBare(like), {CELL: CROP}, [])

    assert bool(found) == stands


def market(middle: tuple[float, float, float]) -> Tones:
    """A tile of the sea with a market, (64, 64, 3), in the middle of which is some colour."""
    crop = np.full((64, 64, 3), (0.8, 0.6, 0.2), np.float32)
    cv2.circle(crop, (32, 32), 12, (0.4, 0.8, 0.9), -1)
    cv2.circle(crop, (32, 32), 8, middle, -1)
    return crop


STALL, RED, SHADED = (0.9, 0.9, 0.9), (0.2, 0.2, 0.8), (0.75, 0.75, 0.75)


@pytest.mark.parametrize(
    ("middles", "occupied"),
    [
        ([STALL, SHADED, RED], [2]),
        ([STALL, SHADED, STALL, RED], [3]),
        ([STALL, SHADED, STALL, SHADED], []),
        ([STALL, RED], []),
        ([STALL, RED, (0.1, 0.6, 0.1), (0.1, 0.1, 0.1)], []),
    ],
    ids=["of three", "of four", "none", "of two nobody knows", "markets that never look alike"],
)
def test_on_a_market_that_looks_otherwise_than_all_others_is_somebody_who_came_with_it(
    middles: list[tuple[float, float, float]], occupied: list[int]
) -> None:
    cells = ["cell/15,15", "cell/16,15", "cell/15,16", "cell/16,16"][: len(middles)]
    lies = dict.fromkeys(cells, MARKET)
    lying = BOARD.lying(Position(dict.fromkeys(cells, str(MARKET))))
    places = [lying.places[f"{cell}/market"] for cell in cells]
    crops = dict(zip(cells, map(market, middles), strict=True))

    found = unseen_figures(BOARD, lies, places, BareTiles(), crops, [])
    assert [tuple(each.at_mm) for each in found] == [
        (places[nth].x_mm, places[nth].y_mm) for nth in occupied
    ]
    assert all(each.tones == pytest.approx(RED) for each in found)
