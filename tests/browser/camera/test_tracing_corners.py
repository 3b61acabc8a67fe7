"""The four corners of an own board: rings that are left, and rings that are numbered anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.camera.tracer import SLOW_MS, Tracer, begun, choose_photo
from tests.web.tables import BOARD, ServedTable
from web.demo.camera import SimulatedCamera
from web.host.roles import Role

Open = Callable[..., Page]
CLOSE_UPS = "#close-ups .close-up"


@cache
def empty_jpeg() -> bytes:
    """A photo of the board whose map comes with Clippers."""
    photo = SimulatedCamera(BOARD, 5).setup().reference.photo
    return bytes(cv2.imencode(".jpg", photo)[1])


def taken(page: Page, to: str = "islands") -> None:
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator(f"[data-step-to={to}]")).to_have_attribute(
        "aria-current", "step", timeout=SLOW_MS
    )


def test_a_quarter_turn_by_mistake_is_mended_said_and_does_not_come_back(
    table: ServedTable, open_page: Open
) -> None:
    page = open_page(table.door(Role.HOST))
    page.goto(f"http://localhost:{table.port}/trace")
    page.get_by_role("button", name="Begin with the Clippers map").click()
    tracer = Tracer(page)
    file: Any = {"name": "empty.jpg", "mimeType": "image/jpeg", "buffer": empty_jpeg()}
    page.locator("#photo-file").set_input_files(file)
    expect(page.locator("polygon.outline")).to_be_visible(timeout=SLOW_MS)
    found = tracer.state()["photo"]["corners"]
    page.get_by_role("button", name="Turn the board by a quarter").click()

    taken(page)

    expect(page.locator("#noted")).to_contain_text("numbered anew")
    assert tracer.state()["photo"]["corners"] == found
    tracer.to("corners")
    expect(page.locator("#noted")).to_be_hidden()
    taken(page)
    assert tracer.state()["photo"]["corners"] == found
    expect(page.locator("#noted")).to_be_hidden()


@pytest.mark.parametrize("way", ["dragged", "by keys", "turned"])
def test_rings_that_were_moved_stand_there_when_the_page_is_opened_again(
    table: ServedTable, open_page: Open, way: str
) -> None:
    page = open_page(table.door(Role.HOST))
    tracer = begun(page, table)
    choose_photo(tracer)
    found = boxes(page)
    if way == "dragged":
        x, y = tracer.state()["photo"]["corners"][0]
        tracer.drag((x, y), (x + 40, y + 30))
    elif way == "by keys":
        page.locator("#chart").press("2")
        page.locator("#chart").press("Shift+ArrowLeft")
    else:
        page.get_by_role("button", name="Turn the board by a quarter").click()
    moved = boxes(page)
    assert moved != found

    page.goto(f"http://localhost:{table.port}/trace")
    page.go_back()

    expect(page.locator(CLOSE_UPS).first).to_be_visible()
    assert boxes(page) == moved
    page.locator("[data-tool=undo]").click()
    assert boxes(page) == found


def boxes(page: Page) -> list[str | None]:
    """What each close-up shows of the photo."""
    return [each.get_attribute("viewBox") for each in page.locator(CLOSE_UPS).all()]
