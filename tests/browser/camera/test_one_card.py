"""What is found of a stick, and the camera's word about it, are one card in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.records.record import Happened
from tests.browser.anybody import SMALL, WIDER, looked_over
from tests.web.camera.watched_tables import AMID_THE_SEA, WatchedTable, stick
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role

Open = Callable[..., Page]
LAPTOP = {"width": 1280, "height": 800}
PHONE, NARROW = {"width": 390, "height": 780}, {"width": 320, "height": 640}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite") as table:
        yield table


@pytest.fixture
def watched(served: ServedTable, tmp_path: Path) -> WatchedTable:
    """A red stick lies amid the sea, where nothing leads, and is written down so."""
    table = WatchedTable(tmp_path, host=served.host)
    table.set_up()
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        table.say("pass", player)
    table.act(Happened(stick(AMID_THE_SEA)))
    table.lay({AMID_THE_SEA: "red"})
    return table


@pytest.mark.parametrize(
    ("language", "size", "said", "tap", "cards", "found"),
    [
        ("en", LAPTOP, "was written", "it was written wrong", 0, 1),
        ("en", PHONE, "was written", "We allow it", 1, 0),
        ("en", PHONE, "was written", "Take it back", 0, 0),
        ("fr", NARROW, "était noté", "mal noté", 0, 1),
        ("fr", NARROW, "était noté", "Reprendre", 0, 0),
    ],
)
def test_one_stick_is_one_card_and_each_tap_ends_what_it_is_about(
    watched: WatchedTable,
    served: ServedTable,
    open_page: Open,
    language: str,
    size: dict[str, int],
    said: str,
    tap: str,
    cards: int,
    found: int,
) -> None:
    """What is allowed is red all the same, and white lies there; that is against the rules too."""
    page = open_page(served.door(Role.HOST), viewport=size, locale=language)
    slips, card = page.locator(".found.illegal"), page.locator(".eye-card", has_text=said)
    expect(slips).to_have_count(1)
    expect(page.locator(".of-the-rules")).to_have_count(0)

    watched.lay({AMID_THE_SEA: "white"}, times=4)
    expect(card.locator(".found.illegal")).to_be_visible()
    expect(slips).to_have_count(1)
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) == []
    assert looked_over(page) == []

    card.get_by_role("button", name=tap).click()
    expect(card).to_have_count(cards)
    expect(slips).to_have_count(found)
    expect(page.locator(".of-the-rules")).to_have_count(0)
