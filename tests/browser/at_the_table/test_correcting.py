"""An event is put right on the chart, the port card is played there, sticks have a direction."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.acts import act, all_pass, revision
from tests.browser.anybody import looked_over
from tests.browser.at_the_table.thumb import PHONE, chooser
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
SCRIPT = "**/chart/map.js"
PLACE = '.spot[data-id="fiji/1"]'
BOX = "at => document.querySelector(at).getBoundingClientRect().toJSON()"
LONGEST_PX = 3000
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True}


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390 px", "320 px"])
def test_a_marker_is_put_right_by_a_tap_on_the_chart(
    size: dict[str, object], served: ServedTable, open_page: Open
) -> None:
    act(served, {"do": "marker", "player": "Benjamin", "slot": "norfolk/0"})
    bank = open_page(served.door(Role.BANKER), **size)
    bank.locator(".events a", has_text="Norfolk Island").tap()
    expect(bank.locator('.spot[data-id="norfolk/0"].looked-at')).to_have_count(1)
    assert bank.evaluate("document.documentElement.scrollHeight") < LONGEST_PX
    assert bank.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert looked_over(bank) == []

    bank.locator('.spot[data-id="fiji/1"]').tap()

    bank.wait_for_url("**/bank")
    expect(bank.locator(".events a").first).to_contain_text("Fiji")
    expect(bank.locator(".events a").first).to_contain_text("corrected")


def test_a_stick_is_put_right_on_the_chart_or_from_the_list(
    served: ServedTable, open_page: Open
) -> None:
    all_pass(served)
    act(served, {"do": "stick", "player": "Benjamin", "company": "red", "alternate": False,
                 "space": "h-red--kiritimati/0/0"})  # fmt: skip
    bank = open_page(served.door(Role.BANKER), **PHONE)
    bank.locator(".events a", has_text="red stick").tap()

    expect(bank.get_by_role("button", name="Benjamin lays a green stick")).to_be_visible()
    bank.get_by_text("Another place, from a list").tap()
    expect(bank.locator(".instead .row button").first).to_be_visible()
    bank.locator('.spot[data-id="h-red--malden/0/0"]').tap()

    bank.wait_for_url("**/bank")
    expect(bank.locator(".events a").first).to_contain_text("Malden")


def test_a_tap_on_the_chart_counts_before_the_scripts_listen(
    served: ServedTable, open_page: Open
) -> None:
    """On a slow phone the chart is there long before them."""
    act(served, {"do": "marker", "player": "Benjamin", "slot": "norfolk/0"})
    bank = open_page(served.door(Role.BANKER), **PHONE)
    held: list[Route] = []
    bank.route(SCRIPT, lambda route: held.append(route))  # noqa: PLW0108  (no built-in is taken)
    bank.reload(wait_until="commit")  # whose scripts it has kept
    bank.wait_for_selector(".events a", state="attached")
    bank.evaluate("document.querySelector('.events a').click()")
    bank.wait_for_url("**/entry/*", wait_until="commit")
    bank.locator(PLACE).scroll_into_view_if_needed()
    box = bank.evaluate(BOX, PLACE)  # A locator waits for the scripts before it measures.
    bank.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bank.evaluate("scrollTo(0, 0)")
    bank.route(SCRIPT, lambda route: route.continue_())
    for each in held:
        each.continue_()

    bank.wait_for_url("**/bank")
    expect(bank.locator(".events a").first).to_contain_text("Fiji")
    expect(bank.locator(".events li")).to_have_count(1)


def test_the_port_card_is_played_on_the_chart(served: ServedTable, open_page: Open) -> None:
    act(served, {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 5})
    act(served, {"do": "card", "player": "Benjamin", "card": "port"})
    act(served, {"do": "done", "player": "Benjamin", "phase": 1})
    for player in ("Pauline", "Jean-Luc"):
        act(served, {"do": "pass", "player": player})
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    table = served.host.table
    assert table is not None
    slots = table.view.last.state.slots
    origin = next(slot for slot, nation in slots.items() if nation == "english")

    phone.locator(f'.spot[data-id="{origin}"]').tap()
    expect(chooser(phone)).to_contain_text("Where does this piece go?")
    assert looked_over(phone) == []
    phone.get_by_role("button", name="None of these").tap()
    expect(chooser(phone)).to_be_hidden()

    phone.locator(f'.spot[data-id="{origin}"]').tap()
    phone.locator('.spot[data-id="fiji/1"]').tap()

    expect(phone.locator(".log li").first).to_contain_text("Benjamin moves a marker from")
    expect(phone.locator(".log li").first).to_contain_text("Fiji")
    assert table.view.last.state.slots["fiji/1"] == "english"


def test_a_stick_is_named_in_the_direction_it_was_laid(
    served: ServedTable, open_page: Open
) -> None:
    """Red comes to Kiritimati, and goes on along a route that is printed from its other end."""
    all_pass(served)
    host = served.host
    assert host.table is not None
    chart = host.table.view.last.state.game.chart
    way = next(
        way for way in chart.ways_from["kiritimati"]
        if way.spaces[0].rsplit("/", 1)[1] != "0" and not way.into_harbour
    )  # fmt: skip
    out = next(way for way in chart.ways_from[chart.homes["red"]] if way.goal == "kiritimati")
    for space in (*out.spaces, way.spaces[0]):
        act(served, {"do": "stick", "player": "Benjamin", "company": "red", "alternate": False,
                     "space": space})  # fmt: skip
    page = open_page(served.door(Role.WATCHER))

    goal = host.board.islands[way.goal].name
    said = page.locator(".log li").first
    expect(said).to_contain_text(f"space 1 of {len(way.spaces)} from Kiritimati to {goal}")
    revision(page, 3 + len(out.spaces) + 1)
