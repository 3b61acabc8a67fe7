"""An offer with several words open, and pictures to choose by: on the chart, and in the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.records.record import Happened, Record
from tests.browser.anybody import SMALL, WIDER, faults_everywhere
from tests.toys.toy_cloth import BOARD, HEADER
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
PHONE = {"width": 320, "height": 640}


@pytest.fixture
def cloth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "cloth": "tests.toys.toy_cloth"})
    with serve(tmp_path / "table.sqlite", Record(HEADER), board=BOARD) as table:
        yield table


def written(table: ServedTable) -> list[object]:
    assert table.host.table is not None
    entries = table.host.table.view.record.entries
    return [each.act.fact for each in entries if isinstance(each.act, Happened)]


def fact(lies: str, stands: str) -> dict[str, str]:
    return {"do": "lay", "player": "Ann", "cell": "cell/11,10", "lies": lies, "stands": stands}


def test_a_tapped_place_asks_for_all_that_is_open_besides_at_once(
    cloth: ServedTable, open_page: Open
) -> None:
    phone = open_page(cloth.door(Role.PLAYER, "Ann"), viewport=PHONE, has_touch=True)
    chooser = phone.locator("[data-chooser]")

    phone.locator('.spot.offered[data-id="cell/11,10"]').tap()
    chooser.get_by_role("button", name="Lay a tile").tap()
    expect(chooser.locator("svg.picture")).to_have_count(6)
    assert phone.evaluate(SMALL) == []
    assert phone.evaluate(WIDER) == []
    # Without an answer nothing is sent.
    chooser.get_by_role("button", name="Lay a tile").tap()
    assert written(cloth) == []

    chooser.get_by_role("radio", name="market, turned 3").tap()
    chooser.get_by_label("Who stands there?").select_option("at the stall")
    chooser.get_by_role("button", name="Lay a tile").tap()

    expect(phone.locator('.tile[data-id="cell/11,10"]')).to_be_visible()
    expect(chooser).to_be_hidden()
    assert written(cloth) == [fact("market/3", "stall")]
    expect(phone.locator('.cube[data-id="cell/11,10/stall"]')).to_be_attached()


def test_a_kept_tap_says_what_was_answered(cloth: ServedTable, open_page: Open) -> None:
    phone = open_page(cloth.door(Role.PLAYER, "Ann"), viewport=PHONE, has_touch=True)
    phone.route("**/act", lambda route: route.abort())
    chooser = phone.locator("[data-chooser]")
    phone.locator('.spot.offered[data-id="cell/11,10"]').tap()
    chooser.get_by_role("button", name="Lay a tile").tap()
    chooser.get_by_role("radio", name="market, turned 3").tap()
    chooser.get_by_label("Who stands there?").select_option("at the stall")
    chooser.get_by_role("button", name="Lay a tile").tap()

    expect(phone.locator("#gone b")).to_have_text("Lay a tile: market, turned 3, at the stall")

    phone.unroute("**/act")
    expect(phone.locator("#gone")).to_be_hidden()


def test_where_only_a_picture_is_open_a_tap_on_it_is_all(
    cloth: ServedTable, open_page: Open
) -> None:
    phone = open_page(cloth.door(Role.PLAYER, "Ann"), viewport=PHONE, has_touch=True)
    chooser = phone.locator("[data-chooser]")

    phone.locator('.spot.offered[data-id="cell/11,10"]').tap()
    chooser.get_by_role("button", name="Lay a bridge").tap()
    chooser.get_by_role("button", name="bridge, turned 1").tap()

    expect(phone.locator('.tile[data-id="cell/11,10"]')).to_be_visible()
    assert written(cloth) == [fact("bridge/1", "nobody")]


def test_where_only_the_place_was_open_the_tap_is_all(cloth: ServedTable, open_page: Open) -> None:
    phone = open_page(cloth.door(Role.PLAYER, "Ann"), viewport=PHONE, has_touch=True)

    phone.locator('.spot.offered[data-id="cell/11,10"]').tap()
    phone.locator("[data-chooser]").get_by_role("button", name="Lay a market").tap()

    expect(phone.locator('.tile[data-id="cell/11,10"]')).to_be_visible()
    assert written(cloth) == [fact("market/0", "nobody")]


def test_the_same_is_said_from_the_list_by_keyboard(cloth: ServedTable, open_page: Open) -> None:
    phone = open_page(cloth.door(Role.PLAYER, "Ann"), viewport=PHONE)
    asked = phone.get_by_role("group", name="Lay a tile")

    phone.get_by_text("Tap a cell").click()
    asked.get_by_label("Where?").select_option("11,10")
    asked.get_by_role("radio", name="market, turned 0").focus()
    phone.keyboard.press("ArrowRight")
    asked.get_by_role("radio", name="market, turned 1").press("Enter")

    expect(phone.locator('.tile[data-id="cell/11,10"]')).to_be_visible()
    assert written(cloth) == [fact("market/1", "nobody")]


def test_anybody_can_use_the_page_with_the_pictures(cloth: ServedTable, open_page: Open) -> None:
    phone = open_page(cloth.door(Role.PLAYER, "Ann"), viewport=PHONE)

    assert faults_everywhere(phone, phone.url) == {}
