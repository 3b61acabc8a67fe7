"""A person who traces the small sea on the page, from its photo alone."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
from playwright.sync_api import Page, expect

from calibration.profile import load_board_file, profile_bytes, profile_of
from companion.boards.board import Board
from companion.games import clippers
from tests.small_sea import HEIGHT_MM, ISLANDS, WAYS, WIDTH_MM, small_sea
from tests.web.tables import BOARD, ServedTable
from web.demo.camera import SimulatedCamera
from web.host.roles import Role

BOARD_FILE = Path(str(clippers.__file__)).parent / "board.json"
SLOW_MS = 90_000
"""A photo is looked at in a process of its own; a busy machine takes its time to begin one."""
SLIP_MM = 1.0
"""Spaces that lie farther from their print than this are dragged there."""
AT = """([x, y]) => {
  const chart = document.getElementById("chart");
  const at = new DOMPoint(x, y).matrixTransform(chart.getScreenCTM());
  return [at.x, at.y];
}"""


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
        self.page.locator(f"[data-place={place}]:visible").click()

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


def begun(page: Page, table: ServedTable) -> Tracer:
    """A person who has just begun with nothing."""
    page.goto(f"http://localhost:{table.port}/trace")
    page.get_by_label("Name").fill("Small sea")
    page.get_by_label("Width in mm").fill(f"{WIDTH_MM:g}")
    page.get_by_label("Height in mm").fill(f"{HEIGHT_MM:g}")
    page.get_by_role("button", name="Begin with nothing").click()
    expect(page.locator("#trace")).to_be_visible()
    expect(page.locator("#totals th.printed")).to_be_hidden()
    return Tracer(page)


def taken_in(table: ServedTable, open_page: Callable[..., Page], size: dict[str, int]) -> Page:
    """The page of a whole board that somebody was sent."""
    page = open_page(table.door(Role.HOST), viewport=size)
    page.goto(f"http://localhost:{table.port}/trace")
    file = {"name": "p.json", "mimeType": "application/json", "buffer": sent()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Take it in").click()
    expect(page.locator("#trace")).to_be_visible()
    return page


@cache
def sent() -> bytes:
    """The profile of a whole board, with its photo."""
    empty = SimulatedCamera(BOARD, 5).setup().reference
    jpeg = cv2.imencode(".jpg", empty.photo)[1].tobytes()
    return profile_bytes(profile_of(BOARD, load_board_file(BOARD_FILE), (jpeg, empty.pose), {}))


def choose_photo(tracer: Tracer) -> None:
    """The photo is chosen, and its corners are found."""
    file = {"name": "empty.jpg", "mimeType": "image/jpeg", "buffer": small_sea().empty}
    tracer.page.locator("#photo-file").set_input_files(file)  # type: ignore[arg-type]
    expect(tracer.page.locator("polygon.outline")).to_be_visible(timeout=SLOW_MS)


def put_corners(tracer: Tracer) -> None:
    """Each corner is dragged onto the board's, under the glass; suggestions are looked for."""
    page, sea = tracer.page, small_sea()
    for found, true in zip(tracer.state()["photo"]["corners"], sea.corners_px, strict=True):
        tracer.drag(tuple(found), (float(true[0]), float(true[1])))
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator("[data-step-to=islands]")).to_have_attribute(
        "aria-current", "step", timeout=SLOW_MS
    )
    expect(page.locator("[data-tool=ghosts]")).to_be_visible(timeout=SLOW_MS)


def trace_islands(tracer: Tracer) -> None:
    """Every island with its name, value and slots, and the harbour."""
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
    page.locator("#harbour-form [data-stepper=pieces] input").fill("32")
    page.keyboard.press("Enter")
    tracer.saved(lambda state: state["harbours"][0]["pieces"] == 32)


def trace_routes(tracer: Tracer) -> int:
    """All routes; returns how many spaces had to be dragged onto their print."""
    page, board, dragged = tracer.page, small_sea().board, 0
    tracer.to("routes")
    title = page.locator("#route-form h2").first
    for number, (a, b, spaces, lanes) in enumerate(WAYS, 1):
        before = title.text_content() or ""
        for end in (a, b):
            at = board.islands.get(end) or board.harbours[end]
            tracer.tap(at.x_mm, at.y_mm)
        tracer.saved(lambda state, n=number: len(state["routes"]) == n)  # type: ignore[misc]
        expect(title).not_to_have_text(before or "-")
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
    output = stepper.locator("output")
    for _ in range(8):
        expect(output).to_have_text(re.compile(r"\d"))
        now = int(output.inner_text())
        if now == wanted:
            return
        stepper.locator(f"[data-by='{1 if wanted > now else -1}']").click()
        expect(output).not_to_have_text(str(now))
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
