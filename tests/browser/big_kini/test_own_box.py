"""An owner tells of his cards and of his box on a phone, and plays on what he has told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.anybody import faults_everywhere
from tests.web.tables import serve
from web.host.roles import Role

Open = Callable[..., Page]
PHONE = {"width": 320, "height": 640}


def test_a_box_is_told_under_a_finger_and_played_on(tmp_path: Path, open_page: Open) -> None:
    with serve(tmp_path / "table.sqlite", None) as table:
        page = open_page(table.door(Role.HOST), viewport=PHONE, has_touch=True)
        at = begun(page, table.port)

        page.get_by_role("link", name="What stays in the box").tap()
        two = page.get_by_role("group", name="With 2 players")
        two.get_by_label("10", exact=True).uncheck()
        page.get_by_role("button", name="Write it down").first.tap()
        expect(page.get_by_role("alert")).to_have_text(
            "4 are ticked, and 5 stay in the box; tick 5."
        )
        two.get_by_label("12", exact=True).check()
        page.get_by_role("button", name="Write it down").first.tap()
        expect(two).to_contain_text("yours")

        page.goto(at)
        page.get_by_role("link", name="Action cards").tap()
        page.get_by_role("link", name="card 1, income").tap()
        page.get_by_label("What it does").select_option(
            label="Move: the port reaches N atolls farther"
        )
        page.get_by_label("N, where").fill("2")
        page.get_by_role("button", name="Write it down, then the next").tap()
        expect(page.get_by_role("heading", name="card 3, income")).to_be_visible()
        expect(
            page.get_by_role("link", name="card 1, move (2 atolls farther, again for 2) · yours")
        ).to_be_visible()

        told = json.loads(page.request.get(f"{at}/board.json").text())
        assert told["cards"][8]["signs"] == ["move", "farther", "farther", "second"]
        [two_base] = [each for each in told["layouts"] if each["id"] == "2_base"]
        assert two_base["in_box"] == ["a11", "a12", "a14", "a17", "a18"]

        page.goto(at)
        page.get_by_role("button", name="Play on these tiles now").tap()
        page.wait_for_url("**/start?game=big_kini")


@pytest.mark.parametrize("path", ["box", "cards", "cards?open=k09", "cards/photo"])
def test_anybody_can_tell_of_his_box(path: str, tmp_path: Path, open_page: Open) -> None:
    with serve(tmp_path / "table.sqlite", None) as table:
        page = open_page(table.door(Role.HOST))
        at = begun(page, table.port)

        assert faults_everywhere(page, f"{at}/{path}") == {}


def begun(page: Page, port: int) -> str:
    """The address of own tiles that have just been begun."""
    page.goto(f"http://localhost:{port}/tiles")
    form = page.locator("form", has_text="Begin with the tiles of Big Kini")
    form.get_by_label("Name").fill("Ours")
    form.get_by_role("button").click()
    page.get_by_role("link", name="Action cards").wait_for()
    return page.url
