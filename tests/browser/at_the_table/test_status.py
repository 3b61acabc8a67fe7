"""What is said covers nothing; a tap without a connection is kept; long names push nothing away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.acts import act, all_pass, revision
from tests.browser.anybody import looked_over
from tests.browser.at_the_table.thumb import ON_TOP, PHONE
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role

Open = Callable[..., Page]
RED = "h-red--kiritimati/0/0"
STICK = {"do": "stick", "player": "Benjamin", "company": "red", "alternate": False, "space": RED}
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
LONG = (("M" * 40, "english"), ("Wolfeschlegelsteinhausenbergerdorffwelch", "japanese"),
        ("Ann", "german"), ("Jean-Luc", "french"), ("Bo" * 20, "american"))  # fmt: skip


def box(each: Locator) -> FloatRect:
    found = each.bounding_box()
    assert found is not None
    return found


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box(one), box(other)
    across = min(a["x"] + a["width"], b["x"] + b["width"]) > max(a["x"], b["x"])
    down = min(a["y"] + a["height"], b["y"] + b["height"]) > max(a["y"], b["y"])
    return across and down


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390 px", "320 px"])
def test_what_is_said_covers_nothing_on_a_phone(
    size: dict[str, object], served: ServedTable, open_page: Open
) -> None:
    all_pass(served)
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **size)
    chart = phone.locator(".map-sheet")
    before = box(chart)

    act(served, STICK)
    said = phone.locator("#said")
    expect(said).to_contain_text("Benjamin lays a red stick")
    expect(said).to_have_class("said fresh")

    expect(phone.get_by_role("button", name="Done")).to_be_visible()
    assert box(chart) == before
    for button in phone.locator(".deck button:visible").all():
        assert not overlap(said, button)
        assert button.evaluate(ON_TOP)
    assert said.evaluate(ON_TOP)


@pytest.mark.parametrize(
    ("path", "size"), [("table", SMALL), ("bank", SMALL), ("table", {}), ("bank", PHONE)]
)
def test_the_end_of_a_page_lies_above_what_is_said(
    path: str, size: dict[str, object], served: ServedTable, open_page: Open
) -> None:
    page = open_page(served.door(Role.BANKER), **size)
    page.goto(f"http://localhost:{served.port}/{path}")
    act(served, {"do": "pass", "player": "Benjamin"})
    expect(page.locator("#said")).to_contain_text("Benjamin passes.")
    revision(page, 1)

    page.evaluate("scrollTo(0, document.body.scrollHeight)")

    assert not overlap(page.locator(".status"), page.locator("main"))
    assert not overlap(page.locator(".status"), page.locator(".top"))


def cut(page: Page) -> None:
    """From now on nothing that is tapped reaches the table."""
    page.route("**/act", lambda route: route.abort())


@pytest.mark.parametrize(
    ("language", "kept", "written"),
    [("en", "Kept, and sent when it is back:", "Benjamin passes."),
     ("fr", "Gardé, et envoyé à son retour :", "Benjamin passe.")],
)  # fmt: skip
def test_a_tap_without_a_connection_is_kept_and_sent(
    language: str, kept: str, written: str, served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE, locale=language)
    cut(phone)
    phone.locator(".panel button", has_text="Pass").tap()
    expect(phone.get_by_text(f"{kept} Pass")).to_be_visible()
    assert looked_over(phone) == []

    phone.unroute("**/act")

    revision(phone, 1)
    expect(phone.locator("#gone")).to_be_hidden()
    expect(phone.locator("#said")).to_have_text(written)


def test_a_table_that_is_stopped_leaves_every_page_open(
    served: ServedTable, open_page: Open
) -> None:
    """As Ctrl-C does: what is tapped meanwhile is kept, as on any phone without a connection."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    address = phone.url

    served.host.close()
    expect(phone.locator("#gone")).to_be_visible()
    cut(phone)
    phone.locator(".panel button", has_text="Pass").tap()

    expect(phone.get_by_text("Kept, and sent when it is back: Pass")).to_be_visible()
    assert phone.url == address


def test_a_kept_tap_outlives_the_page_and_counts_once(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    lost: list[object] = []

    def answer_is_lost(route: Route) -> None:
        route.fetch()  # it reached the table, and its answer did not reach the phone
        lost.append(route)
        route.abort()

    phone.route("**/act", answer_is_lost)
    phone.get_by_role("button", name="Pass").tap()
    expect(phone.get_by_text("Kept, and sent when it is back: Pass")).to_be_visible()
    phone.unroute_all(behavior="wait")  # it is sent again and again; this one is lost to the end
    phone.reload()

    expect(phone.locator("#said")).to_have_text("Benjamin passes.")
    expect(phone.locator("#gone")).to_be_hidden()
    revision(phone, 1)
    assert lost


def test_a_tap_that_is_answered_by_nothing_is_kept_and_sent(
    served: ServedTable, open_page: Open
) -> None:
    """Who has too much to do, or is cut off, answers with a word or with half of one."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.route("**/act", lambda route: route.fulfill(status=503, body="Too many ask."))
    phone.get_by_role("button", name="Pass").tap()
    expect(phone.get_by_text("Kept, and sent when it is back: Pass")).to_be_visible()

    phone.unroute("**/act")

    revision(phone, 1)
    expect(phone.locator("#gone")).to_be_hidden()


def test_a_page_that_was_told_nothing_asks_again(served: ServedTable, open_page: Open) -> None:
    """Nothing else happens meanwhile that would have it ask."""
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    asks = "**/*part=live*"
    phone.route(asks, lambda route: route.fulfill(status=503, body="Too many ask."), times=1)
    act(served, {"do": "pass", "player": "Benjamin"})

    revision(phone, 1)


@pytest.mark.parametrize("path", ["table", "score"])
def test_a_page_whose_game_was_put_away_meanwhile_leads_on(
    path: str, served: ServedTable, open_page: Open
) -> None:
    """A host who is started again after the end puts it away; the page said there was no table."""
    page = open_page(served.door(Role.WATCHER))
    page.route("**/news*", lambda route: route.abort())
    page.goto(f"http://localhost:{served.port}/{path}")
    expect(page.locator("#gone")).to_be_visible()

    served.host.put_away()
    page.unroute("**/news*")

    page.wait_for_url(f"http://localhost:{served.port}/")


def test_a_kept_tap_can_be_dropped_and_only_one_is_kept(
    served: ServedTable, open_page: Open
) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    cut(phone)
    phone.get_by_role("button", name="Pass").tap()
    expect(phone.locator("#gone b")).to_have_text("Pass")
    phone.get_by_role("button", name="5X").tap()
    expect(phone.locator("#gone")).to_contain_text("One tap can be kept: the other one was not.")

    phone.get_by_role("button", name="Do not send it").tap()
    expect(phone.locator("#gone")).to_be_hidden()
    phone.unroute("**/act")
    phone.get_by_role("button", name="5X").tap()

    revision(phone, 1)
    expect(phone.locator("#said")).to_contain_text("5X")


def test_a_kept_tap_that_came_too_late_is_told(served: ServedTable, open_page: Open) -> None:
    phone = open_page(served.door(Role.PLAYER, "Benjamin"), **PHONE)
    phone.route("**/news*", lambda route: route.abort())
    phone.reload()
    cut(phone)
    phone.get_by_role("button", name="5X").tap()
    expect(phone.get_by_text("Kept, and sent when it is back: 5X")).to_be_visible()
    act(served, {"do": "pass", "player": "Benjamin"})

    phone.unroute("**/act")

    expect(phone.locator("#said")).to_have_text(
        "Not written down, the table has moved on. Benjamin passes."
    )


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    path: Path = tmp_path_factory.mktemp("long") / "table.sqlite"
    with serve_table(path, LONG) as table:
        act(table, {"do": "pay", "from": "bank", "to": LONG[0][0], "amount": 118, "mends": 0})
        yield table


@pytest.mark.parametrize(
    ("path", "role"),
    [("me", Role.PLAYER), ("table", Role.WATCHER), ("bank", Role.BANKER), ("score", Role.BANKER),
     ("entry/1", Role.BANKER)],
)  # fmt: skip
def test_long_names_push_nothing_off_the_screen(
    path: str, role: Role, long_names: ServedTable, open_page: Open
) -> None:
    page = open_page(long_names.door(role, LONG[0][0] if role is Role.PLAYER else None), **SMALL)
    page.goto(f"http://localhost:{long_names.port}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")

    width = cast(int, page.evaluate("document.documentElement.scrollWidth"))
    assert width <= 320
    purses = page.locator(".purses li")
    for one, other in zip(purses.all(), purses.all()[1:], strict=False):
        assert not overlap(one, other)
    for money in page.locator(".purses .money").all():
        expect(money).to_be_in_viewport(ratio=1)
        assert money.evaluate("it => it.scrollWidth <= it.parentElement.clientWidth")
