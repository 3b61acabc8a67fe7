"""What the page looks like where it matters: money in view, acts under the thumb, big words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.clippers.page.turn_words import awaited
from tests.browser.anybody import looked_over
from tests.browser.conftest import PHONE
from tests.browser.first_load import is_small
from tests.browser.screenshots import half_a_game
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
READ_FROM_2_M_PX = 40


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    path: Path = tmp_path_factory.mktemp("looks") / "table.sqlite"
    with serve(path, half_a_game()) as table:
        yield table


@pytest.fixture
def phone(game: ServedTable, open_page: Open) -> Page:
    """The phone of the player who is awaited."""
    assert game.host.table is not None
    name = awaited(game.host.table.view.last.state)[-1]
    return open_page(game.door(Role.PLAYER, name), has_touch=True)


def test_money_of_all_stays_in_view(phone: Page) -> None:
    money = phone.locator(".purses .money")
    for down in (0, 300, 100_000):
        phone.evaluate("down => scrollTo(0, down)", down)
        expect(money).to_have_count(4)
        for each in money.all():
            expect(each).to_be_in_viewport(ratio=1)


def test_done_lies_under_the_thumb_at_once(phone: Page) -> None:
    done = phone.get_by_role("button", name="Done", exact=True)
    expect(done).to_be_in_viewport(ratio=1)
    box = done.bounding_box()

    assert box is not None
    assert box["y"] > PHONE["height"] / 2


def test_what_a_stick_earns_is_written_on_its_place(phone: Page) -> None:
    earning = phone.locator(".spot.earning").count()

    assert earning > 0
    expect(phone.locator(".sums .sum")).to_have_count(earning)
    expect(phone.locator(".sums .sum").first).to_contain_text("+")


def test_a_closer_look_leads_to_what_is_lit(phone: Page) -> None:
    window = phone.locator(".map-window")
    phone.get_by_role("button", name="Larger").click()

    assert window.evaluate("it => it.scrollWidth > it.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_first_load_is_small(phone: Page) -> None:
    assert is_small(phone, phone.url)


@pytest.mark.parametrize(("theme", "language"), [("light", "fr"), ("dark", "en")])
def test_a_big_screen_is_read_from_afar(
    theme: str, language: str, game: ServedTable, open_page: Open
) -> None:
    page = open_page(game.door(Role.WATCHER))
    url = f"http://localhost:{game.port}"
    for name, value in (("theme", theme), ("language", language)):
        page.context.add_cookies([{"name": name, "value": value, "url": url}])
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{url}/table")

    for large in (".sentence", ".players .money"):
        size = page.locator(large).first.evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
        assert size >= READ_FROM_2_M_PX
    expect(page.locator(".companies li").last).to_be_in_viewport(ratio=1)
    assert looked_over(page) == []
