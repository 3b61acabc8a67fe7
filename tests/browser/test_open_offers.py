"""An offer that leaves a number open: by keyboard, on a narrow phone, in French."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.records.record import Record
from tests.browser.anybody import SMALL, WIDER
from tests.toys.toy_market import HEADER
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
NARROW = {"width": 320, "height": 640}
SLOW_NEWS = """() => {
  const fetched = globalThis.fetch;
  let looks = 0;
  globalThis.fetch = (...asked) => {
    if (!String(asked[0]).includes("part=live")) return fetched(...asked);
    looks += 1;
    if (looks === 1) queueMicrotask(() => dispatchEvent(new Event("online")));
    return looks === 1 ? fetched(...asked) : new Promise(() => {});
  };
}"""
"""The page looks twice after a tap, and the second look is never answered."""


@pytest.fixture
def market(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "market": "tests.toys.toy_market"})
    with serve(tmp_path / "table.sqlite", Record(HEADER)) as table:
        yield table


def test_how_many_is_asked_and_written_down_after_the_tap(
    market: ServedTable, open_page: Open
) -> None:
    phone = open_page(market.door(Role.PLAYER, "Ann"), viewport=NARROW)
    asked = phone.get_by_role("group", name="Fish")
    number = asked.get_by_label("How many shells?")

    asked.get_by_role("button", name="More").click()
    asked.get_by_role("button", name="More").click()
    asked.get_by_role("button", name="Less").click()
    expect(number).to_have_value("2")
    number.press("ArrowUp")
    number.press("Tab")
    asked.get_by_role("button", name="Fish").focus()
    phone.keyboard.press("Enter")

    expect(phone.locator(".purse").first).to_have_text("3\u202fshells")
    assert phone.evaluate(SMALL) == []
    assert phone.evaluate(WIDER) == []


def test_a_number_out_of_bounds_is_not_sent_and_the_page_says_why(
    market: ServedTable, open_page: Open
) -> None:
    phone = open_page(market.door(Role.PLAYER, "Ann"), viewport=NARROW, locale="fr-FR")
    asked = phone.get_by_role("group", name="Fish")
    number = asked.get_by_label("How many shells?")

    number.fill("9")
    asked.get_by_role("button", name="Fish").click()
    said = number.evaluate("field => field.validationMessage")
    assert said.replace("\u202f", " ") == "donnez un nombre de 1 à 5"
    expect(phone.locator(".purse").first).to_have_text("0\u202fshells")

    number.fill("5")
    asked.get_by_role("button", name="Fish").click()
    expect(phone.locator(".purse").first).to_have_text("5\u202fshells")


def test_one_of_a_few_is_chosen(market: ServedTable, open_page: Open) -> None:
    phone = open_page(market.door(Role.PLAYER, "Ann"), viewport=NARROW)
    asked = phone.get_by_role("group", name="Vote")

    asked.get_by_label("For whom?").select_option("Ben")
    asked.get_by_role("button", name="Vote").click()

    expect(phone.get_by_text("Ann votes for Ben.").first).to_be_visible()


def test_the_same_offer_counts_again_as_soon_as_its_first_tap_is_shown(
    market: ServedTable, open_page: Open
) -> None:
    phone = open_page(market.door(Role.PLAYER, "Ann"), viewport=NARROW)
    phone.route("**/news?*", lambda _: None)  # it hears nothing but its own looks
    phone.reload()
    asked = phone.get_by_role("group", name="Fish")
    phone.evaluate(SLOW_NEWS)

    asked.get_by_label("How many shells?").fill("2")
    asked.get_by_role("button", name="Fish").click()
    expect(phone.locator("body")).to_have_attribute("data-revision", "1")

    with phone.expect_response("**/act") as answer:
        asked.get_by_role("button", name="Fish").click()
    assert answer.value.ok
