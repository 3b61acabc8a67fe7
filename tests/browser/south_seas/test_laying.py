"""A tile is laid by how it looks: what was drawn is shown, and each way it may lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games.carcassonne_south_seas.course.placing import ways
from companion.games.carcassonne_south_seas.judging.choices import choices
from companion.games.carcassonne_south_seas.state.state import State
from companion.games.carcassonne_south_seas.terms.events import IslanderPlaced
from tests.browser.anybody import SMALL, WIDER
from tests.web.tables import serve
from tests.web.tiles.south_seas_tables import BOARD, host_with
from web.host.roles import Role

Open = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
OVERLAP = """() => {
    const at = [...document.querySelectorAll('.spot.offered')].map(it => {
        const box = it.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    });
    const pairs = at.flatMap(([x, y], i) => at.slice(i + 1).map(([u, v]) =>
        [Math.hypot(x - u, y - v), (x + u) / 2, (y + v) / 2]));
    return pairs.sort(([one], [other]) => one - other)[0].slice(1);
}"""
"""The middle between the two lit places that lie closest to each other."""


def turned(state: State) -> list[tuple[str, str]]:
    """The ways to lay the tile at hand where it may be turned, of one cell."""
    there = [*ways(state, state.turn.drawn)] if state.turn.drawn else []
    count = Counter(cell for cell, _ in there)
    cell = next((cell for cell in count if count[cell] > 1), "")
    return [each for each in there if each[0] == cell]


def test_each_way_that_the_drawn_tile_may_lie_there_is_drawn(
    tmp_path: Path, open_page: Open
) -> None:
    """Rules 15 and 16: nobody has to know which way the notch of a drawing points."""
    host, state = host_with(tmp_path, lambda state: len(turned(state)) > 1)
    there = turned(state)
    cell, way = there[-1]
    with serve(tmp_path / "served.sqlite", host.store.record(1), board=BOARD) as table:
        page = open_page(table.door(Role.PLAYER, state.at_turn), viewport=PHONE, has_touch=True)
        expect(page.locator(".turn .picture")).to_be_visible()
        page.locator(f'.spot.offered[data-id="{cell}"]').tap()
        offers = page.locator("[data-chooser] [name=act]")
        expect(offers).to_have_count(len(there))
        drawn = offers.locator(".picture").evaluate_all(
            "all => all.map(it => [it.getBBox().width > 0, it.innerHTML])"
        )
        assert all(seen for seen, _ in drawn)
        assert len({inside for _, inside in drawn}) == len(there)
        assert page.evaluate(SMALL) == []
        assert page.evaluate(WIDER) == []

        offers.last.tap()
        expect(page.locator(f'.tile[data-id="{cell}"]')).to_be_visible()
        assert table.host.table is not None
        assert table.host.table.view.last.state.tiles[cell] == way
        expect(page.locator(".turn .picture")).to_have_count(0)


def test_many_goods_stay_on_a_phone(tmp_path: Path, open_page: Open) -> None:
    """They go on in a second row; past the right edge nobody sees them."""
    host, state = host_with(
        tmp_path, lambda s: any(max(s.held(n).values()) > 40 for n in s.players), 9
    )
    rich = max(state.players, key=lambda name: max(state.held(name).values()))
    with serve(tmp_path / "served.sqlite", host.store.record(1), board=BOARD) as table:
        page = open_page(table.door(Role.PLAYER, rich), viewport=PHONE)
        tokens = page.locator(".hand .heap svg")
        expect(tokens.first).to_be_visible()
        right = tokens.evaluate_all("all => all.map(it => it.getBoundingClientRect().right)")
        assert len(right) > 14
        assert max(right) <= PHONE["width"]
        assert page.evaluate(WIDER) == []


def test_another_step_begins_at_the_top_of_its_list(tmp_path: Path, open_page: Open) -> None:
    """The last of many ships is turned up, and tiles are offered from the first one on."""
    host, state = host_with(tmp_path, lambda state: state.ships_to_turn_up == 1)
    with serve(tmp_path / "served.sqlite", host.store.record(1), board=BOARD) as table:
        page = open_page(table.door(Role.PLAYER, state.at_turn), viewport=PHONE, has_touch=True)
        page.locator(".choices button[name=act]").last.tap()
        expect(page.locator(".choices .pictured")).to_be_visible()
        expect(page.locator(".choices button.drawn").first).to_be_in_viewport()
        assert page.locator(".choices").evaluate("it => it.scrollTop") == 0


def test_a_tap_where_two_parts_overlap_asks_which(tmp_path: Path, open_page: Open) -> None:
    """The uppermost got an islander whom nobody had meant for it."""
    host, state = host_with(tmp_path, lambda s: len([*offered_parts(s)]) > 5)
    with serve(tmp_path / "served.sqlite", host.store.record(1), board=BOARD) as table:
        page = open_page(table.door(Role.PLAYER, state.at_turn), viewport=PHONE, has_touch=True)
        expect(page.locator(".spot.offered").first).to_be_visible()
        page.locator(".map").evaluate("it => it.scrollIntoView(true)")  # the deck lies over it
        x, y = page.evaluate(OVERLAP)
        page.touchscreen.tap(x, y)

        expect(page.locator("[data-chooser] [name=act]")).to_have_count(2)
        assert table.host.table is not None
        assert table.host.table.view.last.state.islanders == state.islanders


def offered_parts(state: State) -> Iterator[str]:
    """The parts of the tile just laid on which an islander may be placed."""
    for each in choices(state):
        if isinstance(each.event, IslanderPlaced):
            yield each.event.place
