"""An answer that is neither page nor error, as where too many ask, is told alike everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.at_the_table.thumb import PHONE
from tests.browser.camera.photo_case import PHOTO, begun
from tests.browser.camera.tracer import begun as begun_tracing
from tests.web.photo_score.bench import pretended
from tests.web.tables import ServedTable, serve_table
from web.host.roles import Role
from web.photo_score import page as photo_score
from web.photo_score.queue import Queue

Open = Callable[..., Page]
UNABLE = {
    "en": "The table can't do this just now. Do it again in a moment.",
    "fr": "La table ne peut pas le faire pour l\N{RIGHT SINGLE QUOTATION MARK}instant. "
    "Recommencez dans un moment.",
}
LOST = "No connection to the table: no answer came."


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedTable]:
    """A table whose photos are read without being looked at."""
    monkeypatch.setattr(photo_score, "Queue", partial(Queue, doing=pretended))
    with serve_table(tmp_path / "table.sqlite") as served:
        yield served


def too_many(route: Route) -> None:
    route.fulfill(status=503, content_type="text/plain", body="Too many ask.")


@pytest.mark.parametrize(("language", "button"), [("en", "Begin"), ("fr", "Commencer")])
def test_a_photo(language: str, button: str, table: ServedTable, open_page: Open) -> None:
    page = begun(table, partial(open_page, locale=language), button)
    page.route("**/photo/**", too_many)
    page.locator("#step-empty input[type=file]:not([capture])").set_input_files(PHOTO)  # type: ignore[arg-type]

    expect(page.locator("#said")).to_have_text(UNABLE[language])


def test_each_sentence_has_its_time(table: ServedTable, open_page: Open) -> None:
    """One that follows soon loses its mark no sooner."""
    page = begun(table, open_page)
    page.clock.install()
    said, chooser = page.locator("#said"), page.locator("#step-empty input[type=file]").last
    page.route("**/photo/**", too_many)
    chooser.set_input_files(PHOTO)  # type: ignore[arg-type]
    expect(said).to_have_text(UNABLE["en"])
    page.clock.run_for(3_500)
    page.route("**/photo/**", lambda route: route.abort())
    chooser.set_input_files(PHOTO)  # type: ignore[arg-type]
    expect(said).to_contain_text(LOST)
    page.clock.run_for(3_500)

    expect(said).to_have_class("said fresh")


def test_an_empty_board(table: ServedTable, open_page: Open) -> None:
    page = open_page(table.door(Role.BANKER) + "?to=camera")
    page.route("**/camera/empty", too_many)
    page.get_by_label("Take the empty board").set_input_files(PHOTO)  # type: ignore[arg-type]

    expect(page.locator("#said")).to_have_text(UNABLE["en"])


def test_a_question_about_the_rules(table: ServedTable, open_page: Open) -> None:
    page = open_page(table.door(Role.PLAYER, "Benjamin"), **PHONE)
    money = page.locator(".purses .money").first
    page.route("**/rule*", too_many)
    money.click(button="right")
    expect(page.locator("#said")).to_have_text(UNABLE["en"])

    page.route("**/rule*", lambda route: route.abort())
    money.click(button="right")
    expect(page.locator("#said")).to_contain_text(LOST)


def test_what_is_traced(table: ServedTable, open_page: Open) -> None:
    page = begun_tracing(open_page(table.door(Role.HOST)), table).page
    page.route("**/act", too_many)
    width = page.get_by_label("Width in mm")
    width.fill("333")
    width.press("Enter")
    expect(page.locator("#wrong")).to_have_text(UNABLE["en"])
    expect(page.locator(".kept")).to_have_text("")

    page.route("**/state", too_many)
    page.reload()
    expect(page.locator(".kept")).to_have_text(UNABLE["en"])
    page.unroute("**/state")
    expect(page.get_by_label("Width in mm")).to_be_visible()
    expect(page.locator(".kept")).to_have_text("")
