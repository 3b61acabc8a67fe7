"""What the tracing page says of a board that was traced, and shows of what changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.anybody import looked_over
from tests.browser.camera.tracer import Tracer, taken_in
from tests.browser.conftest import PHONE
from tests.web.tables import ServedTable

Open = Callable[..., Page]


def test_what_is_missing_for_playing_stands_where_the_button_was(
    table: ServedTable, open_page: Open
) -> None:
    page = taken_in(table, open_page, PHONE)
    done = page.locator(".panel > [data-step=file]")
    page.locator("[data-step-to=file]").click()
    expect(page.get_by_role("button", name="Play on this board now")).to_be_visible()
    expect(page.locator("#unplayed")).to_be_hidden()

    page.get_by_label("Go to").select_option(label="Palau")
    value = page.locator("#island-form [name=value]")
    value.fill("")
    value.press("Enter")
    expect(page.locator("#remarks")).to_contain_text("Palau has slots but no value.")
    page.locator("[data-step-to=file]").click()

    expect(page.get_by_role("button", name="Play on this board now")).to_be_hidden()
    expect(done.locator("#unplayed")).to_have_text(
        "It can't be played on yet: Palau has slots but no value."
    )
    shown = done.inner_text()
    assert "The board is whole" not in shown
    assert "Something is still missing" in shown
    assert "companion read --profile FILE photo.jpg" in shown
    assert looked_over(page) == []


@pytest.mark.parametrize(
    ("language", "other", "said"),
    [
        ("en", "Japanese", ["✗ seen as Japanese", "✗ not seen", *["✓ seen"] * 3]),
        ("fr", "japonais", ["✗ vu comme japonais", "✗ pas vu", *["✓ vu"] * 3]),
    ],
)
def test_another_piece_that_is_seen_on_trial_is_not_said_to_be_unseen(
    language: str, other: str, said: list[str], table: ServedTable, open_page: Open
) -> None:
    page = taken_in(table, open_page, PHONE)
    url = f"http://localhost:{table.port}"
    page.context.add_cookies([{"name": "language", "value": language, "url": url}])
    page.reload()
    page.locator("[data-step-to=trial]").click()
    expect(page.locator("#trials li")).to_have_count(5)
    state, lessons = page.evaluate(
        "Promise.all(['state', 'lessons/trial'].map((path) =>"
        " fetch(`${location.pathname}/${path}`).then((a) => a.json())))"
    )
    judged = {each["place"]: {"seen": True, "instead": each["name"]} for each in lessons}
    for each, instead in zip(lessons, (other, None), strict=False):
        judged[each["place"]] = {"seen": False, "instead": instead}
    answer = {"state": state, "told": "Told.", "seen": judged}
    page.route("**/trial", lambda route: route.fulfill(json=answer))

    file = {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": b"a photo"}
    page.locator("#trial-file").set_input_files(file)  # type: ignore[arg-type]

    expect(page.locator("#trials li b")).to_have_text(said)


def value_of(name: str, state: Any) -> int | None:
    [value] = [each["value"] for each in state["islands"] if each["name"] == name]
    return value


def test_a_field_that_is_entered_and_untouched_shows_what_another_window_put_there(
    table: ServedTable, open_page: Open
) -> None:
    one = taken_in(table, open_page, PHONE)
    other = one.context.new_page()
    other.goto(one.url)
    there, here = (page.locator("#island-form [name=value]") for page in (one, other))
    for page in (one, other):
        page.locator("[data-step-to=islands]").click()
        page.get_by_label("Go to").select_option(label="Palau")
    expect(here).to_have_value("8")

    there.fill("9")
    there.press("Enter")
    Tracer(one).saved(lambda state: value_of("Palau", state) == 9)
    name = other.locator("#island-form [name=name]")
    name.fill("Palaos")
    name.press("Enter")
    expect(other.locator("#wrong")).to_contain_text("changed elsewhere meanwhile")
    expect(name).to_have_value("Palau")
    expect(here).to_be_focused()
    expect(here).to_have_value("9")

    other.keyboard.type("5")
    expect(here).to_have_value("5")
    there.fill("6")
    there.press("Enter")
    Tracer(one).saved(lambda state: value_of("Palau", state) == 6)
    other.locator("[data-tool=undo]").evaluate("button => button.click()")
    expect(other.locator("#wrong")).to_contain_text("Palau changed")
    expect(here).to_have_value("5")
