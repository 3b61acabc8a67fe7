"""Pages that anybody can use: axe-core finds nothing, a phone shows them whole, targets are big.

Two themes, two languages and two widths in two passes: they don't depend on one another. What lies
on the chart is hidden from axe-core as it is from a screen reader; the same is there in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

from companion.record import Happened, Record
from tests.browser.conftest import PHONE
from tests.browser.screenshots import half_a_game
from tests.web.tables import ServedTable, serve
from web.roles import Role

Open = Callable[..., Page]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """tags => axe.run({exclude: [".layer"]}, {runOnly: {type: "tag", values: tags}})
  .then(found => found.violations.map(each => each.id + ": " + each.nodes.map(
    node => node.target + " " + node.any.map(reason => reason.message))))"""
UNFOLD = "document.querySelectorAll('details').forEach(each => { each.open = true; })"
SMALL = """() => [...document.querySelectorAll(
    "button, summary, a.button, select, input:not([type=hidden])")]
  .filter(each => each.checkVisibility() && !each.closest(".unseen"))
  .filter(each => { const box = (each.closest("label.choice") ?? each).getBoundingClientRect();
                    return box.height < 43.9 || box.width < 43.9; })
  .map(each => each.outerHTML.slice(0, 80))"""
ROLES = {"/me": Role.PLAYER, "/bank": Role.BANKER, "/entry/8": Role.BANKER}
PAGES = ("/table", "/me", "/bank", "/entry/8", "/score", "/doors", "/start", "/nowhere")
AGAINST_THE_RULES = {"do": "marker", "player": "Dan", "slot": "guam/0"}


def with_a_finding() -> Record:
    return half_a_game().add(Happened(AGAINST_THE_RULES))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    path: Path = tmp_path_factory.mktemp("game") / "table.sqlite"
    with serve(path, with_a_finding()) as table:
        yield table


def opened(game: ServedTable, open_page: Open, path: str, theme: str, language: str) -> Page:
    role = ROLES.get(path, Role.HOST)
    assert game.host.table is not None
    awaited = game.host.table.view.last.state.next_seat.player.name
    page = open_page(game.door(role, awaited if role is Role.PLAYER else None))
    url = f"http://localhost:{game.port}"
    page.context.add_cookies(
        [
            {"name": "theme", "value": theme, "url": url},
            {"name": "language", "value": language, "url": url},
        ]
    )
    page.goto(url + path)
    return page


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_shows_it_and_a_finger_hits_it(
    path: str, game: ServedTable, open_page: Open
) -> None:
    page = opened(game, open_page, path, "light", "en")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []
    page.evaluate(UNFOLD)
    assert looked_over(page) == []
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("path", PAGES)
def test_a_laptop_shows_it_by_night_and_in_french(
    path: str, game: ServedTable, open_page: Open
) -> None:
    page = opened(game, open_page, path, "dark", "fr")
    page.set_viewport_size({"width": 1280, "height": 800})

    page.evaluate(UNFOLD)
    assert looked_over(page) == []
    assert page.locator("html").get_attribute("lang") == "fr"


def test_axe_would_find_something(game: ServedTable, open_page: Open) -> None:
    page = opened(game, open_page, "/start", "light", "en")
    page.evaluate("document.querySelector('label span').remove()")

    assert [each.split(":")[0] for each in looked_over(page)] == ["label"]


def looked_over(page: Page) -> list[str]:
    """What axe-core has to say against a page."""
    page.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))
    found = page.evaluate(RUN, TAGS)
    assert isinstance(found, list)
    return found
