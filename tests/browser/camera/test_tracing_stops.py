"""A board of stops traced in the browser: from its photo alone, and from its game's own map."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from calibration.profile import parse_profile
from companion.boards.stops_board import Stop, StopsBoard
from companion.games.long_cours.shipped import read_shipped_board
from tests.browser.camera.tracer import SLOW_MS, Tracer
from tests.browser.conftest import PHONE
from tests.web.tables import ServedTable
from vision.simulator import Simulator
from vision.simulator.printed.invent_stops import invent_stops_board
from vision.simulator.table import reference_frame
from web.host.roles import Role

Open = Callable[..., Page]
LAPTOP = {"width": 1280, "height": 800}
SIZE_PX = (1400, 1050)


@cache
def photographed(seed: int | None) -> tuple[StopsBoard, bytes, Any]:
    """A board, invented or the shipped one; a photo of it, and its corners there in px."""
    board = read_shipped_board() if seed is None else invent_stops_board(seed)
    frame = reference_frame(Simulator(board, seed=4), np.random.default_rng(4), SIZE_PX)
    return board, frame.jpeg(), np.asarray(frame.truth.corners_px, float)


def begun(
    table: ServedTable, open_page: Open, size: dict[str, int], button: str, seed: int | None
) -> Tracer:
    """Somebody who has begun with Long Cours, given his photo, and put its corners."""
    board, photo, corners = photographed(seed)
    page = open_page(table.door(Role.HOST))
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"http://localhost:{table.port}/trace")
    page.locator("form", has=page.locator("[value=long_cours]")).get_by_text(button).click()
    expect(page.locator("#trace")).to_be_visible()
    tracer = Tracer(page)
    if board.width_mm != read_shipped_board().width_mm:
        page.get_by_label("Width in mm").fill(f"{board.width_mm:g}")
        page.get_by_label("Height in mm").fill(f"{board.height_mm:g}")
        page.get_by_role("button", name="Keep these sizes").click()
        tracer.saved(lambda state: state["sheet"]["width_mm"] == board.width_mm)
    file = {"name": "empty.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.locator("#photo-file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator("polygon.outline")).to_be_visible(timeout=SLOW_MS)
    for found, true in zip(tracer.state()["photo"]["corners"], corners, strict=True):
        tracer.drag(tuple(found), (float(true[0]), float(true[1])))
    page.get_by_role("button", name="These are the corners").click()
    expect(page.locator("[data-step-to=goods]")).to_have_attribute(
        "aria-current", "step", timeout=SLOW_MS
    )
    return tracer


def trace_stop(tracer: Tracer, number: int, stop: Stop) -> None:
    """A tap, its name, its zone where that is another, and what it sells."""
    page = tracer.page
    tracer.tap(stop.x_mm, stop.y_mm)
    form = page.locator("#stop-form")
    expect(form.locator("[name=name]")).to_have_value(f"Stop {number}")
    form.locator("[name=name]").fill(stop.name)
    form.locator("[name=name]").press("Enter")
    if form.locator("[name=zone]").input_value() != str(stop.zone):
        form.locator("[name=zone]").select_option(str(stop.zone))
    form.locator("[name=product]").select_option(stop.product or "/")
    tracer.saved(
        lambda state: (
            [(s["name"], s["zone"], s["product"], s["strands"]) for s in state["stops"][-1:]]
            == [(stop.name, stop.zone, stop.product, not stop.is_port)]
        )
    )


def test_a_board_of_stops_is_traced_from_its_photo_alone(
    table: ServedTable, open_page: Open, tmp_path: Path
) -> None:
    board, *_ = photographed(7)
    tracer = begun(table, open_page, LAPTOP, "Only with its size and pieces", 7)
    page = tracer.page
    page.get_by_role("button", name="Next: Stops").click()
    expect(page.locator("#remarks")).to_contain_text("put the first stop")
    for number, stop in enumerate(board.stops.values(), 1):
        trace_stop(tracer, number, stop)
    page.get_by_role("button", name="Next: Lines").click()
    for number, line in enumerate(board.lines, 1):
        for end in (board.stops[line.a], board.stops[line.b]):
            tracer.tap(end.x_mm, end.y_mm)
        tracer.saved(lambda state, n=number: len(state["lines"]) == n)  # type: ignore[misc]
        if line.over_edge:
            page.get_by_label("It leaves the map").check()
    page.get_by_role("button", name="Next: Done").click()
    expect(page.get_by_text("The board is whole.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the profile").click()

    traced = parse_profile(download.value.path().read_bytes(), "it").board(tmp_path, "it")
    assert isinstance(traced, StopsBoard)
    pairs = [*zip(traced.stops.values(), board.stops.values(), strict=True)]
    away = [math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) for one, other in pairs]
    assert np.quantile(away, 0.9) < 1.5
    assert [(s.name, s.zone, s.product) for s, _ in pairs] == [
        (s.name, s.zone, s.product) for _, s in pairs
    ]
    ids = dict(zip(board.stops, traced.stops, strict=True))
    assert [(line.a, line.b, line.over_edge) for line in traced.lines] == [
        (ids[line.a], ids[line.b], line.over_edge) for line in board.lines
    ]


def test_its_games_map_is_fitted_to_the_photo_and_played_on(
    table: ServedTable, open_page: Open
) -> None:
    board, *_ = photographed(None)
    tracer = begun(table, open_page, LAPTOP, "Begin with the Long Cours map", None)
    page = tracer.page
    tracer.to("stops")
    expect(page.locator(".stop")).to_have_count(24)
    expect(page.get_by_role("button", name="Fit the rest")).to_be_hidden()
    perth = board.stops["perth"]
    tracer.drag((perth.x_mm, perth.y_mm), (perth.x_mm + 5, perth.y_mm - 4))
    tracer.saved(lambda state: any(stop["pinned"] for stop in state["stops"]))
    page.get_by_role("button", name="Fit the rest").click()
    state = tracer.saved(lambda state: abs(_at(state, "sydney")[0] - 457) < 1)
    assert _at(state, "sydney")[1] == pytest.approx(368, abs=1)
    tracer.to("file")
    page.get_by_role("button", name="Play on this board now").click()

    page.wait_for_url("**/start?game=long_cours")
    played = table.host.new_board
    assert isinstance(played, StopsBoard)
    assert played.stops["sydney"].x_mm == pytest.approx(457, abs=1)
    expect(page.get_by_label("Ship").first).to_contain_text("yellow ship")
    expect(page.locator("main")).to_contain_text("Played on: Long Cours")


def _at(state: Any, key: str) -> tuple[float, float]:
    return next((stop["x"], stop["y"]) for stop in state["stops"] if stop["key"] == key)


def test_slips_are_said_at_once_and_lead_to_their_place(
    table: ServedTable, open_page: Open
) -> None:
    board, *_ = photographed(None)
    tracer = begun(table, open_page, LAPTOP, "Begin with the Long Cours map", None)
    page = tracer.page
    tracer.to("stops")
    said = page.locator("#remarks")
    expect(said.locator("li")).to_have_count(0)
    perth = board.stops["perth"]
    tracer.tap(perth.x_mm, perth.y_mm)
    page.locator("#stop-form [name=product]").select_option("wool")
    page.locator("#stop-form [name=product]").select_option("/")
    expect(said).to_contain_text("Zone 55 has 2 stranding places; it needs one white rectangle.")
    tracer.to("lines")
    for _ in range(2):
        tracer.tap(perth.x_mm, perth.y_mm)
        sydney = board.stops["sydney"]
        tracer.tap(sydney.x_mm, sydney.y_mm)
    expect(page.locator("#wrong")).to_contain_text("a second time")
    said.get_by_role("button", name="Zone 55").click()
    expect(page.locator("#stop-form")).to_be_visible()

    for _ in range(3):
        page.locator("[data-tool=undo]").click()
    expect(said.locator("li")).to_have_count(0)


def test_on_a_phone_by_touch_goods_change_places_and_keys_move_a_stop(
    table: ServedTable, open_page: Open
) -> None:
    tracer = begun(table, open_page, PHONE, "Begin with the Long Cours map", None)
    page = tracer.page
    first = page.get_by_label("Throw of 1")
    expect(first).to_have_value("cereals")
    first.select_option("gold")
    expect(page.get_by_label("Throw of 4")).to_have_value("cereals")
    page.get_by_role("button", name="Keep these goods").click()
    tracer.saved(lambda state: state["products"][0]["id"] == "gold")

    tracer.to("stops")
    page.get_by_label("Go to").select_option("perth")
    expect(page.locator("#stop-form [name=name]")).to_have_value("Perth")
    page.locator("#chart").focus()
    page.locator("#chart").press("Shift+ArrowRight")
    tracer.saved(lambda state: _at(state, "perth")[0] == 399)
    page.locator("#chart").press("Delete")
    tracer.saved(lambda state: len(state["stops"]) == 23)
    page.locator("[data-tool=undo]").click()
    tracer.saved(lambda state: len(state["stops"]) == 24)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
