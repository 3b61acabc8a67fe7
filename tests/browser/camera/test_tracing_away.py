"""A board is traced while the table does not answer."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.camera.tracer import SLOW_MS, begun, choose_photo
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
LAPTOP = {"width": 1280, "height": 800}


def test_a_page_whose_state_never_came_asks_for_it_again(
    table: ServedTable, open_page: Open
) -> None:
    page = begun(open_page(table.door(Role.HOST), viewport=LAPTOP), table).page
    page.route("**/state", lambda route: route.abort())
    page.reload()
    expect(page.locator(".kept")).to_contain_text("No connection")
    page.unroute("**/state")

    expect(page.get_by_label("Width in mm")).to_be_visible()
    expect(page.locator(".kept")).to_have_text("")


def test_suggestions_that_no_answer_brought_are_asked_for_again(
    table: ServedTable, open_page: Open
) -> None:
    tracer = begun(open_page(table.door(Role.HOST), viewport=LAPTOP), table)
    page = tracer.page
    choose_photo(tracer)
    page.route("**/ghosts*", lambda route: route.abort())
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator(".kept")).to_contain_text("No connection", timeout=SLOW_MS)
    expect(page.locator(".looking:visible")).to_have_count(0)
    page.unroute("**/ghosts*")

    page.locator("[data-step-to=islands]").click()
    page.locator("[data-tool=undo]").click()
    page.get_by_role("button", name="These are the corners").click()

    expect(page.locator("[data-tool=ghosts]")).to_be_visible(timeout=SLOW_MS)
