"""Rules in place: a long press, the other button or a key tells; and the first round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.records.record import Record, read_record
from tests.browser.anybody import looked_over
from tests.web.tables import ServedTable, serve
from tests.whole_games import GAMES
from web.host.roles import Role
from web.host.settings import Settings

Open = Callable[..., Page]
HELD_MS = 900


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    """A game in its first round; Ben is at turn in phase 1."""
    whole = read_record(GAMES / "3-players-all-sticks.jsonl")
    path: Path = tmp_path_factory.mktemp("begun") / "table.sqlite"
    with serve(path, Record(whole.header, whole.entries[:1])) as table:
        yield table


def hold(page: Page, what: Locator) -> None:
    """A finger on it, longer than for a tap."""
    what.evaluate("each => each.scrollIntoView({ block: 'center' })")
    box = what.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_timeout(HELD_MS)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


HEARD_LATE = """(spot, late_ms) => new Promise(heard => {
  const box = spot.getBoundingClientRect();
  const at = { bubbles: true, isPrimary: true, pointerType: "touch",
    clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const [down, up] = ["pointerdown", "pointerup"].map(each => new PointerEvent(each, at));
  spot.dispatchEvent(down);
  setTimeout(() => {
    spot.dispatchEvent(up);
    spot.dispatchEvent(new MouseEvent("click", at));
    heard();
  }, late_ms);
})"""
"""A finger that was lifted at once, by the times of its events; the page hears of it late."""


def close(page: Page) -> None:
    page.get_by_role("button", name="Close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_short_tap_is_no_question_on_a_page_that_hears_late(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), has_touch=True)
    before = phone.evaluate("document.body.dataset.revision")
    phone.locator(".spot.offered").first.evaluate(HEARD_LATE, HELD_MS)

    expect(phone.locator("body")).not_to_have_attribute("data-revision", before)
    expect(phone.locator("dialog[open]")).to_have_count(0)


def test_a_long_press_tells_and_does_nothing(begun: ServedTable, open_page: Open) -> None:
    phone = open_page(begun.door(Role.PLAYER, "Ben"), has_touch=True)
    told = phone.locator("dialog[open]")
    revision = phone.evaluate("document.body.dataset.revision")
    slot = phone.locator(".spot.offered").first
    for what, said in (
        (slot, "free"),
        (phone.locator(".card").first, "bonuses doubled"),
        (phone.locator(".purses li").nth(1), "Ben has 2"),
    ):
        hold(phone, what)
        expect(told).to_contain_text(said)
        expect(told).to_contain_text("Rule ")
        close(phone)

    assert phone.evaluate("document.body.dataset.revision") == revision


def test_the_other_button_and_the_key_tell_too(begun: ServedTable, open_page: Open) -> None:
    table = open_page(begun.door(Role.HOST), viewport={"width": 1280, "height": 800})
    told = table.locator("dialog[open]")
    table.locator(".players .money").first.click(button="right")
    expect(told).to_contain_text("The money of Anna")
    assert looked_over(table) == []
    close(table)

    table.get_by_role("button", name="Pass", exact=True).focus()
    table.keyboard.press("?")
    expect(told).to_contain_text("Nothing is placed")
    table.keyboard.press("Escape")
    expect(told).to_have_count(0)

    expect(table.locator(".spot.offered").first).to_be_attached()
    table.locator(".map-window").focus()
    table.keyboard.press("ArrowRight")
    expect(table.locator(".spot.pointed")).to_have_count(1)
    table.keyboard.press("?")
    expect(told).to_contain_text("Its value is")
    close(table)

    table.evaluate("document.activeElement.blur()")
    table.keyboard.press("?")
    expect(told.locator(".explained")).to_have_count(27)  # all that lies on the table
    expect(told).to_contain_text("Company: purple")


def test_the_first_round_explains_itself_until_it_is_told_not_to(
    begun: ServedTable, open_page: Open
) -> None:
    table = open_page(begun.door(Role.HOST), viewport={"width": 1280, "height": 800})
    phone = open_page(begun.door(Role.PLAYER, "Ben"))
    expect(table.locator(".lesson")).to_contain_text("Each in turn does one thing")
    phone.get_by_role("link", name="What is to be done?").click()
    expect(phone.locator("dialog[open]")).to_contain_text("Each in turn does one thing")
    close(phone)

    table.get_by_role("button", name="Not on this device").click()
    expect(table.locator(".lesson")).to_be_hidden()
    expect(phone.locator(".what-now")).to_be_visible()

    begun.host.change(lambda _: Settings(known=True))
    expect(phone.locator(".what-now")).to_have_count(0)
    begun.host.change(lambda _: Settings())
    expect(phone.locator(".what-now")).to_be_visible()
