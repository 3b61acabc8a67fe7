"""Pages that anybody can use, in every language, light and width; and by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.tracing.shelf import FOLDER, Shelf
from companion.records.record import Happened, Record
from tests.browser.anybody import faults_everywhere, looked_over
from tests.browser.screenshots import half_a_game
from tests.web.tables import ServedTable, serve
from web.host.roles import Role

Open = Callable[..., Page]
PAGES = (
    ("/table", Role.HOST),
    ("/table", Role.WATCHER),
    ("/me", Role.PLAYER),
    ("/bank", Role.BANKER),
    ("/anywhere", Role.BANKER),
    ("/anywhere", Role.PLAYER),
    ("/entry/8", Role.BANKER),
    ("/score", Role.HOST),
    ("/rule", Role.PLAYER),
    ("/rule?of=card:2x", Role.WATCHER),
    ("/doors", Role.HOST),
    ("/settings", Role.HOST),
    ("/start", Role.HOST),
    ("/photo", Role.HOST),
    ("/camera", Role.HOST),
    ("/trace", Role.HOST),
    ("/trace/00000001", Role.HOST),
    ("/nowhere", Role.HOST),
)
AGAINST_THE_RULES = {"do": "marker", "player": "Dan", "slot": "guam/0"}


def with_findings() -> Record:
    """A game in which two events broke rules, one of them several."""
    once = half_a_game().add(Happened({"do": "pass", "player": "Dan"}))
    return once.add(Happened(AGAINST_THE_RULES))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    path: Path = tmp_path_factory.mktemp("game") / "table.sqlite"
    shelf = Shelf(path.parent / FOLDER)
    (path.parent / FOLDER / shelf.begin_shipped("clippers").id).rename(
        path.parent / FOLDER / "00000001"
    )
    shelf.remove(shelf.begin_shipped("clippers").id)
    with serve(path, with_findings()) as table:
        yield table


@pytest.fixture
def window(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def enter(game: ServedTable, page: Page, role: Role) -> None:
    """Let a browser in without showing it where the door leads."""
    assert game.host.table is not None
    awaited = game.host.table.view.last.state.next_seat.player.name
    assert page.context.request.get(game.door(role, awaited if role is Role.PLAYER else None)).ok


@pytest.mark.parametrize(
    ("path", "role"), PAGES, ids=[f"{path} {role.value}" for path, role in PAGES]
)
def test_anybody_can_use_it(path: str, role: Role, game: ServedTable, window: Page) -> None:
    enter(game, window, role)

    assert faults_everywhere(window, f"http://localhost:{game.port}{path}") == {}


def test_axe_would_find_something(game: ServedTable, window: Page) -> None:
    enter(game, window, Role.HOST)
    window.goto(f"http://localhost:{game.port}/start")
    window.evaluate("document.querySelector('label span').remove()")

    assert [each.split(":")[0] for each in looked_over(window)] == ["label"]


def test_house_rules_follow_the_edition_and_are_counted(game: ServedTable, open_page: Open) -> None:
    page = open_page(game.door(Role.HOST))
    page.goto(f"http://localhost:{game.port}/start")
    page.get_by_text("Rules and help", exact=True).click()
    page.get_by_text("House rules", exact=True).click()
    page.get_by_text("Worth agreeing on before the first game").click()
    tie = page.locator("select[name='ruling.tie_break']")
    count = page.locator(".rulings > summary .count")
    first = tie.locator("option").first
    expect(first).to_have_text("The last of them to come in turn wins (as the edition says)")
    expect(count).to_be_empty()

    tie.select_option("shared")
    expect(count).to_have_text("1")
    page.get_by_label("The French edition").check()

    expect(count).to_be_empty()
    expect(page.locator("[data-in-short]")).to_have_text("The French edition")
    expect(first).to_have_text("They share the win (as the edition says)")
