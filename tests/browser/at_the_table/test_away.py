"""A table that falls silent: its computer sleeps, or the network is gone; nothing refuses."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import Popen

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.anybody import looked_over
from tests.browser.at_the_table.test_on_a_phone import PHONE
from tests.browser.at_the_table.test_table import act, revision
from tests.web.serving.test_play_command import TWO, playing
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


def test_who_drops_a_tap_that_may_have_arrived_is_told_so(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    held: list[Route] = []
    phone.route("**/act", lambda route: held.append(route))  # noqa: PLW0108  (no built-in is taken)
    phone.get_by_role("button", name="Pass").tap()
    expect(phone.get_by_text(KEPT)).to_be_visible(timeout=8_000)
    phone.get_by_role("button", name="Do not send it").tap()

    expect(phone.locator("#said")).to_contain_text("If it had reached the table already, it counts")
    expect(phone.locator("#gone")).to_be_hidden()
    phone.unroute("**/act")
    phone.get_by_role("button", name="Pass").tap()
    revision(phone, 1)
    assert len(held) == 1


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
