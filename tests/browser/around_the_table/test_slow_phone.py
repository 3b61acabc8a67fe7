"""A phone that is slow, or a table that is busy: what was tapped comes first, and counts once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from companion.store import Door
from tests.browser.conftest import TIMEOUT_MS, USUAL, Chromium
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role

ASKS = "**/?part=live"
ASK_S = 1.2
LEAVE = """() => {
  document.querySelector(".way-in.first").click();
  globalThis.fetch = async () => new Response("<p>Something else</p>");
}"""
"""A link is tapped, and the next answer is none that a waiting page can show."""
APART_S = 0.4
TWICE = f"""() => {{
  const button = document.querySelector(".sit-down .done");
  button.click();
  setTimeout(() => button.click(), {1000 * APART_S});
}}"""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ServedTable]:
    """A table on the network before its first game."""
    with serve_table(tmp_path / "table.sqlite", (), lan=True) as table:
        yield table


@pytest.fixture
def context(launched: Chromium) -> Iterator[BrowserContext]:
    with launched.guarded() as browser:
        context = browser.new_context(**USUAL)  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT_MS)
        yield context
        context.close()


def here(table: ServedTable, door: Door) -> str:
    """The address behind a code, by the name that this machine has for itself."""
    return f"http://localhost:{table.port}/join/{door.token}"


def in_the_lobby(context: BrowserContext, table: ServedTable) -> Page:
    """A phone whose owner may sit down."""
    page = context.new_page()
    page.goto(here(table, table.host.doors.to(Role.WATCHER)))
    expect(page.locator(".sit-down [name=name]")).to_be_focused()
    return page


def test_two_taps_on_sit_down_seat_one(evening: ServedTable, context: BrowserContext) -> None:
    """The first is on its way yet when the second comes: nobody hears that his name is taken."""
    phone = in_the_lobby(context, evening)
    sent: list[str] = []
    phone.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    phone.locator(".sit-down [name=name]").fill("Ann")
    with evening.host.deciding():
        phone.evaluate(TWICE)
        time.sleep(2 * APART_S)  # nothing can be asked of a page that is being left

    expect(phone.locator("h1")).to_have_text("You sit, Ann")
    assert len(sent) == 1
    assert [player.name for player in evening.host.lobby.players] == ["Ann"]


def test_an_answer_that_is_no_page_takes_nothing_away(
    evening: ServedTable, context: BrowserContext
) -> None:
    """A table that has too much to do says so; a name half typed stays."""
    phone = in_the_lobby(context, evening)
    phone.locator(".sit-down [name=name]").fill("Benj")
    phone.route(ASKS, lambda route: route.fulfill(status=503, body="Too many ask."))
    expect(phone.locator("#gone")).to_be_visible()
    phone.unroute(ASKS)

    expect(phone.locator("#gone")).to_be_hidden()
    expect(phone.locator(".sit-down [name=name]")).to_have_value("Benj")


def test_who_has_tapped_a_link_gets_there(evening: ServedTable, context: BrowserContext) -> None:
    """What the page would open by itself does not get before what somebody has opened."""
    host = context.new_page()
    host.goto(here(evening, evening.host.host_door()))
    host.locator(".way-in.first").wait_for()
    held: list[Route] = []
    host.route("**/start", lambda route: held.append(route))  # noqa: PLW0108  (no built-in is taken)
    with host.expect_request("**/start"):
        host.evaluate(LEAVE)
    host.wait_for_timeout(2000 * ASK_S)
    held[0].continue_()

    expect(host.get_by_role("button", name="Begin", exact=True)).to_be_visible()


def test_the_list_of_who_waits_changes_around_a_finger(
    evening: ServedTable, context: BrowserContext
) -> None:
    """What is being tapped is still there when the finger lifts, whoever comes meanwhile."""
    phone = in_the_lobby(context, evening)
    assert context.browser is not None
    friend = in_the_lobby(context.browser.new_context(**USUAL), evening)  # type: ignore[arg-type]
    button = phone.get_by_role("button", name="Keep the bank")
    button.hover()
    phone.mouse.down()
    friend.locator(".sit-down [name=name]").fill("Ben")
    friend.locator(".sit-down .done").click()
    expect(phone.locator(".waiting")).to_contain_text("Ben")
    button.hover()  # the list has grown above it
    phone.mouse.up()

    expect(phone.locator("h1")).to_have_text("You keep the bank")
