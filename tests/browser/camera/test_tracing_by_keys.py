"""A board traced by keys alone, and what keys do on the photo: no mouse, no finger."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from calibration.profile import parse_profile
from companion.boards.routes_board import of_routes
from tests.browser.camera.tracer import SLOW_MS, Tracer, begun, choose_photo, taken_in
from tests.browser.conftest import PHONE
from tests.browser.held_back import HeldBack
from tests.small_sea import HARBOUR, ISLANDS, RING_MM, small_sea
from tests.web.tables import ServedTable
from web.host.roles import Role

Open = Callable[..., Page]
LAPTOP = {"width": 1280, "height": 800}
MOST_TABS = 80
DASH = " \N{EN DASH} "
TRACED = ("Oro", "Lai", "Ran")
FOCUSED = """() => {
  const at = document.activeElement;
  const label = at.labels?.[0];
  return at.ariaLabel ?? (label?.querySelector("span") ?? label ?? at).textContent.trim();
}"""
CROSS = "document.querySelector('.cross')?.style.transform ?? ''"
IN_SIGHT = """() => { const box = document.querySelector("#chart").getBoundingClientRect();
  return box.top > -1 && box.bottom < innerHeight + 1; }"""


class ByKeys(Tracer):
    """A person who has a keyboard and nothing else."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, name: str) -> None:
        for _ in range(MOST_TABS):
            if self.page.evaluate(FOCUSED) == name:
                return
            self.press("Tab")
        raise AssertionError(f"no Tab leads to {name}")

    def arrows(self, right: float, down: float) -> None:
        """So many short strokes, ten of them by one with Shift."""
        for steps, back, forth in ((right, "Left", "Right"), (down, "Up", "Down")):
            key = f"Arrow{forth if steps > 0 else back}"
            far, near = divmod(abs(round(float(steps))), 10)
            self.press(*[f"Shift+{key}"] * far, *[key] * near)

    def cross_to(self, x: float, y: float) -> None:
        """The cross is moved from where it is seen."""
        at = re.findall(r"-?[\d.]+(?=px)", self.page.evaluate(CROSS))
        if not at:
            self.press("ArrowRight")
            at = re.findall(r"-?[\d.]+(?=px)", self.page.evaluate(CROSS))
        self.arrows(x - float(at[0]), y - float(at[1]))

    def on_chart(self) -> None:
        """From wherever the focus is."""
        self.press("Escape")
        expect(self.page.locator("#chart")).to_be_focused()

    def heard(self, said: str) -> None:
        expect(self.page.locator("#told")).to_have_text(said)

    def tool_by_key(self, name: str) -> None:
        self.tab_to(name)
        self.press(" ")
        self.on_chart()


def without_a_mouse(table: ServedTable, open_page: Open) -> ByKeys:
    page = open_page(table.door(Role.HOST), viewport=LAPTOP)
    return ByKeys(begun(page, table).page)


def corners_by_keys(tracer: ByKeys) -> None:
    choose_photo(tracer)
    expect(tracer.page.get_by_role("heading", name="The four corners")).to_be_focused()
    tracer.on_chart()
    found, true = tracer.state()["photo"]["corners"], small_sea().corners_px
    for number, (ring, corner) in enumerate(zip(found, true, strict=True), 1):
        tracer.press(str(number))
        tracer.arrows(corner[0] - ring[0], corner[1] - ring[1])
    expect(tracer.page.locator("#told")).to_contain_text("Corner 4: ")
    tracer.press("Escape")
    tracer.tab_to("These are the corners")
    tracer.press("Enter")
    heading = tracer.page.get_by_role("heading", name="Islands and harbours")
    expect(heading).to_be_focused(timeout=SLOW_MS)
    expect(tracer.page.locator("[data-tool=ghosts]")).to_be_visible(timeout=SLOW_MS)


def islands_by_keys(tracer: ByKeys) -> None:
    page = tracer.page
    tracer.on_chart()
    for number, name in enumerate(TRACED, 1):
        x, y = ISLANDS[name]
        tracer.cross_to(x, y)
        tracer.heard(f"{x} mm from the left, {y} mm from the top: nothing is there")
        tracer.press("Enter")
        expect(page.locator("#island-form [name=name]")).to_be_focused()
        page.keyboard.type(name)
        tracer.press("Enter")
        page.keyboard.type(str(number))
        tracer.press("Enter")
        expect(page.locator("#chart")).to_be_focused()
    tracer.tool_by_key("New slot")
    for number, name in enumerate(TRACED, 1):
        x, y = ISLANDS[name]
        tracer.cross_to(x, y - RING_MM)
        tracer.press("Enter")
        tracer.saved(lambda s, n=number: sum(len(i["slots"]) for i in s["islands"]) == n)  # type: ignore[misc]
    tracer.tool_by_key("New harbour")
    tracer.cross_to(*HARBOUR[1])
    tracer.press("Enter")
    tracer.saved(lambda state: len(state["harbours"]) == 1)


def routes_by_keys(tracer: ByKeys) -> None:
    """Joined by the cross alone, and by the names of their ends."""
    page = tracer.page
    tracer.tab_to("Next: Routes")
    tracer.press("Enter")
    expect(page.get_by_role("heading", name="Routes")).to_be_focused()
    tracer.on_chart()
    for number, ends in enumerate((("Oro", "Lai"), ("Ran", "Lai")), 1):
        for name in ends:
            tracer.cross_to(*ISLANDS[name])
            tracer.heard("{} mm from the left, {} mm from the top: ".format(*ISLANDS[name]) + name)
            tracer.press("Enter")
        tracer.saved(lambda state, n=number: len(state["routes"]) == n)  # type: ignore[misc]
        tracer.heard(DASH.join(ends) + ", chosen")
    tracer.press("Escape")
    for name in ("red", "Ran"):
        tracer.tab_to("Go to")
        page.keyboard.type(name)
        tracer.press("Enter")
        expect(page.locator("#chart")).to_be_focused()
        tracer.press("Enter")
    tracer.saved(lambda state: len(state["routes"]) == 3)


def test_a_board_is_traced_by_keys_alone(
    table: ServedTable, open_page: Open, tmp_path: Path
) -> None:
    tracer = without_a_mouse(table, open_page)
    page = tracer.page
    corners_by_keys(tracer)
    islands_by_keys(tracer)
    routes_by_keys(tracer)
    for step in ("Pieces", "Trial", "Done"):
        tracer.tab_to(f"Next: {step}")
        tracer.press("Enter")
    expect(page.locator(".steps")).not_to_contain_text("Cards")
    expect(page.locator("code:visible")).to_have_text("companion read --profile FILE photo.jpg")
    expect(page.locator("[data-step=file]")).not_to_contain_text("played, but")
    expect(page.get_by_role("button", name="Play on this board now")).to_be_hidden()
    tracer.tab_to("Save the profile")
    with page.expect_download() as download:
        tracer.press("Enter")

    traced = parse_profile(download.value.path().read_bytes(), "it").board(tmp_path, "it")
    islands = of_routes(traced).islands.values()
    assert [(island.name, island.value) for island in islands] == [
        (name, number) for number, name in enumerate(TRACED, 1)
    ]
    for island in islands:
        assert math.dist((island.x_mm, island.y_mm), ISLANDS[island.name]) <= 1
        assert len(island.slots) == 1
    assert len(of_routes(traced).routes) == 3


def test_a_single_space_is_chosen_turned_and_moved_by_keys(
    table: ServedTable, open_page: Open
) -> None:
    tracer = ByKeys(taken_in(table, open_page, LAPTOP))
    page = tracer.page
    tracer.to("routes")
    state = tracer.state()
    ends = {end["key"]: end.get("name") for end in (*state["islands"], *state["harbours"])}
    route = next(each for each in state["routes"] if ends[each["a"]] and len(each["lanes"][0]) > 1)
    name = f"{ends[route['a']]}{DASH}{ends[route['b']]}"
    page.get_by_label("Go to").select_option(route["key"])
    expect(page.locator("#chart")).to_be_focused()

    def space(of: Any) -> Any:
        return next(r for r in of["routes"] if r["key"] == route["key"])["lanes"][0][1]

    tracer.press("PageDown", "PageDown")
    tracer.heard(f"Space 2: {name}, chosen: arrows move it, Escape lets it go")
    tracer.press("]", "]")
    turned = tracer.saved(lambda now: space(now)[2] == pytest.approx(space(state)[2] + 4))
    tracer.press("Shift+ArrowDown")
    tracer.saved(lambda now: space(now)[1] == pytest.approx(space(turned)[1] + 5))
    tracer.press("Escape")
    tracer.press("ArrowRight")
    expect(page.locator(".cross")).to_be_visible()


def test_undo_at_the_corners_takes_the_moves_of_a_ring_back_and_then_the_photo(
    table: ServedTable, open_page: Open
) -> None:
    tracer = without_a_mouse(table, open_page)
    page = tracer.page
    choose_photo(tracer)
    found = tracer.state()["photo"]["corners"]
    rings = page.locator("polygon.outline")
    before = rings.get_attribute("points") or ""
    undo = page.locator("[data-tool=undo]")
    tracer.on_chart()
    tracer.press("2", "Shift+ArrowDown", "ArrowDown")
    tracer.heard(
        f"Corner 2: {found[1][0]:.0f} px from the left, {found[1][1] + 11:.0f} px from the top"
    )
    tracer.drag(tuple(found[0]), (found[0][0] + 20, found[0][1] + 20))
    dragged = rings.get_attribute("points") or ""

    undo.click()
    expect(rings).not_to_have_attribute("points", dragged)
    expect(rings).not_to_have_attribute("points", before)
    page.keyboard.press("Control+z")
    expect(rings).to_have_attribute("points", before)
    assert tracer.state()["photo"]["corners"] == found
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    expect(rings).to_have_attribute("points", dragged)
    for _ in range(3):
        undo.click()

    expect(page.get_by_role("heading", name="A photo of the empty board")).to_be_focused()
    assert tracer.state()["photo"] is None


def test_what_arrows_have_moved_is_sent_before_it_is_undone_or_left(
    table: ServedTable, open_page: Open
) -> None:
    tracer = ByKeys(taken_in(table, open_page, LAPTOP))
    page = tracer.page
    tracer.to("islands")
    chosen = tracer.state()["islands"][0]

    def moved(by: float) -> Callable[[Any], bool]:
        return lambda state: state["islands"][0]["x"] == pytest.approx(chosen["x"] + by)

    page.get_by_label("Go to").select_option(chosen["key"])
    tracer.press("Shift+ArrowRight")
    tracer.saved(moved(5))
    tracer.press("Shift+ArrowRight", "Control+z")
    expect(page.locator("[data-tool=redo]")).to_be_enabled()
    tracer.saved(moved(5))
    tracer.press("Shift+ArrowRight")
    page.reload()
    tracer.saved(moved(10))


def test_enter_puts_one_thing_however_long_it_is_held_and_ctrl_plus_is_the_browsers(
    table: ServedTable, open_page: Open
) -> None:
    tracer = ByKeys(taken_in(table, open_page, LAPTOP))
    page = tracer.page
    tracer.to("islands")
    tracer.tool_by_key("New slot")

    def slots(state: Any) -> int:
        return sum(len(island["slots"]) for island in state["islands"])

    before = slots(tracer.state())
    tracer.cross_to(15, 460)
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    tracer.press("Enter", " ")
    page.wait_for_timeout(1_500)
    assert slots(tracer.state()) == before + 1

    page.evaluate("""() => { window.taken = []; document.addEventListener("keydown",
      event => taken.push(event.defaultPrevented)); }""")
    page.evaluate("""() => { for (const keys of [{ ctrlKey: true }, {},
      { ctrlKey: true, altKey: true, modifierAltGraph: true }])
      document.getElementById("chart").dispatchEvent(new KeyboardEvent("keydown",
        { key: "+", bubbles: true, cancelable: true, ...keys })); }""")
    assert page.evaluate("taken") == [False, True, True]


def test_a_wish_that_a_silent_table_never_answers_holds_up_no_other(
    table: ServedTable, open_page: Open
) -> None:
    tracer = ByKeys(taken_in(table, open_page, LAPTOP))
    page = tracer.page
    tracer.to("islands")
    chosen = tracer.state()["islands"][0]
    page.clock.install()
    way = HeldBack(page, "**/act")
    page.get_by_label("Go to").select_option(chosen["key"])
    tracer.press("Shift+ArrowRight", "Enter")
    page.wait_for_timeout(300)
    assert len(way.held) == 1
    page.clock.fast_forward(11_000)
    expect(page.locator(".kept")).to_have_text("Not saved: no connection")

    way.is_open = True
    page.get_by_label("Go to").select_option(chosen["key"])
    tracer.press("Shift+ArrowDown", "Enter")
    tracer.saved(lambda state: state["islands"][0]["y"] == pytest.approx(chosen["y"] + 5))


def test_an_island_is_gone_to_by_writing_its_name(table: ServedTable, open_page: Open) -> None:
    tracer = ByKeys(taken_in(table, open_page, LAPTOP))
    page = tracer.page
    tracer.to("islands")
    tracer.tab_to("Go to")
    page.keyboard.type("New Z")
    expect(page.get_by_label("Go to")).to_be_focused()
    tracer.press("Enter")

    expect(page.locator("#island-form [name=name]")).to_have_value("New Zealand")
    expect(page.locator("#chart")).to_be_focused()
    tracer.heard("New Zealand, chosen: arrows move it, Escape lets it go")


def test_the_photo_is_in_sight_again_when_an_island_is_written_down_on_a_phone(
    table: ServedTable, open_page: Open
) -> None:
    tracer = ByKeys(taken_in(table, open_page, PHONE))
    page = tracer.page
    page.context.add_cookies(
        [{"name": "language", "value": "fr", "url": f"http://localhost:{table.port}"}]
    )
    page.reload()
    tracer.to("islands")
    tracer.tool("island")
    tracer.tap(15, 460)
    name = page.locator("#island-form [name=name]")
    expect(name).to_be_focused()
    expect(name).to_have_value(re.compile(r"Île \d+"))
    page.keyboard.type("L'île aux longues barbes et aux longs noms")
    assert not page.evaluate(IN_SIGHT)
    tracer.press("Enter", "Enter")

    expect(page.locator("#chart")).to_be_focused()
    assert page.evaluate(IN_SIGHT)
    chart = page.locator("#chart").bounding_box()
    label = page.locator(".label", has_text="longues barbes").bounding_box()
    assert chart is not None
    assert label is not None
    assert label["x"] >= chart["x"]
    assert label["x"] + label["width"] <= chart["x"] + chart["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("forced", ["none", "active"])
def test_the_cross_and_the_open_step_are_seen_whatever_the_colours(
    theme: str, forced: Any, table: ServedTable, open_page: Open
) -> None:
    tracer = ByKeys(taken_in(table, open_page, LAPTOP))
    page = tracer.page
    page.emulate_media(forced_colors=forced)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    tracer.to("islands")
    tracer.on_chart()
    tracer.press("ArrowRight")

    colour = "each => getComputedStyle(each).stroke"
    assert page.locator(".cross .arms").evaluate(colour) == "rgb(255, 255, 255)"
    assert page.locator(".cross .rim").evaluate(colour) == "rgb(16, 32, 43)"
    marked = "each => { const s = getComputedStyle(each); return [s.outlineStyle, s.boxShadow]; }"
    one = page.locator(".steps [aria-current]").evaluate(marked)
    assert one != page.locator(".steps :not([aria-current])").first.evaluate(marked)
    page.locator("#chart").blur()
    expect(page.locator(".cross")).to_be_hidden()
