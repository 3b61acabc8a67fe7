"""What is kept of an evening of Big Kini: a picture with all that it was won by, and the bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.anybody import faults_everywhere
from tests.browser.big_kini.drawn_game import drawn_until
from tests.companion.games.big_kini.tables import BOARD
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
WIDE_PX, EDGE_PX, PLAYERS = 1080, 48, 6
TABLE_PX, ROW_PX = 206, 108
"""Where the first player's row begins, and how far it is to the next one's."""
KINDS = 6


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    record, _ = drawn_until(lambda state: state.over)
    with serve(tmp_path_factory.mktemp("over") / "table.sqlite", record, board=BOARD) as table:
        yield table


def drawn_on(picture: np.ndarray, left: int, right: int, top: int) -> bool:
    """Whether anything is written there; ``picture`` is (h, w, 3)."""
    part = picture[top : top + 40, left:right].astype(int)
    return bool(np.ptp(part) > 60)


@pytest.mark.parametrize("path", ["/score", "/evenings/1"])
def test_the_picture_of_a_result_has_every_total_and_what_it_came_from(
    path: str, over: ServedTable, open_page: Open, tmp_path: Path
) -> None:
    """Seven columns have no room on it: what the points came from stands below each name."""
    page = open_page(over.door(Role.HOST), viewport={"width": 1280, "height": 800})
    page.goto(f"http://localhost:{over.port}{path}")
    with page.expect_download() as made:
        page.locator("[data-shares]").click()
    made.value.save_as(tmp_path / "result.png")
    picture = cv2.imread(str(tmp_path / "result.png"))

    assert picture is not None
    assert picture.shape[1] == WIDE_PX
    for nth in range(PLAYERS):
        top = TABLE_PX + nth * ROW_PX
        assert drawn_on(picture, WIDE_PX - EDGE_PX - 60, WIDE_PX - EDGE_PX, top + 14), nth
        assert drawn_on(picture, EDGE_PX + 112, WIDE_PX // 2, top + 56), nth


def test_each_kind_of_point_has_a_colour_in_bars_as_wide_as_the_table(
    over: ServedTable, open_page: Open
) -> None:
    page = open_page(over.door(Role.HOST))
    page.goto(f"http://localhost:{over.port}/evenings")
    table = page.locator(".tally table")
    expect(table).to_be_visible()
    colour = "each => getComputedStyle(each).backgroundColor"
    colours = [swatch.evaluate(colour) for swatch in page.locator(".tally .swatch").all()]

    assert len(set(colours)) == len(colours) == KINDS
    bars, all_of_it = (each.bounding_box() for each in (page.locator(".tally svg").first, table))
    assert bars is not None
    assert all_of_it is not None
    assert bars["width"] > 0.9 * all_of_it["width"]
    assert faults_everywhere(page, page.url) == {}


@pytest.mark.parametrize("path", ["/score", "/evenings/1"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_score_of_seven_columns_stays_in_its_place(
    path: str, language: str, over: ServedTable, open_page: Open
) -> None:
    laptop = {"viewport": {"width": 1280, "height": 800}, "locale": language}
    page = open_page(over.door(Role.HOST), **laptop)
    page.goto(f"http://localhost:{over.port}{path}")
    table = page.locator(".ranking")
    across = "each => [each.getBoundingClientRect().right, each.parentElement.clientWidth + "
    across += "each.parentElement.getBoundingClientRect().left]"
    right, room = table.evaluate(across)

    assert right <= room + 1
    name, sign = page.locator(".ranking tbody th").first, page.locator(".ranking .stick").first
    boxes = name.bounding_box(), sign.bounding_box()
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["height"] < 2 * boxes[1]["height"] + 24
