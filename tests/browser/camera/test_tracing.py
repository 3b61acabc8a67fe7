"""A whole small board traced in the browser from its photo alone, and photos read with it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from calibration.profile import parse_profile
from calibration.tracing.kinds.board_kind import traced_as
from calibration.tracing.lessons import Empty
from companion.boards.board import Board
from companion.games import GAMES, game_called
from companion.position import Position
from tests.browser.anybody import SMALL, UNFOLD, looked_over
from tests.browser.camera.tracer import (
    SLOW_MS,
    Tracer,
    begun,
    choose_photo,
    put_corners,
    taken_in,
    trace_islands,
    trace_routes,
)
from tests.browser.conftest import PHONE
from tests.small_sea import ISLANDS, small_sea
from tests.web.tables import BOARD, ServedTable
from vision.alignment.reference import Reference
from vision.picture.photo import decode_photo
from vision.routes.reader import RoutesReader
from vision.simulator import random_position
from web.host.roles import Role

NARROW_PX = 320
Open = Callable[..., Page]
TRACED = [game for game in GAMES if traced_as(game_called(game).shipped_board())]
LAPTOP, TABLET = {"width": 1280, "height": 800}, {"width": 820, "height": 1180}


def opened(table: ServedTable, open_page: Open, size: dict[str, int]) -> Tracer:
    page = open_page(table.door(Role.HOST))
    page.set_viewport_size(size)  # type: ignore[arg-type]
    return begun(page, table)


def with_photo(tracer: Tracer) -> None:
    choose_photo(tracer)
    put_corners(tracer)


def test_a_board_is_traced_from_its_photo_alone_and_read_as_well_as_by_its_own_file(
    table: ServedTable, open_page: Open, tmp_path: Path
) -> None:
    tracer = opened(table, open_page, LAPTOP)
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
    reading = RoutesReader(board, reference).read(frame).reading
    seen = [one.answer for one in (*reading.spaces.values(), *reading.slots.values())]
    laid = {**position.spaces, **position.slots}
    wanted = [laid.get(place, "empty") for place in (*true.spaces, *true.slots)]
    return sum(one != other for one, other in zip(seen, wanted, strict=True))


def test_sizes_that_are_typed_stay_until_they_are_right_and_go_with_the_photo(
    table: ServedTable, open_page: Open
) -> None:
    tracer = opened(table, open_page, LAPTOP)
    width = tracer.page.get_by_label("Width in mm")
    tracer.page.get_by_label("Stick: width").fill("7")
    wanted = float(width.input_value())

    width.fill("-3")
    tracer.page.get_by_role("button", name="Keep these sizes").click()

    expect(tracer.page.locator("#wrong")).to_be_in_viewport()
    expect(tracer.page.locator("#wrong")).to_contain_text("Width in mm: is -3")
    expect(width).to_have_value("-3")
    width.fill(f"{wanted:g}")
    choose_photo(tracer)
    tracer.saved(lambda state: state["sheet"]["pieces"]["stick"]["width_mm"] == 7)


def test_a_step_that_can_not_be_done_yet_says_what_comes_first(
    table: ServedTable, open_page: Open
) -> None:
    tracer = opened(table, open_page, LAPTOP)
    for step in ("corners", "islands", "file"):
        tracer.page.locator(f"[data-step-to={step}]").click()
        expect(tracer.page.locator("#wrong")).to_have_text("Choose a photo first.")

    choose_photo(tracer)
    tracer.page.locator("[data-step-to=islands]").click()
    expect(tracer.page.locator("#wrong")).to_have_text("Mark the corners first.")


def test_every_one_of_many_quick_taps_counts(table: ServedTable, open_page: Open) -> None:
    tracer = opened(table, open_page, TABLET)
    with_photo(tracer)
    ends = [ISLANDS["Oro"], ISLANDS["Lai"]]
    for number, end in enumerate(ends, 1):
        tracer.tap(*end)
        tracer.saved(lambda state, n=number: len(state["islands"]) == n)
    tracer.to("routes")
    for end in ends:
        tracer.tap(*end)
    [route] = tracer.saved(lambda state: state["routes"])["routes"]
    expect(tracer.page.locator("#route-form")).to_be_visible()

    more = tracer.page.locator("#route-form [data-stepper=spaces] [data-by='1']")
    more.evaluate("button => { for (let tap = 0; tap < 3; tap += 1) button.click(); }")

    wanted = len(route["lanes"][0]) + 3
    before = tracer.saved(lambda s: len(s["routes"][0]["lanes"][0]) == wanted)

    # What would change nothing is nothing to take back.
    tracer.page.locator("#route-form [data-stepper=lanes] [data-by='-1']").click()
    more.click()
    after = tracer.saved(lambda s: len(s["routes"][0]["lanes"][0]) == wanted + 1)
    assert len(before["routes"][0]["lanes"]) == 1
    assert after["revision"] == before["revision"] + 1


def test_everything_can_be_taken_back_and_is_there_after_a_reload(
    table: ServedTable, open_page: Open
) -> None:
    tracer = opened(table, open_page, TABLET)
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


def test_what_the_outline_tells_of_a_photo_is_said_of_that_outline_alone(
    table: ServedTable, open_page: Open
) -> None:
    tracer = opened(table, open_page, LAPTOP)
    page = tracer.page
    small = cv2.resize(decode_photo(small_sea().empty, "empty"), (240, 180))
    data = cv2.imencode(".png", small)[1].tobytes()
    file = {"name": "empty.png", "mimeType": "image/png", "buffer": data}
    page.locator("#photo-file").set_input_files(file)  # type: ignore[arg-type]
    faults = page.locator("[data-step=corners] .photo-faults li")
    told = faults.filter(has_text="If this outline is right")
    expect(told).to_be_visible(timeout=SLOW_MS)

    [x, y], *_ = tracer.state()["photo"]["corners"]
    tracer.drag((x, y), (x + 12, y + 8))
    expect(told).to_be_hidden()

    page.get_by_role("button", name="These are the corners").click()
    for step in ("islands", "routes"):
        tracer.to(step)
        expect(page.locator(".watch .photo-faults li").first).to_be_visible(timeout=SLOW_MS)
        assert looked_over(page) == []
    tracer.to("corners")
    expect(page.locator(".watch .photo-faults")).to_be_hidden()
    expect(faults.filter(has_text="A stick is only")).to_be_visible()


FINGERS = """([way, [x, y]]) => {
  const chart = document.getElementById("chart");
  chart.setPointerCapture = () => {};
  const to = (name, pointerId, dx) => chart.dispatchEvent(new PointerEvent(name, {
    pointerId, clientX: x + dx, clientY: y, bubbles: true, pointerType: "touch" }));
  to("pointerdown", 11, 0);
  for (const dx of [8, 20, 29]) to("pointermove", 11, dx);
  if (way === "cancel") to("pointercancel", 11, 29);
  else if (way === "put") to("pointerup", 11, 29);
  else {
    to("pointerdown", 12, 90);
    to("pointermove", 12, 120);
    to("pointerup", 12, 120);
    to("pointerup", 11, 29);
  }
}"""
PLACE = """([key]) =>
  import(document.querySelector("script[src$='/tracing/main.js']").src.replace("main", "desk"))
  .then(({ endOf }) => { const { x, y } = endOf(key); return [x, y]; })"""


def test_what_is_shown_is_what_is_saved(table: ServedTable, open_page: Open) -> None:
    """A drag that a second finger ends, that the system ends, or that no connection takes."""
    tracer = opened(table, open_page, TABLET)
    with_photo(tracer)
    page = tracer.page
    tracer.tap(*ISLANDS["Oro"])
    [island] = tracer.saved(lambda state: state["islands"])["islands"]
    there = [island["x"], island["y"]]
    value = page.locator("#island-form [name=value]")
    expect(value).to_have_value("")
    for typed, kept in (("7", 7), ("", None)):
        value.fill(typed)
        value.press("Enter")
        tracer.saved(lambda state, kept=kept: state["islands"][0]["value"] == kept)  # type: ignore[misc]
    value.fill("abc")
    value.press("Enter")
    expect(page.locator("#wrong")).to_contain_text("Value: is 'abc'")
    expect(value).to_have_value("")
    tracer.tool("move")

    for way in ("pinch", "cancel"):
        page.evaluate(FINGERS, [way, tracer.on_screen(*there)])
        assert page.evaluate(PLACE, [island["key"]]) == there
        assert [tracer.state()["islands"][0][axis] for axis in "xy"] == there
    page.route("**/act", lambda route: route.abort())
    page.evaluate(FINGERS, ["put", tracer.on_screen(*there)])
    expect(page.locator(".kept")).to_have_text("Not saved: no connection")
    assert page.evaluate(PLACE, [island["key"]]) == there


@pytest.mark.parametrize("game", TRACED)
@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "fr")])
def test_anybody_can_use_it(
    theme: str, language: str, game: str, table: ServedTable, open_page: Open
) -> None:
    page = open_page(table.door(Role.HOST))
    url = f"http://localhost:{table.port}"
    wishes = [{"name": "theme", "value": theme}, {"name": "language", "value": language}]
    page.context.add_cookies([{**wish, "url": url} for wish in wishes])  # type: ignore[typeddict-item]
    page.goto(f"{url}/trace")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []
    assert looked_over(page) == []
    page.locator(f"form:has([value={game}]) button.done").click()
    expect(page.locator("#trace")).to_be_visible()
    expect(page.locator("#totals th.printed")).to_be_visible()

    page.evaluate(UNFOLD)
    for section in page.locator(".panel > [data-step]").all():
        section.evaluate("each => { each.hidden = false; }")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []
    assert looked_over(page) == []
    page.set_viewport_size({"width": NARROW_PX, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW_PX


def test_a_hostile_profile_is_told_on_the_page(table: ServedTable, open_page: Open) -> None:
    page = open_page(table.door(Role.HOST))
    page.goto(f"http://localhost:{table.port}/trace")
    sent = json.dumps({"companion_profile": 99, "board": "<script>alert(1)</script>"})
    file = {"name": "p.json", "mimeType": "application/json", "buffer": sent.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]

    page.get_by_role("button", name="Take it in").click()

    expect(page.locator(".fault")).to_contain_text("newer program")


def test_where_pieces_are_to_be_laid_is_read_on_the_smallest_phone(
    table: ServedTable, open_page: Open
) -> None:
    page = taken_in(table, open_page, {"width": NARROW_PX, "height": 640})
    page.locator("[data-step-to=pieces]").click()
    numbers = page.locator(".lit text")
    expect(numbers).to_have_count(11)
    chart = page.locator("#chart").bounding_box()
    assert chart is not None
    for number in numbers.all():
        box = number.bounding_box()
        assert box is not None
        assert box["height"] >= 12
        assert chart["y"] <= box["y"]
        assert box["y"] + box["height"] <= chart["y"] + chart["height"]
    pieces = page.locator(".to-lay")
    expect(pieces).to_have_count(11)
    for piece in pieces.all():
        expect(piece).to_be_visible()
    expect(page.locator(".island .label").first).to_be_hidden()
    expect(page.locator("#lessons")).to_contain_text("red harbour - Malden Island")

    expect(page.locator("[data-tool=ghosts]")).to_be_visible(timeout=SLOW_MS)
    tops = [button.bounding_box() for button in page.locator(".tools button").all()]
    assert len({round(box["y"]) for box in tops if box}) == 1, "the tools stand in one row"
    assert page.evaluate(SMALL) == []


def test_colours_that_look_exchanged_are_kept_only_when_that_is_said(
    table: ServedTable, open_page: Open
) -> None:
    page = taken_in(table, open_page, PHONE)
    page.locator("[data-step-to=pieces]").click()
    expect(page.locator("#lessons li")).to_have_count(11)
    state = page.evaluate("fetch(`${location.pathname}/state`).then((a) => a.json())")
    pairs = [["red", "green"], ["green", "red"]]
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append((route.request.post_data_buffer or b"").decode("latin-1"))
        agreed = json.dumps(pairs, separators=(",", ":")) in sent[-1]
        doubt = {"told": ["Green and red look exchanged."], "exchanged": pairs}
        said = {"told": ["All pieces are learned."]} if agreed else doubt
        route.fulfill(json={"state": state, **said})

    page.route("**/teach", answer)
    file = {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": b"a photo"}
    page.locator("#teach-file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator("#taught")).to_contain_text("Green and red look exchanged.")
    expect(page.get_by_role("button", name="Keep these colours")).to_be_in_viewport()
    expect(page.locator(".kept")).to_have_text("")
    expect(page.locator("#taught")).to_contain_text("Nothing is kept yet")
    assert looked_over(page) == []
    page.get_by_role("button", name="Keep these colours").click()

    expect(page.locator("#taught")).to_contain_text("All pieces are learned.")
    expect(page.get_by_role("button", name="Keep these colours")).to_have_count(0)
    assert ["a photo" in each for each in sent] == [True, True]


def test_a_whole_board_is_checked_from_close_by_and_played_on_by_one_tap(
    table: ServedTable, open_page: Open
) -> None:
    page = taken_in(table, open_page, {"width": 1280, "height": 800})

    page.locator("[data-step-to=corners]").click()
    expect(page.locator(".close-up")).to_have_count(4)
    expect(page.locator(".close-up image").first).to_be_visible()

    page.locator("[data-step-to=islands]").click()
    for step in ("Routes", "Cards", "Pieces", "Trial", "Done"):
        page.get_by_role("button", name=f"Next: {step}").click()
    expect(page.locator("#onward")).to_be_hidden()
    page.get_by_role("button", name="Play on this board now").click()

    page.wait_for_url("**/start?game=clippers")
    assert table.host.new_board is not BOARD
    assert table.host.new_board.name == BOARD.name
