"""Own tiles and ships by keyboard alone, a tap a change; and fit for anybody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.anybody import faults_everywhere
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
HERE = "each => each === document.activeElement"
FAR, BACK = 60, 8
"""So many keys lead to anything on a page; and so few back to where one has just been."""
CHANGES: dict[str, tuple[str, Callable[[Any], object], object]] = {
    "a side": (
        "[name=side][value='0']",
        lambda tile: next(f["kind"] for f in tile["features"] if 0 in f.get("sides", ())),
        "island",
    ),
    "what hangs together": (
        "#drawn [aria-pressed=false]",
        lambda tile: sum(f["kind"] == "bridge" for f in tile["features"]),
        2,
    ),
    "what is printed": (
        "#area-1 [name=sign] >> nth=2",
        lambda tile: next(f["number"] for f in tile["features"] if f["kind"] == "fish"),
        2,
    ),
    "how many there are": ("#count [name=count] >> nth=1", lambda tile: tile["count"], 3),
}
"""What is pressed on the page of tile 5, and what the board file says then."""


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with serve(tmp_path_factory.mktemp("own") / "table.sqlite", None) as table:
        yield table


def begun(table: ServedTable, page: Page) -> str:
    """New own tiles; their address."""
    page.goto(f"http://localhost:{table.port}/tiles")
    game = page.locator("input[name=game][value=carcassonne_south_seas]")
    form = page.locator("form", has=game)
    form.locator("[name=name]").fill("Ours")
    form.locator("button").click()
    page.wait_for_url("**/tiles/*")
    return page.url


def reach(page: Page, goal: Locator, most: int = FAR) -> None:
    """Tab until it is reached."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if goal.evaluate(HERE):
            return
    pytest.fail(f"no key leads to {goal} in {most}")


def test_each_change_of_a_tile_is_a_key_and_the_next_is_near(
    tiles: ServedTable, open_page: Open
) -> None:
    page = open_page(tiles.door(Role.HOST))
    own = begun(tiles, page)
    page.goto(f"{own}/ss05")

    for name, (button, says, said) in CHANGES.items():
        page.goto(f"{own}/ss05")
        reach(page, page.locator(button).first)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        board = json.loads(page.request.get(f"{own}/board.json").text())
        [tile] = [each for each in board["tiles"] if each["id"] == "ss05"]
        assert says(tile) == said, name
        reach(page, page.locator(button.partition(" >> ")[0]).first, BACK)
        page.request.post(f"{own}/ss05/undo", headers={"Origin": own.partition("/tiles")[0]})


@pytest.mark.parametrize("path", ["/ss05", "/cards?open=b16", "/cards/photo", "/photo"])
def test_anybody_can_use_them(path: str, tiles: ServedTable, open_page: Open) -> None:
    page = open_page(tiles.door(Role.HOST))

    assert faults_everywhere(page, f"{begun(tiles, page)}{path}") == {}


def test_a_ship_is_put_right_by_keyboard(tiles: ServedTable, open_page: Open) -> None:
    page = open_page(tiles.door(Role.HOST))
    own = begun(tiles, page)
    page.goto(f"{own}/cards?open=b16")
    more = page.locator("#card-b16 [name=more][value=fish]")

    reach(page, more)
    with page.expect_navigation():
        page.keyboard.press("Enter")

    board = json.loads(page.request.get(f"{own}/board.json").text())
    [ship] = [each for each in board["cards"] if each["id"] == "b16"]
    assert ship["signs"].count("fish") == 2
    reach(page, page.locator("#card-b16 [name=more][value=fish]"), 2 * BACK)
