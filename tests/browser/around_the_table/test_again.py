"""The game once more: a slider, a button that lets it run, and an address for every moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.records.record import SYSTEM, Undone
from companion.store.table import Request
from tests.browser.screenshots import half_a_game
from tests.web.tables import NOW, ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
AT = 57


@pytest.fixture
def game(tmp_path: Path) -> Iterator[ServedTable]:
    with serve(tmp_path / "table.sqlite", half_a_game()) as table:
        yield table


def score(game: ServedTable, open_page: Open, asked: str = "", **settings: object) -> Page:
    page = open_page(game.door(Role.WATCHER), **settings)
    page.goto(f"http://localhost:{game.port}/score{asked}")
    return page


def moment(page: Page) -> Locator:
    return page.locator("[data-live=moment]")


def at(page: Page, number: int) -> None:
    expect(moment(page)).to_have_attribute("data-number", str(number))


def test_an_address_leads_to_a_moment_and_the_ways_to_its_neighbours(
    game: ServedTable, open_page: Open
) -> None:
    page = score(game, open_page, f"?at={AT}", **LAPTOP)
    at(page, AT)
    lying = page.locator(".layer .stick").count()
    expect(page.locator(".again [type=range]")).to_have_value(str(AT))
    expect(page.locator(".spot.looked-at")).to_have_count(1)  # where it was laid

    page.get_by_role("link", name="The event after").click()
    at(page, AT + 1)
    expect(page).to_have_url(re.compile(rf"at={AT + 1}$"))
    page.get_by_role("link", name="The event before").click()
    at(page, AT)
    page.get_by_role("link", name="Now").click()
    expect(page).to_have_url(re.compile(r"/score$"))
    expect(page.get_by_role("link", name="The event after")).to_have_count(0)
    assert page.locator(".layer .stick").count() > lying


def test_the_slider_and_the_keyboard_lead_to_any_moment(game: ServedTable, open_page: Open) -> None:
    page = score(game, open_page)
    slider = page.get_by_label("The event that is shown")
    slider.fill(str(AT))
    at(page, AT)
    slider.press("ArrowLeft")
    at(page, AT - 1)
    slider.press("Home")
    at(page, 0)
    expect(page.locator(".layer .stick")).to_have_count(0)


def test_it_runs_by_itself_until_it_is_told_to_rest(game: ServedTable, open_page: Open) -> None:
    page = score(game, open_page, f"?at={AT}")
    page.get_by_role("button", name="Let it run").click()
    at(page, AT + 2)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Let it run")).to_be_visible()
    number = moment(page).get_attribute("data-number")
    page.wait_for_timeout(2500)
    expect(moment(page)).to_have_attribute("data-number", number or "")


def test_what_happens_meanwhile_moves_no_moment(game: ServedTable, open_page: Open) -> None:
    page = score(game, open_page, f"?at={AT}")
    at(page, AT)
    table = game.host.table
    assert table is not None
    assert table.view.undoable is not None
    undo = Undone(table.view.undoable.seq)
    table.act(Request(undo, table.view.revision, SYSTEM, NOW))

    expect(page.locator("body")).to_have_attribute("data-revision", str(table.view.revision))
    at(page, AT)
    expect(page.locator(".again [type=range]")).to_have_value(str(AT))


def test_an_event_leads_to_its_moment(game: ServedTable, open_page: Open) -> None:
    page = open_page(game.door(Role.BANKER))
    page.goto(f"http://localhost:{game.port}/entry/{AT}")
    page.get_by_role("link", name="See the table as it was then").click()

    at(page, AT)
