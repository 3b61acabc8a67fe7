"""A table that grows, on a phone: all of it is seen, and nothing jumps under a finger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.records.record import Happened, Record, Source, Who
from tests.browser.anybody import SMALL, WIDER
from tests.toys.toy_cloth import BOARD, HEADER
from tests.web.tables import ServedTable, client_of, serve
from web.host.roles import Role

Open = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
SIDE = "document.querySelector('.layer').viewBox.baseVal.width"
WHERE = """id => {
    const box = document.querySelector(`.spot[data-id="${id}"]`).getBoundingClientRect();
    return [box.x, box.y, box.width].map(Math.round);
}"""
TOUCH = """kind => {
    const view = document.querySelector('.map-window');
    const box = view.getBoundingClientRect();
    const at = { identifier: 1, target: view, clientX: box.x + 20, clientY: box.y + 20 };
    const touches = kind === 'touchstart' ? [new Touch(at)] : [];
    view.dispatchEvent(new TouchEvent(kind, { touches, bubbles: true }));
}"""


@pytest.fixture
def cloth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "cloth": "tests.toys.toy_cloth"})
    with serve(tmp_path / "table.sqlite", Record(HEADER), board=BOARD) as table:
        yield table


def lay(table: ServedTable, q: int, r: int) -> None:
    fact = {"do": "lay", "player": "Ben", "cell": f"cell/{q},{r}", "lies": "bridge/0"}
    assert table.host.table is not None
    told = {"revision": table.host.table.view.revision, "act": {"fact": fact}}
    assert client_of(table.host, Role.HOST).post("/act", json=told).status_code == 200


def lay_a_bridge(phone: Page, cell: str) -> None:
    phone.locator(f'.spot.offered[data-id="{cell}"]').tap()
    phone.locator("[data-chooser]").get_by_role("button", name="Lay a bridge").tap()
    phone.locator("[data-chooser]").get_by_role("button", name="bridge, turned 1").tap()


def phone_of(table: ServedTable, open_page: Open) -> Page:
    return open_page(table.door(Role.PLAYER, "Ann"), viewport=PHONE, has_touch=True)


def test_a_tap_lays_a_tile_and_the_chart_shows_what_is_beside_it(
    cloth: ServedTable, open_page: Open
) -> None:
    phone = phone_of(cloth, open_page)
    assert phone.evaluate(SIDE) == pytest.approx(3 * 45, abs=5)

    lay_a_bridge(phone, "cell/11,10")

    expect(phone.locator('.spot.offered[data-id="cell/12,10"]')).to_be_visible()
    assert phone.evaluate(SIDE) == pytest.approx(4 * 45, abs=5)
    expect(phone.locator('.tile[data-id="cell/11,10"]')).to_be_visible()
    assert phone.evaluate(SMALL) == []
    assert phone.evaluate(WIDER) == []


def test_what_one_looks_at_from_close_by_stays_where_it_is(
    cloth: ServedTable, open_page: Open
) -> None:
    for at in ((11, 10), (12, 10), (9, 10), (10, 11), (10, 12)):
        lay(cloth, *at)
    phone = phone_of(cloth, open_page)
    phone.get_by_role("button", name="Larger").click()
    phone.get_by_role("button", name="Larger").click()
    before = phone.evaluate(WHERE, "cell/11,10")

    lay(cloth, 8, 10)
    expect(phone.locator('.tile[data-id="cell/8,10"]')).to_be_attached()
    lay(cloth, 10, 9)
    expect(phone.locator('.tile[data-id="cell/10,9"]')).to_be_attached()

    assert phone.evaluate(WHERE, "cell/11,10") == pytest.approx(before, abs=2)


def test_nothing_moves_while_a_finger_is_on_the_chart(cloth: ServedTable, open_page: Open) -> None:
    phone = phone_of(cloth, open_page)
    before = phone.evaluate(WHERE, "cell/10,10")

    phone.evaluate(TOUCH, "touchstart")
    lay(cloth, 11, 10)
    expect(phone.locator('.tile[data-id="cell/11,10"]')).to_be_attached()
    assert phone.evaluate(WHERE, "cell/10,10") == before

    phone.evaluate(TOUCH, "touchend")
    phone.wait_for_function(f"{SIDE} > 150")
    assert phone.evaluate(WHERE, "cell/10,10") != before


def test_a_row_across_the_whole_cloth_is_seen_whole_and_tapped_from_close_by(
    cloth: ServedTable, open_page: Open
) -> None:
    row = Record(HEADER)
    for q in (*range(9, -1, -1), *range(11, 20)):
        fact = {"do": "lay", "player": "Ben", "cell": f"cell/{q},10", "lies": "bridge/0"}
        row = row.add(Happened(fact), Source(Who.PERSON))
    assert cloth.host.table is not None
    cloth.host.table.take_in(row, 0, "2026-11-22T20:00:00+00:00")
    phone = phone_of(cloth, open_page)
    last = phone.locator('.spot.offered[data-id="cell/20,10"]')

    assert phone.evaluate(SIDE) == pytest.approx(21 * 45, abs=5)
    for _ in range(4):
        phone.get_by_role("button", name="Larger").click()
    last.scroll_into_view_if_needed()
    assert phone.evaluate(WHERE, "cell/20,10")[2] >= 44
    lay_a_bridge(phone, "cell/20,10")

    expect(phone.locator('.tile[data-id="cell/20,10"]')).to_be_visible()


def test_two_fingers_enlarge_what_lies_between_them(cloth: ServedTable, open_page: Open) -> None:
    """It is stretched under them, and laid out anew as they leave it: at the same place."""
    phone = phone_of(cloth, open_page)
    fingers = phone.context.new_cdp_session(phone)
    box = phone.locator(".map-window").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tile = '.tile[data-id="cell/10,10"]'
    before = phone.locator(tile).bounding_box()

    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80)):
        points = [{"x": middle[0] + side * apart, "y": middle[1], "id": side} for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    under = phone.locator(tile).bounding_box()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after = phone.locator(tile).bounding_box()

    assert before is not None
    assert under is not None
    assert after is not None
    assert under["width"] == pytest.approx(2 * before["width"], rel=0.02)
    assert [after[side] for side in after] == pytest.approx([under[side] for side in under], abs=2)
    assert phone.locator(".map-sheet").evaluate("sheet => sheet.style.transform") == ""
