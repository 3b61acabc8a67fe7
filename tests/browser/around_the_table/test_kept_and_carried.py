"""What leaves the page: a picture of the result, the evenings in a file, and the page as an app."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from companion.records.record import read_record
from tests.browser.anybody import looked_over
from tests.browser.held_back import HeldBack
from tests.web.tables import NOW, ServedTable, serve
from tests.whole_games import GAMES
from web.host.roles import Role

Open = Callable[..., Page]
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    """Two evenings; the last one is over, and on the table."""
    path: Path = tmp_path_factory.mktemp("over") / "table.sqlite"
    with serve(path, read_record(GAMES / "2-players-stuck.jsonl")) as table:
        table.host.store.begin(read_record(GAMES / "5-players-stuck.jsonl"), NOW)
        table.host.take_up(2)
        yield table


def at(table: ServedTable, path: str) -> str:
    return f"http://localhost:{table.port}{path}"


@pytest.mark.parametrize("path", ["/score", "/evenings/1"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_picture_of_a_result(
    path: str, language: str, over: ServedTable, open_page: Open, tmp_path: Path
) -> None:
    page = open_page(over.door(Role.HOST), **LAPTOP)
    page.context.add_cookies([{"name": "language", "value": language, "url": at(over, "/")}])
    page.goto(at(over, path))
    with page.expect_download() as made:
        page.locator("[data-shares]").click()

    kept = tmp_path / "result.png"
    made.value.save_as(kept)
    assert re.fullmatch(r"clippers-2026-\d\d-\d\d-\d{4}\.png", made.value.suggested_filename)
    picture = cv2.imread(str(kept))
    assert picture.shape[1] == 1080
    assert picture.shape[0] > 1080
    sea = picture[-400:-200, 300:800]
    assert sea.std() > 10  # the chart was drawn, with what lies on it


def test_a_picture_that_is_being_made_is_finished_whatever_is_tapped_meanwhile(
    over: ServedTable, open_page: Open
) -> None:
    page = open_page(over.door(Role.HOST), **LAPTOP)
    page.goto(at(over, "/score"))
    button = page.locator("[data-shares]")
    chart = HeldBack(page, f"**{button.get_attribute('data-shares')}")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    page.locator("h1").click()
    with page.expect_download() as made:
        chart.held[0].continue_()

    assert made.value.suggested_filename.endswith(".png")
    assert made.value.path().stat().st_size
    expect(button).not_to_have_attribute("aria-busy", "true")


def test_evenings_go_to_another_laptop(over: ServedTable, open_page: Open, tmp_path: Path) -> None:
    page = open_page(over.door(Role.HOST), **LAPTOP)
    page.goto(at(over, "/evenings"))
    page.get_by_text("On another laptop").click()
    assert looked_over(page) == []
    with page.expect_download() as made:
        page.get_by_role("link", name="Take all evenings with you").click()
    made.value.save_as(tmp_path / "evenings.json")
    assert len(json.loads((tmp_path / "evenings.json").read_text("utf-8"))["games"]) == 2

    with serve(tmp_path / "new.sqlite", None) as other:
        there = open_page(other.door(Role.HOST))
        there.goto(at(other, "/evenings"))
        there.get_by_text("On another laptop").click()
        there.get_by_label("A file of evenings").set_input_files(tmp_path / "evenings.json")
        there.get_by_role("button", name="Take them in").click()
        expect(there.locator(".note[role=status]")).to_contain_text("2 games were taken in.")
        expect(there.locator(".evenings li")).to_have_count(2)
        there.goto("about:blank")


def test_an_older_evening_once_more(over: ServedTable, open_page: Open) -> None:
    page = open_page(over.door(Role.HOST))
    page.goto(at(over, "/evenings/1?at=57"))
    lying = page.locator(".layer .stick").count()
    expect(page.locator("[data-live=moment]")).to_have_attribute("data-number", "57")
    page.get_by_label("The event that is shown").fill("20")
    expect(page.locator("[data-live=moment]")).to_have_attribute("data-number", "20")

    assert page.locator(".layer .stick").count() < lying
    expect(page).to_have_url(at(over, "/evenings/1?at=20"))


def test_the_page_of_a_table_that_is_away_tries_again_where_no_answer_comes(
    over: ServedTable, open_page: Open
) -> None:
    page = open_page(over.door(Role.WATCHER))
    page.clock.install()
    page.goto(at(over, "/offline"))
    table = HeldBack(page, at(over, "/"))
    for _ in range(2):
        with page.expect_request(at(over, "/")):
            page.clock.run_for(5_000)
        with page.expect_event("requestfailed"):
            page.clock.run_for(11_000)
    table.is_open = True

    with page.expect_navigation():  # to what was asked for; here that is this page itself
        page.clock.run_for(5_000)


def test_the_page_can_be_installed_and_says_that_the_table_is_away(
    tmp_path: Path, open_page: Open
) -> None:
    record = read_record(GAMES / "2-players-stuck.jsonl")
    with serve(tmp_path / "table.sqlite", record) as table:
        page = open_page(table.door(Role.WATCHER), service_workers="allow")
        browser = page.context.new_cdp_session(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {each["errorId"] for each in errors} <= {"in-incognito"}  # this browser's own
        assert browser.send("Page.getAppManifest")["errors"] == []
        score = at(table, "/score")
        page.goto("about:blank")  # so that nothing waits for the news while it ends
    page.goto(score)
    expect(page.locator("h1")).to_have_text("The table is away")
    expect(page.locator("h2")).to_have_text("La table est absente")
    assert looked_over(page) == []
