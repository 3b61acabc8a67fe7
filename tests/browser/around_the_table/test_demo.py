"""The demo in a browser: it says that it is one, shows a slip and a question, and ends well."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.games.clippers.drawn.drawn_game import draw_game
from companion.games.clippers.drawn.slip import is_time_for_slip
from companion.games.clippers.record.event_json import event_json
from companion.play.game import Seat
from companion.records.record import read_record
from tests.browser.acts import act
from tests.browser.anybody import looked_over
from tests.web.tables import ServedTable, serve, serve_table
from tests.whole_games import GAMES
from vision.routes.reader import RoutesReader
from vision.watch import LIVE
from web.demo.camera import SimulatedCamera
from web.demo.eyes import DoubtfulEyes
from web.demo.game import Then, begin_demo, play_before_camera, play_demo, wait_for_another
from web.host.demo_stage import Demo, Stage
from web.host.roles import Role

Open = Callable[..., Page]
SEED, PACE_S = 7, 0.2
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
SEA = "rgb(127, 178, 202)"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    with serve_table(tmp_path / "table.sqlite", ()) as served:
        yield served


@contextmanager
def going_on(work: Callable[[threading.Event], object]) -> Iterator[None]:
    """Something plays, until the test has seen enough."""
    stop = threading.Event()
    thread = threading.Thread(target=work, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(30)


def play_as_far_as_a_slip(table: ServedTable) -> None:
    served = table.host.table
    assert served is not None
    for state, event in draw_game(served.view.last.state, Random(SEED)):
        if is_time_for_slip(state):
            return
        act(table, event_json(event))


def test_somebody_slips_and_takes_it_back(table: ServedTable, open_page: Open) -> None:
    begin_demo(table.host, Random(SEED))
    play_as_far_as_a_slip(table)
    page = open_page(table.door(Role.HOST), **LAPTOP)
    said, card = page.locator(".demo"), page.locator(".finding.illegal")
    expect(said).to_contain_text("plays itself")
    expect(page.locator(".map-sheet")).to_have_css("background-color", SEA)

    with going_on(lambda stop: play_demo(table.host, Random(SEED), PACE_S, stop)):
        expect(card).to_be_visible()
        expect(said).to_contain_text("breaks a rule")
        expect(said).to_contain_text("taken back")
        expect(card).to_have_count(0)


def test_a_tour_leads_around_with_next_and_back(table: ServedTable, open_page: Open) -> None:
    """Nine stops; at one of them somebody slips because it was asked for."""
    begin_demo(table.host, Random(SEED))
    with going_on(lambda stop: play_demo(table.host, Random(SEED), PACE_S, stop)):
        page = open_page(table.door(Role.HOST), **LAPTOP)
        page.get_by_role("button", name="A tour of three minutes").click()
        expect(page.locator(".tour")).to_contain_text("1\u202f/\u202f9")
        expect(page.locator(".turn.toured")).to_be_visible()
        for number in (2, 3, 4):
            page.get_by_role("button", name="Next").click()
            expect(page.locator(".tour")).to_contain_text(f"{number}\u202f/\u202f9")
        expect(page.locator(".finding.illegal").first).to_be_visible()
        expect(page.locator(".tour")).to_be_visible()  # what happens meanwhile ends no tour
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator(".tour")).to_contain_text("3\u202f/\u202f9")
        assert looked_over(page) == []
        for path in ("table", "bank", "score", "score", "photo", "evenings"):
            page.get_by_role("button", name="Next").click()
            page.wait_for_url(f"**/{path}?tour=*")
        page.get_by_role("link", name="End the tour").click()
        expect(page.get_by_role("button", name="A tour of three minutes")).to_be_visible()


def test_a_question_of_the_camera_is_answered_before_all_eyes(
    table: ServedTable, open_page: Open
) -> None:
    host = table.host
    begin_demo(host, Random(SEED), watched=True)
    play_as_far_as_a_slip(table)
    camera = SimulatedCamera(host.board, SEED)
    setup = camera.setup()
    host.mount.know(host.board, setup)
    eyes = DoubtfulEyes(RoutesReader(host.board, setup.reference))
    host.mount.hang(camera, setup, LIVE, eyes)
    page = open_page(table.door(Role.HOST), **LAPTOP)
    said, card = page.locator(".demo"), page.locator(".finding.illegal")

    def play(stop: threading.Event) -> None:
        play_before_camera(host, camera, Random(SEED), 2 * PACE_S, stop, eyes)

    with going_on(play):
        asking = page.locator(".asking-card")
        expect(asking.locator("img")).to_be_visible()
        expect(said).to_contain_text("one tap answers")
        expect(card).to_be_visible()
        expect(said).to_contain_text("breaks a rule")
        expect(asking).to_have_count(0)
        expect(said).to_contain_text("taken back")
        expect(card).to_have_count(0)


@pytest.mark.parametrize(("width", "language"), [(320, "fr"), (1280, "en")])
def test_what_to_do_when_it_is_over(
    width: int, language: str, tmp_path: Path, open_page: Open
) -> None:
    record = read_record(GAMES / "3-players-all-sticks.jsonl")
    with serve(tmp_path / "table.sqlite", record) as over:
        over.host.demo = Demo(Stage.PLAYS)
        page = open_page(
            over.door(Role.HOST), viewport={"width": width, "height": 800}, locale=language
        )
        began = threading.Event()

        def wait(stop: threading.Event) -> None:
            if wait_for_another(over.host, stop) is Then.ANOTHER:
                begin_demo(over.host, Random(SEED))
                began.set()

        with going_on(wait):
            expect(page.locator(".demo .button")).to_have_count(1)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert looked_over(page) == []

            page.locator("form[action$=again] button").click()

            assert began.wait(10)
            expect(page.locator("body")).to_have_attribute("data-revision", "0")
            expect(page.locator(".demo .button")).to_have_count(0)


def test_a_game_of_ones_own_ends_the_demo_and_says_that_it_is_not_kept(
    table: ServedTable, open_page: Open
) -> None:
    begin_demo(table.host, Random(SEED))
    page = open_page(table.door(Role.HOST), **LAPTOP)

    expect(page.locator(".demo")).to_contain_text("plays itself")

    table.host.begin([Seat("Anna", "french"), Seat("Ben", "english")], {})

    expect(page.locator(".demo")).to_contain_text("kept nowhere")
