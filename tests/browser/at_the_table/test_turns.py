"""One tap is a turn; a tap that counts for nothing says why."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import act, all_pass, revision
from tests.browser.anybody import looked_over
from tests.browser.at_the_table.thumb import PHONE, chooser
from tests.web.tables import ServedTable
from web.host.roles import Role
from web.host.turn_end import TurnEnds

Open = Callable[..., Page]
RED, GREEN, GUAM = "h-red--kiritimati/0/0", "h-green--malden/0/0", "guam--palau/0/0"


@pytest.fixture
def by_itself(served: ServedTable) -> Iterator[ServedTable]:
    """Turns end by themselves; Benjamin is the first to lay."""
    all_pass(served)
    stop = threading.Event()
    served.host.turn_ends = TurnEnds(served.host)
    thread = threading.Thread(target=served.host.turn_ends.run, args=(stop,))
    thread.start()
    yield served
    stop.set()
    thread.join()


def tap_place(page: Page, place: str) -> None:
    page.locator(f'.spot[data-id="{place}"]').tap()


def test_a_usual_turn_is_one_tap(by_itself: ServedTable, open_page: Open) -> None:
    benjamin = open_page(by_itself.door(Role.PLAYER, "Benjamin"), **PHONE)
    pauline = open_page(by_itself.door(Role.PLAYER, "Pauline"), **PHONE)

    tap_place(benjamin, RED)
    revision(benjamin, 4)
    expect(benjamin.locator(".turn")).to_contain_text("It goes on by itself")
    expect(pauline.locator(".turn")).to_contain_text("It goes on by itself")
    revision(pauline, 5)
    expect(pauline.locator(".sentence")).to_have_text("You have to lay one stick.")

    tap_place(pauline, GREEN)
    revision(benjamin, 7)
    expect(benjamin.locator(".sentence")).to_contain_text("Jean-Luc has to lay")


def test_undo_takes_the_stick_back_and_the_turn_with_it(
    by_itself: ServedTable, open_page: Open
) -> None:
    phone = open_page(by_itself.door(Role.PLAYER, "Benjamin"), **PHONE)
    tap_place(phone, RED)
    revision(phone, 5)

    undo = phone.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("Benjamin lays a red stick")
    undo.tap()

    expect(phone.locator(".sentence")).to_have_text("You have to lay one stick.")
    expect(phone.locator(f'.layer .stick[data-id="{RED}"]')).to_have_count(0)
    phone.get_by_role("button", name="Redo").tap()
    expect(phone.locator(".sentence")).to_contain_text("Pauline has to lay")


@pytest.mark.parametrize(
    ("language", "turn", "writes"),
    [("en", "It is Benjamin's turn.", "red"), ("fr", "à Benjamin de jouer.", "rouge")],
)
def test_a_tap_out_of_turn_says_why_and_may_count(
    language: str, turn: str, writes: str, served: ServedTable, open_page: Open
) -> None:
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Pauline"), **PHONE, locale=language)

    tap_place(phone, RED)

    expect(chooser(phone)).to_contain_text(turn)
    assert looked_over(phone) == []
    revision(phone, 3)
    chooser(phone).get_by_role("button", name=writes).tap()
    revision(phone, 4)
    expect(phone.locator(".finding.illegal.cause")).to_contain_text("Benjamin")


def test_a_stick_in_phase_1_is_told_and_may_be_written_down(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)

    tap_place(phone, "h-red--kiritimati/0/1")

    expect(chooser(phone)).to_contain_text("Sticks are laid in phases 2 and 3.")
    chooser(phone).get_by_role("button", name="green").tap()
    revision(phone, 1)


def test_who_keeps_the_bank_says_whose_stick_it_is(served: ServedTable, open_page: Open) -> None:
    all_pass(served)
    screen = open_page(served.door(Role.BANKER), **PHONE)
    screen.goto(f"http://localhost:{served.port}/table")

    tap_place(screen, GUAM)
    chooser(screen).get_by_label("Written down for").select_option("Jean-Luc")
    assert looked_over(screen) == []
    chooser(screen).get_by_role("button", name="green").tap()

    expect(screen.locator(".log li").first).to_contain_text("Jean-Luc lays a green stick")


def test_by_keyboard_a_stick_lies_on_any_space(served: ServedTable, open_page: Open) -> None:
    """What the chart takes from a finger, a list takes from the keyboard."""
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Pauline"), **PHONE)
    phone.get_by_text("Something else happened").press("Enter")
    phone.get_by_role("link", name="A piece on any place").press("Enter")
    phone.wait_for_url("**/anywhere")

    on_route = phone.locator("form", has=phone.locator("[value=stick]"))
    on_route.get_by_label("What lies here?").select_option(label="green")
    on_route.get_by_label("Where?").select_option(GUAM)
    on_route.get_by_role("button").press("Enter")

    phone.wait_for_url("**/me")
    expect(phone.locator(".log li").first).to_contain_text("Pauline lays a green stick")
    expect(phone.locator(".finding.illegal")).to_contain_text("Pauline lays a green stick")


def test_the_chart_is_walked_by_arrows(served: ServedTable, open_page: Open) -> None:
    """One place after the other is pointed at and read out; Enter taps it."""
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    chart = phone.get_by_role("application")
    chart.focus()
    seen = set()
    for arrow in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"):
        phone.keyboard.press(arrow)
        pointed = phone.locator(".spot.pointed.offered")
        expect(pointed).to_have_count(1)
        seen.add(pointed.get_attribute("data-id"))
        expect(phone.locator("#heard")).not_to_be_empty()
    assert len(seen) > 1

    phone.keyboard.press("Enter")
    if chooser(phone).is_visible():
        phone.keyboard.press("Enter")  # the first of what is asked
    revision(phone, 4)
    expect(phone.locator(".log li").first).to_contain_text("Benjamin lays")


def test_two_places_of_the_chart_are_never_read_out_alike(
    served: ServedTable, open_page: Open
) -> None:
    """An island has several slots of one worth: which of them Enter would write is heard."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    lit = phone.locator(".acting").get_attribute("data-places")
    phone.get_by_role("application").focus()
    heard: dict[str, str] = {}
    for arrow in ("ArrowRight", *["ArrowDown", "ArrowRight", "ArrowUp", "ArrowRight"] * 8):
        phone.keyboard.press(arrow)
        place = phone.locator(".spot.pointed.offered").get_attribute("data-id")
        heard[str(place)] = phone.locator("#heard").inner_text()

    islands = Counter(place.partition("/")[0] for place in heard)
    assert max(islands.values()) > 1, f"of {lit} no island was met twice"
    assert len(set(heard.values())) == len(heard)
    met_twice = {place for place in heard if islands[place.partition("/")[0]] > 1}
    assert all("slot " in heard[place] for place in met_twice)


def test_the_keyboard_stays_on_its_place_when_something_happens(
    served: ServedTable, open_page: Open
) -> None:
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.get_by_role("application").focus()
    phone.keyboard.press("ArrowRight")
    pointed = phone.locator(".spot.pointed.offered")
    place = pointed.get_attribute("data-id")

    act(served, {"do": "pay", "from": "bank", "to": "Benjamin", "amount": 1, "mends": 0})
    revision(phone, 4)

    assert pointed.get_attribute("data-id") == place


def test_a_page_that_only_watches_says_so(served: ServedTable, open_page: Open) -> None:
    screen = open_page(served.door(Role.WATCHER), **PHONE)
    # A watcher's chart takes no taps for the game; it answers all the same.
    tap_place(screen, GUAM)

    expect(screen.locator("#said")).to_contain_text("only watches")


def test_the_host_may_have_every_end_said_by_hand(by_itself: ServedTable, open_page: Open) -> None:
    host = open_page(by_itself.door(Role.HOST))
    host.goto(f"http://localhost:{by_itself.port}/settings")
    host.get_by_label("End every turn by hand").check()
    host.get_by_role("button", name="Set").click()
    host.wait_for_url("**/table")
    act(by_itself, {"do": "stick", "player": "Benjamin", "company": "red", "alternate": False,
                    "space": RED})  # fmt: skip
    revision(host, 4)

    expect(host.locator(".turn")).to_contain_text("Benjamin says Done.")
    host.wait_for_timeout(4000)
    revision(host, 4)
