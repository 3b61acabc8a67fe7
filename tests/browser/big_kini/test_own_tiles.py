"""Own tiles under a finger: what is tapped on the drawing lies there, and anybody can do it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.anybody import faults_everywhere
from tests.web.tables import serve
from web.host.roles import Role

Open = Callable[..., Page]
PHONE = {"width": 320, "height": 640}
TAPPED_PX = {"x": 216.0, "y": 72.0}
SIDE_PX = 288


def test_a_place_lies_where_the_drawing_is_tapped(tmp_path: Path, open_page: Open) -> None:
    with serve(tmp_path / "table.sqlite", None) as table:
        page = open_page(table.door(Role.HOST), viewport=PHONE, has_touch=True)
        page.goto(f"http://localhost:{table.port}/tiles")
        form = page.locator("form", has_text="Begin with the tiles of Big Kini")
        form.get_by_label("Name").fill("Ours")
        page.get_by_role("button", name="Begin with the tiles of Big Kini").tap()
        page.get_by_role("link", name="2", exact=True).tap()
        page.wait_for_url("**/a2")
        at = page.url
        drawing = page.get_by_role("button", name="It is here")

        page.locator("[name=which]").select_option("baron")
        drawing.tap(position=TAPPED_PX)
        expect(page.locator("[name=which]")).to_have_value("baron")

        told = page.request.get(f"{at.rpartition('/')[0]}/board.json").text()
        [tile] = [each for each in json.loads(told)["tiles"] if each["id"] == "a2"]
        [baron] = [each for each in tile["spots"] if each["id"] == "baron"]
        away_mm = 2 * 100 / math.sqrt(3) / SIDE_PX * (TAPPED_PX["x"] - SIDE_PX / 2)
        assert math.isclose(baron["x"], away_mm, abs_tol=0.5)
        assert math.isclose(baron["y"], -away_mm, abs_tol=0.5)
        assert faults_everywhere(page, at) == {}
