"""The big screen of many players: what may be done has room, and what was said last lies below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games import game_called
from companion.play.game import Seat
from companion.records.record import Header, Record
from tests.browser.acts import act
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
SIZES = ((1280, 800), (1366, 768), (1440, 900), (1920, 1080))
ROOM_PX = 230
"""For a heading, two rows of buttons and Undo."""
CUT = """section => [...section.querySelectorAll(".finding")].filter(card => {
    const box = card.getBoundingClientRect(), seen = section.getBoundingClientRect();
    const cut = box.top < seen.top - 1 || box.bottom > seen.bottom + 1;
    return card.checkVisibility() && cut;
}).length"""
"""How many of the cards that stand open are not whole in their list."""
ALL_ABOVE_THE_BAR = """() => {
    scrollTo(0, 10000);
    const edge = document.querySelector(".status").getBoundingClientRect().top;
    const sides = [...document.querySelectorAll(".sea-side, .watch-side, .land-side")];
    const ends = sides.map(each => each.getBoundingClientRect().bottom);
    return ends.length == 3 && ends.every(end => end <= edge + 1);
}"""
"""Whether the end of the page leaves nothing below what was said last."""
BOTH_IN_ONE_PORT = [
    {"do": "place", "player": "Ann", "stop": "odessa"},
    {"do": "place", "player": "Ben", "stop": "odessa"},
    {"do": "move", "player": "Ann", "stop": "londres"},
]

BEFORE_ALL_ARE_PLACED = [
    *BOTH_IN_ONE_PORT,
    {"do": "move", "player": "Cleo", "stop": "vancouver"},
]


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServedTable]:
    """A table of a game, with as many as can play it."""
    game = game_called(request.param)
    board = game.shipped_board()
    seats = [Seat(*each) for each in zip(NAMES, game.roles(board), strict=False)]
    seats = seats[: game.about.players[-1]]
    record = Record(Header(request.param, dict(game.begin(seats, {}, board))))
    with serve(tmp_path / "table.sqlite", record, board=board) as served:
        yield served


GAMES = ("clippers", "long_cours", "big_kini", "carcassonne_south_seas")


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_what_may_be_done_has_room_beside_a_lesson(table: ServedTable, open_page: Open) -> None:
    page = open_page(table.door(Role.HOST))
    expect(page.locator(".lesson")).to_be_visible()

    has_room(page)


@pytest.mark.parametrize("table", ["long_cours"], indirect=True)
def test_what_may_be_done_has_room_beside_slips(table: ServedTable, open_page: Open) -> None:
    for fact in BOTH_IN_ONE_PORT:
        act(table, fact)
    page = open_page(table.door(Role.HOST))
    expect(page.locator(".finding").first).to_be_visible()

    has_room(page)
    for name in ("Vancouver", "Undo"):
        button = page.locator(".land-side").get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("table", ["long_cours"], indirect=True)
def test_of_many_slips_the_newest_stands_whole_and_the_older_are_counted(
    table: ServedTable, open_page: Open
) -> None:
    for fact in BEFORE_ALL_ARE_PLACED:
        act(table, fact)
    page = open_page(table.door(Role.HOST))
    slips = page.locator("section.findings")
    older = slips.locator(".older")
    expect(older.locator("> summary")).to_have_text("2 older slips")

    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(slips.locator(".finding:visible")).to_have_count(1)
        expect(slips.locator(".finding:visible")).to_contain_text("Cleo sails to Vancouver.")
        assert slips.evaluate(CUT) == 0, (width, height)
    older.locator("> summary").click()
    expect(slips.locator(".older > .finding:visible")).to_have_count(2)
    assert slips.evaluate(CUT) == 0


@pytest.mark.parametrize("table", ["long_cours"], indirect=True)
def test_what_was_said_last_lies_at_the_edge_of_a_page_that_is_scrolled(
    table: ServedTable, open_page: Open
) -> None:
    page = open_page(table.door(Role.HOST), viewport={"width": 1280, "height": 700})
    for fact in BOTH_IN_ONE_PORT:
        act(table, fact)
    expect(page.locator("#said")).to_have_text("Ann sails to Londres.")

    for down in (0, 100, 10_000):
        page.evaluate("down => scrollTo(0, down)", down)
        bar = page.locator(".status").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] == pytest.approx(700, abs=1)
    assert page.evaluate("scrollY") > 0
    page.wait_for_function(ALL_ABOVE_THE_BAR)  # Cards that come late make the page longer.


def has_room(page: Page) -> None:
    """At every size, and nothing lies beside the page."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".land-side").bounding_box()
        assert box is not None
        assert box["height"] >= ROOM_PX, (width, height)
        high_px = page.evaluate("document.documentElement.getBoundingClientRect().height")
        below_px = high_px - box["y"] - box["height"]
        assert below_px >= 0, (width, height)
