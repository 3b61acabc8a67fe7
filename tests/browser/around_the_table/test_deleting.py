"""An evening is deleted and brought back by who sees the page, and by who has a keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.records.record import read_record
from tests.browser.anybody import faults_everywhere
from tests.web.tables import NOW, ServedTable
from tests.whole_games import GAMES
from web.host.roles import Role

Open = Callable[..., Page]
OLDER = ("2-players-stuck", "5-players-all-sticks")


@pytest.fixture
def evenings(served: ServedTable) -> ServedTable:
    """The game on the table, and two that are over; of one there are pictures."""
    store = served.host.store
    with served.host.adding_games():
        numbers = [store.begin(read_record(GAMES / f"{name}.jsonl"), NOW) for name in OLDER]
    served.host.albums.of(numbers[0]).keep(
        4, Path("web/static/installing/icon-192.png").read_bytes()
    )
    return served


def at_evenings(table: ServedTable, open_page: Open) -> Page:
    page = open_page(table.door(Role.HOST))
    page.goto(table.host.address.url("/evenings"))
    return page


def test_it_is_asked_once_and_undone_by_one_key(evenings: ServedTable, open_page: Open) -> None:
    page = at_evenings(evenings, open_page)
    expect(page.locator(".evenings > li")).to_have_count(3)
    first = page.locator(".evenings .remove summary").last
    first.press("Enter")
    asked = page.locator(".evenings .remove[open]")
    expect(asked).to_contain_text("Delete the evening of ")
    expect(asked).to_contain_text("1 picture of its turns")
    asked.get_by_role("button").press("Enter")

    expect(page.locator(".evenings > li")).to_have_count(2)
    expect(page.locator("form.note")).to_contain_text("It lies in the bin until")
    expect(page.get_by_role("button", name="Bring the evening back").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".evenings > li")).to_have_count(3)
    expect(page.locator(".bin")).to_have_count(0)


def test_the_bin_is_emptied_for_good(evenings: ServedTable, open_page: Open) -> None:
    page = at_evenings(evenings, open_page)
    for _ in OLDER:
        page.locator(".evenings .remove summary").first.click()
        page.get_by_role("button", name="Yes, delete it").first.click()
        expect(page.locator("form.note")).to_be_visible()
    page.get_by_text("2 deleted evenings").click()
    page.get_by_text("Empty the bin now").click()
    page.get_by_role("button", name="Yes, delete for good").click()

    expect(page.locator(".bin")).to_have_count(0)
    expect(page.locator(".evenings > li")).to_have_count(1)
    expect(page.locator(".evenings .remove")).to_have_count(0)  # the one that is played


def test_anybody_can_use_it(evenings: ServedTable, open_page: Open) -> None:
    page = at_evenings(evenings, open_page)
    evenings.host.delete(2)
    url = evenings.host.address.url("/evenings?deleted=2")

    assert faults_everywhere(page, url) == {}
