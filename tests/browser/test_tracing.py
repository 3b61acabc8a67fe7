"""A whole small board traced in the browser from its photo alone, and photos read with it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from calibration.profile import parse_profile
from calibration.tracing.lessons import Empty
from companion.board import Board
from companion.position import Position
from tests.browser.anybody import SMALL, UNFOLD, looked_over
from tests.browser.conftest import PHONE
from tests.small_sea import HEIGHT_MM, ISLANDS, WAYS, WIDTH_MM, small_sea
from tests.web.tables import ServedTable, serve_table
from vision.photo import decode_photo
from vision.reader import Reader
from vision.reference import Reference
from vision.simulator import random_position
from web.roles import Role

Open = Callable[..., Page]
LAPTOP, TABLET = {"width": 1280, "height": 800}, {"width": 820, "height": 1180}
SLOW_MS = 90_000
"""A photo is looked at in a process of its own; a busy machine takes its time to begin one."""
SLIP_MM = 1.0
"""Spaces that lie farther from their print than this are dragged there."""
AT = """([x, y]) => {
  const chart = document.getElementById("chart");
  const at = new DOMPoint(x, y).matrixTransform(chart.getScreenCTM());
  return [at.x, at.y];
}"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite") as served:
        yield served


class Tracer:
    """A person before the page, who taps and drags where the photo shows something."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        at = self.page.evaluate(AT, [x, y])
        return at[0], at[1]

    def tap(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.on_screen(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*self.on_screen(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.on_screen(*end), steps=4)
        self.page.mouse.up()

    def to(self, step: str) -> None:
        self.page.locator(f"[data-step-to={step}]").click()

    def tool(self, place: str) -> None:
        self.page.locator(f"[data-place={place}]").click()

    def state(self) -> Any:
        return self.page.evaluate("fetch(`${location.pathname}/state`).then((a) => a.json())")

    def saved(self, check: Callable[[Any], bool]) -> Any:
        """What the server has, as soon as that is so."""
        for _ in range(300):
            state = self.state()
            if check(state):
                return state
            self.page.wait_for_timeout(100)
        raise AssertionError("the server never had it")


def begun(table: ServedTable, open_page: Open, size: dict[str, int]) -> Tracer:
    page = open_page(table.door(Role.HOST))
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"http://localhost:{table.port}/trace")
    page.get_by_label("Name").fill("Small sea")
    page.get_by_label("Width in mm").fill(f"{WIDTH_MM:g}")
    page.get_by_label("Height in mm").fill(f"{HEIGHT_MM:g}")
    page.get_by_role("button", name="Begin with nothing").click()
    expect(page.locator("#trace")).to_be_visible()
    expect(page.locator("#totals th.printed")).to_be_hidden()
    return Tracer(page)


def with_photo(tracer: Tracer) -> None:
    """The photo is chosen, and each corner is dragged onto the board's, under the glass."""
    page, sea = tracer.page, small_sea()
    file = {"name": "empty.jpg", "mimeType": "image/jpeg", "buffer": sea.empty}
    page.locator("#photo-file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator("polygon.outline")).to_be_visible(timeout=SLOW_MS)
    for found, true in zip(tracer.state()["photo"]["corners"], sea.corners_px, strict=True):
        tracer.drag(tuple(found), (float(true[0]), float(true[1])))
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator("[data-step-to=islands]")).to_have_attribute(
        "aria-current", "step", timeout=SLOW_MS
    )
    expect(page.locator("[data-tool=ghosts]")).to_be_visible(timeout=SLOW_MS)


def trace_islands(tracer: Tracer) -> None:
    page, board = tracer.page, small_sea().board
    expect(page.locator("[data-place=island]")).to_have_attribute("aria-pressed", "true")
    for number, (name, (x, y)) in enumerate(ISLANDS.items(), 1):
        tracer.tap(x, y)
        tracer.saved(lambda state, n=number: len(state["islands"]) == n)  # type: ignore[misc]
        field = page.locator("#island-form input[name=name]")
        expect(field).to_have_value(f"Island {number}")
        field.fill(name)
        field.press("Enter")
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        tracer.saved(
            lambda state, told=(name, number): (
                (state["islands"][-1]["name"], state["islands"][-1]["value"]) == told  # type: ignore[misc]
            )
        )
    tracer.tool("slot")
    for number, slot in enumerate(board.slots.values(), 1):
        tracer.tap(slot.x_mm, slot.y_mm)
        tracer.saved(lambda s, n=number: sum(len(i["slots"]) for i in s["islands"]) == n)  # type: ignore[misc]
    tracer.tool("harbour")
    [harbour] = board.harbours.values()
    tracer.tap(harbour.x_mm, harbour.y_mm)
    tracer.saved(lambda state: len(state["harbours"]) == 1)
    page.locator("#harbour-form select[name=company]").select_option("red")
    tracer.saved(lambda state: state["harbours"][0]["company"] == "red")


def trace_routes(tracer: Tracer) -> int:
    """All routes; returns how many spaces had to be dragged onto their print."""
    page, board, dragged = tracer.page, small_sea().board, 0
    tracer.to("routes")
    for number, (a, b, spaces, lanes) in enumerate(WAYS, 1):
        for end in (a, b):
            at = board.islands.get(end) or board.harbours[end]
            tracer.tap(at.x_mm, at.y_mm)
        tracer.saved(lambda state, n=number: len(state["routes"]) == n)  # type: ignore[misc]
        for name, wanted in (("spaces", spaces), ("lanes", lanes)):
            step_to(page, name, wanted)
        tracer.saved(
            lambda state, n=spaces, m=lanes: (
                [len(lane) for lane in state["routes"][-1]["lanes"]]  # type: ignore[misc]
                == [n] * m
            )
        )
        dragged += mend(tracer, number - 1, board)
        page.keyboard.press("Escape")
    return dragged


def step_to(page: Page, name: str, wanted: int) -> None:
    stepper = page.locator(f"#route-form [data-stepper={name}]")
    for _ in range(8):
        now = int(stepper.locator("output").inner_text())
        if now == wanted:
            return
        stepper.locator(f"[data-by='{1 if wanted > now else -1}']").click()
        expect(stepper.locator("output")).not_to_have_text(str(now))
    raise AssertionError(f"{name} never became {wanted}")


def mend(tracer: Tracer, index: int, board: Board) -> int:
    """Drag each space that does not lie on its print; returns how many."""
    route, dragged = list(board.routes.values())[index], 0
    for lane, spaces in enumerate(route.lanes):
        for number, space in enumerate(spaces.spaces):
            x, y, *_ = tracer.state()["routes"][index]["lanes"][lane][number]
            if math.hypot(x - space.x_mm, y - space.y_mm) > SLIP_MM:
                tracer.drag((x, y), (space.x_mm, space.y_mm))
                tracer.saved(
                    lambda s, lane=lane, n=number: (
                        s["routes"][index]["lanes"][lane][n][3]  # type: ignore[misc]
                        == "hand"
                    )
                )
                dragged += 1
    return dragged


def test_a_board_is_traced_from_its_photo_alone_and_read_as_well_as_by_its_own_file(
    table: ServedTable, open_page: Open, tmp_path: Path
) -> None:
    tracer = begun(table, open_page, LAPTOP)
    with_photo(tracer)
    trace_islands(tracer)
    dragged = trace_routes(tracer)
    tracer.to("file")
    page = tracer.page
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the profile").click()
    profile = parse_profile(download.value.path().read_bytes(), "the profile")
    traced, sea = profile.board(tmp_path, "the profile"), small_sea()

    assert dragged <= len(sea.board.spaces) / 2
    away = [
        math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
        for one, other in zip(traced.spaces.values(), sea.board.spaces.values(), strict=True)
    ]
    assert np.quantile(away, 0.9) < 1.5
    photo = decode_photo(sea.empty, "empty")
    given = Empty(sea.empty, profile.pose).reference()
    page.goto(f"http://localhost:{table.port}/trace")
    page.locator("input[type=file]").set_input_files(download.value.path())
    page.get_by_role("button", name="Take it in").click()
    expect(page.locator("#taken-in")).to_be_visible()
    for seed in (3, 4):
        position = random_position(sea.board, np.random.default_rng(seed), 0.5)
        frame = decode_photo(sea.photo(position, seed), "frame")
        by_traced = wrong(traced, Reference(photo, profile.pose), frame, position, sea.board)
        assert by_traced <= wrong(sea.board, given, frame, position, sea.board)


def wrong(board: Board, reference: Reference, frame: Any, position: Position, true: Board) -> int:
    """How many places are read wrongly; places of two boards belong together in their order."""
    reading = Reader(board, reference).read(frame).reading
    seen = [one.piece for one in (*reading.spaces.values(), *reading.slots.values())]
    laid = {**position.spaces, **position.slots}
    wanted = [laid.get(place, "empty") for place in (*true.spaces, *true.slots)]
    return sum(one != other for one, other in zip(seen, wanted, strict=True))


def test_everything_can_be_taken_back_and_is_there_after_a_reload(
    table: ServedTable, open_page: Open
) -> None:
    tracer = begun(table, open_page, TABLET)
    with_photo(tracer)
    page = tracer.page
    tracer.tool("island")
    tracer.tap(45, 50)
    tracer.saved(lambda state: len(state["islands"]) == 1)
    expect(page.locator(".kept")).to_have_text("Saved")

    page.locator("[data-tool=undo]").click()
    tracer.saved(lambda state: state["islands"] == [])
    page.locator("[data-tool=redo]").click()
    tracer.saved(lambda state: len(state["islands"]) == 1)
    page.reload()

    expect(page.locator(".island")).to_have_count(1)
    page.locator("#chart").focus()
    tracer.tool("move")
    tracer.tap(45, 50)
    page.locator("#chart").press("Shift+ArrowRight")
    tracer.saved(lambda state: abs(state["islands"][0]["x"] - 50) < 1)
    page.locator("#chart").press("Delete")
    tracer.saved(lambda state: state["islands"] == [])


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "fr")])
def test_anybody_can_use_it(theme: str, language: str, table: ServedTable, open_page: Open) -> None:
    page = open_page(table.door(Role.HOST))
    url = f"http://localhost:{table.port}"
    wishes = [{"name": "theme", "value": theme}, {"name": "language", "value": language}]
    page.context.add_cookies([{**wish, "url": url} for wish in wishes])  # type: ignore[typeddict-item]
    page.goto(f"{url}/trace")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []
    assert looked_over(page) == []
    page.locator("button.done").click()
    expect(page.locator("#trace")).to_be_visible()
    expect(page.locator("#totals th.printed")).to_be_visible()

    page.evaluate(UNFOLD)
    for section in page.locator(".panel > [data-step]").all():
        section.evaluate("each => { each.hidden = false; }")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []
    assert looked_over(page) == []


def test_a_hostile_profile_is_told_on_the_page(table: ServedTable, open_page: Open) -> None:
    page = open_page(table.door(Role.HOST))
    page.goto(f"http://localhost:{table.port}/trace")
    sent = json.dumps({"companion_profile": 99, "board": "<script>alert(1)</script>"})
    file = {"name": "p.json", "mimeType": "application/json", "buffer": sent.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]

    page.get_by_role("button", name="Take it in").click()

    expect(page.locator(".fault")).to_contain_text("newer program")
