"""The page at the table, tapped in a real Chromium."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, Route, expect

from companion.records.record import Fact
from tests.browser.acts import act, revision
from tests.browser.anybody import faults_everywhere
from tests.web.tables import PLAYERS, ServedTable, example_of_play
from web.host.roles import Role

SOON_S = 1.0
HEAVIEST_FIRST_LOAD = 150_000
Open = Callable[..., Page]
DISTINCT = ("rgb(0, 114, 178)", "rgb(240, 228, 66)", "rgb(255, 255, 255)")
"""What the three nations of this table are told by, where they are to be told apart easily."""


def tap(page: Page, fact: Fact) -> None:
    """Do what a player does for this fact: a button, or a tap on the chart."""
    place = fact.get("slot") or fact.get("space")
    if place is not None:
        page.locator(f'.spot[data-id="{place}"]').click()
        chooser = page.locator("[data-chooser]")
        if chooser.is_visible():
            chooser.locator(f'button[value*=\'"company":"{fact["company"]}"\']').click()
    elif fact["do"] == "card":
        page.get_by_role("button", name=str(fact["card"]).upper()).click()
    else:
        page.get_by_role("button", name="Done", exact=True).click()


def test_the_example_of_play_on_three_phones(served: ServedTable, open_page: Open) -> None:
    phones = {name: open_page(served.door(Role.PLAYER, name)) for name, _ in PLAYERS}
    screen = open_page(served.door(Role.WATCHER))

    for number, fact in enumerate(example_of_play(), start=1):
        tap(phones[str(fact["player"])], fact)
        for page in (*phones.values(), screen):
            revision(page, number)

    for name, money in (("Benjamin", 6), ("Pauline", 9), ("Jean-Luc", 2)):
        expect(phones[name].locator(".purse")).to_have_text(f"{money} $")
        expect(screen.locator(".players li", has_text=name).locator(".money")).to_have_text(
            f"{money} $"
        )
    expect(phones["Pauline"].locator(".sentence")).to_contain_text("Place a marker")
    expect(screen.locator(".sentence")).to_contain_text("Pauline places a marker")


def test_another_phone_sees_it_within_a_second(served: ServedTable, open_page: Open) -> None:
    benjamin = open_page(served.door(Role.PLAYER, "Benjamin"))
    pauline = open_page(served.door(Role.PLAYER, "Pauline"))
    pauline.wait_for_timeout(300)

    waits = []
    for number, name in enumerate(("Pass", "Undo", "Redo"), start=1):
        benjamin.get_by_role("button", name=name).click()
        began = time.monotonic()
        revision(pauline, number)
        waits.append(time.monotonic() - began)

    assert min(waits) < SOON_S
    expect(pauline.locator(".log")).to_contain_text("Benjamin passes.")


def test_undo_takes_back_what_it_says(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"))
    phone.get_by_role("button", name="2X").click()
    expect(phone.locator(".purse")).to_have_text("0 $")

    undo = phone.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("Benjamin takes the card 2X")
    undo.click()

    expect(phone.locator(".purse")).to_have_text("2 $")
    expect(phone.get_by_role("button", name="Redo")).to_be_visible()


def test_a_watcher_is_offered_nothing(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.WATCHER))

    expect(page.locator("button[name=act]")).to_have_count(0)


def test_out_of_turn_acts_are_only_where_something_else_happened(
    served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(Role.PLAYER, "Pauline"))
    acts = page.locator("button[name=act]")

    expect(acts.and_(page.locator(":visible"))).to_have_count(0)
    expect(page.locator(".spot.offered")).to_have_count(0)
    page.get_by_text("Something else happened").click()
    expect(page.locator(".instead button[name=act]").first).to_be_visible()


def test_two_phones_at_once_keep_one_order(served: ServedTable, open_page: Open) -> None:
    """Both tap before either has heard of the other: one is written, the other is told."""
    one, other = (open_page(served.door(Role.BANKER)) for _ in range(2))
    for page in (one, other):
        page.goto(f"http://localhost:{served.port}/table")
        page.wait_for_timeout(300)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    other.route("**/act", hold)

    other.get_by_role("button", name="3X").click()
    one.get_by_role("button", name="Pass").click()
    revision(one, 1)
    other.wait_for_timeout(200)
    held[0].continue_()

    expect(other.locator("#said")).to_have_text(
        "Not written down, the table has moved on. Benjamin passes."
    )
    for page in (one, other):
        revision(page, 1)


def test_a_phone_that_was_away_catches_up(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Jean-Luc"))
    table = open_page(served.door(Role.BANKER))
    table.goto(f"http://localhost:{served.port}/table")
    phone.wait_for_timeout(300)

    phone.context.set_offline(True)
    table.get_by_role("button", name="Pass").click()
    revision(table, 1)
    table.get_by_role("button", name="5X").click()
    revision(table, 2)
    revision(phone, 0)
    phone.context.set_offline(False)

    revision(phone, 2)
    expect(phone.locator(".log")).to_contain_text("Pauline takes the card 5X.")


def test_an_old_event_is_corrected_in_three_taps(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Pauline"))
    bank = open_page(served.door(Role.BANKER))
    bank.get_by_role("button", name="2X").click()
    revision(bank, 1)
    bank.get_by_role("button", name="5X").click()
    revision(bank, 2)
    expect(phone.locator(".players li", has_text="Benjamin").locator(".money")).to_have_text("0 $")

    bank.locator(".events a", has_text="Benjamin takes the card 2X").click()
    bank.get_by_role("button", name="Benjamin takes the card 3X").click()

    expect(phone.locator("#said")).to_contain_text("number 1 is now: Benjamin takes the card 3X")
    expect(phone.locator(".players li", has_text="Benjamin").locator(".money")).to_have_text("2 $")
    bank.wait_for_url("**/bank")
    expect(bank.locator(".events")).to_contain_text("corrected")


def test_a_finding_says_why_and_is_repaired(served: ServedTable, open_page: Open) -> None:
    host = open_page(served.door(Role.HOST))
    act(served, {"do": "marker", "player": "Benjamin", "slot": "new_guinea/2"})
    act(served, {"do": "marker", "player": "Pauline", "slot": "new_guinea/2"})
    finding = host.locator(".finding.illegal")
    expect(finding).to_contain_text("lies already")
    expect(host.locator('.spot[data-id="new_guinea/2"].looked-at')).to_have_count(1)
    finding.get_by_text("Why?").click()
    expect(finding).to_contain_text("Rule 4.1")

    finding.get_by_role("button", name="Take it back").click()

    expect(host.locator(".finding.illegal")).to_have_count(0)
    expect(host.locator(".log .struck")).to_have_count(1)


def test_any_place_may_be_tapped_and_the_rules_speak_afterwards(
    served: ServedTable, open_page: Open
) -> None:
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        act(served, {"do": "pass", "player": player})
    phone = open_page(served.door(Role.PLAYER, "Benjamin"))

    phone.locator('.spot[data-id="guam--palau/0/0"]').click()
    phone.locator("[data-chooser]").get_by_role("button", name="green").click()

    revision(phone, 4)
    expect(phone.locator(".finding.illegal")).to_contain_text("goes on from nothing")
    phone.locator(".look-here > summary").click()
    phone.locator(".finding.illegal").get_by_role("button", name="Take it back").first.click()
    expect(phone.locator(".finding.illegal")).to_have_count(0)


def test_the_table_may_allow_it(served: ServedTable, open_page: Open) -> None:
    host = open_page(served.door(Role.HOST))
    act(served, {"do": "pass", "player": "Jean-Luc"})

    host.locator(".finding.illegal").get_by_role("button", name="We allow it").click()

    expect(host.locator(".finding.illegal")).to_have_count(0)
    expect(host.locator("#said")).to_contain_text("The table allows it")


def test_each_phone_has_its_language_and_its_light(served: ServedTable, open_page: Open) -> None:
    act(served, {"do": "pass", "player": "Benjamin"})
    phone = open_page(served.door(Role.PLAYER, "Pauline"))
    phone.locator(".wishes > summary").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.locator(".log")).to_contain_text("Benjamin passe.")
    phone.locator(".wishes > summary").click()
    phone.get_by_role("button", name="Nuit").click()

    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(open_page(served.door(Role.WATCHER)).locator(".log")).to_contain_text("Benjamin passes.")


def test_each_phone_has_its_colours(served: ServedTable, open_page: Open) -> None:
    """The chart, its pieces and the signs beside names, on this phone alone; axe is content."""
    act(served, {"do": "marker", "player": "Benjamin", "slot": "new_guinea/2"})
    phone = open_page(served.door(Role.PLAYER, "Pauline"))
    piece, sign = phone.locator(".layer .marker .body").first, phone.locator(".disc").first
    filled = "each => getComputedStyle(each).fill"
    own = piece.evaluate(filled)
    phone.locator(".wishes > summary").click()
    phone.get_by_role("button", name="Easier to tell apart").click()

    expect(piece).not_to_have_css("fill", own)
    chart = phone.locator(".map-sheet img").first
    expect(chart).to_have_attribute("src", re.compile("palette=distinct"))
    assert "#d55e00" in phone.request.get(chart.evaluate("each => each.src")).text()
    assert sign.evaluate("each => getComputedStyle(each).backgroundColor") in DISTINCT
    assert faults_everywhere(phone, f"http://localhost:{served.port}/table") == {}
    other = open_page(served.door(Role.WATCHER))
    assert other.locator(".layer .marker .body").first.evaluate(filled) == own


def test_turns_are_said_aloud_only_where_it_is_wished(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Pauline"))
    phone.evaluate("window.said = []; speechSynthesis.speak = each => said.push(each.text); 0")
    act(served, {"do": "marker", "player": "Benjamin", "slot": "new_guinea/2"})
    revision(phone, 1)
    assert phone.evaluate("said") == []

    phone.locator(".wishes > summary").click()
    phone.get_by_role("button", name="Say turns and warnings aloud").click()

    sentence = phone.locator(".turn .sentence").text_content()
    assert phone.evaluate("said") == [sentence]


@pytest.mark.parametrize("way", ["Escape", "Tab"])
def test_settings_do_not_stay_over_the_page(way: str, served: ServedTable, open_page: Open) -> None:
    """Closed by Escape, which gives the keyboard back, or by going on to what they hide."""
    page = open_page(served.door(Role.WATCHER))
    settings, summary = page.locator(".wishes-form"), page.locator(".wishes > summary")
    summary.press("Enter")
    expect(settings).to_be_visible()
    last = settings.locator("button:visible, a:visible").last
    last.focus()

    page.keyboard.press(way)

    expect(settings).to_be_hidden()
    assert summary.evaluate("each => each === document.activeElement") is (way == "Escape")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_keyboard_is_enough(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"))
    button = phone.get_by_role("button", name="Pass")
    for _ in range(30):
        phone.keyboard.press("Tab")
        if button.evaluate("each => each === document.activeElement"):
            break
    phone.keyboard.press("Enter")

    revision(phone, 1)


def test_a_page_is_light_and_asks_nobody_else(served: ServedTable, open_page: Open) -> None:
    page = open_page(served.door(Role.PLAYER, "Benjamin"))
    weights: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if "/news" not in answer.url and answer.status == 200:
            weights[answer.url] = int(answer.headers.get("content-length", 0))

    page.on("response", weigh)
    page.reload()
    page.wait_for_timeout(300)

    assert {urlsplit(url).netloc for url in weights} == {f"localhost:{served.port}"}
    assert sum(weights.values()) <= HEAVIEST_FIRST_LOAD
