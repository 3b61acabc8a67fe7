"""A table that falls silent: its computer sleeps, or the network is gone; nothing refuses."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.acts import act, revision
from tests.browser.anybody import looked_over
from tests.browser.at_the_table.thumb import PHONE
from tests.browser.held_back import HeldBack
from tests.browser.listeners import listeners
from tests.web.running_table import TWO, playing
from tests.web.tables import ServedTable
from web.host.roles import Role
from web.table.stream import HEARTBEAT_S

Open = Callable[..., Page]
PASS = {"do": "pass", "player": "Benjamin"}
KEPT = "Kept, and sent when it is back: Pass"


@pytest.fixture
def frozen(tmp_path: Path) -> Iterator[tuple[Popen[str], str]]:
    """A table that a program of its own serves, and the address of its host."""
    with playing(tmp_path, *TWO, "--edition", "en") as (program, path, port):
        yield program, f"http://localhost:{port}{path}"
        program.send_signal(signal.SIGCONT)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing can be frozen here")
def test_a_tap_that_a_frozen_table_leaves_unanswered_is_kept_and_counts_once(
    frozen: tuple[Popen[str], str], open_page: Open
) -> None:
    program, address = frozen
    page = open_page(address)
    button = page.locator(".panel button[name=act]", has_text="Pass").first
    expect(button).to_be_visible()
    program.send_signal(signal.SIGSTOP)
    button.click()

    expect(page.get_by_text(KEPT)).to_be_visible(timeout=8_000)
    page.wait_for_timeout(8_000)  # it is given up, and sent again
    program.send_signal(signal.SIGCONT)

    revision(page, 1)
    expect(page.locator("#gone")).to_be_hidden()
    page.wait_for_timeout(1_000)
    revision(page, 1)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing can be frozen here")
def test_a_page_says_within_seconds_that_its_table_is_frozen(
    frozen: tuple[Popen[str], str], open_page: Open
) -> None:
    program, address = frozen
    page = open_page(address)
    page.clock.install()
    page.reload()
    page.clock.run_for(2_000)
    program.send_signal(signal.SIGSTOP)
    page.clock.run_for(int(2.5 * HEARTBEAT_S) * 1_000 + 3_000)

    expect(page.locator("#gone")).to_contain_text("No connection to the table")

    program.send_signal(signal.SIGCONT)
    expect(page.locator("#gone")).to_be_hidden()


def test_a_table_that_has_too_much_to_do_is_asked_less_and_less_often(
    served: ServedTable, open_page: Open
) -> None:
    """However often somebody looks at the page meanwhile; and it is there when the table is."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    asked: list[str] = []

    def too_much(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, body="Too many ask.")

    phone.clock.install()
    phone.route(re.compile("/news|part=live"), too_much)
    phone.reload()
    for _ in range(12):
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        pass_by(phone, 3)
    asked.clear()
    pass_by(phone, 60)
    assert 2 <= len(asked) <= 8

    phone.unroute_all(behavior="wait")
    act(served, PASS)
    pass_by(phone, 30)
    revision(phone, 1)
    expect(phone.locator("#gone")).to_be_hidden()


def pass_by(page: Page, seconds: int) -> None:
    """So long, by the page's clock; what it asks meanwhile is answered."""
    for _ in range(seconds):
        page.clock.run_for(1_000)
        page.wait_for_timeout(30)


def test_a_quiet_table_is_heard(served: ServedTable, open_page: Open) -> None:
    """Nothing happens for longer than a page waits, and no word of a lost connection is said."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.evaluate("""() => { window.said = 0; new MutationObserver(() => { said += 1; })
      .observe(document.body, {attributes: true, attributeFilter: ["class"]}); }""")

    phone.wait_for_timeout(2.5 * HEARTBEAT_S * 1_000 + 2_000)

    assert phone.evaluate("said") == 0


def test_a_phone_whose_network_is_gone_says_so_until_it_is_back(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Jean-Luc"), **PHONE)
    phone.wait_for_timeout(300)
    phone.context.set_offline(True)
    expect(phone.locator("#gone")).to_contain_text("No connection", timeout=5_000)
    act(served, PASS)
    phone.wait_for_timeout(3_000)
    expect(phone.locator("#gone")).to_be_visible()

    phone.context.set_offline(False)

    expect(phone.locator("#gone")).to_be_hidden()
    revision(phone, 1)


def test_a_page_of_the_tables_own_machine_needs_no_network(
    served: ServedTable, open_page: Open
) -> None:
    """The browser says that it is offline, and the table answers."""
    page = open_page(served.door(Role.HOST))
    page.wait_for_timeout(300)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_timeout(2_500)

    expect(page.locator("#gone")).to_be_hidden()
    act(served, PASS)
    revision(page, 1)


def test_a_tap_that_is_tried_for_long_leaves_nothing_behind(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.clock.install()
    phone.reload()
    before = listeners(phone)["heard"]
    tries: list[Route] = []

    def cut(route: Route) -> None:
        tries.append(route)
        route.abort()

    phone.route("**/act", cut)
    phone.get_by_role("button", name="Pass").tap()
    pass_by(phone, 12)

    assert len(tries) > 4
    assert listeners(phone)["heard"] <= before + 1


def test_who_drops_a_tap_that_may_have_arrived_is_told_so(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    way = HeldBack(phone, "**/act")
    phone.get_by_role("button", name="Pass").tap()
    expect(phone.get_by_text(KEPT)).to_be_visible(timeout=8_000)
    phone.get_by_role("button", name="Do not send it").tap()

    expect(phone.locator("#said")).to_contain_text("If it had reached the table already, it counts")
    expect(phone.locator("#gone")).to_be_hidden()
    way.is_open = True
    phone.get_by_role("button", name="Pass").tap()
    revision(phone, 1)
    assert len(way.held) == 1


def test_a_tap_behind_one_without_an_answer_is_refused_and_the_first_can_still_be_dropped(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    way = HeldBack(phone, "**/act")
    phone.get_by_role("button", name="Pass").tap()
    phone.wait_for_timeout(1_500)
    phone.get_by_role("button", name="2X").tap()
    expect(phone.get_by_text(f"{KEPT}. One tap can be kept: the other one was not.")).to_be_visible(
        timeout=8_000
    )
    phone.get_by_role("button", name="Do not send it").tap()
    expect(phone.locator("#gone")).to_be_hidden()
    way.is_open = True
    phone.wait_for_timeout(2_000)
    revision(phone, 0)

    phone.get_by_role("button", name="2X").tap()
    revision(phone, 1)
    expect(phone.locator(".log")).to_contain_text("2X")
    assert len(way.held) == 1


def test_a_tap_behind_one_that_is_answered_soon_waits_its_turn(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    way = HeldBack(phone, "**/act")
    phone.get_by_role("button", name="Pass").tap()
    phone.get_by_role("button", name="2X").tap()
    phone.wait_for_timeout(500)
    assert len(way.held) == 1

    with phone.expect_request("**/act") as second:
        way.held[0].continue_()
    assert "2x" in (second.value.post_data or "")
    revision(phone, 1)
    expect(phone.locator("#gone")).to_be_hidden()


def test_a_tap_that_found_no_connection_may_have_arrived_too(
    served: ServedTable, open_page: Open
) -> None:
    """It was cut off, and the page was loaded again since."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.route("**/act", lambda route: route.abort())
    phone.get_by_role("button", name="Pass").tap()
    expect(phone.get_by_text(KEPT)).to_be_visible(timeout=3_000)
    phone.reload()
    phone.get_by_role("button", name="Do not send it").tap()
    expect(phone.locator("#said")).to_contain_text("If it had reached the table already, it counts")


def test_a_page_that_is_gone_back_to_hears_again(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Jean-Luc"), **PHONE)
    turns = "kind => dispatchEvent(new PageTransitionEvent(kind, { persisted: true }))"
    for number, player in enumerate(("Benjamin", "Pauline"), 1):
        phone.evaluate(turns, "pagehide")
        phone.evaluate(turns, "pageshow")
        act(served, {"do": "pass", "player": player})
        revision(phone, number)


def test_a_page_that_answered_a_form_loads_itself_again_without_sending_it_again(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.HOST), **PHONE)
    sent: list[str] = []
    phone.on("request", lambda each: sent.append(each.url) if each.method == "POST" else None)
    phone.route("**/settings.js", lambda route: route.abort())
    phone.evaluate("""() => { const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/act" }); document.body.append(form);
      form.submit(); }""")
    expect(phone.locator(".unloaded")).to_be_visible()
    assert phone.get_by_role("link", name="Load it again").get_attribute("href") == "/"
    phone.unroute("**/settings.js")

    expect(phone.locator(".unloaded")).to_be_hidden()
    expect(phone.locator("body[data-revision]")).to_be_attached()
    assert len(sent) == 1


@pytest.mark.parametrize("script", ["table/page.js", "live/morph.js"])
def test_a_page_whose_scripts_did_not_come_says_so_and_loads_itself_again(
    script: str, served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.route(f"**/{script}", lambda route: route.abort())
    phone.reload()
    expect(phone.locator(".unloaded")).to_contain_text("The page has not loaded whole")
    assert looked_over(phone) == []
    act(served, PASS)
    phone.unroute(f"**/{script}")

    expect(phone.locator(".unloaded")).to_be_hidden()
    revision(phone, 1)
    act(served, {"do": "pass", "player": "Pauline"})
    revision(phone, 2)


def test_a_script_that_never_comes_takes_the_page_from_nobody_for_ever(
    served: ServedTable, open_page: Open
) -> None:
    """What it imports is missing, so that it seems to be there each time."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.clock.install()
    phone.route("**/live/morph.js", lambda route: route.abort())
    loads: list[str] = []
    phone.on("domcontentloaded", lambda page: loads.append(page.url))
    phone.reload()
    for _ in range(6):
        expect(phone.locator(".unloaded")).to_be_visible()
        phone.clock.run_for(40_000)
        phone.wait_for_timeout(500)
    assert len(loads) == 1 + 3


def test_a_page_without_any_script_says_so_too(served: ServedTable, open_page: Open) -> None:
    """Not at once: they may be on their way. A browser that wants none is told nothing."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    plain = open_page(served.door(Role.PLAYER, "Pauline"), **PHONE, java_script_enabled=False)
    phone.route("**/*.js", lambda route: route.abort())
    phone.reload()
    expect(phone.locator(".unloaded")).to_be_hidden()
    expect(phone.locator(".unloaded")).to_be_visible()
    expect(plain.locator(".unloaded")).to_be_hidden()

    phone.unroute("**/*.js")
    phone.get_by_role("link", name="Load it again").tap()
    expect(phone.locator("html[data-loaded]")).to_be_attached()
    expect(phone.locator(".unloaded")).to_be_hidden()
