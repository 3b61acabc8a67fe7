"""A page of another game, another's door, or none: it goes to where its browser leads today."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.play.game import Seat
from tests.browser.acts import act, revision
from tests.browser.anybody import looked_over
from tests.browser.at_the_table.thumb import PHONE
from tests.browser.held_back import HeldBack
from tests.web.tables import PLAYERS, ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
PASS = {"do": "pass", "player": "Benjamin"}
OUTSIDE = {**PHONE, "extra_http_headers": {"Via": "1.1 den"}}
"""A phone that is not on the host's own machine, where every page is the host's without a code."""
OTHERS = (("Ann", "english"), ("Pauline", "german"))
"""Of those who play first, Pauline alone plays in the other game too."""
KEPT = "Kept, and sent when it is back: Pass"
NOT_WRITTEN = "Pass. Another game has begun since; this was not written into it."


def begin(served: ServedTable, players: Sequence[tuple[str, str]] = PLAYERS) -> None:
    """Another game, with the same people where no others are named."""
    served.host.begin([Seat(name, nation) for name, nation in players], {})


def at(served: ServedTable, path: str) -> str:
    return f"http://localhost:{served.port}{path}"


def whose(page: Page) -> str:
    return page.locator("body").get_attribute("data-whose") or ""


@contextmanager
def asleep(page: Page) -> Iterator[None]:
    """A phone that hears and asks nothing meanwhile."""
    page.wait_for_timeout(300)
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def test_a_kept_tap_is_not_written_into_another_game(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    with asleep(phone):
        phone.locator(".panel button", has_text="Pass").tap()
        expect(phone.get_by_text(KEPT)).to_be_visible()
        begin(served)

    expect(phone.locator("#said")).to_have_text(NOT_WRITTEN)
    expect(phone.locator("#gone")).to_be_hidden()
    phone.wait_for_timeout(2_000)
    assert [served.host.store.last_seq(number) for number in (1, 2)] == [0, 0]
    phone.locator(".panel button", has_text="Pass").tap()
    revision(phone, 1)


def test_a_tap_on_a_page_that_has_not_heard_of_the_other_game_is_told_on_the_next(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    before = whose(phone)
    phone.route("**/news*", lambda route: route.abort())
    phone.reload()
    asked = HeldBack(phone, "**/*part=live*")
    begin(served)
    phone.locator(".panel button", has_text="Pass").tap()

    expect(phone.locator("#said")).to_have_text(NOT_WRITTEN)
    assert whose(phone) != before
    asked.is_open = True


@dataclass(frozen=True)
class Slept:
    """A page whose phone slept while another game began, and where it leads then."""

    role: Role
    player: str | None
    path: str
    players: Sequence[tuple[str, str]]
    leads_to: str


SLEPT = [
    Slept(Role.PLAYER, "Benjamin", "/me", PLAYERS, "/me"),
    Slept(Role.PLAYER, "Pauline", "/me", OTHERS, "/me"),
    Slept(Role.PLAYER, "Benjamin", "/me", OTHERS, "/table"),
    Slept(Role.BANKER, None, "/bank", PLAYERS, "/bank"),
    Slept(Role.WATCHER, None, "/table", OTHERS, "/table"),
    Slept(Role.WATCHER, None, "/score", PLAYERS, "/table"),
    Slept(Role.BANKER, None, "/camera", PLAYERS, "/bank"),
]


@pytest.mark.parametrize("slept", SLEPT, ids=str)
def test_a_phone_that_slept_while_another_game_began_shows_that_one(
    slept: Slept, served: ServedTable, open_page: Open
) -> None:
    act(served, PASS)
    phone = open_page(served.door(slept.role, slept.player), **PHONE)
    phone.goto(at(served, slept.path))
    phone.evaluate("document.body.dataset.stayed = true")
    with asleep(phone):
        begin(served, slept.players)
        for name, _ in slept.players[:2]:  # as far as the page has seen of the old one, and on
            act(served, {"do": "pass", "player": name})

    expect(phone.locator("body:not([data-stayed])")).to_be_attached()
    expect(phone).to_have_url(at(served, slept.leads_to))
    revision(phone, 2)
    expect(phone.locator("#gone")).to_be_hidden()


def test_a_new_code_for_the_same_player_moves_none_of_his_pages(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Pauline"), **OUTSIDE)
    before = whose(phone)
    with asleep(phone):
        served.host.doors.change_lock(Role.PLAYER, "Pauline")
    phone.wait_for_url(at(served, "/"))
    phone.goto(served.door(Role.PLAYER, "Pauline"))

    phone.wait_for_url(at(served, "/me"))
    assert whose(phone) == before


@pytest.mark.parametrize(
    ("role", "player"), [(Role.PLAYER, "Pauline"), (Role.BANKER, None), (Role.WATCHER, None)]
)
def test_a_phone_whose_code_was_taken_back_while_it_slept_is_told_so(
    role: Role, player: str | None, served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(role, player), **OUTSIDE)
    with asleep(phone):
        served.host.doors.change_lock(role, player)

    phone.wait_for_url(at(served, "/"))
    expect(phone.get_by_label(re.compile("letters"))).to_be_visible()


def test_a_page_on_the_hosts_own_machine_whose_code_is_gone_is_the_hosts(
    served: ServedTable, open_page: Open
) -> None:
    """As where a demo has ended, and a table was begun in its place while its page was open."""
    page = open_page(served.door(Role.WATCHER))
    with asleep(page):
        served.host.doors.change_lock(Role.WATCHER)

    expect(page.locator(".ways").get_by_role("link", name="Codes")).to_be_visible()


def test_a_tap_that_was_kept_when_its_code_was_taken_back_is_sent_with_the_new_one(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **OUTSIDE)
    with asleep(phone):
        phone.locator(".panel button", has_text="Pass").tap()
        expect(phone.get_by_text(KEPT)).to_be_visible()
        served.host.doors.change_lock(Role.PLAYER, "Benjamin")
    phone.wait_for_url(at(served, "/"))

    phone.goto(served.door(Role.PLAYER, "Benjamin"))
    revision(phone, 1)


def test_the_page_of_a_table_that_is_away_gives_way_to_one_that_knows_no_such_code(
    served: ServedTable, open_page: Open
) -> None:
    page = open_page(at(served, "/offline"))
    with page.expect_navigation():
        pass


@pytest.fixture
def browser_of_two(served: ServedTable, open_page: Open) -> BrowserContext:
    """A browser that has opened Benjamin's door, and in another tab Pauline's."""
    page = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    other = page.context.new_page()
    other.goto(served.door(Role.PLAYER, "Pauline"))
    other.wait_for_url(at(served, "/me"))
    return page.context


def test_of_two_players_in_one_browser_each_tab_is_the_last_ones(
    served: ServedTable, browser_of_two: BrowserContext
) -> None:
    first, last = browser_of_two.pages
    act(served, PASS)

    expect(first).to_have_title(last.title())
    expect(first.locator("body")).to_have_attribute("data-whose", whose(last))


def test_a_tap_for_who_is_no_longer_in_this_browser_is_not_written_down(
    served: ServedTable, browser_of_two: BrowserContext
) -> None:
    first, last = browser_of_two.pages
    first.get_by_role("button", name="Pass").tap()

    expect(first).to_have_title(last.title())
    expect(first.locator("#said")).to_have_text(
        "Pass. Another code was opened in this browser since; this was not written down."
    )
    assert served.host.store.last_seq(1) == 0


def test_the_host_is_asked_before_his_browser_is_a_players_and_finds_back(
    served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(Role.HOST))
    menu = page.locator(".ways")
    expect(menu.get_by_role("link", name="Back to being the host")).to_have_count(0)
    page.goto(at(served, "/doors"))
    theirs = page.locator(".doors li", has_text="Pauline")
    theirs.get_by_role("link", name="Open this door here").click()
    expect(page.locator(".lead")).to_contain_text("This browser is the host's")
    assert looked_over(page) == []
    page.get_by_role("link", name="Leave it as it is").click()
    page.wait_for_url(at(served, "/table"))

    page.goto(at(served, "/doors"))
    theirs.get_by_role("link", name="Open this door here").click()
    page.get_by_role("link", name="Be Pauline from now on").click()
    page.wait_for_url(at(served, "/me"))
    menu.get_by_role("link", name="Back to being the host").click()
    page.wait_for_url(at(served, "/table"))
    expect(menu.get_by_role("link", name="Codes")).to_be_visible()
