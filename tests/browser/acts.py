"""What happens at a table while a browser looks on."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from companion.records.record import SYSTEM, Fact, Happened
from companion.store.table import Request
from tests.web.tables import NOW, ServedTable


def revision(page: Page, number: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-revision", str(number))


def act(served: ServedTable, fact: Fact) -> None:
    """Something happens at the table."""
    table = served.host.table
    assert table is not None
    table.act(Request(Happened(fact), table.view.revision, SYSTEM, NOW))


def all_pass(served: ServedTable) -> None:
    """Phase 1 is over; Benjamin is the first to lay."""
    for player in ("Benjamin", "Pauline", "Jean-Luc"):
        act(served, {"do": "pass", "player": player})
